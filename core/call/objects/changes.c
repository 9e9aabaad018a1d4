/* GET changes: the history since a mark, as a long poll; see workbench.h. */
#include "call/request/workbench.h"

#include <stdio.h>
#include <stdlib.h>

#include "auth/credential/tokens.h"
#include "base/clock.h"
#include "base/json_read.h"
#include "call/request/core.h"
#include "call/request/cursor.h"
#include "call/request/history.h"
#include "call/request/params.h"
#include "call/rules/rules.h"
#include "call/request/watch.h"
#include "store/history/history.h"

enum {
	CHANGES_MAX = 500,
	BEHIND_MAX = 10000, /* entries behind the mark; beyond that the client reads all anew */
	WAIT_MAX = 25,      /* seconds */
	LOOK_EVERY = 5,     /* seconds between checks of the session */
	NAMES_MAX = 5
};

/* A waiting poll. */
struct poll {
	struct ad_call *call;
	bool marked; /* the request had a mark */
	int64_t since, until;
	struct ad_watch *watch;
	uint64_t seen;
};

/* --- marks --- */

static struct ad_str mark_bound(struct ad_call *call)
{
	return ad_arena_printf(call->arena, "changes\n%s\n%s", call->space.id,
			       ad_environment_name(call->who->environment));
}

static struct ad_str make_mark(struct ad_call *call, int64_t n)
{
	return ad_cursor_make(call, mark_bound(call),
			      ad_arena_printf(call->arena, "%lld", (long long)n));
}

/* The number of entries in the history. False with the call failed. */
static bool read_head(struct ad_call *call, int64_t *n)
{
	struct ad_realm realm = ad_call_realm(call);
	int64_t chain;
	enum ad_db_status status =
		ad_history_chain(call->db, realm.space_id, realm.environment, &chain, n);

	if (status == AD_DB_DONE)
		*n = 0;
	return status == AD_DB_ROW || status == AD_DB_DONE || ad_fail_db(call, status);
}

bool ad_changes_write_mark(struct ad_json *j, struct ad_call *call)
{
	int64_t n;

	if (!read_head(call, &n))
		return false;
	ad_json_kstr(j, "mark", make_mark(call, n));
	return true;
}

/* --- the entries --- */

#define OF(table)                                                                                  \
	"FROM " table " x JOIN ad_groups g ON g.space_id = x.space_id AND g.environment ="         \
	" x.environment AND g.id = x.ad_group_id WHERE x.space_id = $1 AND x.environment = $2"     \
	" AND x.id = h.object_id)"
#define CAMPAIGN                                                                                   \
	"CASE h.resource WHEN 'campaign' THEN h.object_id WHEN 'adGroup' THEN (SELECT"             \
	" x.campaign_id FROM ad_groups x WHERE x.space_id = $1 AND x.environment = $2 AND x.id ="  \
	" h.object_id) WHEN 'ad' THEN (SELECT g.campaign_id " OF(                                  \
		"ads") " WHEN 'keyword' THEN COALESCE((SELECT x.campaign_id FROM keywords x "      \
		       "WHERE x.space_id ="                                                        \
		       " $1 AND x.environment = $2 AND x.id = h.object_id), (SELECT "              \
		       "g.campaign_id " OF("keywords") ") END"

static const char entries[] =
	"SELECT h.seq, h.at, h.resource, h.object_id, h.verb, h.door, a.name, gr.client_name,"
	" " CAMPAIGN ", h.after FROM history h LEFT JOIN accounts a ON a.id = h.account_id"
	" LEFT JOIN oauth_grants gr ON gr.id = h.credential_id AND gr.space_id = $1 WHERE h.chain ="
	" (SELECT chain FROM history_heads WHERE space_id = $1 AND environment = $2)"
	" AND h.seq > $3 ORDER BY h.seq LIMIT $4";

static struct ad_str text_or_null(struct ad_stmt *s, int column)
{
	struct ad_str text = ad_col(s, column);

	return ad_col_is_null(s, column) || text.n == 0 ? (struct ad_str){ NULL, 0 } : text;
}

/* The names of the changed fields, "name, budget": the first few. */
static struct ad_str changed_names(struct ad_call *call, struct ad_str after)
{
	struct ad_text out = ad_text_on(call->arena);
	struct ad_json_error err;
	const cJSON *object = after.p ? ad_json_parse(call->arena, after, &err) : NULL, *item;
	int n = 0;

	cJSON_ArrayForEach(item, object) if (item->string && n++ < NAMES_MAX)
		ad_text_addf(&out, "%s%s", out.n ? ", " : "", item->string);
	return n ? ad_text_str(&out) : (struct ad_str){ NULL, 0 };
}

static void changes_write_change(struct ad_json *j, struct ad_call *call, struct ad_stmt *s)
{
	ad_json_object(j);
	ad_json_ktime(j, "at", ad_col_int(s, 1));
	ad_json_kstr(j, "resource", ad_col(s, 2));
	ad_json_kstr(j, "id", ad_col(s, 3));
	ad_json_kstr(j, "op", ad_col(s, 4));
	ad_json_kstr(j, "front", ad_col(s, 5));
	ad_json_key(j, "by");
	if (text_or_null(s, 6).p) {
		ad_json_object(j);
		ad_json_kstr(j, "name", ad_col(s, 6));
		ad_json_object_end(j);
	} else {
		ad_json_null(j);
	}
	ad_json_kstr(j, "app", text_or_null(s, 7));
	ad_json_kstr(j, "campaignId", text_or_null(s, 8));
	ad_json_kstr(j, "summary", changed_names(call, text_or_null(s, 9)));
	ad_json_object_end(j);
}

static void open_answer(struct ad_text *text, struct ad_json *j, struct ad_call *call)
{
	*text = ad_text_on(call->arena);
	*j = ad_json_on(text);
	ad_json_object(j);
	ad_json_key(j, "changes");
	ad_json_array(j);
}

static void close_answer(struct ad_text *text, struct ad_json *j, struct ad_call *call, int64_t n,
			 const char *word)
{
	ad_json_array_end(j);
	ad_json_kstr(j, "mark", make_mark(call, n));
	if (word)
		ad_json_kbool(j, word, true);
	ad_json_object_end(j);
	call->data = ad_text_str(text);
}

/* Answers without entries, at the mark `n`; reset if the client's state is too old. */
static void answer_none(struct ad_call *call, int64_t n, bool reset)
{
	struct ad_text text;
	struct ad_json j;

	open_answer(&text, &j, call);
	close_answer(&text, &j, call, n, reset ? "reset" : NULL);
}

static void read_changes(struct ad_call *call)
{
	struct poll *p = call->work;
	struct ad_realm realm = ad_call_realm(call);
	struct ad_stmt *s = ad_sql(call->db, entries);
	struct ad_text text;
	struct ad_json j;
	enum ad_db_status status;
	int64_t last = p->since, n = 0;

	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind_int(s, 3, p->since);
	ad_bind_int(s, 4, CHANGES_MAX + 1);
	open_answer(&text, &j, call);
	while ((status = ad_step(s)) == AD_DB_ROW && n++ < CHANGES_MAX) {
		last = ad_col_int(s, 0);
		if (ad_history_may_read(call, ad_col(s, 2)))
			changes_write_change(&j, call, s);
	}
	ad_reset(s);
	if (status != AD_DB_ROW && status != AD_DB_DONE)
		ad_fail_db(call, status);
	else
		close_answer(&text, &j, call, last, status == AD_DB_ROW ? "more" : NULL);
}

/* --- the wait --- */

static void end_watch(void *thing)
{
	struct poll *p = thing;

	if (p->watch)
		ad_watch_give(p->call->core->watches, p->watch);
	p->watch = NULL;
}

static void begin_watch(struct poll *p)
{
	struct ad_watch_key key = { .kind = AD_WATCH_HISTORY };

	ad_watch_key_set(&key, p->call, ad_str(p->call->space.id));
	snprintf(key.stamp, sizeof(key.stamp), "%lld", (long long)p->since);
	p->watch = ad_watch_take(p->call->core->watches, &key, &p->seen);
	ad_arena_defer(p->call->arena, end_watch, p);
}

static void look_again(struct ad_call *call);

/* Waits for a change, for the end, or for the next check of the session. */
static void wait_on(struct poll *p)
{
	int64_t next = ad_now() + LOOK_EVERY * AD_SECOND;

	p->call->wait_until = next < p->until ? next : p->until;
	ad_call_next(p->call, AD_WAIT, look_again);
}

/* Answers if there are entries or no time is left; otherwise waits. */
static void changes_answer_or_wait(struct ad_call *call)
{
	struct poll *p = call->work;
	int64_t n;

	if (!read_head(call, &n))
		return;
	if (!p->marked || n < p->since || n - p->since > BEHIND_MAX) {
		answer_none(call, n, p->marked);
	} else if (n > p->since) {
		ad_call_next(call, AD_SLOW, read_changes);
	} else if (call->ending || ad_now() >= p->until) {
		answer_none(call, n, false);
	} else {
		if (!p->watch)
			begin_watch(p);
		wait_on(p);
	}
}

static void look_again(struct ad_call *call)
{
	struct poll *p = call->work;
	uint64_t count = ad_watch_count(p->watch);
	bool due = call->ending || ad_now() >= call->wait_until;

	if (count == p->seen && !due) {
		ad_call_next(call, AD_WAIT, look_again);
		return;
	}
	p->seen = count;
	if (ad_call_still_allowed(call))
		changes_answer_or_wait(call);
}

static void read_wait(struct ad_call *call, struct poll *p)
{
	struct ad_str text = ad_call_param(call, "wait");
	int64_t seconds = 0;
	bool good = !text.p || (text.n >= 1 && text.n <= 2);

	for (size_t i = 0; i < text.n && good; i++) {
		good = text.p[i] >= '0' && text.p[i] <= '9';
		seconds = seconds * 10 + (text.p[i] - '0');
	}
	p->until = ad_now() + seconds * AD_SECOND;
	if (!good || seconds > WAIT_MAX)
		ad_fault_limit(call, "wait", good ? "TOO_LARGE" : "WRONG_TYPE", WAIT_MAX,
			       "wait must be a whole number of seconds from 0 to %d.", WAIT_MAX);
}

void ad_changes(struct ad_call *call)
{
	static const char *const known[] = { "since", "wait", NULL };
	struct poll *p = ad_arena_zalloc(call->arena, sizeof(*p));
	struct ad_str since = ad_call_param(call, "since"), key;

	p->call = call;
	call->work = p;
	if (!ad_history_require(call))
		return;
	(void)!ad_known_params(call, known);
	read_wait(call, p);
	p->marked = since.p != NULL;
	if (p->marked && !ad_cursor_take(call, mark_bound(call), since, &key))
		ad_fault(call, "since", "INVALID_CURSOR",
			 "since is not a mark of this Space and environment. Use the mark of a "
			 "previous response, or omit since.");
	else if (p->marked)
		p->since = strtoll(ad_arena_copy(call->arena, key).p, NULL, 10);
	if (call->status == AD_OK)
		changes_answer_or_wait(call);
}
