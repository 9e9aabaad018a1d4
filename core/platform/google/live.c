/*
 * Google's live objects, in our field names and values as we would write them. A campaign's
 * locations, languages and hours are in a second answer; its fields are complete after that one.
 */
#include "platform/google/adapter.h"

#include <stdlib.h>

#include "base/json_read.h"
#include "base/timezone.h"
#include "platform/pin.h"
#include "platform/unknown_values.h"

static int64_t google_number(const cJSON *item)
{
	struct ad_str s = ad_json_text(item);
	char text[24];

	if (cJSON_IsNumber(item))
		return ad_json_saturate(item->valuedouble);
	if (s.n == 0)
		return 0;
	if (s.n >= sizeof(text))
		return s.p[0] == '-' ? 0 : INT64_MAX;
	memcpy(text, s.p, s.n);
	text[s.n] = '\0';
	return strtoll(text, NULL, 10);
}

static void write_micros(struct ad_json *j, const char *key, const cJSON *item)
{
	ad_json_key(j, key);
	if (google_number(item) == 0)
		ad_json_null(j);
	else
		ad_json_micros(j, google_number(item));
}

static void google_write_text(struct ad_json *j, const char *key, const cJSON *parent,
			      const char *theirs)
{
	struct ad_str s = ad_json_get_text(parent, theirs);

	ad_json_kstr(j, key, s.n ? s : (struct ad_str){ 0 });
}

static void write_first(struct ad_json *j, const char *key, const cJSON *list)
{
	const cJSON *first = cJSON_IsArray(list) ? list->child : NULL;

	ad_json_kstr(j, key, ad_json_text(first));
}

static void google_write_day(struct ad_json *j, const char *key, struct ad_str time)
{
	ad_json_kstr(j, key, time.n >= 10 ? (struct ad_str){ time.p, 10 } : (struct ad_str){ 0 });
}

static struct ad_str google_mark_of(struct ad_arena *arena, const cJSON *holder)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, ad_json_get(holder, "urlCustomParameters")) if (
		ad_str_is(ad_json_get_text(item, "key"),
			  GOOGLE_MARK)) return ad_arena_copy(arena,
							     ad_json_get_text(item, "value"));
	return (struct ad_str){ 0 };
}

/* An id, which may be a string or a number. */
struct ad_str google_id_of(struct ad_arena *arena, const cJSON *holder, const char *key)
{
	int64_t id = google_number(ad_json_get(holder, key));

	return id ? ad_arena_printf(arena, "%lld", (long long)id) : (struct ad_str){ 0 };
}

static void google_write_bidding(struct ad_json *j, const cJSON *campaign)
{
	struct ad_str type = ad_json_get_text(campaign, "biddingStrategyType");
	const struct google_bidding *row = NULL;
	const cJSON *leaf;

	for (size_t i = 0; i < google_bidding_count; i++)
		if (ad_str_is(type, google_biddings[i].type))
			row = &google_biddings[i];
	ad_json_key(j, "bidding");
	ad_json_object(j);
	/* The type of a portfolio strategy is that of its campaigns; its values are not. */
	if (!row || ad_json_get_text(campaign, "biddingStrategy").n) {
		ad_json_kcstr(j, "strategy", GOOGLE_OTHER);
		ad_json_object_end(j);
		return;
	}
	leaf = row->leaf ? ad_json_get(ad_json_get(campaign, row->member), row->leaf) : NULL;
	if (leaf && strcmp(row->leaf, "targetRoas") == 0 && leaf->valuedouble > 0) {
		ad_json_key(j, row->ours);
		ad_json_double(j, leaf->valuedouble);
	} else if (leaf && google_number(leaf)) {
		ad_json_key(j, row->ours);
		ad_json_micros(j, google_number(leaf));
	}
	ad_json_kcstr(j, "strategy",
		      row->targeted && leaf && (google_number(leaf) || leaf->valuedouble > 0)
			      ? row->targeted
			      : row->strategy);
	ad_json_object_end(j);
}

/* A word that Google uses where it has no other, or none that this API version knows. */
static bool is_unknown_word(struct ad_str word)
{
	return !word.n || ad_str_is(word, "UNSPECIFIED") || ad_str_is(word, "UNKNOWN");
}

/* An absent or unknown status counts as live. */
static struct ad_str google_status_of(const cJSON *object)
{
	struct ad_str status = ad_json_get_text(object, "status");

	return is_unknown_word(status) ? AD_S("ENABLED") : status;
}

static void write_status(struct ad_json *j, const cJSON *object)
{
	ad_json_kstr(j, "status", google_status_of(object));
}

/* Options without a network or geo mode equal the defaults: unread ones are not shown. */
static void google_write_options(struct ad_json *j, const cJSON *campaign)
{
	const cJSON *networks = ad_json_get(campaign, "networkSettings");
	struct ad_str geo = ad_json_get_text(ad_json_get(campaign, "geoTargetTypeSetting"),
					     "positiveGeoTargetType");
	struct ad_str eu = ad_json_get_text(campaign, "containsEuPoliticalAdvertising");

	if (!networks || is_unknown_word(geo))
		return;
	ad_json_key(j, "platformOptions");
	ad_json_object(j);
	ad_json_key(j, "networks");
	ad_json_array(j);
	if (cJSON_IsTrue(ad_json_get(networks, "targetGoogleSearch")))
		ad_json_str(j, AD_S("SEARCH"));
	if (cJSON_IsTrue(ad_json_get(networks, "targetSearchNetwork")))
		ad_json_str(j, AD_S("SEARCH_PARTNERS"));
	if (cJSON_IsTrue(ad_json_get(networks, "targetContentNetwork")))
		ad_json_str(j, AD_S("DISPLAY"));
	ad_json_array_end(j);
	ad_json_kstr(j, "geoMode", geo);
	if (ad_str_starts(eu, "CONTAINS_"))
		ad_json_kbool(j, "euPolitical", true);
	else if (ad_str_starts(eu, "DOES_NOT_"))
		ad_json_kbool(j, "euPolitical", false);
	ad_json_object_end(j);
}

/* A kind that the model does not have, and never writes. */
static struct ad_str google_live_kind_of(struct ad_str type)
{
	static const char *const known[] = { "SEARCH", "DISPLAY", "PERFORMANCE_MAX", "SHOPPING",
					     "VIDEO" };

	for (size_t i = 0; i < AD_LEN(known); i++)
		if (ad_str_is(type, known[i]))
			return type;
	return AD_S("OTHER");
}

static bool is_shared(const cJSON *budget)
{
	return cJSON_IsTrue(ad_json_get(budget, "explicitlyShared"));
}

/* Writes a daily or a lifetime budget. */
static void google_write_budget(struct ad_json *j, const cJSON *budget)
{
	bool lifelong = ad_str_is(ad_json_get_text(budget, "period"), "CUSTOM_PERIOD");

	const cJSON *amount = ad_json_get(budget, lifelong ? "totalAmountMicros" : "amountMicros");

	/* Each campaign has a budget: an amount that was not returned is unknown. */
	if (amount)
		write_micros(j, "budget", amount);
	ad_json_kcstr(j, "budgetPeriod", lifelong ? "LIFETIME" : "DAILY");
	ad_json_kcstr(j, "budgetLevel", is_shared(budget) ? "SHARED" : "CAMPAIGN");
}

static void google_write_campaign(struct ad_json *j, const cJSON *campaign, const cJSON *budget)
{
	google_write_text(j, "name", campaign, "name");
	ad_json_kstr(j, "type",
		     google_live_kind_of(ad_json_get_text(campaign, "advertisingChannelType")));
	google_write_budget(j, budget);
	write_status(j, campaign);
	google_write_day(j, "startDate", ad_json_get_text(campaign, "startDateTime"));
	ad_json_kstr(j, "endDate",
		     ad_last_day(j->out->arena, ad_json_get_text(campaign, "endDateTime")));
	google_write_text(j, "trackingTemplate", campaign, "trackingUrlTemplate");
	google_write_text(j, "finalUrlSuffix", campaign, "finalUrlSuffix");
	/* A bidding that was not returned is unknown. */
	if (ad_json_get(campaign, "biddingStrategyType") ||
	    ad_json_get(campaign, "biddingStrategy"))
		google_write_bidding(j, campaign);
	google_write_options(j, campaign);
}

static void google_write_texts(struct ad_json *j, const char *key, const cJSON *list)
{
	const cJSON *item;

	ad_json_key(j, key);
	ad_json_array(j);
	cJSON_ArrayForEach(item, list)
	{
		struct ad_str pin = ad_json_get_text(item, "pinnedField");
		if (!pin.n || ad_str_is(pin, "UNSPECIFIED")) {
			ad_json_str(j, ad_json_get_text(item, "text"));
			continue;
		}
		ad_json_object(j);
		ad_json_kstr(j, "pin", pin);
		ad_json_kstr(j, "text", ad_json_get_text(item, "text"));
		ad_json_object_end(j);
	}
	ad_json_array_end(j);
}

static void google_write_ad(struct ad_json *j, const cJSON *link)
{
	const cJSON *ad = ad_json_get(link, "ad");
	const cJSON *rsa = ad_json_get(ad, "responsiveSearchAd");
	bool search = rsa || ad_str_is(ad_json_get_text(ad, "type"), "RESPONSIVE_SEARCH_AD");

	ad_json_kcstr(j, "type", search ? "RESPONSIVE_SEARCH" : "OTHER");
	write_status(j, link);
	write_first(j, "finalUrl", ad_json_get(ad, "finalUrls"));
	google_write_texts(j, "headlines", ad_json_get(rsa, "headlines"));
	google_write_texts(j, "descriptions", ad_json_get(rsa, "descriptions"));
	google_write_text(j, "path1", rsa, "path1");
	google_write_text(j, "path2", rsa, "path2");
}

static void google_write_keyword(struct ad_json *j, const cJSON *criterion, bool at_campaign)
{
	const cJSON *keyword = ad_json_get(criterion, "keyword");
	struct ad_str match = ad_json_get_text(keyword, "matchType");
	bool negative = at_campaign || cJSON_IsTrue(ad_json_get(criterion, "negative"));

	google_write_text(j, "text", keyword, "text");
	ad_json_kstr(j, "matchType", is_unknown_word(match) ? AD_S(AD_OTHER_WORD) : match);
	ad_json_kbool(j, "negative", negative);
	write_micros(j, "cpcBid", ad_json_get(criterion, "cpcBidMicros"));
	write_first(j, "finalUrl", ad_json_get(criterion, "finalUrls"));
	write_status(j, criterion);
}

static struct ad_remote *google_finish(struct ad_arena *arena, struct ad_remote *remote,
				       struct ad_text *fields)
{
	struct ad_json_error error;

	remote->fields = ad_json_parse(arena, ad_text_str(fields), &error);
	return remote->id.n && remote->fields ? remote : NULL;
}

static struct ad_str google_pair(struct ad_arena *arena, struct ad_str a, struct ad_str b)
{
	return b.n ? ad_arena_printf(arena, "%.*s~%.*s", AD_FMT(a), AD_FMT(b))
		   : (struct ad_str){ 0 };
}

static struct ad_str google_review_of(struct ad_arena *arena, const cJSON *ad)
{
	const cJSON *policy = ad_json_get(ad, "policySummary");
	struct ad_str approval = ad_json_get_text(policy, "approvalStatus");

	if (!approval.n || ad_str_is(approval, "UNKNOWN") || ad_str_is(approval, "UNSPECIFIED"))
		approval = ad_json_get_text(policy, "reviewStatus");
	return approval.n ? ad_arena_copy(arena, approval) : (struct ad_str){ 0 };
}

/*
 * True if a parent is removed: Google then keeps the object's own status, but no longer shows the
 * object, so that it counts as removed.
 */
static bool is_below_removed(const cJSON *row, enum ad_resource_id kind)
{
	return ad_str_is(ad_json_get_text(ad_json_get(row, "campaign"), "status"), "REMOVED") ||
	       (kind != AD_R_AD_GROUP &&
		ad_str_is(ad_json_get_text(ad_json_get(row, "adGroup"), "status"), "REMOVED"));
}

struct ad_remote *google_live(struct ad_arena *arena, const struct ad_ask *ask, const cJSON *row)
{
	struct ad_remote *remote = ad_arena_zalloc(arena, sizeof(*remote));
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);
	const cJSON *campaign = ad_json_get(row, "campaign");
	const cJSON *group = ad_json_get(row, "adGroup");
	enum ad_resource_id kind = ask->pieces[0].res->id;
	bool at_campaign = ask->pieces[0].under_campaign;
	const cJSON *self = campaign;

	if (google_is_asset(kind))
		return google_asset_live(arena, ask, row);
	ad_json_object(&j);
	if (kind == AD_R_CAMPAIGN) {
		remote->id = google_id_of(arena, campaign, "id");
		remote->mark = google_mark_of(arena, campaign);
		/* A shared budget is not ours to change, so its name is not stored. */
		if (!is_shared(ad_json_get(row, "campaignBudget")))
			remote->handle = ad_json_get_text(campaign, "campaignBudget");
		google_write_campaign(&j, campaign, ad_json_get(row, "campaignBudget"));
		/*
		 * Criteria are added when their rows are read; a query by natural key does not ask
		 * for them.
		 */
		if (ask->question == AD_ASK_LIVE) {
			ad_json_kraw(&j, "locations", AD_S("[]"));
			ad_json_kraw(&j, "languages", AD_S("[]"));
			ad_json_kraw(&j, "adSchedule", AD_S("null"));
		}
	} else if (kind == AD_R_AD_GROUP) {
		self = group;
		remote->id = google_id_of(arena, group, "id");
		remote->parent_id = google_id_of(arena, campaign, "id");
		remote->mark = google_mark_of(arena, group);
		google_write_text(&j, "name", group, "name");
		write_status(&j, group);
		write_micros(&j, "cpcBid", ad_json_get(group, "cpcBidMicros"));
	} else if (kind == AD_R_AD) {
		self = ad_json_get(row, "adGroupAd");
		remote->parent_id = google_id_of(arena, group, "id");
		remote->id = google_pair(arena, remote->parent_id,
					 google_id_of(arena, ad_json_get(self, "ad"), "id"));
		remote->mark = google_mark_of(arena, ad_json_get(self, "ad"));
		remote->review_status = google_review_of(arena, self);
		remote->review_reasons = google_topics(arena, ad_json_get(self, "policySummary"));
		google_write_ad(&j, self);
	} else {
		self = ad_json_get(row, at_campaign ? "campaignCriterion" : "adGroupCriterion");
		remote->parent_id = google_id_of(arena, at_campaign ? campaign : group, "id");
		remote->id = google_pair(arena, remote->parent_id,
					 google_id_of(arena, self, "criterionId"));
		remote->review_status = ad_json_get_text(self, "approvalStatus");
		remote->review_reasons = google_disapprovals(arena, self);
		google_write_keyword(&j, self, at_campaign);
	}
	ad_json_object_end(&j);
	remote->status = google_status_of(self);
	/* A query by natural key already excludes removed objects. */
	if (ask->question == AD_ASK_LIVE && is_below_removed(row, kind))
		remote->status = AD_S("REMOVED");
	return google_finish(arena, remote, &text);
}

static int64_t constant_of(struct ad_str name)
{
	const char *slash = name.n ? memrchr(name.p, '/', name.n) : NULL;
	char digits[24];
	size_t n = slash ? name.n - (size_t)(slash + 1 - name.p) : 0;

	if (n == 0 || n >= sizeof(digits))
		return 0;
	memcpy(digits, slash + 1, n);
	digits[n] = '\0';
	return strtoll(digits, NULL, 10);
}

/* Adds an item to the list of the field; the fields are a tree that this adapter built. */
static void google_append(struct ad_arena *arena, struct ad_remote *remote, const char *field,
			  struct ad_str item)
{
	struct ad_json_error error;
	cJSON *list = cJSON_GetObjectItemCaseSensitive(remote->fields, field);
	const cJSON *parsed = ad_json_parse(arena, item, &error);

	if (list && parsed)
		cJSON_AddItemToArray(list, cJSON_Duplicate(parsed, true));
}

/* The code of a place that adcore cannot show; absent of any other criterion. */
static struct ad_str google_pin_of(struct ad_arena *arena, const cJSON *criterion)
{
	struct ad_str type = ad_json_get_text(criterion, "type");

	if (!ad_str_is(type, "PROXIMITY") && !ad_str_is(type, "LOCATION_GROUP"))
		return (struct ad_str){ 0 };
	/* Such a criterion never changes: another place has another id. */
	return ad_pin_code(arena, google_id_of(arena, criterion, "criterionId"));
}

void google_live_criterion(struct ad_arena *arena, struct ad_ask *ask, const cJSON *row)
{
	const cJSON *criterion = ad_json_get(row, "campaignCriterion");
	struct ad_str campaign = google_id_of(arena, ad_json_get(row, "campaign"), "id");
	int64_t geo = constant_of(
		ad_json_get_text(ad_json_get(criterion, "location"), "geoTargetConstant"));
	int64_t language = constant_of(
		ad_json_get_text(ad_json_get(criterion, "language"), "languageConstant"));
	struct ad_str pin = google_pin_of(arena, criterion);
	struct ad_text item = ad_text_on(arena);
	struct ad_json j = ad_json_on(&item);

	for (struct ad_remote *r = ask->found; r; r = r->next) {
		if (!ad_str_eq(r->id, campaign))
			continue;
		if (geo || pin.n) {
			ad_json_object(&j);
			ad_json_kstr(&j, "code", pin.n ? pin : google_geo_code(arena, geo));
			ad_json_kbool(&j, "excluded",
				      cJSON_IsTrue(ad_json_get(criterion, "negative")));
			ad_json_object_end(&j);
			google_append(arena, r, "locations", ad_text_str(&item));
		} else if (language) {
			ad_json_str(&j, google_language_tag(arena, language));
			google_append(arena, r, "languages", ad_text_str(&item));
		} else {
			google_live_hours(arena, r, criterion);
		}
		return;
	}
}
