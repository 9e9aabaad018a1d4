/* The pixels of an ad account: the targets of events of every kind. */
#include "platform/goal.h"
#include "platform/reddit/adapter.h"

#include "base/json_read.h"

static bool reddit_next(struct ad_arena *arena, const struct ad_link *link,
			struct ad_goals_ask *ask, struct ad_http_request *out)
{
	if (ask->heard)
		return false;
	if (ask->page.n)
		return reddit_next_page(arena, link, "GET", ask->page, out);
	reddit_request(arena, link, "GET",
		       ad_arena_printf(arena, "ad_accounts/%.*s/pixels", AD_FMT(link->account_id)),
		       out);
	return true;
}

static void reddit_goals_read(struct ad_arena *arena, struct ad_goals_ask *ask,
			      const struct ad_http_response *response, struct ad_outcome *outcome)
{
	struct ad_json_error error;
	const cJSON *body = response->body.n ? ad_json_parse(arena, response->body, &error) : NULL;
	const cJSON *list = ad_json_get(body, "data");

	*outcome = (struct ad_outcome){ .kind = AD_DID };
	if (response->status != 200 || !cJSON_IsArray(list)) {
		reddit_failure(arena, response, body, outcome);
		if (outcome->kind == AD_DOUBT || response->status == 200)
			outcome->kind = AD_AGAIN;
		return;
	}
	ask->page =
		ad_arena_copy(arena, ad_json_get_text(ad_json_get(body, "pagination"), "next_url"));
	ask->heard = !ask->page.n;
	ad_goal_add_all(arena, ask, list);
}

const struct ad_goal_reader ad_reddit_goals = {
	.noun = "pixel",
	.setting = "conversionPixelId",
	.next = reddit_next,
	.hear = reddit_goals_read,
};
