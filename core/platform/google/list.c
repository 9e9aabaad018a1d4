/*
 * Lists an account page by page. A page starts after an id instead of at a token, so that a pull
 * can resume after a crash at any time.
 */
#include "platform/google/adapter.h"

#include <stdio.h>

#include "base/json_read.h"
#include "platform/google/columns.h"

#define PAGE_ROWS 200

/* The part before or after the tilde of "group~criterion". */
static struct ad_str google_list_part_of(struct ad_str id, bool behind)
{
	const char *tilde = ad_str_find(id, '~');
	size_t at = tilde ? (size_t)(tilde - id.p) : id.n;

	if (!tilde)
		return id;
	return behind ? (struct ad_str){ id.p + at + 1, id.n - at - 1 }
		      : (struct ad_str){ id.p, at };
}

static void add_ids(struct ad_text *q, const struct ad_str *ids, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		ad_text_adds(q, i ? ", " : "");
		ad_text_add(q, ids[i]);
	}
}

static void add_campaigns(struct ad_text *q, const struct ad_listing *listing)
{
	if (!listing->campaign_count)
		return;
	ad_text_adds(q, " AND campaign.id IN (");
	add_ids(q, listing->campaigns, listing->campaign_count);
	ad_text_addc(q, ')');
}

/* Adds the page of a kind that is ordered by its own id. */
static void add_page(struct ad_text *q, const struct ad_listing *listing, const char *column)
{
	add_campaigns(q, listing);
	if (listing->after.n)
		ad_text_addf(q, " AND %s > %.*s", column,
			     AD_FMT(google_list_part_of(listing->after, true)));
	ad_text_addf(q, " ORDER BY %s LIMIT %d", column, PAGE_ROWS);
}

/* Adds the locations, languages and hours of the campaigns that were found. */
static void add_criteria(struct ad_text *q, const struct ad_listing *listing)
{
	const char *comma = "";

	ad_text_adds(q, "SELECT " CRITERION_FIELDS " FROM campaign_criterion"
			" WHERE campaign_criterion.type IN " CRITERION_TYPES
			" AND campaign_criterion.status != 'REMOVED' AND campaign.id IN (");
	for (const struct ad_remote *r = listing->found; r; r = r->next) {
		ad_text_addf(q, "%s%.*s", comma, AD_FMT(r->id));
		comma = ", ";
	}
	ad_text_addc(q, ')');
}

/*
 * Adds a query of the locations that the ad groups that were found have for themselves: adcore has
 * none there, and a pull says so.
 */
static void add_own_locations(struct ad_text *q, const struct ad_listing *listing)
{
	const char *comma = "";

	ad_text_adds(q, "SELECT ad_group.id, ad_group_criterion.criterion_id"
			" FROM ad_group_criterion WHERE ad_group_criterion.type IN"
			" ('LOCATION', 'PROXIMITY', 'LOCATION_GROUP')"
			" AND ad_group_criterion.status != 'REMOVED' AND ad_group.id IN (");
	for (const struct ad_remote *r = listing->found; r; r = r->next) {
		ad_text_addf(q, "%s%.*s", comma, AD_FMT(r->id));
		comma = ", ";
	}
	ad_text_addc(q, ')');
}

/*
 * Criterion ids are unique only below a parent: the rest of the parent in which the last page ended
 * comes first, then the criteria of the following parents.
 */
static void add_keywords(struct ad_text *q, const struct ad_listing *listing)
{
	bool at_campaign = listing->under_campaign;
	const char *table = at_campaign ? "campaign_criterion" : "ad_group_criterion";
	const char *parent = at_campaign ? "campaign.id" : "ad_group.id";

	ad_text_adds(q, at_campaign ? "SELECT " NEGATIVE_FIELDS : "SELECT " KEYWORD_FIELDS);
	ad_text_addf(q,
		     " FROM %s WHERE %s.type = 'KEYWORD' AND %s.status != 'REMOVED'"
		     " AND campaign.status != 'REMOVED'",
		     table, table, table);
	if (!at_campaign)
		ad_text_adds(q, " AND ad_group.status != 'REMOVED'");
	add_campaigns(q, listing);
	if (listing->after.n && listing->part == 0)
		ad_text_addf(q, " AND %s = %.*s AND %s.criterion_id > %.*s", parent,
			     AD_FMT(google_list_part_of(listing->after, false)), table,
			     AD_FMT(google_list_part_of(listing->after, true)));
	else if (listing->after.n)
		ad_text_addf(q, " AND %s > %.*s", parent,
			     AD_FMT(google_list_part_of(listing->after, false)));
	ad_text_addf(q, " ORDER BY %s, %s.criterion_id LIMIT %d", parent, table, PAGE_ROWS);
}

static unsigned parts_of(const struct ad_listing *listing)
{
	if (listing->res->id == AD_R_CAMPAIGN || listing->res->id == AD_R_AD_GROUP)
		return listing->found ? 2 : 1;
	return listing->res->id == AD_R_KEYWORD && listing->after.n ? 2 : 1;
}

bool google_list(struct ad_arena *arena, const struct ad_link *link, struct ad_listing *listing,
		 struct ad_http_request *out)
{
	struct ad_text query = ad_text_on(arena);
	struct ad_text body = ad_text_on(arena);
	struct ad_json j = ad_json_on(&body);

	if (listing->part >= parts_of(listing))
		return false;
	if (listing->res->id == AD_R_CAMPAIGN && listing->part == 1) {
		add_criteria(&query, listing);
	} else if (listing->res->id == AD_R_CAMPAIGN) {
		ad_text_adds(&query, "SELECT " CAMPAIGN_FIELDS
				     " FROM campaign WHERE campaign.status != 'REMOVED'");
		add_page(&query, listing, "campaign.id");
	} else if (listing->res->id == AD_R_AD_GROUP && listing->part == 1) {
		add_own_locations(&query, listing);
	} else if (listing->res->id == AD_R_AD_GROUP) {
		ad_text_adds(&query, "SELECT " GROUP_FIELDS " FROM ad_group WHERE"
				     " ad_group.status != 'REMOVED' AND"
				     " campaign.status != 'REMOVED'");
		add_page(&query, listing, "ad_group.id");
	} else if (listing->res->id == AD_R_AD) {
		ad_text_adds(&query, "SELECT " AD_FIELDS " FROM ad_group_ad WHERE"
				     " ad_group_ad.status != 'REMOVED' AND"
				     " ad_group.status != 'REMOVED' AND"
				     " campaign.status != 'REMOVED'");
		add_page(&query, listing, "ad_group_ad.ad.id");
	} else {
		add_keywords(&query, listing);
	}
	google_request(arena, link, "googleAds:search", out);
	ad_json_object(&j);
	ad_json_kstr(&j, "query", ad_text_str(&query));
	if (listing->page.n)
		ad_json_kstr(&j, "pageToken", listing->page);
	ad_json_object_end(&j);
	out->body = ad_text_str(&body);
	return true;
}

/* True if the query is about objects that an earlier one found. */
static bool is_about_found(const struct ad_listing *listing)
{
	return listing->part == 1 &&
	       (listing->res->id == AD_R_CAMPAIGN || listing->res->id == AD_R_AD_GROUP);
}

/* Marks the ad group of a location. */
static void mark_own_location(struct ad_arena *arena, struct ad_listing *listing, const cJSON *row)
{
	struct ad_str group = google_id_of(arena, ad_json_get(row, "adGroup"), "id");

	for (struct ad_remote *r = listing->found; r; r = r->next)
		r->own_locations = r->own_locations || ad_str_eq(r->id, group);
}

/* Appends the rows in the order of the answer; returns their number. */
static size_t take_rows(struct ad_arena *arena, struct ad_listing *listing, const cJSON *body)
{
	struct ad_piece piece = { .res = listing->res, .under_campaign = listing->under_campaign };
	struct ad_ask ask = {
		.question = AD_ASK_LIVE, .pieces = &piece, .count = 1, .found = listing->found
	};
	struct ad_remote **end = &listing->found;
	size_t rows = 0;
	const cJSON *row;

	while (*end)
		end = &(*end)->next;
	cJSON_ArrayForEach(row, ad_json_get(body, "results"))
	{
		rows++;
		if (is_about_found(listing)) {
			if (listing->res->id == AD_R_CAMPAIGN)
				google_live_criterion(arena, &ask, row);
			else
				mark_own_location(arena, listing, row);
			continue;
		}
		*end = google_live(arena, &ask, row);
		if (*end)
			end = &(*end)->next;
	}
	return rows;
}

void google_list_hear(struct ad_arena *arena, struct ad_listing *listing,
		      const struct ad_http_response *response, struct ad_outcome *outcome)
{
	const cJSON *body = google_answer(arena, response, outcome);
	bool about_found = is_about_found(listing);
	size_t rows;

	if (!body)
		return;
	rows = take_rows(arena, listing, body);
	listing->page = ad_arena_copy(arena, ad_json_get_text(body, "nextPageToken"));
	if (listing->page.n)
		return;
	listing->part++;
	if (about_found || rows < PAGE_ROWS)
		return;
	/* The page is full; keywords of later parents belong to another page. */
	listing->more = true;
	if (listing->res->id == AD_R_KEYWORD)
		listing->part = 2;
}
