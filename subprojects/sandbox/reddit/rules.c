/* Campaigns and ad groups: what their members have to do with each other. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "reddit.h"

/* Amounts in micros that are published in dollars; other currencies have no rows. */
static const double least_daily_usd = 5e6;
static const double least_cpm_usd = 3.5e6, most_cpm_usd = 100e6;

bool rd_set(const cJSON *object, const char *key)
{
	const cJSON *item = json_at(object, key);
	return item && !cJSON_IsNull(item);
}

bool rd_is(const cJSON *object, const char *key, const char *text)
{
	const char *is = json_text(object, key);
	return is && strcmp(is, text) == 0;
}

void rd_time_text(long long at, char *out)
{
	time_t t = (time_t)at;
	struct tm tm;
	gmtime_r(&t, &tm);
	strftime(out, 21, "%Y-%m-%dT%H:%M:%SZ", &tm);
}

/* Seconds east of UTC of "Z" or "+01:00"; false where it is neither. */
static bool reddit_rules_zone(const char *text, long long *east)
{
	char sign = '+';
	int hours = 0, minutes = 0, end = 0;
	*east = 0;
	if (strcmp(text, "Z") == 0)
		return true;
	if (sscanf(text, "%c%2d:%2d%n", &sign, &hours, &minutes, &end) != 3 || text[end] ||
	    !strchr("+-", sign))
		return false;
	*east = (sign == '-' ? -1 : 1) * (hours * 3600LL + minutes * 60LL);
	return true;
}

bool rd_time(const char *text, long long *at)
{
	struct tm tm = { 0 };
	int end = 0;
	long long east;
	if (sscanf(text, "%4d-%2d-%2dT%2d:%2d:%2d%n", &tm.tm_year, &tm.tm_mon, &tm.tm_mday,
		   &tm.tm_hour, &tm.tm_min, &tm.tm_sec, &end) != 6 ||
	    end != 19)
		return false;
	text += end;
	if (*text == '.')
		text += 1 + strspn(text + 1, "0123456789");
	tm.tm_year -= 1900;
	tm.tm_mon--;
	struct tm same = tm;
	*at = (long long)timegm(&same);
	/* timegm() turns the 32nd into the 1st: what it changed was no day. */
	if (same.tm_mon != tm.tm_mon || same.tm_mday != tm.tm_mday || same.tm_hour != tm.tm_hour ||
	    !reddit_rules_zone(text, &east))
		return false;
	*at -= east;
	return true;
}

static void reddit_rules_forbid(struct rd_call *call, const cJSON *is, const char *const *names,
				const char *why)
{
	char path[80];
	for (; *names; names++) {
		if (!rd_set(is, *names))
			continue;
		snprintf(path, sizeof(path), "data/%s", *names);
		rd_fault(call->faults, path, "%s %s", *names, why);
	}
}

static void reddit_rules_need(struct rd_call *call, const cJSON *is, const char *const *names,
			      const char *why)
{
	char path[80];
	for (; *names; names++) {
		if (rd_set(is, *names))
			continue;
		snprintf(path, sizeof(path), "data/%s", *names);
		rd_fault(call->faults, path, "%s is required %s", *names, why);
	}
}

static void check_times(struct rd_call *call, const cJSON *is)
{
	static const char *const names[] = { "start_time", "end_time" };
	long long at[2] = { 0, 0 };
	char path[40];
	for (int i = 0; i < 2; i++) {
		const char *text = json_text(is, names[i]);
		snprintf(path, sizeof(path), "data/%s", names[i]);
		if (text && !rd_time(text, &at[i]))
			rd_fault(call->faults, path, "'%.60s' is not a 'date-time'", text);
	}
	if (at[0] && at[1] && at[1] <= at[0])
		rd_fault(call->faults, "data/end_time", "end_time must be after start_time");
}

static void check_bid(struct rd_call *call, const cJSON *is)
{
	bool usd = strcmp(call->account.currency, "USD") == 0;
	double bid = json_double(is, "bid_value", 0);
	if (rd_is(is, "bid_strategy", "BIDLESS") && rd_set(is, "bid_value"))
		rd_fault(call->faults, "data/bid_value",
			 "bid_value must be null when bid_strategy is BIDLESS");
	if ((rd_is(is, "bid_strategy", "TARGET_CPX") ||
	     rd_is(is, "bid_strategy", "MANUAL_BIDDING")) &&
	    !rd_set(is, "bid_value"))
		rd_fault(call->faults, "data/bid_value",
			 "bid_value is required with this bid_strategy");
	if (rd_set(is, "bid_value") && bid <= 0)
		rd_fault(call->faults, "data/bid_value", "bid_value must be greater than 0");
	else if (usd && rd_set(is, "bid_value") && rd_is(is, "bid_type", "CPM") &&
		 (bid < least_cpm_usd || bid > most_cpm_usd))
		rd_fault(call->faults, "data/bid_value",
			 "bid_value must be between $3.50 and $100 when bid_type is CPM");
}

static void check_goal_value(struct rd_call *call, const cJSON *is)
{
	bool usd = strcmp(call->account.currency, "USD") == 0;
	double least = usd && rd_is(is, "goal_type", "DAILY_SPEND") ? least_daily_usd : 1;
	if (rd_set(is, "goal_value") && json_double(is, "goal_value", 0) < least)
		rd_fault(call->faults, "data/goal_value", "goal_value must be at least %.0f",
			 least);
	if (rd_is(is, "goal_type", "LIFETIME_SPEND") && !rd_set(is, "end_time"))
		rd_fault(call->faults, "data/end_time",
			 "end_time is required when goal_type is LIFETIME_SPEND");
}

/* Checks the optimisation goal against the objective. An objective without a row allows no goal. */
static void reddit_rules_check_goal(struct rd_call *call, const cJSON *is, const char *objective)
{
	static const char *const conversions[] = { "PAGE_VISIT", "ADD_TO_CART", "PURCHASE", "LEAD",
						   "SIGN_UP",    "CLICKS",      NULL };
	static const char *const video[] = { "VIDEO_VIEW_6S", "VIDEO_VIEW_15S", NULL };
	static const char *const clicks[] = { "CLICKS", "LANDING_PAGE_VISIT", "PAGE_VISIT", NULL };
	static const char *const leads[] = { "LEAD", "SIGN_UP", "PAGE_VISIT", "CLICKS", NULL };
	static const struct {
		const char *objective;
		const char *const *goals;
	} rows[] = {
		{ "SALES", conversions },     { "CONVERSIONS", conversions },
		{ "BRAND_AWARENESS", video }, { "VIDEO_VIEWABLE_IMPRESSIONS", video },
		{ "IMPRESSIONS", video },     { "CLICKS", clicks },
		{ "LEAD_GENERATION", leads },
	};
	const char *goal = json_text(is, "optimization_goal");
	for (size_t i = 0; goal && i < sizeof(rows) / sizeof(rows[0]); i++)
		if (strcmp(rows[i].objective, objective) == 0 && !rd_has(rows[i].goals, goal))
			rd_fault(call->faults, "data/optimization_goal",
				 "%s is not a valid optimization_goal for the objective %s", goal,
				 objective);
	if (goal && strcmp(goal, "VIDEO_VIEW_15S") == 0 && rd_set(is, "bid_type") &&
	    !rd_is(is, "bid_type", "CPV15"))
		rd_fault(call->faults, "data/bid_type", "VIDEO_VIEW_15S needs the bid_type CPV15");
}

static bool is_pixel(const char *id)
{
	return !id || strncmp(id, "t2_", 3) == 0 || strncmp(id, "a2_", 3) == 0 ||
	       strncmp(id, "p2_", 3) == 0;
}

static void check_optimized(struct rd_call *call, const cJSON *is)
{
	static const char *const needs[] = { "goal_type",  "goal_value",
					     "start_time", "bid_strategy",
					     "bid_type",   "conversion_pixel_id",
					     NULL };
	const char *objective = json_text(is, "objective");
	reddit_rules_need(call, is, needs, "when is_campaign_budget_optimization is true");
	if ((strcmp(objective, "SALES") == 0 || strcmp(objective, "CONVERSIONS") == 0) &&
	    !rd_set(is, "optimization_goal"))
		rd_fault(call->faults, "data/optimization_goal",
			 "optimization_goal is required with the objective %s", objective);
	if (rd_is(is, "goal_type", "LIFETIME_SPEND") && rd_set(is, "spend_cap"))
		rd_fault(call->faults, "data/spend_cap",
			 "spend_cap is not allowed when goal_type is LIFETIME_SPEND");
}

void rd_check_campaign(struct rd_call *call, const cJSON *was, cJSON *is)
{
	static const char *const only_optimized[] = { "start_time",
						      "end_time",
						      "schedule",
						      "goal_type",
						      "goal_value",
						      "bid_strategy",
						      "bid_type",
						      "bid_value",
						      "view_through_conversion_type",
						      "conversion_pixel_id",
						      NULL };
	const char *objective = json_text(is, "objective");
	(void)was;
	if (json_true(is, "is_campaign_budget_optimization"))
		check_optimized(call, is);
	else
		reddit_rules_forbid(call, is, only_optimized,
				    "is only allowed when is_campaign_budget_optimization is true");
	if (json_true(is, "use_catalog") && strcmp(objective, "SALES") != 0)
		rd_fault(call->faults, "data/use_catalog",
			 "use_catalog is only allowed with the objective SALES");
	if (strcmp(objective, "APP_INSTALLS") == 0 && !rd_set(is, "app_id"))
		rd_fault(call->faults, "data/app_id",
			 "app_id is required with the objective APP_INSTALLS");
	if (!is_pixel(json_text(is, "conversion_pixel_id")))
		rd_fault(call->faults, "data/conversion_pixel_id", "Pixel not found");
	check_times(call, is);
	check_bid(call, is);
	check_goal_value(call, is);
	reddit_rules_check_goal(call, is, objective);
}

/* "DE", "US-VA", "CA:6167865" or "3852263". */
static bool reddit_rules_is_place(const char *s)
{
	size_t digits = strspn(s, "0123456789");
	if (digits && !s[digits])
		return true;
	if (!isupper((unsigned char)s[0]) || !isupper((unsigned char)s[1]))
		return false;
	if (!s[2])
		return true;
	if (s[2] == ':')
		return s[3] && strspn(s + 3, "0123456789") == strlen(s + 3);
	return s[2] == '-' && s[3] &&
	       strspn(s + 3, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == strlen(s + 3) &&
	       strlen(s + 3) <= 3;
}

static bool is_community(const char *s)
{
	size_t n = strlen(s);
	return n >= 2 && n <= 23 &&
	       strspn(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") == n;
}

static void check_words(struct rd_call *call, const cJSON *targeting, const char *name,
			bool (*good)(const char *s))
{
	const cJSON *item;
	char path[80];
	int i = 0;
	cJSON_ArrayForEach(item, json_at(targeting, name))
	{
		snprintf(path, sizeof(path), "data/targeting/%s/%d", name, i++);
		if (!good(item->valuestring))
			rd_fault(call->faults, path, "%.60s is unknown", item->valuestring);
	}
}

static bool in_list(const cJSON *list, const char *word)
{
	const cJSON *item;
	cJSON_ArrayForEach(item, list)
	{
		if (strcmp(item->valuestring, word) == 0)
			return true;
	}
	return false;
}

static void check_targeting(struct rd_call *call, const cJSON *targeting)
{
	static const char *const pairs[][2] = {
		{ "geolocations", "excluded_geolocations" },
		{ "communities", "excluded_communities" },
		{ "keywords", "excluded_keywords" },
	};
	const cJSON *item;
	char path[80];
	check_words(call, targeting, "geolocations", reddit_rules_is_place);
	check_words(call, targeting, "excluded_geolocations", reddit_rules_is_place);
	check_words(call, targeting, "communities", is_community);
	check_words(call, targeting, "excluded_communities", is_community);
	for (size_t p = 0; p < sizeof(pairs) / sizeof(pairs[0]); p++)
		cJSON_ArrayForEach(item, json_at(targeting, pairs[p][1]))
		{
			snprintf(path, sizeof(path), "data/targeting/%s", pairs[p][1]);
			if (in_list(json_at(targeting, pairs[p][0]), item->valuestring))
				rd_fault(call->faults, path,
					 "%.60s cannot be both targeted and excluded",
					 item->valuestring);
		}
}

/* A group ends with its campaign at the latest, and begins no earlier than one that is to come. */
static void check_days_within(struct rd_call *call, const cJSON *campaign, const cJSON *is)
{
	long long own = 0, whole = 0;
	if (rd_set(is, "end_time") && rd_set(campaign, "end_time") &&
	    rd_time(json_text(is, "end_time"), &own) &&
	    rd_time(json_text(campaign, "end_time"), &whole) && own > whole)
		rd_fault(call->faults, "data/end_time",
			 "end_time must not be after the campaign's end_time");
	if (rd_set(is, "start_time") && rd_set(campaign, "start_time") &&
	    rd_time(json_text(is, "start_time"), &own) &&
	    rd_time(json_text(campaign, "start_time"), &whole) && whole > call->now && own < whole)
		rd_fault(call->faults, "data/start_time",
			 "start_time must not be before the campaign's start_time");
}

/* Under a campaign's own budget a group holds none, and bids as the campaign does. */
static void check_below_optimized(struct rd_call *call, const cJSON *campaign, const cJSON *is)
{
	static const char *const campaigns[] = { "goal_type", "goal_value", "schedule", NULL };
	static const char *const same[] = { "bid_strategy", "bid_type", NULL };
	char path[40];
	reddit_rules_forbid(call, is, campaigns,
			    "must be null: the campaign's budget is optimized");
	for (const char *const *name = same; *name; name++) {
		if (!rd_set(is, *name) || rd_is(is, *name, json_text(campaign, *name)))
			continue;
		snprintf(path, sizeof(path), "data/%s", *name);
		rd_fault(call->faults, path, "%s must be the campaign's", *name);
	}
	if (rd_set(is, "bid_value") && rd_set(campaign, "bid_value"))
		rd_fault(call->faults, "data/bid_value", "bid_value is set on the campaign");
	check_days_within(call, campaign, is);
}

static void check_alone(struct rd_call *call, const cJSON *is)
{
	static const char *const needs[] = { "goal_type", "goal_value", "bid_strategy", "bid_type",
					     NULL };
	reddit_rules_need(call, is, needs, "unless the campaign's budget is optimized");
	check_bid(call, is);
	check_goal_value(call, is);
}

void rd_check_ad_group(struct rd_call *call, const cJSON *was, cJSON *is)
{
	cJSON *campaign = rd_load(call, RD_CAMPAIGN, json_text(is, "campaign_id"));
	if (!campaign || rd_is(campaign, "configured_status", "DELETED")) {
		rd_fault(call->faults, "data/campaign_id", "Campaign not found");
		cJSON_Delete(campaign);
		return;
	}
	if (!was && rd_is(campaign, "configured_status", "ARCHIVED"))
		rd_fault(call->faults, "data/campaign_id", "The campaign is archived");
	if (json_true(campaign, "is_campaign_budget_optimization"))
		check_below_optimized(call, campaign, is);
	else
		check_alone(call, is);
	if (was && !cJSON_Compare(json_at(was, "optimization_goal"),
				  json_at(is, "optimization_goal"), true))
		rd_fault(call->faults, "data/optimization_goal",
			 "optimization_goal cannot be changed");
	if (!rd_set(is, "start_time") && rd_set(is, "end_time"))
		rd_fault(call->faults, "data/start_time", "start_time is required with end_time");
	if (json_true(campaign, "use_catalog") && !rd_set(is, "product_set_id"))
		rd_fault(call->faults, "data/product_set_id",
			 "product_set_id is required with a catalog");
	if (!is_pixel(json_text(is, "conversion_pixel_id")))
		rd_fault(call->faults, "data/conversion_pixel_id", "Pixel not found");
	check_times(call, is);
	reddit_rules_check_goal(call, is, json_text(campaign, "objective"));
	check_targeting(call, json_at(is, "targeting"));
	cJSON_Delete(campaign);
}
