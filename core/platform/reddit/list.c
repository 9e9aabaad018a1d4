/*
 * Lists an account page by page: a page is one answer of Reddit, and the next page starts at its
 * next_url. The order is not reliable: a list that changes during the pull may return an object
 * again, which is read again, or omit an object. An omitted object is queried separately if it is
 * ours; otherwise the next pull finds it.
 */
#include "platform/reddit/adapter.h"

#include "base/json_read.h"

#define PAGE 100       /* objects of a page: each ad takes another request */
#define PAGE_GROUPS 20 /* ad groups per page of keywords */
#define FILTER_MAX 100 /* campaigns named in a request; with more, filtered here */

static const struct {
	enum ad_resource_id resource;
	const char *collection, *campaign; /* the member with an object's campaign */
} kinds[] = {
	{ AD_R_CAMPAIGN, "campaigns", "id" },
	{ AD_R_AD_GROUP, "ad_groups", "campaign_id" },
	{ AD_R_AD, "ads", "campaign_id" },
	{ AD_R_KEYWORD, "ad_groups", "campaign_id" },
};

static size_t reddit_kind_of(const struct ad_listing *listing)
{
	size_t at = 0;

	while (at < AD_LEN(kinds) - 1 && kinds[at].resource != listing->res->id)
		at++;
	return at;
}

static void first_request(struct ad_arena *arena, const struct ad_link *link,
			  const struct ad_listing *listing, struct ad_http_request *out)
{
	struct ad_text path = ad_text_on(arena);
	size_t kind = reddit_kind_of(listing);

	ad_text_addf(&path, "ad_accounts/%.*s/%s?page.size=%d", AD_FMT(link->account_id),
		     kinds[kind].collection, listing->res->id == AD_R_KEYWORD ? PAGE_GROUPS : PAGE);
	for (size_t i = 0; i < listing->campaign_count && listing->campaign_count <= FILTER_MAX;
	     i++) {
		ad_text_addf(&path, i ? "," : "&%s=", kinds[kind].campaign);
		ad_text_add(&path, listing->campaigns[i]);
	}
	reddit_request(arena, link, "GET", ad_text_str(&path), out);
}

/* Queries the ad groups of the page's campaigns, which have the campaigns' locations. */
static void groups_request(struct ad_arena *arena, const struct ad_link *link,
			   const struct ad_listing *listing, struct ad_http_request *out)
{
	struct ad_text path = ad_text_on(arena);

	ad_text_addf(&path, "ad_accounts/%.*s/ad_groups?page.size=%d&campaign_id=",
		     AD_FMT(link->account_id), PAGE);
	for (const struct ad_remote *r = listing->found; r; r = r->next) {
		ad_text_adds(&path, r == listing->found ? "" : ",");
		ad_text_add(&path, r->id);
	}
	reddit_request(arena, link, "GET", ad_text_str(&path), out);
}

/* The ad whose post a part reads, as a place in the list. */
static struct ad_remote **ad_at(struct ad_listing *listing)
{
	struct ad_remote **at = &listing->found;

	for (unsigned i = 1; *at && i < listing->part; i++)
		at = &(*at)->next;
	return at;
}

bool reddit_list(struct ad_arena *arena, const struct ad_link *link, struct ad_listing *listing,
		 struct ad_http_request *out)
{
	struct ad_remote **ad;

	/* Only ad groups have keywords. */
	if (listing->under_campaign)
		return false;
	if (listing->page.n)
		return reddit_next_page(arena, link, "GET", listing->page, out);
	if (listing->part == 0) {
		if (!listing->after.n || !reddit_next_page(arena, link, "GET", listing->after, out))
			first_request(arena, link, listing, out);
		return true;
	}
	if (listing->res->id == AD_R_CAMPAIGN && listing->part == 1 && listing->found) {
		groups_request(arena, link, listing, out);
		return true;
	}
	ad = ad_at(listing);
	while (listing->res->id == AD_R_AD && *ad && !reddit_post_id(arena, *ad).n)
		*ad = (*ad)->next;
	if (listing->res->id != AD_R_AD || !*ad)
		return false;
	reddit_request(arena, link, "GET",
		       ad_arena_printf(arena, "posts/%.*s", AD_FMT(reddit_post_id(arena, *ad))),
		       out);
	return true;
}

/* True if an object of the list can belong to this page. */
static bool reddit_concerns(const struct ad_listing *listing, const cJSON *data)
{
	struct ad_str id = ad_json_get_text(data, "id");
	struct ad_str status = ad_json_get_text(data, "configured_status");
	struct ad_str campaign = ad_json_get_text(data, kinds[reddit_kind_of(listing)].campaign);
	bool wanted = listing->campaign_count == 0;

	if (!id.n || ad_str_is(status, "ARCHIVED") || ad_str_is(status, "DELETED"))
		return false;
	for (size_t i = 0; i < listing->campaign_count && !wanted; i++)
		wanted = ad_str_eq(campaign, listing->campaigns[i]);
	return wanted;
}

/* An object in stored form; NULL if there is none, as for an ad group without keywords. */
static struct ad_remote *reddit_take(struct ad_arena *arena, const struct ad_listing *listing,
				     const cJSON *data)
{
	struct ad_piece piece = { .res = listing->res };
	struct ad_ask ask = { .link = listing->link, .pieces = &piece, .count = 1 };
	struct ad_str id = ad_json_get_text(data, "id");
	const cJSON *targeting = ad_json_get(data, "targeting");

	if (listing->res->id == AD_R_KEYWORD)
		return reddit_standing_keywords(arena, ad_arena_copy(arena, id), targeting);
	return reddit_live(arena, &ask, data);
}

/* Appends an object, or all keywords of an ad group. */
static void reddit_keep(struct ad_arena *arena, struct ad_listing *listing, const cJSON *data)
{
	struct ad_remote **end = &listing->found;

	for (; *end; end = &(*end)->next)
		if (ad_str_eq(reddit_group_of((*end)->id), ad_json_get_text(data, "id")))
			return;
	*end = reddit_take(arena, listing, data);
}

static void hear_post(struct ad_arena *arena, struct ad_listing *listing, const cJSON *data)
{
	struct ad_remote **at = ad_at(listing);

	if (!*at)
		return;
	if (data) {
		reddit_live_post(arena, *at, data);
		listing->part++;
	} else {
		/*
		 * The content of an ad whose post is deleted is unknown. If the ad is ours, it is
		 * queried separately.
		 */
		*at = (*at)->next;
	}
}

/* Our objects for the campaigns of the page, because an ad group that differs from them decides. */
static size_t ours_of(struct ad_arena *arena, const struct ad_listing *listing,
		      struct ad_piece **pieces)
{
	size_t n = 0;

	for (const struct ad_remote *r = listing->found; r; r = r->next)
		n++;
	*pieces = ad_arena_zalloc(arena, (n + 1) * sizeof(**pieces));
	n = 0;
	for (const struct ad_remote *r = listing->found; r && listing->ours; r = r->next) {
		const cJSON *ours = listing->ours(listing->arg, r->id);
		if (ours)
			(*pieces)[n++] = (struct ad_piece){ .op = AD_OP_UPDATE,
							    .res = listing->res,
							    .remote_id = r->id,
							    .want = ours,
							    .synced = ours };
	}
	return n;
}

static void hear_list(struct ad_arena *arena, struct ad_listing *listing, const cJSON *body)
{
	const cJSON *item, *data = ad_json_get(body, "data");
	struct ad_str next =
		ad_arena_copy(arena, ad_json_get_text(ad_json_get(body, "pagination"), "next_url"));

	if (listing->part == 0) {
		cJSON_ArrayForEach(item, data) if (reddit_concerns(listing, item))
			reddit_keep(arena, listing, item);
		/* A page that links to itself is the last. */
		if (!ad_str_eq(next, listing->after))
			listing->resume = next;
		listing->more = listing->resume.n > 0;
		listing->part++;
	} else {
		struct ad_ask ask = { .link = listing->link, .found = listing->found };
		struct ad_piece *pieces;
		ask.count = ours_of(arena, listing, &pieces);
		ask.pieces = pieces;
		reddit_live_groups(arena, &ask, data);
		listing->page = next;
		if (!listing->page.n)
			listing->part++;
	}
}

static void reddit_list_read(struct ad_arena *arena, struct ad_listing *listing,
			     const struct ad_http_response *response, const cJSON *body,
			     struct ad_outcome *outcome)
{
	const cJSON *data = ad_json_get(body, "data");
	bool post = listing->part > 0 && listing->res->id == AD_R_AD;

	*outcome = (struct ad_outcome){ .kind = AD_DID };
	if (post && response->status == 404) {
		hear_post(arena, listing, NULL);
	} else if (response->status != 200 || !data) {
		reddit_failure(arena, response, body, outcome);
		/* A query changes nothing, so it can always be repeated. */
		if (outcome->kind == AD_DOUBT || response->status == 200)
			outcome->kind = AD_AGAIN;
	} else if (post) {
		hear_post(arena, listing, data);
	} else {
		hear_list(arena, listing, body);
	}
}

/* Each answer is freed before the next: the memory of a page does not grow with the account. */
void reddit_list_hear(struct ad_arena *arena, struct ad_listing *listing,
		      const struct ad_http_response *response, struct ad_outcome *outcome)
{
	struct ad_arena *own = ad_arena_new();
	struct ad_json_error error;
	const cJSON *body = response->body.n ? ad_json_parse(own, response->body, &error) : NULL;

	reddit_list_read(arena, listing, response, body, outcome);
	ad_arena_free(own);
}
