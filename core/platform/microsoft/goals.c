/* The conversion goals of an ad account for offline conversions: one answer has them all. */
#include "platform/goal.h"
#include "platform/microsoft/adapter.h"

#include "base/json_read.h"

static bool microsoft_next(struct ad_arena *arena, const struct ad_link *link,
			   struct ad_goals_ask *ask, struct ad_http_request *out)
{
	if (ask->heard)
		return false;
	microsoft_request(arena, link, "POST", "ConversionGoals/QueryByIds", out);
	/* Without ids the query returns all goals of the types. */
	out->body = AD_S("{\"ConversionGoalTypes\":\"OfflineConversion\"}");
	return true;
}

static void microsoft_goals_read(struct ad_arena *arena, struct ad_goals_ask *ask,
				 const struct ad_http_response *response,
				 struct ad_outcome *outcome)
{
	struct ad_json_error error;
	const cJSON *body = response->body.n ? ad_json_parse(arena, response->body, &error) : NULL;
	const cJSON *row, *list = ad_json_get(body, "ConversionGoals");

	*outcome = (struct ad_outcome){ .kind = AD_DID };
	if (response->status != 200 || !cJSON_IsArray(list)) {
		microsoft_failure(arena, response, body, outcome);
		if (outcome->kind == AD_DOUBT || response->status == 200)
			outcome->kind = AD_AGAIN;
		return;
	}
	ask->heard = true;
	cJSON_ArrayForEach(row, list)
	{
		struct ad_str status = ad_json_get_text(row, "Status");
		if (ad_str_starts(ad_json_get_text(row, "Type"), "OfflineConversion"))
			ad_goal_add(arena, ask,
				    &(struct ad_goal){ .id = ad_json_get_text(row, "Id"),
						       .name = ad_json_get_text(row, "Name"),
						       .takes = ad_str_is(status, "Active") });
	}
}

const struct ad_goal_reader ad_microsoft_goals = {
	.noun = "conversion goal",
	.by_name = true,
	.next = microsoft_next,
	.hear = microsoft_goals_read,
};
