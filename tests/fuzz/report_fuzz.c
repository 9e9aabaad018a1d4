/* Microsoft's report: as an archive, and as the file in one. */
#include "tests/fuzz/fuzz.h"

#include "model/resource_rows.h"
#include "platform/platform.h"
#include "platform/unzip.h"
#include "tests/unit/core/platform/archive.h"

#define MOST ((size_t)1 << 20)

static bool take(void *arg, struct ad_str part)
{
	size_t *taken = arg;

	*taken += part.n;
	return *taken <= MOST;
}

static void check_days(const struct ad_figures_ask *ask)
{
	for (const struct ad_remote_day *d = ask->found; d; d = d->next) {
		HOLDS(d->remote_id.n > 0);
		HOLDS(d->day >= ask->first && d->day <= ask->last);
		HOLDS(d->measures[AD_CLICKS] >= 0 || d->measures[AD_CLICKS] == AD_NOT_COLLECTED);
	}
}

static void hear(struct ad_arena *arena, const struct ad_resource *res, struct ad_str zip)
{
	const struct ad_link link = { .api_url = AD_S("https://ads.example"),
				      .account_id = AD_S("1"),
				      .currency = AD_S("EUR"),
				      .timezone = AD_S("UTC") };
	struct ad_figures_ask ask = { .link = &link,
				      .res = res,
				      .first = 20454,
				      .last = 20455,
				      .page = AD_S("0 7"),
				      .url = AD_S("https://ads.example/x") };
	struct ad_http_response response = { .status = 200, .body = zip };
	struct ad_outcome outcome = { 0 };

	ad_microsoft.figures_hear(arena, &ask, &response, &outcome);
	HOLDS(outcome.kind == AD_DID || outcome.kind == AD_REFUSED);
	HOLDS(outcome.kind != AD_DID || ask.heard != ask.later);
	if (ask.heard)
		check_days(&ask);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_str in = { (const char *)data, size };
	size_t taken = 0;
	const char *wrong = ad_unzip_one(in, MOST, take, &taken);

	HOLDS(wrong || taken <= MOST);
	hear(arena, &ad_resource_campaign, in);
	hear(arena, &ad_resource_campaign, archive_of(arena, in));
	hear(arena, &ad_resource_keyword, archive_of(arena, in));
	ad_arena_free(arena);
	return 0;
}
