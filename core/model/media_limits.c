#include "model/media_limits.h"

#define KIB 1024
#define MIB (1024 * 1024)

static const char *const search_images[] = { "image/jpeg", "image/png", "image/gif", NULL };
static const char *const photos[] = { "image/jpeg", "image/png", NULL };
static const char *const films[] = { "video/mp4", "video/quicktime", NULL };

const struct ad_media_limit_row ad_media_limits[] = {
	{ AD_GOOGLE, "IMAGE", 600, 314, 191, 100, 5120 * KIB, search_images, 0 },
	{ AD_GOOGLE, "IMAGE", 300, 300, 1, 1, 5120 * KIB, search_images, 0 },
	{ AD_GOOGLE, "SQUARE_IMAGE", 300, 300, 1, 1, 5120 * KIB, search_images, 0 },
	{ AD_GOOGLE, "LOGO", 128, 128, 1, 1, 5120 * KIB, search_images, 0 },
	{ AD_GOOGLE, "LOGO", 512, 128, 4, 1, 5120 * KIB, search_images, 0 },
	{ AD_MICROSOFT, "IMAGE", 703, 368, 191, 100, 75 * KIB, search_images, 0 },
	{ AD_MICROSOFT, "IMAGE", 300, 300, 1, 1, 75 * KIB, search_images, 0 },
	{ AD_MICROSOFT, "SQUARE_IMAGE", 300, 300, 1, 1, 75 * KIB, search_images, 0 },
	{ AD_MICROSOFT, "LOGO", 128, 128, 1, 1, 5120 * KIB, search_images, 0 },
	{ AD_REDDIT, "IMAGE", 0, 0, 0, 0, 3 * MIB, search_images, 0 },
	{ AD_REDDIT, "SQUARE_IMAGE", 0, 0, 1, 1, 3 * MIB, search_images, 0 },
	{ AD_REDDIT, "VIDEO", 0, 0, 0, 0, 0, films, 900000 },
	{ AD_META, "IMAGE", 0, 0, 0, 0, 30 * MIB, photos, 0 },
	{ AD_META, "SQUARE_IMAGE", 0, 0, 1, 1, 30 * MIB, photos, 0 },
	{ AD_META, "LOGO", 0, 0, 1, 1, 30 * MIB, photos, 0 },
	{ AD_META, "VIDEO", 0, 0, 0, 0, 0, films, 0 },
};
const size_t ad_media_limit_count = AD_LEN(ad_media_limits);
