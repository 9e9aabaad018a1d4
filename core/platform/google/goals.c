/* The conversion actions of a customer; those for uploaded clicks accept conversions. */
#include "platform/goal.h"
#include "platform/google/adapter.h"

#include "base/json_read.h"

#define ACTION_FIELDS                                                                              \
	"conversion_action.id, conversion_action.name, conversion_action.status, "                 \
	"conversion_action.type"

static bool google_next(struct ad_arena *arena, const struct ad_link *link,
			struct ad_goals_ask *ask, struct ad_http_request *out)
{
	struct ad_text body = ad_text_on(arena);
	struct ad_json j = ad_json_on(&body);
	struct ad_text query = ad_text_on(arena);

	if (ask->heard)
		return false;
	ad_text_adds(&query, "SELECT " ACTION_FIELDS " FROM conversion_action"
			     " WHERE conversion_action.status != 'REMOVED'");
	google_request(arena, link, "googleAds:search", out);
	ad_json_object(&j);
	ad_json_kstr(&j, "query", ad_text_str(&query));
	if (ask->page.n)
		ad_json_kstr(&j, "pageToken", ask->page);
	ad_json_object_end(&j);
	out->body = ad_text_str(&body);
	return true;
}

/* A type newer than this version is UNKNOWN, so that it may accept uploads. */
static bool google_takes(const cJSON *action)
{
	struct ad_str type = ad_json_get_text(action, "type");

	return ad_str_is(ad_json_get_text(action, "status"), "ENABLED") &&
	       (ad_str_is(type, "UPLOAD_CLICKS") || ad_str_is(type, "UNKNOWN"));
}

static void google_goals_read(struct ad_arena *arena, struct ad_goals_ask *ask,
			      const struct ad_http_response *response, struct ad_outcome *outcome)
{
	const cJSON *body = google_answer(arena, response, outcome);
	const cJSON *row;

	if (!body)
		return;
	ask->page = ad_arena_copy(arena, ad_json_get_text(body, "nextPageToken"));
	ask->heard = ask->page.n == 0;
	cJSON_ArrayForEach(row, ad_json_get(body, "results"))
	{
		const cJSON *action = ad_json_get(row, "conversionAction");
		ad_goal_add(arena, ask,
			    &(struct ad_goal){ .id = ad_json_get_text(action, "id"),
					       .name = ad_json_get_text(action, "name"),
					       .takes = google_takes(action) });
	}
}

const struct ad_goal_reader ad_google_goals = {
	.noun = "conversion action",
	.next = google_next,
	.hear = google_goals_read,
};
