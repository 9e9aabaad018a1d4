/*
 * Queries: the objects under a natural key, and the live state of our objects. A campaign's
 * locations, its intent criterion and its hours are queried one campaign and kind at a time; the
 * reasons of a review's limits are queried if there are any.
 */
#include "platform/microsoft/adapter.h"
#include "platform/unseen.h"

#include <strings.h>

#include "base/json_read.h"

#define CAMPAIGN_TYPES "Search,Shopping,DynamicSearchAds,Audience,Hotel,PerformanceMax,App"
#define CAMPAIGN_MORE                                                                              \
	"TargetCpaInMaxConversion,MaxConversionValueBiddingScheme,"                                \
	"TargetImpressionShareBiddingScheme,LifetimeBudgetFields,BidStrategyId"

static struct ad_str above_of(const struct ad_ask *ask)
{
	const struct ad_piece *first = &ask->pieces[0];

	return ask->question == AD_ASK_KEY ? first->parent_remote_id
					   : microsoft_above(first->remote_id);
}

static void put_ids(struct ad_json *j, const char *key, const struct ad_ask *ask)
{
	ad_json_key(j, key);
	ad_json_array(j);
	for (size_t i = 0; i < ask->count; i++)
		ad_json_str(j, microsoft_own(ask->pieces[i].remote_id));
	ad_json_array_end(j);
}

static const char *microsoft_campaigns(struct ad_json *j, const struct ad_link *link,
				       const struct ad_ask *ask)
{
	bool live = ask->question == AD_ASK_LIVE;

	ad_json_kstr(j, "AccountId", link->account_id);
	if (live)
		put_ids(j, "CampaignIds", ask);
	ad_json_kcstr(j, "CampaignType", CAMPAIGN_TYPES);
	ad_json_kcstr(j, "ReturnAdditionalFields", CAMPAIGN_MORE);
	return live ? "Campaigns/QueryByIds" : "Campaigns/QueryByAccountId";
}

static const char *microsoft_groups(struct ad_json *j, const struct ad_ask *ask)
{
	ad_json_kstr(j, "CampaignId", microsoft_own(above_of(ask)));
	if (ask->question == AD_ASK_KEY)
		return "AdGroups/QueryByCampaignId";
	put_ids(j, "AdGroupIds", ask);
	return "AdGroups/QueryByIds";
}

static const char *const ad_types[] = {
	"Text",          "Image",        "Product",          "AppInstall", "ExpandedText",
	"DynamicSearch", "ResponsiveAd", "ResponsiveSearch", "Hotel"
};

static const char *microsoft_ads(struct ad_json *j, const struct ad_ask *ask)
{
	ad_json_kstr(j, "AdGroupId", microsoft_own(above_of(ask)));
	ad_json_key(j, "AdTypes");
	ad_json_array(j);
	/* A create needs only ads of its own form; live objects may have any form. */
	if (ask->question == AD_ASK_KEY && ask->pieces[0].want)
		ad_json_str(j, AD_S("ResponsiveSearch"));
	else
		for (size_t i = 0; i < AD_LEN(ad_types); i++)
			ad_json_str(j, ad_str(ad_types[i]));
	ad_json_array_end(j);
	if (ask->question == AD_ASK_KEY)
		return "Ads/QueryByAdGroupId";
	put_ids(j, "AdIds", ask);
	return "Ads/QueryByIds";
}

static const char *microsoft_keywords(struct ad_json *j, const struct ad_link *link,
				      const struct ad_ask *ask)
{
	struct ad_str above = above_of(ask);
	bool campaign = ask->pieces[0].under_campaign;

	if (microsoft_is_negative(&ask->pieces[0])) {
		ad_json_key(j, "EntityIds");
		ad_json_array(j);
		ad_json_str(j, microsoft_own(above));
		ad_json_array_end(j);
		ad_json_kcstr(j, "EntityType", campaign ? "Campaign" : "AdGroup");
		ad_json_kstr(j, "ParentEntityId",
			     campaign ? link->account_id : microsoft_above(above));
		return "NegativeKeywords/QueryByEntityIds";
	}
	ad_json_kstr(j, "AdGroupId", microsoft_own(above));
	if (ask->question == AD_ASK_KEY)
		return "Keywords/QueryByAdGroupId";
	put_ids(j, "KeywordIds", ask);
	return "Keywords/QueryByIds";
}

/* The types of criterions: a part each, for each campaign that was found. */
static const char *const criterion_types[] = { "Location", "Radius", "LocationIntent", "DayTime" };

/* The campaign whose criterions a part queries. */
static struct ad_remote *microsoft_campaign_of(const struct ad_ask *ask)
{
	struct ad_remote *r = ask->found;

	for (size_t i = (ask->part - 1) / AD_LEN(criterion_types); r && i > 0; i--)
		r = r->next;
	return r;
}

static const char *microsoft_criteria(struct ad_json *j, const struct ad_ask *ask)
{
	const struct ad_remote *campaign = microsoft_campaign_of(ask);

	if (!campaign)
		return NULL;
	ad_json_kstr(j, "CampaignId", campaign->id);
	ad_json_kcstr(j, "CriterionType",
		      criterion_types[(ask->part - 1) % AD_LEN(criterion_types)]);
	return "CampaignCriterions/QueryByIds";
}

static bool microsoft_limited(const struct ad_remote *r)
{
	return ad_str_is(r->review_status, "DISAPPROVED") ||
	       ad_str_is(r->review_status, "APPROVED_LIMITED");
}

static const char *microsoft_reasons(struct ad_json *j, const struct ad_link *link,
				     const struct ad_ask *ask)
{
	bool any = false;

	if (ask->part > 1)
		return NULL;
	ad_json_kstr(j, "AccountId", link->account_id);
	ad_json_key(j, "EntityIdToParentIdAssociations");
	ad_json_array(j);
	for (const struct ad_remote *r = ask->found; r; r = r->next) {
		if (!microsoft_limited(r))
			continue;
		any = true;
		ad_json_object(j);
		ad_json_kstr(j, "EntityId", microsoft_own(r->id));
		ad_json_kstr(j, "ParentId", microsoft_own(r->parent_id));
		ad_json_object_end(j);
	}
	ad_json_array_end(j);
	ad_json_kcstr(j, "EntityType", ask->pieces[0].res->id == AD_R_AD ? "Ad" : "Keyword");
	return any ? "EditorialReasons/QueryByIds" : NULL;
}

/* Writes the members of the next query and returns its path; NULL when all was queried. */
static const char *microsoft_question(struct ad_json *j, const struct ad_link *link,
				      const struct ad_ask *ask)
{
	enum ad_resource_id kind = ask->pieces[0].res->id;

	if (microsoft_is_extension(kind))
		return microsoft_extension_ask(j, link, ask);
	if (ask->part > 0 && (ask->question == AD_ASK_KEY || kind == AD_R_AD_GROUP))
		return NULL;
	if (ask->part > 0)
		return kind == AD_R_CAMPAIGN ? microsoft_criteria(j, ask)
					     : microsoft_reasons(j, link, ask);
	if (kind == AD_R_CAMPAIGN)
		return microsoft_campaigns(j, link, ask);
	if (kind == AD_R_AD_GROUP)
		return microsoft_groups(j, ask);
	return kind == AD_R_AD ? microsoft_ads(j, ask) : microsoft_keywords(j, link, ask);
}

bool microsoft_ask(struct ad_arena *arena, const struct ad_link *link, struct ad_ask *ask,
		   struct ad_http_request *out)
{
	struct ad_text body = ad_text_on(arena);
	struct ad_json j = ad_json_on(&body);
	const char *path;

	ad_json_object(&j);
	path = microsoft_question(&j, link, ask);
	ad_json_object_end(&j);
	if (!path)
		return false;
	microsoft_request(arena, link, "POST", path, out);
	out->body = ad_text_str(&body);
	return true;
}

bool microsoft_same_key(const struct ad_piece *piece, const struct ad_remote *remote)
{
	struct ad_str name = ad_json_get_text(piece->want, "name");
	struct ad_str other = ad_json_get_text(remote->fields, "name");
	bool below = ad_str_eq(piece->parent_remote_id, remote->parent_id);

	if (microsoft_is_extension(piece->res->id))
		return microsoft_extension_same_key(piece, remote);
	/* Microsoft's names ignore case. */
	if (piece->res->id == AD_R_CAMPAIGN || piece->res->id == AD_R_AD_GROUP)
		return (below || piece->res->id == AD_R_CAMPAIGN) && name.n == other.n &&
		       strncasecmp(name.p, other.p, name.n) == 0;
	if (piece->res->id == AD_R_AD)
		return below; /* two ads of a group differ only in their ids */
	return below && ad_piece_same_words(AD_MICROSOFT, piece, remote) &&
	       ad_str_eq(ad_json_get_text(piece->want, "matchType"),
			 ad_json_get_text(remote->fields, "matchType")) &&
	       microsoft_is_negative(piece) ==
		       cJSON_IsTrue(ad_json_get(remote->fields, "negative"));
}

static bool microsoft_is_asked(const struct ad_ask *ask, const struct ad_remote *remote)
{
	for (size_t i = 0; i < ask->count; i++) {
		const struct ad_piece *piece = &ask->pieces[i];
		bool live = ask->question == AD_ASK_LIVE;
		if (live ? ad_str_eq(piece->remote_id, remote->id)
			 : microsoft_same_key(piece, remote) ||
				    (remote->mark.n && ad_str_eq(piece->id, remote->mark)))
			return true;
	}
	return false;
}

static void hear_items(struct ad_arena *arena, struct ad_ask *ask, const cJSON *list)
{
	/* An answer may have thousands of objects; only the queried ones are kept. */
	struct ad_arena *own = ad_arena_new();
	const cJSON *item;

	cJSON_ArrayForEach(item, list)
	{
		struct ad_remote *remote;
		ad_arena_reset(own);
		remote = microsoft_live(own, &ask->pieces[0], above_of(ask), item);
		if (!remote || !microsoft_is_asked(ask, remote))
			continue;
		remote = microsoft_live(arena, &ask->pieces[0], above_of(ask), item);
		remote->next = ask->found;
		ask->found = remote;
	}
	ad_arena_free(own);
}

/* Marks the pieces from `first` on as not shown, or as removed if the error says so. */
static void hear_absent(struct ad_arena *arena, struct ad_ask *ask, size_t first, size_t end,
			const struct ad_platform_error *error)
{
	for (size_t i = first; i < end && i < ask->count; i++) {
		struct ad_str id = ask->pieces[i].remote_id;
		if (strcmp(error->code, "GONE") == 0)
			ad_ask_add_removed(arena, ask, id);
		else
			ad_ask_add_unseen(arena, ask, id, error);
	}
}

/* True if an answer has PartialErrors: its lists do not have everything then. */
static bool has_errors(const cJSON *body)
{
	const cJSON *error;

	cJSON_ArrayForEach(error, ad_json_get(body, "PartialErrors"))
	{
		if (cJSON_IsObject(error))
			return true;
	}
	return false;
}

/* The one entity of an answer about negative keywords; NULL if the answer is about others. */
static const cJSON *first_entity(const cJSON *body)
{
	const cJSON *entities = ad_json_get(body, "EntityNegativeKeywords");

	return cJSON_IsArray(entities) ? entities->child : NULL;
}

void microsoft_hear_errors(struct ad_arena *arena, const cJSON *body, struct ad_outcome *outcome)
{
	struct ad_outcome said = { .kind = AD_REFUSED };
	bool gone = false;
	const cJSON *error;

	cJSON_ArrayForEach(error, ad_json_get(body, "PartialErrors"))
	{
		struct ad_outcome one = { .kind = AD_REFUSED };
		if (!cJSON_IsObject(error))
			continue;
		microsoft_one_error(arena, error, &one);
		/* A removed parent has no children. */
		if (one.kind == AD_REFUSED && strcmp(one.error.code, "GONE") == 0)
			gone = true;
		else if (ad_outcome_speaks(&said, &one))
			said = one;
	}
	if (said.error.code)
		*outcome = said;
	else if (!gone && cJSON_IsNull(first_entity(body)))
		*outcome = (struct ad_outcome){
			.kind = AD_AGAIN,
			.error = { .code = "UNREADABLE_ANSWER",
				   .message = AD_S("The platform's response does not contain the "
						   "negative keywords."),
				   .retryable = true },
		};
	/* A query changes nothing, so it can always be repeated. */
	if (outcome->kind == AD_DOUBT)
		outcome->kind = AD_AGAIN;
}

void microsoft_hear_absent(struct ad_arena *arena, struct ad_ask *ask, const cJSON *body,
			   bool (*is_about)(const struct ad_ask *ask, size_t piece, size_t index),
			   struct ad_outcome *outcome)
{
	const cJSON *error;

	if (ask->question != AD_ASK_LIVE) {
		microsoft_hear_errors(arena, body, outcome);
		return;
	}
	cJSON_ArrayForEach(error, ad_json_get(body, "PartialErrors"))
	{
		int64_t index = -1;
		struct ad_outcome one;
		if (!cJSON_IsObject(error))
			continue;
		microsoft_one_error(arena, error, &one);
		/* A transient error: the query is repeated. */
		if (one.kind != AD_REFUSED) {
			*outcome = one;
			return;
		}
		if (!ad_json_int64(ad_json_get(error, "Index"), &index) || index < 0)
			continue;
		for (size_t i = 0; i < ask->count; i++)
			if (is_about ? is_about(ask, i, (size_t)index) : i == (size_t)index)
				hear_absent(arena, ask, i, i + 1, &one.error);
	}
}

/*
 * The answer has all negative keywords of an entity: a missing one does not exist. Microsoft
 * answers null for an entity whose negative keywords it did not retrieve: nothing is known then.
 */
static void hear_negatives(struct ad_arena *arena, struct ad_ask *ask, const cJSON *body)
{
	static const struct ad_platform_error removed = { .code = "GONE" };
	bool whole = !has_errors(body);
	const cJSON *entity;

	cJSON_ArrayForEach(entity, ad_json_get(body, "EntityNegativeKeywords"))
	{
		if (!cJSON_IsObject(entity))
			continue;
		hear_items(arena, ask, ad_json_get(entity, "NegativeKeywords"));
		if (ask->question == AD_ASK_LIVE && whole)
			hear_absent(arena, ask, 0, ask->count, &removed);
	}
}

/* Negative keywords have one entity for all pieces. */
static bool is_about_all(const struct ad_ask *ask, size_t piece, size_t index)
{
	(void)ask;
	(void)piece;
	return index == 0;
}

static void hear_first(struct ad_arena *arena, struct ad_ask *ask, const cJSON *body,
		       struct ad_outcome *outcome)
{
	static const char *const lists[] = { "Campaigns", "AdGroups", "Ads", "Keywords" };
	bool negatives = microsoft_is_negative(&ask->pieces[0]);

	for (size_t i = 0; i < AD_LEN(lists); i++)
		hear_items(arena, ask, ad_json_get(body, lists[i]));
	hear_negatives(arena, ask, body);
	microsoft_hear_absent(arena, ask, body, negatives ? is_about_all : NULL, outcome);
}

void microsoft_hear(struct ad_arena *arena, struct ad_ask *ask,
		    const struct ad_http_response *response, struct ad_outcome *outcome)
{
	struct ad_json_error error;
	const cJSON *body = response->body.n ? ad_json_parse(arena, response->body, &error) : NULL;
	struct ad_remote *campaign;

	*outcome = (struct ad_outcome){ .kind = AD_DID };
	if (response->status != 200 || !cJSON_IsObject(body)) {
		microsoft_failure(arena, response, body, outcome);
		/* A query changes nothing, so it can always be repeated. */
		if (outcome->kind == AD_DOUBT || response->status == 200)
			outcome->kind = AD_AGAIN;
		/* The parent is gone, and all objects below it are gone too: nothing was found. */
		if (outcome->kind != AD_REFUSED || strcmp(outcome->error.code, "GONE") != 0)
			return;
		if (ask->part == 0 && ask->question == AD_ASK_LIVE)
			hear_absent(arena, ask, 0, ask->count, &outcome->error);
		*outcome = (struct ad_outcome){ .kind = AD_DID };
	} else if (microsoft_is_extension(ask->pieces[0].res->id)) {
		microsoft_extension_hear(arena, ask, body, outcome);
	} else if (ask->part == 0) {
		hear_first(arena, ask, body, outcome);
	} else if (ask->pieces[0].res->id == AD_R_CAMPAIGN) {
		campaign = microsoft_campaign_of(ask);
		microsoft_hear_errors(arena, body, outcome);
		if (campaign)
			microsoft_live_criteria(arena, campaign,
						ad_json_get(body, "CampaignCriterions"));
	} else {
		microsoft_live_reasons(arena, ask, ad_json_get(body, "EditorialReasons"));
	}
	/* A query changes nothing, so it can always be repeated. */
	if (outcome->kind == AD_DOUBT)
		outcome->kind = AD_AGAIN;
	ask->part++;
}
