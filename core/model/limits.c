#include "model/limits.h"

const struct ad_limit_row ad_limits_rows[] = {
	{ AD_GOOGLE, AD_R_AD, "RESPONSIVE_SEARCH", "headlines", 3, 15, 30, true },
	{ AD_GOOGLE, AD_R_AD, "RESPONSIVE_SEARCH", "descriptions", 2, 4, 90, true },
	{ AD_GOOGLE, AD_R_AD, "RESPONSIVE_SEARCH", "path1", 0, 0, 15, false },
	{ AD_GOOGLE, AD_R_AD, "RESPONSIVE_SEARCH", "path2", 0, 0, 15, false },
	{ AD_MICROSOFT, AD_R_AD, "RESPONSIVE_SEARCH", "headlines", 3, 15, 30, true },
	{ AD_MICROSOFT, AD_R_AD, "RESPONSIVE_SEARCH", "descriptions", 2, 4, 90, true },
	{ AD_MICROSOFT, AD_R_AD, "RESPONSIVE_SEARCH", "path1", 0, 0, 15, false },
	{ AD_MICROSOFT, AD_R_AD, "RESPONSIVE_SEARCH", "path2", 0, 0, 15, false },
};
const size_t ad_limits_count = AD_LEN(ad_limits_rows);
