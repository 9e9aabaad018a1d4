/* Lengths, counts and money of the platforms. */
#include "model/limits.h"

#define RSA(platform_) \
	{ platform_, AD_R_AD, "RESPONSIVE_SEARCH", "headlines", 3, 15, 30, true, 0, 0 }, \
	{ platform_, AD_R_AD, "RESPONSIVE_SEARCH", "descriptions", 2, 4, 90, true, 0, 0 }, \
	{ platform_, AD_R_AD, "RESPONSIVE_SEARCH", "path1", 0, 0, 15, false, 0, 0 }, \
	{ platform_, AD_R_AD, "RESPONSIVE_SEARCH", "path2", 0, 0, 15, false, 0, 0 }

/* A promoted post has one headline, which is its title. */
#define POST(type_) { AD_REDDIT, AD_R_AD, type_, "headlines", 1, 1, 300, false, 0, 0 }
/* A picture or film with a link has one headline and one line below it. */
#define LINK(type_) \
	{ AD_META, AD_R_AD, type_, "headlines", 0, 1, 255, false, 0, 0 }, \
	{ AD_META, AD_R_AD, type_, "descriptions", 0, 1, 255, false, 0, 0 }

/* Texts that stand beside a search ad. */
#define TEXTS(platform_) \
	{ platform_, AD_R_ASSET, "SITELINK", "text", 0, 0, 25, false, 0, 0 }, \
	{ platform_, AD_R_ASSET, "SITELINK", "description1", 0, 0, 35, false, 0, 0 }, \
	{ platform_, AD_R_ASSET, "SITELINK", "description2", 0, 0, 35, false, 0, 0 }, \
	{ platform_, AD_R_ASSET, "CALLOUT", "text", 0, 0, 25, false, 0, 0 }

const struct ad_limit_row ad_limits_rows[] = {
	RSA(AD_GOOGLE),
	RSA(AD_MICROSOFT),
	POST("POST"), POST("IMAGE"), POST("VIDEO"),
	LINK("IMAGE"), LINK("VIDEO"),
	TEXTS(AD_GOOGLE), TEXTS(AD_MICROSOFT),
	{ AD_GOOGLE, AD_R_AD_GROUP, NULL, "name", 0, 0, 0, false, 0, 254 },
	{ AD_REDDIT, AD_R_CAMPAIGN, NULL, "name", 0, 0, 0, false, 3, 0 },
	{ AD_REDDIT, AD_R_AD_GROUP, NULL, "name", 0, 0, 0, false, 3, 0 },
	{ AD_REDDIT, AD_R_AD, NULL, "name", 0, 0, 0, false, 3, 0 },
};
const size_t ad_limits_count = AD_LEN(ad_limits_rows);

#define M(major) ((int64_t)((major)*1000000.0 + 0.5))
#define MICROSOFT(code, bid, highest, budget) \
	{ AD_MICROSOFT, code, M(budget), M(bid), M(highest) }

/* As the platforms publish them; where their pages differ, the lower one. */
const struct ad_money_row ad_money_rows[] = {
	MICROSOFT("ARS", 0.05, 5000, 0.05),
	MICROSOFT("AUD", 0.01, 1000, 0.05),
	MICROSOFT("BRL", 0.01, 2000, 0.10),
	MICROSOFT("CAD", 0.05, 1000, 0.05),
	MICROSOFT("CHF", 0.05, 1500, 0.05),
	MICROSOFT("CLP", 5.10, 510000, 5.10),
	MICROSOFT("CNY", 0.01, 6000, 30),
	MICROSOFT("COP", 18.05, 1805000, 18.05),
	MICROSOFT("DKK", 0.06, 6000, 0.06),
	MICROSOFT("EUR", 0.05, 1000, 0.05),
	MICROSOFT("GBP", 0.05, 1000, 0.05),
	MICROSOFT("HKD", 1, 8000, 1),
	MICROSOFT("IDR", 35, 9607994, 480),
	MICROSOFT("INR", 0.50, 60000, 0.82),
	MICROSOFT("MXN", 0.14, 14000, 0.14),
	MICROSOFT("MYR", 0.01, 3074, 0.15),
	MICROSOFT("NOK", 0.06, 6000, 0.06),
	MICROSOFT("NZD", 0.01, 1000, 0.05),
	MICROSOFT("PEN", 0.03, 3000, 0.03),
	MICROSOFT("PHP", 0.20, 42000, 2),
	MICROSOFT("PLN", 0.01, 1000, 0.10),
	MICROSOFT("SEK", 0.07, 7000, 0.07),
	MICROSOFT("SGD", 0.01, 1500, 0.11),
	MICROSOFT("THB", 0.05, 31000, 2),
	MICROSOFT("TRY", 1, 100000, 10),
	MICROSOFT("TWD", 3, 1500, 100),
	MICROSOFT("USD", 0.05, 1000, 0.05),
	MICROSOFT("ZAR", 0.01, 1000, 0.10),
	{ AD_REDDIT, "USD", M(5), 0, 0 },
	{ AD_META, "USD", M(1), 0, 0 },
	{ AD_META, "EUR", M(1), 0, 0 },
	{ AD_META, "GBP", M(1), 0, 0 },
	{ AD_META, "INR", M(40), 0, 0 },
};
const size_t ad_money_count = AD_LEN(ad_money_rows);

const int64_t ad_shown_url_max[AD_PLATFORM_COUNT] = { [AD_MICROSOFT] = 67 };

const struct ad_place_row ad_place_rows[AD_PLATFORM_COUNT] = {
	[AD_GOOGLE] = { AD_GOOGLE, 0 },
	[AD_MICROSOFT] = { AD_MICROSOFT, 0 },
	[AD_REDDIT] = { AD_REDDIT, AD_PLACE_REGION | AD_PLACE_CITY },
	[AD_META] = { AD_META, 0 },
};
