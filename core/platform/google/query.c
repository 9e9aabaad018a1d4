/*
 * Queries to googleAds:search: the objects under a natural key, and the live state of our objects.
 */
#include "platform/google/adapter.h"

#include <stdio.h>

#include "base/json_read.h"
#include "model/keyword_text.h"
#include "platform/google/columns.h"

void google_quoted(struct ad_text *out, struct ad_str s)
{
	ad_text_addc(out, '\'');
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '\'' || s.p[i] == '\\')
			ad_text_addc(out, '\\');
		ad_text_addc(out, s.p[i]);
	}
	ad_text_addc(out, '\'');
}

/* "group~criterion": the part before, or after, the tilde. */
static struct ad_str google_query_part_of(struct ad_str id, bool after)
{
	const char *tilde = ad_str_find(id, '~');
	size_t at = tilde ? (size_t)(tilde - id.p) : id.n;

	if (!tilde)
		return id;
	return after ? (struct ad_str){ id.p + at + 1, id.n - at - 1 }
		     : (struct ad_str){ id.p, at };
}

enum what {
	ID,
	ID_BEFORE,
	ID_AFTER,
	PARENT,
	NAME,
	TEXT
};

static struct ad_str google_value_of(const struct ad_piece *piece, enum what what)
{
	switch (what) {
	case ID:
		return piece->remote_id;
	case ID_BEFORE:
		return google_query_part_of(piece->remote_id, false);
	case ID_AFTER:
		return google_query_part_of(piece->remote_id, true);
	case PARENT:
		return piece->parent_remote_id;
	case NAME:
		return ad_json_get_text(piece->want, "name");
	case TEXT:
		return ad_json_get_text(piece->want, "text");
	}
	return (struct ad_str){ 0 };
}

static bool said_before(const struct ad_ask *ask, size_t end, enum what what, struct ad_str value)
{
	for (size_t i = 0; i < end; i++)
		if (ad_str_eq(google_value_of(&ask->pieces[i], what), value))
			return true;
	return false;
}

/* " AND column IN (…)": each value once; numbers bare, texts quoted. */
static void add_in(struct ad_text *q, const char *join, const char *column,
		   const struct ad_ask *ask, enum what what)
{
	bool first = true;

	ad_text_addf(q, " %s %s IN (", join, column);
	for (size_t i = 0; i < ask->count; i++) {
		struct ad_str value = google_value_of(&ask->pieces[i], what);
		if (said_before(ask, i, what, value))
			continue;
		if (!first)
			ad_text_adds(q, ", ");
		first = false;
		if (what == NAME || what == TEXT)
			google_quoted(q, value);
		else
			ad_text_add(q, value);
	}
	ad_text_addc(q, ')');
}

/* A text with a capital at each word, or in capitals; ASCII letters only. */
static struct ad_str google_capitals(struct ad_arena *arena, struct ad_str text, bool all)
{
	char *out = ad_arena_alloc(arena, text.n + 1);

	for (size_t i = 0; i < text.n; i++) {
		bool first = i == 0 || text.p[i - 1] == ' ';
		bool small = text.p[i] >= 'a' && text.p[i] <= 'z';
		out[i] = small && (all || first) ? (char)(text.p[i] - 'a' + 'A') : text.p[i];
	}
	out[text.n] = '\0';
	return (struct ad_str){ out, text.n };
}

/*
 * " AND column IN (…)" of keyword texts. A query compares case, although a keyword does not depend
 * on case: so the usual spellings are queried too.
 */
static void add_texts(struct ad_text *q, const char *column, const struct ad_ask *ask)
{
	struct ad_arena *arena = ad_arena_new();

	ad_text_addf(q, " AND %s IN (", column);
	for (size_t i = 0; i < ask->count; i++) {
		struct ad_str text = google_value_of(&ask->pieces[i], TEXT);
		struct ad_str small = ad_keyword_folded(arena, AD_GOOGLE, text);
		struct ad_str ways[] = { text, small, google_capitals(arena, small, false),
					 google_capitals(arena, small, true) };
		if (said_before(ask, i, TEXT, text))
			continue;
		for (size_t k = 0; k < AD_LEN(ways); k++) {
			bool before = false;
			for (size_t n = 0; n < k; n++)
				before = before || ad_str_eq(ways[n], ways[k]);
			if (before)
				continue;
			if (i || k)
				ad_text_adds(q, ", ");
			google_quoted(q, ways[k]);
		}
	}
	ad_text_addc(q, ')');
	ad_arena_free(arena);
}

static void campaign_query(struct ad_text *q, const struct ad_ask *ask)
{
	if (ask->part == 1) {
		ad_text_adds(q, "SELECT " CRITERION_FIELDS " FROM campaign_criterion");
		add_in(q, "WHERE", "campaign.id", ask, ID);
		ad_text_adds(q, " AND campaign_criterion.type IN " CRITERION_TYPES
				" AND campaign_criterion.status != 'REMOVED'");
		return;
	}
	ad_text_adds(q, "SELECT " CAMPAIGN_FIELDS " FROM campaign");
	if (ask->question == AD_ASK_LIVE) {
		add_in(q, "WHERE", "campaign.id", ask, ID);
		return;
	}
	/* No query can search a custom parameter: in doubt the answer is searched for the mark. */
	if (!ask->doubt) {
		add_in(q, "WHERE", "campaign.name", ask, NAME);
		ad_text_adds(q, " AND campaign.status != 'REMOVED'");
		return;
	}
	ad_text_adds(q, " WHERE campaign.status != 'REMOVED'");
}

static void group_query(struct ad_text *q, const struct ad_ask *ask)
{
	ad_text_adds(q, "SELECT " GROUP_FIELDS " FROM ad_group");
	if (ask->question == AD_ASK_LIVE) {
		add_in(q, "WHERE", "ad_group.id", ask, ID);
		return;
	}
	add_in(q, "WHERE", "campaign.id", ask, PARENT);
	if (!ask->doubt)
		add_in(q, "AND", "ad_group.name", ask, NAME);
	ad_text_adds(q, " AND ad_group.status != 'REMOVED'");
}

static void ad_query(struct ad_text *q, const struct ad_ask *ask)
{
	ad_text_adds(q, "SELECT " AD_FIELDS " FROM ad_group_ad");
	if (ask->question == AD_ASK_LIVE) {
		add_in(q, "WHERE", "ad_group_ad.ad.id", ask, ID_AFTER);
		return;
	}
	add_in(q, "WHERE", "ad_group.id", ask, PARENT);
	ad_text_adds(q, " AND ad_group_ad.status != 'REMOVED'");
}

static void keyword_query(struct ad_text *q, const struct ad_ask *ask, bool campaign)
{
	const char *table = campaign ? "campaign_criterion" : "ad_group_criterion";
	const char *parent = campaign ? "campaign.id" : "ad_group.id";
	char column[64];

	ad_text_adds(q, campaign ? "SELECT " NEGATIVE_FIELDS " FROM campaign_criterion"
				 : "SELECT " KEYWORD_FIELDS " FROM ad_group_criterion");
	snprintf(column, sizeof(column), "%s.%s", table,
		 ask->question == AD_ASK_LIVE ? "criterion_id" : "keyword.text");
	if (ask->question == AD_ASK_LIVE) {
		add_in(q, "WHERE", parent, ask, ID_BEFORE);
		add_in(q, "AND", column, ask, ID_AFTER);
		return;
	}
	add_in(q, "WHERE", parent, ask, PARENT);
	add_texts(q, column, ask);
	ad_text_addf(q, " AND %s.type = 'KEYWORD' AND %s.status != 'REMOVED'", table, table);
}

bool google_ask(struct ad_arena *arena, const struct ad_link *link, struct ad_ask *ask,
		struct ad_http_request *out)
{
	enum ad_resource_id kind = ask->pieces[0].res->id;
	unsigned parts = kind == AD_R_CAMPAIGN && ask->question == AD_ASK_LIVE ? 2 : 1;
	struct ad_text query = ad_text_on(arena);
	struct ad_text body = ad_text_on(arena);
	struct ad_json j = ad_json_on(&body);

	if (ask->part >= parts)
		return false;
	if (google_is_asset(kind))
		google_asset_query(&query, ask);
	else if (kind == AD_R_CAMPAIGN)
		campaign_query(&query, ask);
	else if (kind == AD_R_AD_GROUP)
		group_query(&query, ask);
	else if (kind == AD_R_AD)
		ad_query(&query, ask);
	else
		keyword_query(&query, ask, ask->pieces[0].under_campaign);
	google_request(arena, link, "googleAds:search", out);
	ad_json_object(&j);
	ad_json_kstr(&j, "query", ad_text_str(&query));
	if (ask->page.n)
		ad_json_kstr(&j, "pageToken", ask->page);
	ad_json_object_end(&j);
	out->body = ad_text_str(&body);
	return true;
}

const cJSON *google_answer(struct ad_arena *arena, const struct ad_http_response *response,
			   struct ad_outcome *outcome)
{
	struct ad_json_error error;
	const cJSON *body = response->body.n ? ad_json_parse(arena, response->body, &error) : NULL;

	*outcome = (struct ad_outcome){ .kind = AD_DID };
	if (response->status == 200 && body)
		return body;
	google_failure(arena, response, body, outcome);
	/* A query changes nothing, so it can always be repeated. */
	if (outcome->kind == AD_DOUBT || response->status == 200)
		outcome->kind = AD_AGAIN;
	return NULL;
}

/* True if a piece asks about the object; others are discarded. */
static bool google_is_asked(const struct ad_ask *ask, const struct ad_remote *remote)
{
	if (ask->question == AD_ASK_LIVE || !ask->doubt)
		return true;
	for (size_t i = 0; i < ask->count; i++)
		if (ad_str_eq(ask->pieces[i].id, remote->mark) ||
		    google_same_key(&ask->pieces[i], remote))
			return true;
	return false;
}

void google_hear(struct ad_arena *arena, struct ad_ask *ask,
		 const struct ad_http_response *response, struct ad_outcome *outcome)
{
	const cJSON *body = google_answer(arena, response, outcome);
	const cJSON *row;
	bool criteria = ask->part == 1;

	if (!body)
		return;
	cJSON_ArrayForEach(row, ad_json_get(body, "results"))
	{
		struct ad_remote *remote;
		if (criteria) {
			google_live_criterion(arena, ask, row);
			continue;
		}
		remote = google_live(arena, ask, row);
		if (!remote || !google_is_asked(ask, remote))
			continue;
		remote->next = ask->found;
		ask->found = remote;
	}
	ask->page = ad_arena_copy(arena, ad_json_get_text(body, "nextPageToken"));
	if (!ask->page.n)
		ask->part++;
}
