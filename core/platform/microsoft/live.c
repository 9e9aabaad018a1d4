/* Microsoft's live objects, in our field names and values as we would write them. */
#include "platform/microsoft/adapter.h"
#include "platform/microsoft/schedule.h"

#include <math.h>
#include <stdio.h>

#include "base/json_read.h"
#include "model/hours.h"
#include "platform/pin.h"
#include "platform/unknown_values.h"

#define LIFELONG "LifetimeBudgetStandard" /* of audience campaigns only */

static bool is_too_large(const cJSON *amount)
{
	return amount && cJSON_IsNumber(amount) && fabs(amount->valuedouble) > AD_JSON_MONEY_MAX;
}

static void put_micros(struct ad_json *j, const char *key, const cJSON *amount)
{
	int64_t micros;

	ad_json_key(j, key);
	if (ad_json_micros_of(amount, &micros) && micros != 0)
		ad_json_micros(j, micros);
	else if (is_too_large(amount))
		ad_json_double(j, amount->valuedouble);
	else
		ad_json_null(j);
}

static void put_text(struct ad_json *j, const char *key, const cJSON *parent, const char *theirs)
{
	struct ad_str s = ad_json_get_text(parent, theirs);

	ad_json_kstr(j, key, s.n ? s : (struct ad_str){ 0 });
}

/*
 * The status that a person set on Microsoft: a campaign with a spent budget, or a suspended one, is
 * still enabled.
 */
static const char *microsoft_status_of(const cJSON *object)
{
	static const char *const paused[] = { "Paused", "BudgetAndManualPaused", "Inactive",
					      "Expired" };
	struct ad_str status = ad_json_get_text(object, "Status");

	if (ad_str_is(status, "Deleted"))
		return "REMOVED";
	for (size_t i = 0; i < AD_LEN(paused); i++)
		if (ad_str_is(status, paused[i]))
			return "PAUSED";
	/* An absent or unknown status counts as live. */
	return "ENABLED";
}

/* "MaxClicks" of "MaxClicksBiddingScheme". */
static struct ad_str short_type(struct ad_str type)
{
	static const char tail[] = "BiddingScheme";
	size_t n = sizeof(tail) - 1;

	if (type.n > n && memcmp(type.p + type.n - n, tail, n) == 0)
		type.n -= n;
	return type;
}

/* True for the id of a portfolio strategy; "0" is none. */
static bool is_shared_strategy(struct ad_str id)
{
	return id.n && !ad_str_is(id, "0");
}

/* Writes a number of a bidding scheme; false if it has none. */
static bool put_number(struct ad_json *j, const char *key, const cJSON *number)
{
	int64_t micros = 0;

	if (is_too_large(number)) {
		ad_json_key(j, key);
		ad_json_double(j, number->valuedouble);
		return true;
	}
	if (!number || !ad_json_micros_of(number, &micros) || micros == 0)
		return false;
	ad_json_key(j, key);
	ad_json_micros(j, micros);
	return true;
}

static void put_bidding(struct ad_json *j, const cJSON *campaign)
{
	const cJSON *scheme = ad_json_get(campaign, "BiddingScheme");
	struct ad_str type = short_type(ad_json_get_text(scheme, "Type"));
	const struct microsoft_bidding *row = NULL;
	const cJSON *number;
	bool has_number;

	for (size_t i = 0; i < microsoft_bidding_count; i++)
		if (ad_str_eq(type, short_type(ad_str(microsoft_biddings[i].type))))
			row = &microsoft_biddings[i];
	if (!scheme && !is_shared_strategy(ad_json_get_text(campaign, "BidStrategyId")))
		return;
	ad_json_key(j, "bidding");
	ad_json_object(j);
	if (!row || is_shared_strategy(ad_json_get_text(campaign, "BidStrategyId"))) {
		ad_json_kcstr(j, "strategy", MICROSOFT_OTHER);
		ad_json_object_end(j);
		return;
	}
	number = row->leaf ? ad_json_get(scheme, row->leaf) : NULL;
	if (row->amount)
		number = ad_json_get(number, "Amount");
	has_number = put_number(j, row->ours, number);
	if (row->capped)
		put_number(j, "maxCpc", ad_json_get(ad_json_get(scheme, "MaxCpc"), "Amount"));
	ad_json_kcstr(j, "strategy", row->targeted && has_number ? row->targeted : row->strategy);
	ad_json_object_end(j);
}

static void put_campaign(struct ad_json *j, const cJSON *campaign)
{
	const cJSON *item;

	put_text(j, "name", campaign, "Name");
	ad_json_kcstr(j, "type",
		      ad_str_is(ad_json_get_text(campaign, "CampaignType"), "Search") ? "SEARCH"
										      : "OTHER");
	/* Microsoft has one amount; an audience campaign's may be a lifetime budget. */
	if (ad_json_get(campaign, "DailyBudget"))
		put_micros(j, "budget", ad_json_get(campaign, "DailyBudget"));
	ad_json_kcstr(j, "budgetPeriod",
		      ad_str_is(ad_json_get_text(campaign, "BudgetType"), LIFELONG) ? "LIFETIME"
										    : "DAILY");
	ad_json_kcstr(j, "budgetLevel",
		      ad_json_get_text(campaign, "BudgetId").n ? "SHARED" : "CAMPAIGN");
	ad_json_kcstr(j, "status", microsoft_status_of(campaign));
	put_bidding(j, campaign);
	put_text(j, "trackingTemplate", campaign, "TrackingUrlTemplate");
	put_text(j, "finalUrlSuffix", campaign, "FinalUrlSuffix");
	/* Its locations and hours are in separate answers. */
	ad_json_key(j, "locations");
	ad_json_array(j);
	ad_json_array_end(j);
	ad_json_kraw(j, "adSchedule", AD_S("null"));
	/* A member that was not returned is unknown; null is none. */
	if (!ad_json_get(campaign, "Languages"))
		return;
	ad_json_key(j, "languages");
	ad_json_array(j);
	cJSON_ArrayForEach(item, ad_json_get(campaign, "Languages"))
	{
		if (!ad_str_is(ad_json_text(item), "All"))
			ad_json_str(j, microsoft_language_tag(ad_json_text(item)));
	}
	ad_json_array_end(j);
}

static void put_group(struct ad_json *j, const cJSON *group)
{
	const char *network = microsoft_network_back(ad_json_get_text(group, "Network"));

	put_text(j, "name", group, "Name");
	ad_json_kcstr(j, "status", microsoft_status_of(group));
	put_micros(j, "cpcBid", ad_json_get(ad_json_get(group, "CpcBid"), "Amount"));
	/* Options without a network equal the default: an unknown one is not shown. */
	if (!network)
		return;
	ad_json_key(j, "platformOptions");
	ad_json_object(j);
	ad_json_kcstr(j, "network", network);
	ad_json_object_end(j);
}

/* "Headline1" -> "HEADLINE_1"; a position that adcore does not know stays as it is. */
static void put_pin(struct ad_json *j, struct ad_str pin)
{
	bool headline = ad_str_starts(pin, "Headline");
	char word[16];

	if (!headline && !ad_str_starts(pin, "Description")) {
		ad_json_kstr(j, "pin", pin);
		return;
	}
	snprintf(word, sizeof(word), "%s_%c", headline ? "HEADLINE" : "DESCRIPTION",
		 pin.p[pin.n - 1]);
	ad_json_kcstr(j, "pin", word);
}

static void microsoft_put_texts(struct ad_json *j, const char *key, const cJSON *list)
{
	const cJSON *item;

	ad_json_key(j, key);
	ad_json_array(j);
	cJSON_ArrayForEach(item, list)
	{
		struct ad_str pin = ad_json_get_text(item, "PinnedField");
		struct ad_str text = ad_json_get_text(ad_json_get(item, "Asset"), "Text");
		if (!pin.n) {
			ad_json_str(j, text);
			continue;
		}
		ad_json_object(j);
		put_pin(j, pin);
		ad_json_kstr(j, "text", text);
		ad_json_object_end(j);
	}
	ad_json_array_end(j);
}

static void put_url(struct ad_json *j, const cJSON *list)
{
	ad_json_kstr(j, "finalUrl", ad_json_text(cJSON_IsArray(list) ? list->child : NULL));
}

/* "Text" of "TextAd"; "ResponsiveAd" is a type of its own. */
static struct ad_str ad_type_of(struct ad_str type)
{
	bool longer = type.n > 2 && memcmp(type.p + type.n - 2, "Ad", 2) == 0;

	if (longer && !ad_str_is(type, "ResponsiveAd"))
		type.n -= 2;
	return type;
}

static void put_ad(struct ad_json *j, const cJSON *ad)
{
	ad_json_kcstr(j, "type",
		      ad_str_starts(ad_json_get_text(ad, "Type"), "ResponsiveSearch")
			      ? "RESPONSIVE_SEARCH"
			      : "OTHER");
	ad_json_kcstr(j, "status", microsoft_status_of(ad));
	put_url(j, ad_json_get(ad, "FinalUrls"));
	microsoft_put_texts(j, "headlines", ad_json_get(ad, "Headlines"));
	microsoft_put_texts(j, "descriptions", ad_json_get(ad, "Descriptions"));
	put_text(j, "path1", ad, "Path1");
	put_text(j, "path2", ad, "Path2");
}

static void put_keyword(struct ad_json *j, const cJSON *keyword, bool negative)
{
	put_text(j, "text", keyword, "Text");
	ad_json_kcstr(j, "matchType", microsoft_match_back(ad_json_get_text(keyword, "MatchType")));
	ad_json_kbool(j, "negative", negative);
	if (negative)
		return;
	put_micros(j, "cpcBid", ad_json_get(ad_json_get(keyword, "Bid"), "Amount"));
	put_url(j, ad_json_get(keyword, "FinalUrls"));
	ad_json_kcstr(j, "status", microsoft_status_of(keyword));
}

static struct ad_str microsoft_mark_of(struct ad_arena *arena, const cJSON *object)
{
	const cJSON *item;

	cJSON_ArrayForEach(item,
			   ad_json_get(ad_json_get(object, "UrlCustomParameters"), "Parameters"))
	{
		if (ad_str_is(ad_json_get_text(item, "Key"), MICROSOFT_MARK))
			return ad_arena_copy(arena, ad_json_get_text(item, "Value"));
	}
	return (struct ad_str){ 0 };
}

/* The review status in our words. */
static struct ad_str microsoft_review_of(const cJSON *object)
{
	static const char *const words[][2] = {
		{ "Active", "APPROVED" },
		{ "ActiveLimited", "APPROVED_LIMITED" },
		{ "Disapproved", "DISAPPROVED" },
		{ "Inactive", "PENDING" },
	};
	struct ad_str status = ad_json_get_text(object, "EditorialStatus");

	for (size_t i = 0; i < AD_LEN(words); i++)
		if (ad_str_is(status, words[i][0]))
			return ad_str(words[i][1]);
	return (struct ad_str){ 0 };
}

struct ad_remote *microsoft_live(struct ad_arena *arena, const struct ad_piece *like,
				 struct ad_str above, const cJSON *object)
{
	struct ad_remote *remote = ad_arena_zalloc(arena, sizeof(*remote));
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_json_error error;
	struct ad_str id = ad_json_get_text(object, "Id");
	enum ad_resource_id kind = like->res->id;

	if (!id.n)
		return NULL;
	ad_json_object(&j);
	if (kind == AD_R_CAMPAIGN)
		put_campaign(&j, object);
	else if (kind == AD_R_AD_GROUP)
		put_group(&j, object);
	else if (kind == AD_R_AD)
		put_ad(&j, object);
	else
		put_keyword(&j, object, microsoft_is_negative(like));
	ad_json_object_end(&j);
	remote->fields = ad_json_parse(arena, ad_text_str(&text), &error);
	remote->parent_id = above;
	remote->id = above.n ? ad_arena_printf(arena, "%.*s~%.*s", AD_FMT(above), AD_FMT(id))
			     : ad_arena_copy(arena, id);
	remote->mark = microsoft_mark_of(arena, object);
	remote->status =
		ad_str(microsoft_is_negative(like) ? "ENABLED" : microsoft_status_of(object));
	/* Microsoft refuses an update whose type differs from the ad's. */
	if (kind == AD_R_AD)
		remote->handle = ad_arena_copy(arena, ad_type_of(ad_json_get_text(object, "Type")));
	remote->review_status = microsoft_review_of(object);
	remote->review_reasons = AD_S("[]");
	return remote->fields ? remote : NULL;
}

static void microsoft_note(cJSON *notes, const char *key, struct ad_str value)
{
	cJSON *item = cJSON_CreateString(value.n ? value.p : "");

	if (cJSON_GetObjectItemCaseSensitive(notes, key))
		cJSON_ReplaceItemInObjectCaseSensitive(notes, key, item);
	else
		cJSON_AddItemToObject(notes, key, item);
}

/* Sets a field, or adds an item to a list; the fields are a tree that this adapter built. */
static void microsoft_add_field(struct ad_arena *arena, struct ad_remote *campaign, const char *key,
				struct ad_str json)
{
	struct ad_json_error error;
	cJSON *fields = (cJSON *)campaign->fields;
	cJSON *there = cJSON_GetObjectItemCaseSensitive(fields, key);
	cJSON *value = cJSON_Duplicate(ad_json_parse(arena, json, &error), true);

	if (cJSON_IsArray(there))
		cJSON_AddItemToArray(there, value);
	else if (there)
		cJSON_ReplaceItemInObjectCaseSensitive(fields, key, value);
	else
		cJSON_AddItemToObject(fields, key, value);
}

/* Adds an interval of hours to the list, which is null until the first one. */
static void live_hours(struct ad_arena *arena, struct ad_remote *campaign, cJSON *notes,
		       struct ad_str id, int64_t number)
{
	cJSON *fields = (cJSON *)campaign->fields;
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	if (!cJSON_IsArray(cJSON_GetObjectItemCaseSensitive(fields, "adSchedule")))
		cJSON_ReplaceItemInObjectCaseSensitive(fields, "adSchedule", cJSON_CreateArray());
	ad_hours_write(&j, ad_hours_of_number(number));
	microsoft_add_field(arena, campaign, "adSchedule", ad_text_str(&text));
	microsoft_note(notes, microsoft_hours_key(arena, number).p, id);
}

/* The code of a place that adcore cannot show; absent of any other criterion. */
static struct ad_str microsoft_pin_of(struct ad_arena *arena, const cJSON *inner)
{
	/* Its name may change without the place. */
	static const char *const names[] = { "LatitudeDegrees", "LongitudeDegrees", "Radius",
					     "RadiusUnit" };
	struct ad_text form = ad_text_on(arena);

	if (!ad_str_is(ad_json_get_text(inner, "Type"), "RadiusCriterion"))
		return (struct ad_str){ 0 };
	for (size_t i = 0; i < AD_LEN(names); i++) {
		const cJSON *member = ad_json_get(inner, names[i]);
		if (member)
			ad_json_canonical(&form, member);
		ad_text_addc(&form, ';');
	}
	return ad_pin_code(arena, ad_text_str(&form));
}

static void live_criterion(struct ad_arena *arena, struct ad_remote *campaign, cJSON *notes,
			   const cJSON *criterion)
{
	const cJSON *inner = ad_json_get(criterion, "Criterion");
	struct ad_str id = ad_json_get_text(criterion, "Id");
	struct ad_str place = ad_json_get_text(inner, "LocationId");
	struct ad_str option = ad_json_get_text(inner, "IntentOption");
	struct ad_str pin = microsoft_pin_of(arena, inner);
	bool excluded = ad_str_is(ad_json_get_text(criterion, "Type"), "NegativeCampaignCriterion");
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	if (microsoft_hours_of(inner) >= 0) {
		live_hours(arena, campaign, notes, id, microsoft_hours_of(inner));
		return;
	}
	ad_json_object(&j);
	if (option.n) {
		microsoft_note(notes, "intent", id);
		microsoft_note(notes, "option", option);
		ad_json_kcstr(&j, "geoMode",
			      ad_str_is(option, MICROSOFT_PRESENCE)    ? "PRESENCE"
			      : ad_str_is(option, MICROSOFT_EVERYBODY) ? "PRESENCE_OR_INTEREST"
								       : AD_OTHER_WORD);
		ad_json_object_end(&j);
		microsoft_add_field(arena, campaign, "platformOptions", ad_text_str(&text));
	} else if (place.n || pin.n) {
		if (!pin.n)
			microsoft_note(
				notes,
				ad_arena_printf(arena, "%s%.*s", excluded ? "-" : "", AD_FMT(place))
					.p,
				id);
		ad_json_kstr(&j, "code", pin.n ? pin : microsoft_geo_code(arena, place));
		ad_json_kbool(&j, "excluded", excluded);
		ad_json_object_end(&j);
		microsoft_add_field(arena, campaign, "locations", ad_text_str(&text));
	}
}

void microsoft_live_criteria(struct ad_arena *arena, struct ad_remote *campaign,
			     const cJSON *criteria)
{
	struct ad_json_error error;
	struct ad_text text = ad_text_on(arena);
	cJSON *notes;
	const cJSON *criterion;

	/* Locations, the intent and hours are in separate answers. */
	notes = campaign->handle.n
			? cJSON_Duplicate(ad_json_parse(arena, campaign->handle, &error), true)
			: cJSON_CreateObject();
	cJSON_ArrayForEach(criterion, criteria) live_criterion(arena, campaign, notes, criterion);
	if (notes && notes->child) {
		ad_json_canonical(&text, notes);
		campaign->handle = ad_text_str(&text);
	}
	cJSON_Delete(notes);
}

/* The page that explains the reasons; their numbers have no pages. */
#define POLICIES "https://about.ads.microsoft.com/en-us/policies/home"

void microsoft_live_reasons(struct ad_arena *arena, struct ad_ask *ask, const cJSON *reasons)
{
	const cJSON *found, *reason;

	cJSON_ArrayForEach(found, reasons)
	{
		struct ad_str id = ad_json_get_text(found, "AdOrKeywordId");
		struct ad_text text = ad_text_on(arena);
		struct ad_json j = ad_json_on(&text);
		ad_json_array(&j);
		cJSON_ArrayForEach(reason, ad_json_get(found, "Reasons"))
		{
			const cJSON *code = ad_json_get(reason, "ReasonCode");
			struct ad_str term = ad_json_get_text(reason, "Term");
			ad_json_object(&j);
			ad_json_kstr(&j, "code",
				     ad_arena_printf(arena, "%d", code ? code->valueint : 0));
			ad_json_kstr(&j, "message",
				     ad_arena_printf(arena,
						     "An editorial rule prevents the ad from "
						     "showing. Check its %.*s.",
						     AD_FMT(ad_json_get_text(reason, "Location"))));
			ad_json_kstr(&j, "evidence", term.n ? term : (struct ad_str){ NULL, 0 });
			ad_json_kcstr(&j, "policyUrl", POLICIES);
			ad_json_object_end(&j);
		}
		ad_json_array_end(&j);
		for (struct ad_remote *r = ask->found; r; r = r->next)
			if (ad_str_eq(microsoft_own(r->id), id))
				r->review_reasons = ad_text_str(&text);
	}
}
