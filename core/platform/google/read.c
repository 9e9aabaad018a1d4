/* Answers to googleAds:mutate. */
#include "platform/google/adapter.h"

#include "base/json_read.h"
#include "platform/unseen.h"

static const cJSON *google_parse(struct ad_arena *arena, const struct ad_http_response *response)
{
	struct ad_json_error error;

	return response->body.n ? ad_json_parse(arena, response->body, &error) : NULL;
}

/* "customers/1/campaigns/2" -> "2"; absent if the name has another form. */
static struct ad_str tail_of(struct ad_str name)
{
	const char *slash = name.n ? memrchr(name.p, '/', name.n) : NULL;

	if (!slash)
		return (struct ad_str){ 0 };
	return (struct ad_str){ slash + 1, name.n - (size_t)(slash + 1 - name.p) };
}

/* The resource name in a response's only member, whatever its kind. */
static struct ad_str result_name(const cJSON *response)
{
	const cJSON *result = response ? response->child : NULL;

	return ad_json_get_text(result, "resourceName");
}

/* Adds the object that a response's only member, such as "campaignBudgetResult", names. */
static void add_made(struct ad_arena *arena, const cJSON *response, struct ad_outcome *outcome)
{
	const cJSON *result = response ? response->child : NULL;
	struct ad_str name = ad_json_get_text(result, "resourceName");
	struct ad_str kind = result ? ad_str(result->string) : (struct ad_str){ 0 };
	struct ad_made **end = &outcome->made;

	if (!name.n || kind.n <= strlen("Result"))
		return;
	while (*end)
		end = &(*end)->next;
	*end = ad_arena_zalloc(arena, sizeof(**end));
	(*end)->kind = ad_arena_copy(arena, (struct ad_str){ kind.p, kind.n - strlen("Result") });
	(*end)->id = ad_arena_copy(arena, name);
}

static struct ad_str campaign_name(const cJSON *responses)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, responses)
	{
		const cJSON *result = ad_json_get(item, "campaignResult");
		if (result)
			return ad_json_get_text(result, "resourceName");
	}
	return (struct ad_str){ 0 };
}

/* The index in our request that an error refers to; -1 for the whole request. */
static int google_place_of(const cJSON *error)
{
	const cJSON *element;

	cJSON_ArrayForEach(element,
			   ad_json_get(ad_json_get(error, "location"), "fieldPathElements"))
	{
		const cJSON *index = ad_json_get(element, "index");
		if (cJSON_IsNumber(index))
			return index->valueint;
	}
	return -1;
}

static void google_take_error(struct ad_arena *arena, const cJSON *error,
			      const struct ad_piece *piece, bool named, struct ad_outcome *outcome)
{
	struct ad_outcome one = *outcome;

	google_one_error(arena, error, &one);
	if (!ad_outcome_speaks(outcome, &one))
		return;
	*outcome = one;
	if (named)
		ad_outcome_accept_gone(piece, outcome);
	else
		ad_outcome_leave_gone(outcome);
}

/* An error without an index is about all pieces; of one piece every error is. */
static void take_errors(struct ad_arena *arena, const cJSON *errors, const struct ad_piece *pieces,
			size_t count, struct ad_outcome *outcomes)
{
	const cJSON *error;

	cJSON_ArrayForEach(error, errors)
	{
		int place = google_place_of(error);
		bool named = count == 1 || place >= 0;
		size_t first = count == 1 || place < 0 ? 0 : (size_t)place;
		size_t end = named ? first + 1 : count;
		for (size_t i = first; i < end && i < count; i++)
			google_take_error(arena, error, &pieces[i], named, &outcomes[i]);
	}
}

static void google_read_failure(struct ad_arena *arena, const struct ad_piece *pieces, size_t count,
				const struct ad_http_response *response,
				struct ad_outcome *outcomes)
{
	const cJSON *body = google_parse(arena, response);
	const cJSON *errors = google_errors(ad_json_get(body, "error"));
	struct ad_outcome whole;

	google_failure(arena, response, body, &whole);
	if (response->status == 400 && errors)
		take_errors(arena, errors, pieces, count, outcomes);
	for (size_t i = 0; i < count; i++) {
		if (outcomes[i].error.code || outcomes[i].kind == AD_DID)
			continue;
		outcomes[i] = whole;
		if (count == 1)
			ad_outcome_accept_gone(&pieces[i], &outcomes[i]);
		else
			ad_outcome_leave_gone(&outcomes[i]);
	}
}

static void google_doubt(struct ad_outcome *outcome, const char *message)
{
	outcome->kind = AD_DOUBT;
	outcome->error = (struct ad_platform_error){
		.code = "UNREADABLE_ANSWER",
		.message = ad_str(message),
		.retryable = true,
	};
}

/* `partial`: some operations failed, so that only a result with a name shows success. */
static void read_results(struct ad_arena *arena, const struct ad_piece *pieces, size_t count,
			 const cJSON *responses, bool partial, struct ad_outcome *outcomes)
{
	const cJSON *item = responses ? responses->child : NULL;

	for (size_t i = 0; i < count; i++, item = item ? item->next : NULL) {
		bool tree = pieces[i].res->id == AD_R_CAMPAIGN && count == 1;
		struct ad_str name = tree ? campaign_name(responses) : result_name(item);
		if (outcomes[i].kind != AD_DID || outcomes[i].error.code)
			continue;
		if (!item || (partial && !name.n)) {
			google_doubt(&outcomes[i],
				     "The platform's response has no result for the operation.");
			continue;
		}
		outcomes[i].remote_id = ad_arena_copy(arena, tail_of(name));
		for (const cJSON *made = item; made; made = tree ? made->next : NULL)
			add_made(arena, made, &outcomes[i]);
		if (pieces[i].op == AD_OP_CREATE && !tail_of(name).n)
			google_doubt(&outcomes[i],
				     "The platform's response contains no new object.");
	}
}

void google_read(struct ad_arena *arena, const struct ad_piece *pieces, size_t count,
		 const struct ad_http_response *response, struct ad_outcome *outcomes)
{
	const cJSON *body, *responses;

	for (size_t i = 0; i < count; i++)
		outcomes[i] = (struct ad_outcome){ .kind = AD_DOUBT };
	if (response->status != 200) {
		google_read_failure(arena, pieces, count, response, outcomes);
		return;
	}
	body = google_parse(arena, response);
	responses = ad_json_get(body, "mutateOperationResponses");
	for (size_t i = 0; i < count; i++) {
		outcomes[i].kind = AD_DID;
		if (!responses)
			google_doubt(&outcomes[i], "The platform's response cannot be parsed.");
	}
	take_errors(arena, google_errors(ad_json_get(body, "partialFailureError")), pieces, count,
		    outcomes);
	read_results(arena, pieces, count, responses,
		     ad_json_get(body, "partialFailureError") != NULL, outcomes);
}
