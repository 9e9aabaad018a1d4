/*
 * Lists an account page by page, with the cursors of the Graph API. A campaign edge returns ids
 * only; the campaigns are then queried as usual, because our campaign's fields are spread over all
 * its ad sets. If only some campaigns are wanted, the edges below each of them are listed in turn.
 */
#include "platform/form.h"
#include "platform/meta/adapter.h"

#include "base/json_read.h"

#define PAGE_CAMPAIGNS "25" /* one request queries all of them */
#define PAGE "100"
#define PAGE_CAMPAIGNS_FEW "5"
#define PAGE_FEW "20"

static struct ad_str page_size(const struct ad_listing *listing)
{
	if (listing->res->id == AD_R_CAMPAIGN)
		return listing->few ? AD_S(PAGE_CAMPAIGNS_FEW) : AD_S(PAGE_CAMPAIGNS);
	return listing->few ? AD_S(PAGE_FEW) : AD_S(PAGE);
}

/* "<campaign> <cursor>" of a place in the wanted campaigns; otherwise only a cursor. */
static struct ad_str meta_campaign_of(const struct ad_listing *listing)
{
	const char *space = ad_str_find(listing->after, ' ');

	if (!space)
		return listing->campaigns[0];
	return (struct ad_str){ listing->after.p, (size_t)(space - listing->after.p) };
}

static struct ad_str cursor_of(const struct ad_listing *listing)
{
	const char *space = ad_str_find(listing->after, ' ');

	if (!space)
		return listing->after;
	return (struct ad_str){ space + 1,
				listing->after.n - (size_t)(space + 1 - listing->after.p) };
}

/* The wanted campaign after the given one; absent after the last. */
static struct ad_str next_campaign(const struct ad_listing *listing, struct ad_str campaign)
{
	for (size_t i = 0; i + 1 < listing->campaign_count; i++)
		if (ad_str_eq(listing->campaigns[i], campaign))
			return listing->campaigns[i + 1];
	return (struct ad_str){ 0 };
}

static void edge_request(struct ad_arena *arena, const struct ad_link *link,
			 const struct ad_listing *listing, struct ad_http_request *out)
{
	bool campaigns = listing->res->id == AD_R_CAMPAIGN;
	const char *edge = campaigns                           ? "campaigns"
			   : listing->res->id == AD_R_AD_GROUP ? "adsets"
							       : "ads";
	struct meta_part part = { "GET", { 0 }, ad_text_on(arena) };
	struct ad_str cursor = cursor_of(listing);

	if (listing->campaign_count)
		part.path =
			ad_arena_printf(arena, "%.*s/%s", AD_FMT(meta_campaign_of(listing)), edge);
	else
		part.path = meta_account_path(arena, link, edge);
	ad_form_add(&part.form, "fields",
		    campaigns ? AD_S("id") : ad_str(meta_fields(listing->res)));
	ad_form_add(&part.form, "limit", page_size(listing));
	if (cursor.n)
		ad_form_add(&part.form, "after", cursor);
	meta_request(arena, link, &part, 1, out);
}

/* A queried object, with the values of our object if there is one. */
static struct ad_piece piece_of(struct ad_arena *arena, const struct ad_listing *listing,
				struct ad_str id)
{
	const cJSON *ours = listing->ours ? listing->ours(listing->arg, id) : NULL;

	return (struct ad_piece){ .op = AD_OP_UPDATE,
				  .res = listing->res,
				  .remote_id = ad_arena_copy(arena, id),
				  .want = ours,
				  .synced = ours };
}

/* Starts a query about campaigns. */
static void ask_about(struct ad_listing *listing, struct ad_piece *pieces, size_t count)
{
	listing->ask = (struct ad_ask){
		.question = AD_ASK_LIVE, .link = listing->link, .pieces = pieces, .count = count
	};
	listing->part = 1;
}

bool meta_list(struct ad_arena *arena, const struct ad_link *link, struct ad_listing *listing,
	       struct ad_http_request *out)
{
	bool campaigns = listing->res->id == AD_R_CAMPAIGN;

	/* Meta has no keywords. */
	if (listing->res->id == AD_R_KEYWORD)
		return false;
	if (campaigns && listing->part == 0 && listing->campaign_count) {
		struct ad_piece *pieces =
			ad_arena_zalloc(arena, listing->campaign_count * sizeof(*pieces));
		for (size_t i = 0; i < listing->campaign_count; i++)
			pieces[i] = piece_of(arena, listing, listing->campaigns[i]);
		ask_about(listing, pieces, listing->campaign_count);
	}
	if (listing->part == 0) {
		edge_request(arena, link, listing, out);
		return true;
	}
	return campaigns && listing->ask.count && meta_ask(arena, link, &listing->ask, out);
}

/* Appends an object, unless it is removed. */
static void meta_keep(struct ad_listing *listing, struct ad_remote *remote)
{
	struct ad_remote **end = &listing->found;

	if (!remote || ad_str_is(remote->status, "REMOVED"))
		return;
	while (*end)
		end = &(*end)->next;
	remote->next = NULL;
	*end = remote;
}

/*
 * Sets the start of the list after this page of an edge; `body` is NULL if the edge does not exist.
 */
static void set_resume(struct ad_arena *arena, struct ad_listing *listing, const cJSON *body)
{
	struct ad_str next = meta_next_page(arena, body);
	struct ad_str campaign;

	listing->part = 1;
	if (!listing->campaign_count) {
		listing->resume = next;
	} else {
		campaign = meta_campaign_of(listing);
		if (!next.n)
			campaign = next_campaign(listing, campaign);
		if (campaign.n)
			listing->resume =
				ad_arena_printf(arena, "%.*s %.*s", AD_FMT(campaign), AD_FMT(next));
	}
	listing->more = listing->resume.n > 0;
}

static void hear_edge(struct ad_arena *arena, struct ad_listing *listing, const cJSON *body)
{
	const cJSON *object, *data = ad_json_get(body, "data");
	size_t n = (size_t)cJSON_GetArraySize(data), i = 0;
	struct ad_piece *pieces = ad_arena_zalloc(arena, (n + 1) * sizeof(*pieces));

	cJSON_ArrayForEach(object, data)
	{
		struct ad_str id = ad_json_get_text(object, "id");
		struct ad_ask one = { .link = listing->link, .pieces = &pieces[i], .count = 1 };
		if (!id.n)
			continue;
		pieces[i++] = piece_of(arena, listing, id);
		if (listing->res->id != AD_R_CAMPAIGN)
			meta_keep(listing, meta_live(arena, &one, object, NULL));
	}
	if (listing->res->id == AD_R_CAMPAIGN)
		ask_about(listing, pieces, i);
	set_resume(arena, listing, body);
}

static void hear_campaigns(struct ad_arena *arena, struct ad_listing *listing,
			   const struct ad_http_response *response, struct ad_outcome *outcome)
{
	meta_hear(arena, &listing->ask, response, outcome);
	/* Nothing is left to query, so that the results are complete. */
	if (outcome->kind != AD_DID || listing->ask.page.n ||
	    listing->ask.part * META_CAMPAIGNS < listing->ask.count)
		return;
	while (listing->ask.found) {
		struct ad_remote *remote = listing->ask.found;
		listing->ask.found = remote->next;
		meta_keep(listing, remote);
	}
}

void meta_list_hear(struct ad_arena *arena, struct ad_listing *listing,
		    const struct ad_http_response *response, struct ad_outcome *outcome)
{
	struct ad_json_error error;
	const cJSON *body;

	if (listing->part > 0) {
		hear_campaigns(arena, listing, response, outcome);
		return;
	}
	body = response->body.n ? ad_json_parse(arena, response->body, &error) : NULL;
	*outcome = (struct ad_outcome){ .kind = AD_DID };
	if (response->status == 200 && cJSON_IsArray(ad_json_get(body, "data"))) {
		hear_edge(arena, listing, body);
		return;
	}
	meta_failure(arena, response->status, body, response, outcome);
	/* A query changes nothing, so it can always be repeated. */
	if (outcome->kind == AD_DOUBT)
		outcome->kind = AD_AGAIN;
	/* A wanted campaign that Meta does not show is skipped: it is queried separately. */
	if (listing->campaign_count && meta_is_unseen(outcome)) {
		*outcome = (struct ad_outcome){ .kind = AD_DID };
		set_resume(arena, listing, NULL);
	}
}
