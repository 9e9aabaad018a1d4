#include "platform/version.h"

#include "base/clock.h"
#include "base/timezone.h"
#include "platform/platform.h"

static const struct ad_api_version versions[AD_PLATFORM_COUNT] = {
	[AD_GOOGLE] = {
		.name = "v26",
		.released = "2026-10-14",
		.sunset = "2027-11-01",
		.projected = true, /* each lives for about a year */
		.api = "https://googleads.googleapis.com",
		.token = "https://oauth2.googleapis.com/token",
		.sandbox_api = "/google",
		.sandbox_token = "/google-oauth/token",
		.ends = "400 with `requestError.UNSUPPORTED_VERSION`; one that never was is a 404 "
			"without JSON",
	},
	[AD_MICROSOFT] = {
		.name = "v13",
		.released = "2019",
		.api = "https://campaign.api.bingads.microsoft.com/CampaignManagement/{version}",
		.token = "https://login.microsoftonline.com/common/oauth2/v2.0/token",
		.sandbox_api = "/microsoft/CampaignManagement/{version}",
		.sandbox_token = "/microsoft-oauth/common/oauth2/v2.0/token",
		.ends = "not published; 410, and a 404 without JSON, are taken for it",
	},
	[AD_REDDIT] = {
		.name = "v3",
		.api = "https://ads-api.reddit.com/api/{version}",
		.token = "https://www.reddit.com/api/v1/access_token",
		.sandbox_api = "/reddit/api/{version}",
		.sandbox_token = "/reddit-oauth/api/v1/access_token",
		.ends = "410, as v2 did on 2025-09-30",
	},
	[AD_META] = {
		.name = "v26.0",
		.released = "2026-07-29",
		.api = "https://graph.facebook.com",
		.token = "https://graph.facebook.com/{version}/oauth/access_token",
		.sandbox_api = "/meta",
		.sandbox_token = "/meta/{version}/oauth/access_token",
		.ends = "400 with code 2635, or the next version's answer where nothing changed",
	},
};

static const char *const makers[AD_PLATFORM_COUNT] = {
	[AD_GOOGLE] = "Google",
	[AD_MICROSOFT] = "Microsoft",
	[AD_REDDIT] = "Reddit",
	[AD_META] = "Meta",
};

const struct ad_api_version *ad_api_version_of(enum ad_platform platform)
{
	return &versions[platform];
}

struct ad_str ad_versioned(struct ad_arena *arena, enum ad_platform platform, const char *url)
{
	static const char place[] = "{version}";
	const char *at = strstr(url, place);

	if (!at)
		return ad_str(url);
	return ad_arena_printf(arena, "%.*s%s%s", (int)(at - url), url, versions[platform].name,
			       at + sizeof(place) - 1);
}

static int64_t version_digits(const char *p, int n)
{
	int64_t value = 0;

	for (int i = 0; i < n; i++)
		value = value * 10 + (p[i] - '0');
	return value;
}

bool ad_api_version_left(const struct ad_api_version *version, int64_t day, int64_t *left)
{
	const char *p = version->sunset;

	if (!p || !ad_date_valid(ad_str(p)))
		return false;
	*left = ad_day_of_date(version_digits(p, 4), version_digits(p + 5, 2),
			       version_digits(p + 8, 2)) -
		day;
	return true;
}

void ad_version_gone(struct ad_arena *arena, enum ad_platform platform, struct ad_str said,
		     struct ad_outcome *outcome)
{
	const char *name = versions[platform].name;

	outcome->kind = AD_REFUSED;
	outcome->wait = 0;
	outcome->error.code = AD_VERSION_SUNSET;
	outcome->error.retryable = false;
	outcome->error.message = ad_arena_printf(
		arena,
		"%s no longer supports version %s of its API, which this server uses. Upgrade "
		"adcore, then push again. Unsent changes stay staged.%s%.*s",
		makers[platform], name, said.n ? " Platform message: " : "", AD_FMT(said));
}

bool ad_version_is_gone(const struct ad_outcome *outcome)
{
	return outcome->kind == AD_REFUSED && outcome->error.code &&
	       strcmp(outcome->error.code, AD_VERSION_SUNSET) == 0;
}
