/* Answers to changes, and every form of their errors. */
#include "base/clock.h"
#include "base/json_read.h"
#include "platform/error_words.h"
#include "platform/microsoft/adapter.h"
#include "platform/microsoft/error_codes.h"
#include "platform/unseen.h"

/* The wait after a rate limit if the service gives none (60 s in its guide). */
#define RATE_WAIT (60 * AD_SECOND)

static bool may_retry(enum ad_outcome_kind kind)
{
	return kind == AD_AGAIN || kind == AD_DOUBT || kind == AD_EXPIRED;
}

/* True for an EditorialError: from a list of them, or among others by its Type. */
static bool is_editorial(const cJSON *error)
{
	return ad_str_is(ad_json_get_text(error, "Type"), "EditorialError") ||
	       ad_json_get_text(error, "DisapprovedText").n > 0;
}

/* The platform's text, and the part of the ad that it refers to. */
static struct ad_str microsoft_message_of(struct ad_arena *arena, const cJSON *error)
{
	struct ad_str message = ad_json_get_text(error, "Message");
	struct ad_str text = ad_json_get_text(error, "DisapprovedText");
	struct ad_str field = ad_json_get_text(error, "FieldPath");

	if (text.n > 200)
		text.n = 200;
	if (text.n)
		return ad_arena_printf(arena, "%.*s (\"%.*s\")", AD_FMT(message), AD_FMT(text));
	if (field.n)
		return ad_arena_printf(arena, "%.*s (%.*s)", AD_FMT(message), AD_FMT(field));
	return ad_arena_copy(arena, message);
}

void microsoft_one_error(struct ad_arena *arena, const cJSON *error, struct ad_outcome *outcome)
{
	struct ad_str symbol = ad_json_get_text(error, "ErrorCode");
	const struct microsoft_meaning *meaning = microsoft_meaning_of(symbol);
	bool editorial = microsoft_is_unknown(meaning) && is_editorial(error);

	outcome->kind = meaning->kind;
	outcome->wait = strcmp(meaning->code, "RATE_LIMITED") == 0 ? RATE_WAIT : 0;
	outcome->error = (struct ad_platform_error){
		.platform_code = symbol.n ? ad_arena_copy(arena, symbol) : AD_S("UnknownError"),
		.code = editorial ? "POLICY_VIOLATION" : meaning->code,
		.message = microsoft_message_of(arena, error),
		.retryable = may_retry(meaning->kind),
	};
}

/* By HTTP status alone, if the body has no better error. */
static void by_status(struct ad_arena *arena, long status, struct ad_outcome *outcome)
{
	const char *code = "REFUSED";

	outcome->kind = AD_REFUSED;
	if (status == 401) {
		outcome->kind = AD_EXPIRED;
		code = "CONNECTION_EXPIRED";
	} else if (status == 403) {
		code = "PERMISSION_DENIED";
	} else if (status == 429) {
		outcome->kind = AD_AGAIN;
		code = "RATE_LIMITED";
	} else if (ad_status_is_doubtful(status)) {
		outcome->kind = AD_DOUBT;
		code = "PLATFORM_UNAVAILABLE";
	}
	outcome->error = (struct ad_platform_error){
		.platform_code = ad_arena_printf(arena, "HTTP %ld", status),
		.code = code,
		.message = ad_arena_printf(arena, "The platform answered %ld.", status),
	};
}

/* OAuth's own error (RFC 6749 section 5.2), or a body in another form. */
static void by_oauth(struct ad_arena *arena, const cJSON *body, struct ad_outcome *outcome)
{
	struct ad_str word = ad_json_get_text(body, "error");
	struct ad_str words = ad_error_words(arena, body);

	if (word.n)
		outcome->error.platform_code = ad_arena_copy(arena, word);
	if (words.n)
		outcome->error.message = words;
}

void microsoft_failure(struct ad_arena *arena, const struct ad_http_response *response,
		       const cJSON *body, struct ad_outcome *outcome)
{
	static const char *const lists[] = { "Errors", "OperationErrors", "BatchErrors",
					     "EditorialErrors" };
	struct ad_outcome said = { .kind = AD_REFUSED };
	const cJSON *error;

	*outcome = (struct ad_outcome){ .kind = AD_REFUSED };
	for (size_t i = 0; i < AD_LEN(lists); i++)
		cJSON_ArrayForEach(error, ad_json_get(body, lists[i]))
		{
			struct ad_outcome one = { .kind = AD_REFUSED };
			microsoft_one_error(arena, error, &one);
			if (ad_outcome_speaks(&said, &one))
				said = one;
		}
	by_status(arena, response->status, outcome);
	if (said.error.code) {
		*outcome = said;
		/*
		 * 401 first retries with a new token, whatever the error; a server error is in
		 * doubt.
		 */
		if (response->status == 401)
			outcome->kind = AD_EXPIRED;
		if (response->status >= 500) {
			outcome->kind = AD_DOUBT;
			outcome->error.code = "PLATFORM_UNAVAILABLE";
		}
	} else {
		by_oauth(arena, body, outcome);
	}
	outcome->error.retryable = may_retry(outcome->kind);
	/* Microsoft has not published this: the service itself always answers in JSON. */
	if (response->status == 410 || (response->status == 404 && !body))
		ad_version_gone(arena, AD_MICROSOFT, (struct ad_str){ 0 }, outcome);
	if (response->retry_after > 0)
		outcome->wait = response->retry_after * AD_SECOND;
}

static void microsoft_doubt(struct ad_outcome *outcome, const char *message);

/*
 * A create is refused because its parent is removed only by a code about the parent: another one
 * that means removed is about an object that the create refers to, such as an ad extension.
 */
static void settle_gone(const struct ad_piece *piece, struct ad_outcome *outcome)
{
	if (piece->op == AD_OP_CREATE && outcome->kind == AD_REFUSED &&
	    strcmp(outcome->error.code, "GONE") == 0 &&
	    !microsoft_names_parent(outcome->error.platform_code))
		outcome->error.code = AD_NOT_FOUND_THERE;
	ad_outcome_accept_gone(piece, outcome);
}

static void microsoft_take_error(struct ad_arena *arena, const cJSON *error, const cJSON *index,
				 const struct ad_piece *pieces, size_t count,
				 struct ad_outcome *outcomes)
{
	int64_t at;
	size_t i = ad_json_int64(index, &at) && at >= 0 ? (size_t)at : count;
	struct ad_outcome one;

	/* Every error refers to a piece that is sent alone, whatever its index. */
	if (count == 1)
		i = 0;
	/* An error without a piece may belong to any piece. */
	for (size_t k = 0; k < count && i >= count; k++)
		if (!outcomes[k].error.code)
			microsoft_doubt(
				&outcomes[k],
				"The platform's response has an error without an operation.");
	if (i >= count)
		return;
	one = outcomes[i];
	microsoft_one_error(arena, error, &one);
	if (!ad_outcome_speaks(&outcomes[i], &one))
		return;
	outcomes[i] = one;
	settle_gone(&pieces[i], &outcomes[i]);
}

/* For ad extensions a collection refers to one extension, and its items to parts of that one. */
static void take_collections(struct ad_arena *arena, const cJSON *list,
			     const struct ad_piece *pieces, size_t count,
			     struct ad_outcome *outcomes)
{
	const cJSON *collection;

	cJSON_ArrayForEach(collection, list)
	{
		const cJSON *inner = ad_json_get(collection, "BatchErrors");
		bool says = ad_json_get_text(collection, "ErrorCode").n > 0;
		microsoft_take_error(arena,
				     says || !inner || !inner->child ? collection : inner->child,
				     ad_json_get(collection, "Index"), pieces, count, outcomes);
	}
}

/* PartialErrors by index; NestedPartialErrors have theirs in collections. */
static void take_errors(struct ad_arena *arena, const cJSON *body, const struct ad_piece *pieces,
			size_t count, struct ad_outcome *outcomes)
{
	const cJSON *error, *collection;

	cJSON_ArrayForEach(error, ad_json_get(body, "PartialErrors")) microsoft_take_error(
		arena, error, ad_json_get(error, "Index"), pieces, count, outcomes);
	if (pieces[0].res->id == AD_R_ASSET) {
		take_collections(arena, ad_json_get(body, "NestedPartialErrors"), pieces, count,
				 outcomes);
		return;
	}
	cJSON_ArrayForEach(collection, ad_json_get(body, "NestedPartialErrors"))
	{
		const cJSON *errors = ad_json_get(collection, "BatchErrors");
		if (!errors || !errors->child)
			microsoft_take_error(arena, collection, NULL, pieces, count, outcomes);
		cJSON_ArrayForEach(error, errors) microsoft_take_error(
			arena, error, ad_json_get(error, "Index"), pieces, count, outcomes);
	}
}

/* The list of new ids in the answer to an add, of any kind; NULL if there is none. */
static const cJSON *new_ids(const cJSON *body)
{
	static const char *const lists[] = { "CampaignIds", "AdGroupIds", "AdIds", "KeywordIds",
					     "AdExtensionIdentities" };
	const cJSON *nested = ad_json_get(body, "NegativeKeywordIds");

	for (size_t i = 0; i < AD_LEN(lists); i++)
		if (cJSON_IsArray(ad_json_get(body, lists[i])))
			return ad_json_get(body, lists[i]);
	return nested ? ad_json_get(nested->child, "Ids") : NULL;
}

static void add_made(struct ad_arena *arena, struct ad_outcome *outcome, const char *kind,
		     struct ad_str id)
{
	struct ad_made **end = &outcome->made;

	if (!id.n)
		return;
	while (*end)
		end = &(*end)->next;
	*end = ad_arena_zalloc(arena, sizeof(**end));
	(*end)->kind = ad_str(kind);
	(*end)->id = ad_arena_copy(arena, id);
}

static void microsoft_doubt(struct ad_outcome *outcome, const char *message)
{
	*outcome = (struct ad_outcome){ .kind = AD_DOUBT };
	outcome->error = (struct ad_platform_error){
		.code = "UNREADABLE_ANSWER",
		.message = ad_str(message),
		.retryable = true,
	};
}

static const char *microsoft_word_of(const struct ad_piece *piece)
{
	if (piece->res->id == AD_R_CAMPAIGN)
		return "campaign";
	if (piece->res->id == AD_R_AD_GROUP)
		return "adGroup";
	if (piece->res->id == AD_R_AD)
		return "ad";
	if (piece->res->id == AD_R_ASSET)
		return "adExtension";
	return microsoft_is_negative(piece) ? "negativeKeyword" : "keyword";
}

static void take_created(struct ad_arena *arena, const cJSON *body, const struct ad_piece *pieces,
			 size_t count, struct ad_outcome *outcomes)
{
	const cJSON *ids = new_ids(body);
	/*
	 * An item without an id has null in its place. With a shorter list the ids cannot be
	 * assigned.
	 */
	bool whole = ids && (size_t)cJSON_GetArraySize(ids) == count;
	const cJSON *id = whole ? ids->child : NULL;

	for (size_t i = 0; i < count; i++, id = id ? id->next : NULL) {
		struct ad_str above = pieces[i].parent_remote_id;
		struct ad_str own =
			cJSON_IsObject(id) ? ad_json_get_text(id, "Id") : ad_json_text(id);
		if (outcomes[i].error.code)
			continue;
		if (!own.n) {
			microsoft_doubt(&outcomes[i],
					"The platform's response contains no new object.");
			continue;
		}
		outcomes[i].remote_id =
			above.n ? ad_arena_printf(arena, "%.*s~%.*s", AD_FMT(above), AD_FMT(own))
				: ad_arena_copy(arena, own);
		add_made(arena, &outcomes[i], microsoft_word_of(&pieces[i]), own);
	}
}

/* A campaign's update creates criterions, and queries the one on intent. */
static void take_criteria(struct ad_arena *arena, const cJSON *body, struct ad_outcome *outcome)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, ad_json_get(body, "CampaignCriterionIds"))
		add_made(arena, outcome, "campaignCriterion", ad_json_text(item));
	cJSON_ArrayForEach(item, ad_json_get(body, "CampaignCriterions"))
		add_made(arena, outcome, "locationIntent", ad_json_get_text(item, "Id"));
}

/* An item without an id succeeded unless it was refused, if the answer lists refusals. */
static void take_unnamed(struct ad_arena *arena, const cJSON *body, const struct ad_piece *pieces,
			 size_t count, struct ad_outcome *outcomes)
{
	bool tells = ad_json_get(body, "PartialErrors") || ad_json_get(body, "NestedPartialErrors");

	for (size_t i = 0; i < count; i++) {
		if (outcomes[i].error.code || outcomes[i].kind != AD_DID)
			continue;
		if (!tells)
			microsoft_doubt(&outcomes[i],
					"The platform's response does not contain the result.");
		else if (pieces[i].op == AD_OP_CREATE)
			outcomes[i].remote_id = microsoft_association_id(arena, &pieces[i]);
	}
}

/* True if the error is that the shared parent of the pieces was removed, and they with it. */
static bool is_parent_gone(const struct ad_piece *piece, const struct ad_outcome *whole)
{
	bool campaign = ad_str_is(whole->error.platform_code, "CampaignServiceInvalidCampaignId");
	bool group = ad_str_is(whole->error.platform_code, "CampaignServiceInvalidAdGroupId");

	if (piece->res->id == AD_R_AD_GROUP || piece->under_campaign)
		return campaign && piece->res->id != AD_R_ASSET_LINK;
	return (campaign || group) && (piece->res->id == AD_R_AD || piece->res->id == AD_R_KEYWORD);
}

/* The errors of a refused request that name a piece. */
static void take_named(struct ad_arena *arena, const cJSON *body, const struct ad_piece *pieces,
		       size_t count, struct ad_outcome *outcomes)
{
	static const char *const lists[] = { "BatchErrors", "EditorialErrors" };
	const cJSON *error;
	int64_t at;

	for (size_t i = 0; i < AD_LEN(lists); i++)
		cJSON_ArrayForEach(error, ad_json_get(body, lists[i]))
		{
			const cJSON *index = ad_json_get(error, "Index");
			if (ad_json_int64(index, &at) && at >= 0 && (size_t)at < count)
				microsoft_take_error(arena, error, index, pieces, count, outcomes);
		}
}

static void microsoft_read_failure(struct ad_arena *arena, const struct ad_piece *pieces,
				   size_t count, const struct ad_http_response *response,
				   const cJSON *body, struct ad_outcome *outcomes)
{
	struct ad_outcome whole;
	bool all;

	microsoft_failure(arena, response, body, &whole);
	all = count == 1 || is_parent_gone(&pieces[0], &whole);
	for (size_t i = 0; i < count; i++)
		outcomes[i] = (struct ad_outcome){ .kind = AD_REFUSED };
	if (response->status == 400 && count > 1)
		take_named(arena, body, pieces, count, outcomes);
	for (size_t i = 0; i < count; i++) {
		if (outcomes[i].error.code || outcomes[i].kind == AD_DID)
			continue;
		outcomes[i] = whole;
		if (all)
			settle_gone(&pieces[i], &outcomes[i]);
		else
			ad_outcome_leave_gone(&outcomes[i]);
	}
}

void microsoft_read(struct ad_arena *arena, const struct ad_piece *pieces, size_t count,
		    const struct ad_http_response *response, struct ad_outcome *outcomes)
{
	struct ad_json_error error;
	const cJSON *body = response->body.n ? ad_json_parse(arena, response->body, &error) : NULL;

	if (response->status != 200) {
		microsoft_read_failure(arena, pieces, count, response, body, outcomes);
		return;
	}
	for (size_t i = 0; i < count; i++) {
		outcomes[i] = (struct ad_outcome){ .kind = AD_DID };
		if (!cJSON_IsObject(body))
			microsoft_doubt(&outcomes[i], "The platform's response cannot be parsed.");
	}
	if (!cJSON_IsObject(body))
		return;
	take_errors(arena, body, pieces, count, outcomes);
	/* Criterions are refused one by one: others of the same request may exist. */
	if (pieces[0].op == AD_OP_UPDATE && pieces[0].res->id == AD_R_CAMPAIGN)
		outcomes[0].partly = outcomes[0].kind != AD_DID;
	if (microsoft_image_read(arena, &pieces[0], body, &outcomes[0]))
		return;
	if (pieces[0].res->id != AD_R_ASSET_LINK && pieces[0].op == AD_OP_CREATE) {
		take_created(arena, body, pieces, count, outcomes);
		return;
	}
	take_unnamed(arena, body, pieces, count, outcomes);
	if (pieces[0].res->id == AD_R_CAMPAIGN && !outcomes[0].error.code)
		take_criteria(arena, body, &outcomes[0]);
}
