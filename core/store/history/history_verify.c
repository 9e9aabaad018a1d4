/* Walks history's chains and finds what was changed, taken out, added or cut off. */
#include <stdio.h>

#include "base/clock.h"
#include "base/text.h"
#include "store/history/history_chain.h"
#include "store/db/driver.h"

#define PAGE 500
#define FITS_MAX 20 /* ends that ad_history_key_fits() looks at */

/* A chain under the walk: what of its head the rows so far amount to. */
struct walk {
	struct ad_db *db;
	struct ad_arena *arena; /* for one page, one sentence */
	struct ad_history_findings *findings;
	struct ad_history_head head; /* as stored */
	struct ad_history_head at;   /* the row before the next */
	bool broken;                 /* its break was told */
};

static void history_verify_tell(struct walk *w, struct ad_str what)
{
	struct ad_str sentence = ad_arena_printf(
		w->arena, "The history of %.*s (%.*s) is broken: %.*s.", AD_FMT(w->head.space_id),
		AD_FMT(w->head.environment), AD_FMT(what));

	if (!w->broken)
		w->findings->found(w->findings->arg, sentence);
	w->broken = true;
}

static void tell_gone(struct walk *w, int64_t first, int64_t last)
{
	history_verify_tell(
		w, first == last
			   ? ad_arena_printf(w->arena, "row %lld was taken out", (long long)first)
			   : ad_arena_printf(w->arena, "rows %lld to %lld were taken out",
					     (long long)first, (long long)last));
}

static struct ad_str history_verify_text_at(struct ad_stmt *s, int column)
{
	if (ad_col_is_null(s, column))
		return (struct ad_str){ NULL, 0 };
	return ad_col(s, column);
}

/* The row that stands ready against what was written behind the one before it. */
static void check_row(struct walk *w, struct ad_stmt *s)
{
	struct ad_history_entry e = { .at = ad_col_int(s, 1) };
	struct ad_str *const texts[] = { &e.account_id, &e.door,     &e.credential_id,
					 &e.request_id, &e.resource, &e.object_id,
					 &e.verb,       &e.before,   &e.after };
	int64_t seq = ad_col_int(s, 0);
	char hash[AD_HASH_SIZE], id[AD_ID_SIZE], time[25];

	for (size_t i = 0; i < AD_LEN(texts); i++)
		*texts[i] = history_verify_text_at(s, 2 + (int)i);
	if (seq > w->head.count) {
		history_verify_tell(
			w, ad_arena_printf(w->arena, "row %lld was added behind its end, row %lld",
					   (long long)seq, (long long)w->head.count));
		return;
	}
	if (seq != w->at.count + 1) {
		tell_gone(w, w->at.count + 1, seq - 1);
		return;
	}
	ad_history_link(w->db->store, &w->at, &e, hash);
	if (!ad_str_is(ad_col(s, 11), hash)) {
		ad_history_id(e.at, seq, ad_col(s, 11), id);
		ad_time_format(e.at, time);
		history_verify_tell(w, ad_arena_printf(w->arena,
						       "row %lld (%s, %s) is not what was written",
						       (long long)seq, id, time));
		return;
	}
	w->at.count = seq;
	memcpy(w->at.hash, hash, sizeof(hash));
}

static enum ad_db_status check_page(struct walk *w, bool *more)
{
	struct ad_stmt *s =
		ad_sql(w->db, "SELECT seq, at, account_id, door, credential_id, request_id,"
			      " resource, object_id, verb, before, after, hash FROM history"
			      " WHERE chain = $1 AND seq > $2 ORDER BY seq LIMIT $3");
	enum ad_db_status status;
	int n = 0;

	ad_bind_int(s, 1, w->head.chain);
	ad_bind_int(s, 2, w->at.count);
	ad_bind_int(s, 3, PAGE);
	while (!w->broken && (status = ad_step(s)) == AD_DB_ROW) {
		check_row(w, s);
		n++;
	}
	ad_reset(s);
	w->findings->rows += n;
	*more = n == PAGE && !w->broken;
	return w->broken ? AD_DB_DONE : status;
}

static enum ad_db_status check_chain(struct walk *w, const char *mac)
{
	char expected[AD_HASH_SIZE];
	enum ad_db_status status = AD_DB_DONE;
	bool more = true;

	ad_history_head_mac(w->db->store, &w->head, expected);
	if (strcmp(expected, mac) != 0)
		history_verify_tell(
			w, AD_S("its end was changed, or was written under another secret"));
	w->at = (struct ad_history_head){ .space_id = w->head.space_id,
					  .environment = w->head.environment };
	while (more && !w->broken && status == AD_DB_DONE)
		status = check_page(w, &more);
	if (status == AD_DB_DONE && !w->broken && w->at.count < w->head.count)
		tell_gone(w, w->at.count + 1, w->head.count);
	return status;
}

/* The head behind one in the order of the Spaces; its texts go into the arena. */
static enum ad_db_status next_head(struct walk *w, char mac[static AD_HASH_SIZE])
{
	struct ad_stmt *s = ad_sql(w->db, "SELECT space_id, environment FROM history_heads WHERE"
					  " (space_id, environment) > ($1, $2)"
					  " ORDER BY space_id, environment LIMIT 1");
	static const struct ad_history_head none;
	enum ad_db_status status;

	ad_bind(s, 1, w->head.space_id.p ? w->head.space_id : AD_S(""));
	ad_bind(s, 2, w->head.environment.p ? w->head.environment : AD_S(""));
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	w->head = none;
	w->head.space_id = ad_arena_copy(w->arena, ad_col(s, 0));
	w->head.environment = ad_arena_copy(w->arena, ad_col(s, 1));
	ad_reset(s);
	return ad_history_head_load(w->db, &w->head, mac);
}

/* Reports a finding if the statement returns a row; its first column is printed. */
static enum ad_db_status check_none(struct walk *w, const char *sql, const char *what)
{
	struct ad_stmt *s = ad_sql(w->db, sql);
	enum ad_db_status status = ad_step(s);

	if (status != AD_DB_ROW)
		return status;
	w->findings->found(w->findings->arg,
			   ad_arena_printf(w->arena, "%s (%.*s).", what, AD_FMT(ad_col(s, 0))));
	ad_reset(s);
	return AD_DB_DONE;
}

/* Chains are numbered without a gap, and what has objects has a history. */
static enum ad_db_status history_verify_check_whole(struct walk *w)
{
	enum ad_db_status status = check_none(
		w,
		"SELECT CAST(h.chain - 1 AS TEXT) FROM history_heads h WHERE h.chain > 1 AND NOT"
		" EXISTS (SELECT 1 FROM history_heads b WHERE b.chain = h.chain - 1) LIMIT 1",
		"A whole history was taken out");

	if (status != AD_DB_DONE)
		return status;
	status = check_none(w,
			    "SELECT CAST(r.chain AS TEXT) FROM history r WHERE r.seq = 1 AND NOT"
			    " EXISTS (SELECT 1 FROM history_heads h WHERE h.chain = r.chain)"
			    " LIMIT 1",
			    "The end of a history was taken out");
	if (status != AD_DB_DONE)
		return status;
	return check_none(w,
			  "SELECT c.space_id FROM counters c WHERE c.n > 0 AND c.resource <>"
			  " 'history' AND NOT EXISTS (SELECT 1 FROM history_heads h WHERE "
			  "h.space_id = c.space_id AND h.environment ="
			  " c.environment) LIMIT 1",
			  "A Space with objects has no history");
}

enum ad_db_status ad_history_key_fits(struct ad_db *db, bool *fits)
{
	struct ad_arena *arena = ad_arena_new();
	struct walk w = { .db = db, .arena = arena };
	char mac[AD_HASH_SIZE], expected[AD_HASH_SIZE];
	enum ad_db_status status = AD_DB_ROW;
	int n = 0;

	for (*fits = false; n < FITS_MAX && !*fits; n++) {
		status = next_head(&w, mac);
		if (status != AD_DB_ROW)
			break;
		ad_history_head_mac(db->store, &w.head, expected);
		*fits = strcmp(mac, expected) == 0;
	}
	*fits = *fits || n == 0;
	ad_arena_free(arena);
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

enum ad_db_status ad_history_verify(struct ad_db *db, struct ad_history_findings *findings)
{
	struct ad_arena *arena = ad_arena_new();
	struct walk w = { .db = db, .arena = arena, .findings = findings };
	char mac[AD_HASH_SIZE], space[64], environment[16];
	enum ad_db_status status;

	while ((status = next_head(&w, mac)) == AD_DB_ROW) {
		w.broken = false;
		status = check_chain(&w, mac);
		if (status != AD_DB_DONE)
			break;
		/* All but where it stands is forgotten. */
		snprintf(space, sizeof(space), "%.*s", AD_FMT(w.head.space_id));
		snprintf(environment, sizeof(environment), "%.*s", AD_FMT(w.head.environment));
		ad_arena_reset(arena);
		w.head.space_id = ad_str(space);
		w.head.environment = ad_str(environment);
	}
	if (status == AD_DB_DONE)
		status = history_verify_check_whole(&w);
	ad_arena_free(arena);
	return status;
}
