/* Security events since the last sign-in: see news.h. */
#include "call/spaces/news.h"

#include "base/json_read.h"
#include "call/request/history.h"
#include "call/spaces/space_change.h"
#include "call/request/spaces.h"

#define SPACES_MAX 50

/* One history of the person: of a Space, in one environment. */
struct chain {
	struct ad_str name;
	int64_t number, count;
	bool personal, live;
};

struct entry {
	struct ad_str resource, verb, before, after;
};

static bool guardrails_loosened(struct ad_call *call, const cJSON *was, const cJSON *is)
{
	struct ad_call probe = *call;
	struct ad_space before = { .role = AD_NO_MEMBER }, after = before;
	struct ad_text from = ad_text_on(call->arena), to = ad_text_on(call->arena);

	if (!cJSON_IsObject(was) || !cJSON_IsObject(is))
		return false;
	ad_json_canonical(&from, was);
	ad_json_canonical(&to, is);
	ad_space_take_guardrails(call->arena, ad_text_str(&from), &before);
	ad_space_take_guardrails(call->arena, ad_text_str(&to), &after);
	ad_call_fresh(&probe);
	ad_space_loosened(&probe, &before, &after);
	return probe.faults != NULL;
}

static const char *member_event(const cJSON *was, const cJSON *is)
{
	if (!cJSON_IsObject(was))
		return "A member was added";
	return cJSON_IsObject(is) ? "A member's role was changed" : "A member was removed or left";
}

/* Both environments' histories have changes of members and guardrails; they are reported once. */
static const char *space_event(struct ad_call *call, const struct chain *chain,
			       const struct entry *e)
{
	struct ad_json_error err;
	const cJSON *before = ad_json_parse(call->arena, e->before, &err);
	const cJSON *after = ad_json_parse(call->arena, e->after, &err);
	const cJSON *blocked = ad_json_get(after, "pushesBlocked");

	if (blocked)
		return cJSON_IsTrue(blocked) ? "The kill switch was activated"
					     : "The kill switch was deactivated";
	if (!chain->live)
		return NULL;
	if (ad_json_get(before, "member") || ad_json_get(after, "member"))
		return member_event(ad_json_get(before, "member"), ad_json_get(after, "member"));
	if (ad_str_is(ad_json_get_text(ad_json_get(after, "invitation"), "state"), "PENDING"))
		return "A member was invited";
	return guardrails_loosened(call, ad_json_get(before, "guardrails"),
				   ad_json_get(after, "guardrails"))
		       ? "A guardrail was loosened"
		       : NULL;
}

/* NULL if the entry is not reported. */
static const char *event_of(struct ad_call *call, const struct chain *chain, const struct entry *e,
			    struct ad_str *name)
{
	struct ad_json_error err;
	const cJSON *after = ad_json_parse(call->arena, e->after, &err);

	*name = (struct ad_str){ 0 };
	if (ad_str_is(e->resource, "space") && ad_str_is(e->verb, "UPDATE"))
		return space_event(call, chain, e);
	if (ad_str_is(e->resource, "account"))
		return ad_str_is(e->verb, "UPDATE") && chain->live
			       ? "Your password, second factor or passkeys were changed"
			       : NULL;
	if (!ad_str_is(e->verb, "CREATE"))
		return NULL;
	*name = ad_json_get_text(after, ad_str_is(e->resource, "token") ? "name" : "clientName");
	return ad_str_is(e->resource, "token") ? "A token was created" : "An app was connected";
}

/* Inserts the event among the newest. */
static void news_keep(struct ad_news out[static AD_NEWS_MAX], size_t *count,
		      const struct ad_news *one)
{
	size_t at = *count < AD_NEWS_MAX ? (*count)++ : AD_NEWS_MAX - 1;

	if (at == AD_NEWS_MAX - 1 && *count == AD_NEWS_MAX && out[at].event &&
	    out[at].at >= one->at)
		return;
	for (; at > 0 && out[at - 1].at < one->at; at--)
		out[at] = out[at - 1];
	out[at] = *one;
}

static enum ad_db_status read_chain(struct ad_call *call, const struct chain *chain, int64_t since,
				    struct ad_news out[static AD_NEWS_MAX], size_t *count)
{
	int64_t place = 0;
	enum ad_db_status status =
		ad_history_place(call->db, chain->number, chain->count, since, &place);
	if (status != AD_DB_DONE)
		return status;
	struct ad_stmt *s =
		ad_sql(call->db, "SELECT at, resource, verb, before, after FROM history"
				 " WHERE chain = $1 AND seq >= $2 AND (resource || '')"
				 " IN ('space', 'grant', 'token', 'account') AND"
				 " COALESCE(credential_id, '') <> $3 ORDER BY seq DESC");
	size_t kept = 0;
	ad_bind_int(s, 1, chain->number);
	ad_bind_int(s, 2, place);
	ad_bind_cstr(s, 3, call->who->credential_id);
	while (kept < AD_NEWS_MAX && (status = ad_step(s)) == AD_DB_ROW) {
		struct entry e = { ad_col_copy(s, call->arena, 1), ad_col_copy(s, call->arena, 2),
				   ad_col_copy(s, call->arena, 3), ad_col_copy(s, call->arena, 4) };
		struct ad_news one = { .at = ad_col_int(s, 0) };
		one.event = event_of(call, chain, &e, &one.name);
		if (!one.event)
			continue;
		if (!ad_str_is(e.resource, "account") && !ad_str_is(e.resource, "token"))
			one.space = chain->name;
		news_keep(out, count, &one);
		kept++;
	}
	ad_reset(s);
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

enum ad_db_status ad_news_list(struct ad_call *call, int64_t since,
			       struct ad_news out[static AD_NEWS_MAX], size_t *count)
{
	struct chain chains[2 * SPACES_MAX];
	size_t n = 0;
	enum ad_db_status status;
	struct ad_stmt *s = ad_sql(call->db, "SELECT s.name, h.chain, h.n, s.personal,"
					     " CASE WHEN h.environment = 'live' THEN 1 ELSE 0 END"
					     " FROM members m JOIN spaces s ON s.id = m.space_id"
					     " JOIN history_heads h ON h.space_id = s.id WHERE"
					     " m.account_id = $1 AND m.role = 'OWNER' ORDER BY"
					     " s.personal DESC, h.at DESC, h.chain LIMIT $2");

	*count = 0;
	ad_bind_cstr(s, 1, call->who->account_id);
	ad_bind_int(s, 2, (int64_t)AD_LEN(chains));
	while ((status = ad_step(s)) == AD_DB_ROW)
		chains[n++] = (struct chain){ .name = ad_col_copy(s, call->arena, 0),
					      .number = ad_col_int(s, 1),
					      .count = ad_col_int(s, 2),
					      .personal = ad_col_int(s, 3) != 0,
					      .live = ad_col_int(s, 4) != 0 };
	for (size_t i = 0; i < n && status == AD_DB_DONE; i++)
		status = read_chain(call, &chains[i], since, out, count);
	return status;
}
