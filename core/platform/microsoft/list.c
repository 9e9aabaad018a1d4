/*
 * Lists an account page by page. Microsoft's lists are not paged: an answer has all campaigns, or
 * all children of a parent. So a page is a range of ids, and children are listed parent by parent,
 * in the order of our records: an object without a parent here is skipped.
 */
#include "platform/microsoft/adapter.h"

#include <stdlib.h>

#include "base/json_read.h"

#define PAGE 200          /* objects */
#define PAGE_CAMPAIGNS 25 /* each takes four more requests */
#define PAGE_PARENTS 50   /* each takes a request */

/* Compares ids, which are numbers without leading zeros: more digits are greater. */
static int microsoft_compare(struct ad_str a, struct ad_str b)
{
	if (a.n != b.n)
		return a.n < b.n ? -1 : 1;
	return a.n ? memcmp(a.p, b.p, a.n) : 0;
}

static int microsoft_by_id(const void *a, const void *b)
{
	return microsoft_compare(ad_json_get_text(*(const cJSON *const *)a, "Id"),
				 ad_json_get_text(*(const cJSON *const *)b, "Id"));
}

/*
 * The start of the page: after a parent, or within it after an id ("parent id"). Of an ad group's
 * negative keywords "parent -id", because their ids and those of its keywords are unrelated.
 */
struct place {
	struct ad_str parent, id;
	bool within, negatives;
};

static struct place microsoft_place_of(const struct ad_listing *listing)
{
	struct ad_str at = listing->resume.n ? listing->resume : listing->after;
	const char *space = ad_str_find(at, ' ');
	struct place place = { .parent = at };

	if (space) {
		place.parent.n = (size_t)(space - at.p);
		place.id = (struct ad_str){ space + 1, at.n - place.parent.n - 1 };
		place.within = true;
		place.negatives = place.id.n && place.id.p[0] == '-';
		if (place.negatives)
			place.id = (struct ad_str){ place.id.p + 1, place.id.n - 1 };
	}
	return place;
}

/* True if the campaign of a chain is one of the wanted ones. */
static bool is_wanted(const struct ad_listing *listing, struct ad_str chain)
{
	const char *tilde = ad_str_find(chain, '~');
	struct ad_str campaign = { chain.p, tilde ? (size_t)(tilde - chain.p) : chain.n };

	for (size_t i = 0; i < listing->campaign_count; i++)
		if (ad_str_eq(listing->campaigns[i], campaign))
			return true;
	return listing->campaign_count == 0;
}

/* The next parent to query; absent after the last. */
static struct ad_str next_parent(const struct ad_listing *listing)
{
	struct place place = microsoft_place_of(listing);
	struct ad_str parent = place.parent;

	if (place.within)
		return parent;
	do {
		parent = listing->above ? listing->above(listing->arg, parent)
					: (struct ad_str){ 0 };
	} while (parent.n && !is_wanted(listing, parent));
	return parent;
}

/*
 * True for negative keywords: an ad group's two kinds of keywords are queried one after the other.
 */
static bool is_second(const struct ad_listing *listing)
{
	return listing->part % 2 == 1;
}

static struct ad_piece *microsoft_like(struct ad_arena *arena, const struct ad_listing *listing)
{
	struct ad_piece *piece = ad_arena_zalloc(arena, sizeof(*piece));
	struct ad_json_error error;

	piece->res = listing->res;
	piece->under_campaign = listing->under_campaign;
	piece->parent_remote_id = listing->page;
	if (listing->res->id == AD_R_KEYWORD && is_second(listing))
		piece->want = ad_json_parse(arena, AD_S("{\"negative\":true}"), &error);
	return piece;
}

/* True if two answers list an ad group's keywords. */
static bool in_two(const struct ad_listing *listing)
{
	return listing->res->id == AD_R_KEYWORD && !listing->under_campaign;
}

static size_t found_count(const struct ad_listing *listing)
{
	size_t n = 0;

	for (const struct ad_remote *r = listing->found; r; r = r->next)
		n++;
	return n;
}

/* The next request for objects; false if the page is complete. */
static bool ask_items(struct ad_arena *arena, const struct ad_link *link,
		      struct ad_listing *listing, struct ad_http_request *out)
{
	struct ad_ask ask = { .question = AD_ASK_KEY, .link = link, .count = 1 };
	bool campaigns = listing->res->id == AD_R_CAMPAIGN;

	if (campaigns && listing->part > 0)
		return false;
	/* The keywords were listed by an earlier page. */
	if (in_two(listing) && listing->part == 0 && microsoft_place_of(listing).negatives) {
		listing->page = microsoft_place_of(listing).parent;
		listing->more = true;
		listing->part = 1;
	}
	if (!campaigns && !is_second(listing)) {
		listing->page = next_parent(listing);
		listing->more = listing->page.n > 0;
		if (!listing->page.n || listing->part >= 2 * PAGE_PARENTS ||
		    found_count(listing) >= PAGE)
			return false;
	}
	ask.pieces = microsoft_like(arena, listing);
	return microsoft_ask(arena, link, &ask, out);
}

bool microsoft_list(struct ad_arena *arena, const struct ad_link *link, struct ad_listing *listing,
		    struct ad_http_request *out)
{
	bool details = listing->res->id != AD_R_AD_GROUP && !listing->under_campaign;

	if (!listing->ask.count && ask_items(arena, link, listing, out))
		return true;
	/* Locations of campaigns and review reasons are queried separately. */
	if (!listing->ask.count && details && listing->found)
		listing->ask = (struct ad_ask){ .question = AD_ASK_LIVE,
						.link = link,
						.pieces = microsoft_like(arena, listing),
						.count = 1,
						.part = 1,
						.found = listing->found };
	return listing->ask.count && microsoft_ask(arena, link, &listing->ask, out);
}

/* The objects of an answer that belong to the page, rising by id; returns their number. */
static size_t sort_items(struct ad_arena *own, const struct ad_listing *listing, const cJSON *body,
			 struct ad_str behind, const cJSON ***out)
{
	static const char *const lists[] = { "Campaigns", "AdGroups", "Ads", "Keywords" };
	const cJSON *negatives = ad_json_get(body, "EntityNegativeKeywords");
	const cJSON *list =
		ad_json_get(cJSON_IsArray(negatives) ? negatives->child : NULL, "NegativeKeywords");
	const cJSON *item;
	size_t n = 0;

	for (size_t i = 0; i < AD_LEN(lists) && !list; i++)
		list = ad_json_get(body, lists[i]);
	*out = ad_arena_alloc(own, ((size_t)cJSON_GetArraySize(list) + 1) * sizeof(cJSON *));
	cJSON_ArrayForEach(item, list)
	{
		struct ad_str id = ad_json_get_text(item, "Id");
		bool campaign = listing->res->id == AD_R_CAMPAIGN;
		if (id.n && microsoft_compare(id, behind) > 0 &&
		    (!campaign || is_wanted(listing, id)) &&
		    !ad_str_is(ad_json_get_text(item, "Status"), "Deleted"))
			(*out)[n++] = item;
	}
	if (n)
		qsort(*out, n, sizeof(cJSON *), microsoft_by_id);
	return n;
}

/* The number of objects of an answer that the page accepts. */
static size_t room_of(const struct ad_listing *listing)
{
	size_t n = found_count(listing);

	if (listing->res->id == AD_R_CAMPAIGN)
		return PAGE_CAMPAIGNS;
	return n < PAGE ? PAGE - n : 0;
}

/* The id after which the objects of an answer belong to the page. */
static struct ad_str behind_of(const struct ad_listing *listing, struct place place)
{
	if (listing->res->id == AD_R_CAMPAIGN)
		return listing->after;
	return place.negatives == (in_two(listing) && is_second(listing)) ? place.id
									  : (struct ad_str){ 0 };
}

static void hear_items(struct ad_arena *arena, struct ad_arena *own, struct ad_listing *listing,
		       const cJSON *body)
{
	bool campaigns = listing->res->id == AD_R_CAMPAIGN;
	bool negatives = in_two(listing) && is_second(listing);
	struct ad_remote **end = &listing->found;
	struct ad_piece *piece = microsoft_like(arena, listing);
	struct ad_str behind = behind_of(listing, microsoft_place_of(listing));
	const cJSON **items;
	size_t n = sort_items(own, listing, body, behind, &items);
	size_t room = room_of(listing);

	while (*end)
		end = &(*end)->next;
	for (size_t i = 0; i < n && i < room; i++) {
		*end = microsoft_live(arena, piece, listing->page, items[i]);
		if (*end)
			end = &(*end)->next;
	}
	if (campaigns) {
		listing->part = 1;
		listing->more = n > room;
		return;
	}
	if (n > room) {
		/*
		 * The rest of the parent belongs to another page, and so do its negative keywords.
		 */
		listing->part = 2 * PAGE_PARENTS;
		listing->resume = ad_arena_printf(
			arena, "%.*s %s%.*s", AD_FMT(listing->page), negatives ? "-" : "",
			AD_FMT(room ? ad_json_get_text(items[room - 1], "Id") : behind));
		return;
	}
	listing->part += in_two(listing) ? 1 : 2;
	if (!is_second(listing))
		listing->resume = listing->page;
}

void microsoft_list_hear(struct ad_arena *arena, struct ad_listing *listing,
			 const struct ad_http_response *response, struct ad_outcome *outcome)
{
	struct ad_arena *own;
	struct ad_json_error error;
	const cJSON *body;

	if (listing->ask.count) {
		microsoft_hear(arena, &listing->ask, response, outcome);
		return;
	}
	/* An answer may be long, so the part outside the page is freed at once. */
	own = ad_arena_new();
	body = response->body.n ? ad_json_parse(own, response->body, &error) : NULL;
	*outcome = (struct ad_outcome){ .kind = AD_DID };
	if (response->status != 200 || !cJSON_IsObject(body)) {
		microsoft_failure(arena, response, body, outcome);
		/* A query changes nothing, so it can always be repeated. */
		if (outcome->kind == AD_DOUBT || response->status == 200)
			outcome->kind = AD_AGAIN;
		/* A removed parent has no children. */
		if (outcome->kind == AD_REFUSED && strcmp(outcome->error.code, "GONE") == 0)
			*outcome = (struct ad_outcome){ .kind = AD_DID };
	}
	/* An answer without the objects does not mean that there are none. */
	if (outcome->kind == AD_DID)
		microsoft_hear_errors(arena, body, outcome);
	if (outcome->kind == AD_DID)
		hear_items(arena, own, listing, body);
	ad_arena_free(own);
}
