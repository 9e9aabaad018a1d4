/* The datasets (pixels, as the Graph still calls them) that an ad account may send events to. */
#include "platform/form.h"
#include "platform/goal.h"
#include "platform/meta/adapter.h"

#include "base/json_read.h"

static bool meta_next(struct ad_arena *arena, const struct ad_link *link, struct ad_goals_ask *ask,
		      struct ad_http_request *out)
{
	struct meta_part part = { "GET", { 0 }, ad_text_on(arena) };

	if (ask->heard)
		return false;
	part.path = meta_account_path(arena, link, "adspixels");
	ad_form_add(&part.form, "fields", AD_S("id,name"));
	ad_form_add(&part.form, "limit", AD_S("100"));
	if (ask->page.n)
		ad_form_add(&part.form, "after", ask->page);
	meta_request(arena, link, &part, 1, out);
	return true;
}

static void meta_goals_read(struct ad_arena *arena, struct ad_goals_ask *ask,
			    const struct ad_http_response *response, struct ad_outcome *outcome)
{
	struct ad_json_error error;
	const cJSON *body = response->body.n ? ad_json_parse(arena, response->body, &error) : NULL;
	const cJSON *list = ad_json_get(body, "data");

	*outcome = (struct ad_outcome){ .kind = AD_DID };
	if (response->status != 200 || !cJSON_IsArray(list)) {
		meta_failure(arena, response->status, body, response, outcome);
		if (outcome->kind == AD_DOUBT)
			outcome->kind = AD_AGAIN;
		return;
	}
	ask->page = meta_next_page(arena, body);
	ask->heard = !ask->page.n;
	ad_goal_add_all(arena, ask, list);
}

const struct ad_goal_reader ad_meta_goals = {
	.noun = "dataset",
	.setting = "datasetId",
	.next = meta_next,
	.hear = meta_goals_read,
};
