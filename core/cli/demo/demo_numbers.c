#include "cli/demo/demo_numbers.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/digest.h"
#include "base/timezone.h"
#include "call/rules/rules.h"
#include "sync/state/performance.h"
#include "sync/state/review.h"

#define MICROS 1000000

/* An object of the demo; above is its ad group, an ad group's campaign, a campaign's reference. */
struct thing {
	struct ad_str id;
	size_t above;
	int64_t sums[AD_MEASURE_COUNT];
};

struct things {
	struct thing *at;
	size_t count, room;
};

/* The whole demo on one platform. */
struct demo {
	struct ad_call *call;
	enum ad_platform platform;
	const struct ad_demo_ref *campaigns;
	size_t count;
	struct things of[AD_LEVEL_COUNT];
};

/* A number of [0, n) that follows from its names alone: 64 bits of their digest. */
static int64_t demo_numbers_chance(struct ad_str id, int64_t day, int salt, int64_t n)
{
	uint8_t sum[AD_SHA256_SIZE];
	char text[128];
	uint64_t value = 0;
	int size = snprintf(text, sizeof(text), "%.*s %lld %d", AD_FMT(id), (long long)day, salt);

	ad_sha256((struct ad_str){ text, (size_t)size }, sum);
	for (size_t i = 0; i < 8; i++)
		value = value << 8 | sum[i];
	return (int64_t)(value % (uint64_t)n);
}

static struct thing *demo_numbers_add(struct ad_arena *arena, struct things *list)
{
	AD_ARENA_GROW(arena, list->at, list->count, list->room);
	list->at[list->count] = (struct thing){ .above = 0 };
	return &list->at[list->count++];
}

/* The children of an id, by a statement that takes realm and parent. */
static enum ad_db_status demo_numbers_load(struct demo *d, const char *sql, enum ad_level level,
					   struct ad_str parent, size_t above)
{
	struct ad_call *call = d->call;
	struct ad_realm realm = ad_call_realm(call);
	struct ad_stmt *s = ad_sql(call->db, sql);
	enum ad_db_status status;

	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, parent);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		struct thing *t = demo_numbers_add(call->arena, &d->of[level]);
		t->id = ad_arena_copy(call->arena, ad_col(s, 0));
		t->above = above;
	}
	return status;
}

static enum ad_db_status load_groups(struct demo *d)
{
	struct things *groups = &d->of[AD_LEVEL_AD_GROUP];
	enum ad_db_status status = AD_DB_DONE;

	for (size_t i = 0; i < d->count && status == AD_DB_DONE; i++) {
		if (d->campaigns[i].platform != d->platform)
			continue;
		struct thing *t = demo_numbers_add(d->call->arena, &d->of[AD_LEVEL_CAMPAIGN]);
		t->id = d->campaigns[i].id;
		t->above = i;
		status = demo_numbers_load(
			d,
			"SELECT id FROM ad_groups WHERE space_id = $1 AND environment = $2"
			" AND campaign_id = $3 ORDER BY id",
			AD_LEVEL_AD_GROUP, t->id, d->of[AD_LEVEL_CAMPAIGN].count - 1);
	}
	for (size_t i = 0; i < groups->count && status == AD_DB_DONE; i++) {
		status = demo_numbers_load(
			d,
			"SELECT id FROM keywords WHERE space_id = $1 AND environment = $2"
			" AND ad_group_id = $3 AND negative = FALSE ORDER BY id",
			AD_LEVEL_KEYWORD, groups->at[i].id, i);
		if (status == AD_DB_DONE)
			status = demo_numbers_load(
				d,
				"SELECT id FROM ads WHERE space_id = $1 AND environment = $2"
				" AND ad_group_id = $3 ORDER BY id",
				AD_LEVEL_AD, groups->at[i].id, i);
	}
	return status;
}

/* ---- a day --------------------------------------------------------------------------------- */

/*
 * The share of the budget that is spent on a day, in thousandths: less at weekends, rising week by
 * week.
 */
static int64_t spend_of(struct ad_str id, int64_t day)
{
	int64_t weekday = (day + 3) % 7; /* Monday is 0 */
	int64_t base = weekday < 5 ? 780 : 560;

	return base + day % AD_DEMO_DAYS + demo_numbers_chance(id, day, 0, 160);
}

/* Of a campaign's budget a keyword has its share by its place in its ad group. */
static int64_t weight_of(size_t place)
{
	return 6000 / (int64_t)(place + 1);
}

static void demo_numbers_spend(struct thing *k, int64_t micros, int64_t day)
{
	int64_t cpc = 350000 + demo_numbers_chance(k->id, 0, 1, 1250000) +
		      demo_numbers_chance(k->id, day, 2, 120000);
	int64_t clicks = micros / cpc;
	int64_t per_mille = 20 + demo_numbers_chance(k->id, 0, 3, 70);
	int64_t extra = demo_numbers_chance(k->id, day, 4, 25);
	int64_t odds = 20 + demo_numbers_chance(k->id, 0, 5, 50); /* conversions of 1,000 clicks */
	int64_t conversions = (clicks * odds + demo_numbers_chance(k->id, day, 6, 1000)) / 1000;

	k->sums[AD_IMPRESSIONS] = clicks * 1000 / per_mille + extra;
	k->sums[AD_CLICKS] = clicks;
	k->sums[AD_COST] = clicks * cpc / 10000 * 10000;
	k->sums[AD_CONVERSIONS] = conversions * MICROS;
	k->sums[AD_CONVERSION_VALUE] =
		conversions * (18 + demo_numbers_chance(k->id, day, 7, 42)) * MICROS;
}

/* Keywords spend where the platform has any, else ads. */
static enum ad_level spender_of(const struct demo *d)
{
	return d->of[AD_LEVEL_KEYWORD].count ? AD_LEVEL_KEYWORD : AD_LEVEL_AD;
}

static void spend_day(struct demo *d, int64_t day)
{
	struct things *spenders = &d->of[spender_of(d)];
	struct things *groups = &d->of[AD_LEVEL_AD_GROUP];

	for (size_t c = 0; c < d->of[AD_LEVEL_CAMPAIGN].count; c++) {
		const struct ad_demo_ref *campaign =
			&d->campaigns[d->of[AD_LEVEL_CAMPAIGN].at[c].above];
		int64_t budget = campaign->budget / 1000 * spend_of(campaign->id, day), sum = 0;
		for (int pass = 0; pass < 2; pass++) {
			size_t place = 0;
			for (size_t i = 0; i < spenders->count; i++) {
				struct thing *k = &spenders->at[i];
				if (groups->at[k->above].above != c)
					continue;
				place = i && spenders->at[i - 1].above == k->above ? place + 1 : 0;
				if (pass == 0)
					sum += weight_of(place);
				else
					demo_numbers_spend(k, budget / sum * weight_of(place), day);
			}
		}
	}
}

/* Ads share what the keywords of their ad group have. */
static void share_out(struct demo *d, int m)
{
	struct things *groups = &d->of[AD_LEVEL_AD_GROUP];
	struct things *ads = &d->of[AD_LEVEL_AD];

	for (size_t i = 0; i < ads->count; i++) {
		bool last = i + 1 == ads->count || ads->at[i + 1].above != ads->at[i].above;
		int64_t left = groups->at[ads->at[i].above].sums[m];
		int64_t unit = m < AD_COST ? 1 : m == AD_COST ? 10000 : MICROS;
		for (size_t k = i; k-- > 0 && ads->at[k].above == ads->at[i].above;)
			left -= ads->at[k].sums[m];
		ads->at[i].sums[m] = last ? left : left / unit * 3 / 5 * unit;
	}
}

/* The sums of what is below, level by level. */
static void sum_up(struct demo *d)
{
	struct things *campaigns = &d->of[AD_LEVEL_CAMPAIGN];
	struct things *groups = &d->of[AD_LEVEL_AD_GROUP];
	const struct things *spenders = &d->of[spender_of(d)];

	for (int m = 0; m < AD_MEASURE_COUNT; m++) {
		for (size_t i = 0; i < campaigns->count; i++)
			campaigns->at[i].sums[m] = 0;
		for (size_t i = 0; i < groups->count; i++)
			groups->at[i].sums[m] = 0;
		for (size_t i = 0; i < spenders->count; i++)
			groups->at[spenders->at[i].above].sums[m] += spenders->at[i].sums[m];
		for (size_t i = 0; i < groups->count; i++)
			campaigns->at[groups->at[i].above].sums[m] += groups->at[i].sums[m];
		if (spender_of(d) == AD_LEVEL_KEYWORD)
			share_out(d, m);
	}
}

static struct ad_str campaign_id_of(const struct demo *d, enum ad_level level, size_t i)
{
	const struct thing *t = &d->of[level].at[i];
	size_t group = level == AD_LEVEL_AD_GROUP ? i : t->above;

	if (level == AD_LEVEL_CAMPAIGN)
		return t->id;
	return d->of[AD_LEVEL_CAMPAIGN].at[d->of[AD_LEVEL_AD_GROUP].at[group].above].id;
}

static enum ad_db_status keep_level(struct demo *d, enum ad_level level, int64_t day, int64_t now)
{
	const struct things *list = &d->of[level];
	struct ad_day_row *rows = ad_xcalloc(list->count + 1, sizeof(*rows));

	for (size_t i = 0; i < list->count; i++) {
		rows[i].object_id = list->at[i].id;
		rows[i].campaign_id = campaign_id_of(d, level, i);
		memcpy(rows[i].measures, list->at[i].sums, sizeof(rows[i].measures));
	}
	enum ad_db_status status =
		ad_performance_keep(d->call->db, &(struct ad_day){ .realm = ad_call_realm(d->call),
								   .level = level,
								   .platform = d->platform,
								   .day = day,
								   .collected_at = now,
								   .rows = rows,
								   .count = list->count });
	free(rows);
	return status;
}

/* AD_DB_ROW where the day was collected, by an earlier run or by a pull. */
static enum ad_db_status is_collected(const struct demo *d, int64_t day)
{
	struct ad_realm realm = ad_call_realm(d->call);
	struct ad_stmt *s =
		ad_sql(d->call->db, "SELECT 1 FROM performance_days WHERE space_id = $1 AND"
				    " environment = $2 AND level = 'CAMPAIGN' AND platform = $3 AND"
				    " day = $4");
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind_cstr(s, 3, ad_platform_name(d->platform));
	ad_bind_int(s, 4, day);
	enum ad_db_status status = ad_step(s);
	ad_reset(s);
	return status;
}

/* The last ad has an exclamation too many, since a week. */
static enum ad_db_status demo_numbers_disapprove(const struct demo *d, int64_t now)
{
	const struct things *ads = &d->of[AD_LEVEL_AD];

	if (d->platform != AD_GOOGLE || ads->count == 0)
		return AD_DB_DONE;
	return ad_review_keep(
		d->call->db, ad_call_realm(d->call),
		&(struct ad_review){
			.res = ad_resource_row(AD_R_AD),
			.object_id = ads->at[ads->count - 1].id,
			.platform = d->platform,
			.campaign_id = campaign_id_of(d, AD_LEVEL_AD, ads->count - 1),
			.status = AD_S("APPROVED_LIMITED"),
			.reasons = AD_S("[{\"code\":\"DESTINATION_NOT_CRAWLABLE\",\"message\":"
					"\"Google's crawler could not open the page.\","
					"\"evidence\":\"https://harbourbakery.example/box/gift\","
					"\"policyUrl\":\"https://support.google.com/adspolicy/"
					"answer/6368661\"}]"),
			.seen_at = now - 7 * AD_DAY,
		});
}

static enum ad_db_status fill_platform(struct demo *d, int64_t today, size_t *days)
{
	int64_t now = ad_now();
	enum ad_db_status status = load_groups(d);

	for (int64_t day = today - AD_DEMO_DAYS; day < today && status == AD_DB_DONE; day++) {
		status = is_collected(d, day);
		if (status == AD_DB_ROW) {
			status = AD_DB_DONE;
			continue;
		}
		spend_day(d, day);
		sum_up(d);
		for (int level = 0; level < AD_LEVEL_COUNT && status == AD_DB_DONE; level++)
			status = keep_level(d, (enum ad_level)level, day, now);
		++*days;
	}
	return status == AD_DB_DONE ? demo_numbers_disapprove(d, now) : status;
}

enum ad_db_status ad_demo_numbers(struct ad_call *call, const struct ad_demo_ref *campaigns,
				  size_t count, size_t *days)
{
	enum ad_db_status status = AD_DB_DONE;
	char today[11];

	*days = 0;
	ad_date_today(call->space.timezone, today);
	int64_t day = ad_day_of_date(strtol(today, NULL, 10), strtol(today + 5, NULL, 10),
				     strtol(today + 8, NULL, 10));
	for (int p = 0; p < AD_PLATFORM_COUNT && status == AD_DB_DONE; p++) {
		struct demo d = { .call = call,
				  .platform = (enum ad_platform)p,
				  .campaigns = campaigns,
				  .count = count };
		bool any = false;
		for (size_t i = 0; i < count; i++)
			any = any || campaigns[i].platform == d.platform;
		if (any)
			status = fill_platform(&d, day, days);
	}
	return status;
}
