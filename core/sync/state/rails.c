#include "sync/state/rails.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/json_read.h"
#include "base/timezone.h"

/* For micros times a percentage, which does not fit 64 bits. */
__extension__ typedef __int128 wide;

static struct ad_str json_micros(struct ad_arena *arena, int64_t micros)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_micros(&j, micros);
	return ad_text_str(&text);
}

static struct ad_str json_text(struct ad_arena *arena, struct ad_str s)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_str(&j, s);
	return ad_text_str(&text);
}

bool ad_push_needs_approval(const char *rule, bool by_connector)
{
	return strcmp(rule, "ALWAYS") == 0 || (strcmp(rule, "CONNECTOR") == 0 && by_connector);
}

void ad_rails_campaign(const struct ad_rails *rails, struct ad_str id, int64_t before,
		       int64_t after, struct ad_violations *out)
{
	int64_t limit = rails->max_campaign_daily_budget;

	if (limit == 0 || after <= limit || after <= before)
		return;
	ad_violate(out, "maxCampaignDailyBudget", json_micros(out->arena, limit),
		   json_micros(out->arena, after), id);
	ad_violate_say(out, AD_S("The daily budget is above the limit per campaign. Lower it, or "
				 "have the Space's owner raise the limit."));
}

void ad_rails_increase(const struct ad_rails *rails, struct ad_str id, int64_t base, int64_t before,
		       int64_t after, struct ad_violations *out)
{
	int64_t percent = rails->max_budget_increase_percent;
	wide allowed;
	int64_t rise;

	if (percent < 0 || base <= 0 || after <= before)
		return;
	allowed = (wide)base * (100 + percent);
	if ((wide)after * 100 <= allowed)
		return;
	/* Rounded up, so that what is refused never reads as the limit itself. */
	rise = (int64_t)((((wide)after - base) * 100 + base - 1) / base);
	ad_violate(out, "maxBudgetIncreasePercent",
		   ad_arena_printf(out->arena, "%lld", (long long)percent),
		   ad_arena_printf(out->arena, "%lld", (long long)rise), id);
	ad_violate_say(out, AD_S("The budget increase is too large relative to its lowest value of "
				 "the last 24 hours. Raise it in smaller steps, a day apart."));
}

void ad_rails_total(const struct ad_rails *rails, int64_t before, int64_t after,
		    struct ad_violations *out)
{
	int64_t limit = rails->max_total_daily_budget;

	if (limit == 0 || after <= limit || after <= before)
		return;
	ad_violate(out, "maxTotalDailyBudget", json_micros(out->arena, limit),
		   json_micros(out->arena, after), (struct ad_str){ 0 });
	ad_violate_say(
		out,
		AD_S("All campaigns together would exceed the daily budget limit of this Space."));
}

static struct ad_str allowed_names(struct ad_arena *arena, uint32_t allowed)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_array(&j);
	for (int i = 0; i < AD_PLATFORM_COUNT; i++)
		if (allowed & (1u << i))
			ad_json_str(&j, ad_str(ad_platform_name((enum ad_platform)i)));
	ad_json_array_end(&j);
	return ad_text_str(&text);
}

void ad_rails_platform(const struct ad_rails *rails, struct ad_str id, enum ad_platform platform,
		       struct ad_violations *out)
{
	if (platform >= AD_PLATFORM_COUNT || rails->allowed_platforms & (1u << platform))
		return;
	ad_violate(out, "allowedPlatforms", allowed_names(out->arena, rails->allowed_platforms),
		   json_text(out->arena, ad_str(ad_platform_name(platform))), id);
	ad_violate_say(out, AD_S("This Space does not allow this platform."));
}

/* Checks the texts that changed. */
static void new_terms(const struct ad_rails *rails, const struct ad_row *before,
		      const struct ad_row *after, struct ad_violations *out)
{
	for (size_t i = 0; i < after->res->shape.count; i++) {
		const struct ad_field *field = &after->res->shape.fields[i];
		struct ad_text text = ad_text_on(out->arena);
		struct ad_json j = ad_json_on(&text);
		struct ad_json_error err;
		bool texts = field->type == AD_T_TEXT || field->type == AD_T_LIST ||
			     field->type == AD_T_URL;
		if (!texts || !(field->flags & AD_SENT) || after->v[i].kind != AD_TEXT ||
		    (before && ad_value_eq(&before->v[i], &after->v[i])))
			continue;
		ad_value_write(&j, field, &after->v[i]);
		ad_rails_terms(rails, after->id,
			       ad_json_parse(out->arena, ad_text_str(&text), &err), out);
	}
}

static int64_t rails_number(const struct ad_row *row, const char *field)
{
	size_t index = 0;

	if (!row || !ad_field_find(&row->res->shape, ad_str(field), &index) ||
	    row->v[index].kind != AD_INT)
		return 0;
	return row->v[index].i;
}

/* A day of the object; an ad group's days are set by the platform, not drafted. */
static int64_t day_in(const struct ad_row *row, const cJSON *object, const char *field)
{
	bool own = object && row->res->id == AD_R_CAMPAIGN;

	return ad_day_number(own ? ad_json_get_text(object, field) : ad_row_text(row, field));
}

/* The first day of the object, as far as is known; it cannot have spent on an earlier day. */
static int64_t first_day(const struct ad_row *row)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_json_error error;
	const cJSON *synced = row->synced.n ? ad_json_parse(arena, row->synced, &error) : NULL;
	int64_t heard = row->created_at / AD_DAY;
	int64_t there = synced ? day_in(row, synced, "startDate") : -1;

	ad_arena_free(arena);
	return there >= 0 && there < heard ? there : heard;
}

bool ad_begins_too_early(const struct ad_row *before, const struct ad_row *after)
{
	int64_t first = first_day(before), heard = before->created_at / AD_DAY - 1;
	int64_t start = ad_day_number(ad_row_text(after, "startDate"));

	/* The day may differ in the ad account's time zone. */
	return start >= 0 && start < (first < heard ? first : heard) &&
	       ad_budget_is_lifetime(before);
}

bool ad_budget_is_lifetime(const struct ad_row *row)
{
	return row && (row->res->id == AD_R_CAMPAIGN || row->res->id == AD_R_AD_GROUP) &&
	       ad_str_is(ad_row_text(row, "budgetPeriod"), "LIFETIME");
}

static int64_t amount_of(const struct ad_row *row, const cJSON *object)
{
	int64_t budget = 0;

	if (!object)
		return rails_number(row, "budget");
	return ad_json_micros_of(ad_json_get(object, "budget"), &budget) ? budget : 0;
}

/* Rounded up to the cent. */
static int64_t rails_divide(int64_t budget, int64_t days)
{
	int64_t cent = 10000;

	return (budget + days * cent - 1) / (days * cent) * cent;
}

struct ad_budget_days ad_budget_days_of(const struct ad_row *row, const cJSON *object)
{
	if (!ad_budget_is_lifetime(row))
		return (struct ad_budget_days){ -1, -1 };
	return (struct ad_budget_days){ day_in(row, object, "startDate"),
					day_in(row, object, "endDate") };
}

int64_t ad_budget_by_days(int64_t budget, struct ad_budget_days days, int64_t today)
{
	int64_t start = days.start < today ? today : days.start;

	if (days.end < 0)
		return budget;
	if (days.end < today)
		return 0;
	return rails_divide(budget, days.end >= start ? days.end - start + 1 : 1);
}

int64_t ad_budget_a_day(const struct ad_today *today, const struct ad_row *row, const cJSON *object)
{
	int64_t budget = row ? amount_of(row, object) : 0;

	/* An amount out of range cannot be divided. */
	if (!ad_budget_is_lifetime(row) || budget >= AD_MONEY_UNHELD)
		return budget;
	return ad_budget_by_days(budget, ad_budget_days_of(row, object),
				 ad_today_on(today, ad_platform_of(ad_row_text(row, "platform"))));
}

static bool days_in_doubt(const struct ad_row *row)
{
	return ad_budget_is_lifetime(row) &&
	       (ad_row_is_unknown(row, "startDate") || ad_row_is_unknown(row, "endDate"));
}

bool ad_budget_in_doubt(const struct ad_row *row)
{
	return ad_row_is_unknown(row, "budget") || days_in_doubt(row);
}

int64_t ad_budget_at_most(const struct ad_today *today, const struct ad_row *row,
			  const cJSON *object)
{
	int64_t amount, drafted;

	if (!ad_budget_in_doubt(row))
		return ad_budget_a_day(today, row, object);
	if (days_in_doubt(row)) {
		amount = amount_of(row, object);
		drafted = amount_of(row, NULL);
	} else {
		amount = ad_budget_a_day(today, row, object);
		drafted = ad_budget_a_day(today, row, NULL);
	}
	return ad_row_is_unknown(row, "budget") && drafted > amount ? drafted : amount;
}

int64_t ad_budget_share(const struct ad_row *row, const cJSON *object)
{
	int64_t first, start, end, budget = row ? amount_of(row, object) : 0;

	if (!ad_budget_is_lifetime(row))
		return budget;
	start = day_in(row, object, "startDate");
	end = day_in(row, object, "endDate");
	if (end < 0)
		return budget;
	/* It started at the latest on the day of the first pull. */
	first = first_day(row);
	if (start < first)
		start = first;
	return rails_divide(budget, end >= start ? end - start + 1 : 1);
}

/* The drafted bids of an object as JSON; NULL if there is none. */
static const cJSON *bids_of(struct ad_arena *arena, const struct ad_row *row)
{
	struct ad_json_error err;

	return row ? ad_json_parse(arena, ad_row_sent_json(arena, row), &err) : NULL;
}

static void new_bids(const struct ad_rails *rails, const struct ad_row *before,
		     const struct ad_row *after, struct ad_violations *out)
{
	if (rails->max_bid <= 0 || !ad_rails_has_bids(after->res))
		return;
	const struct ad_bid_change change = { after->id, bids_of(out->arena, before),
					      bids_of(out->arena, after) };
	ad_rails_bids(rails, after->res, change, out);
}

bool ad_rails_write(const struct ad_rails *rails, const struct ad_row *before,
		    const struct ad_row *after, struct ad_violations *out)
{
	const struct ad_violation *had = out->first;
	int64_t was = ad_budget_a_day(&rails->today, before, NULL);
	int64_t is = ad_budget_a_day(&rails->today, after, NULL);

	if (after->res->id == AD_R_CAMPAIGN || after->res->id == AD_R_AD_GROUP)
		ad_rails_campaign(rails, after->id, was, is, out);
	if (after->res->id == AD_R_CAMPAIGN && (!before || is > was))
		ad_rails_platform(rails, after->id, ad_platform_of(ad_row_text(after, "platform")),
				  out);
	if (rails->blocked_terms)
		new_terms(rails, before, after, out);
	new_bids(rails, before, after, out);
	return out->first == had;
}
