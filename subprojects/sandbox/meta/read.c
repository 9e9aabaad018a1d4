/*
 * Reads: an object by its id, several, the edges, in the requested fields. Derived values
 * (effective statuses, reviews by the clock, times in the account's zone) are computed here.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../access.h"
#include "meta.h"

enum {
	REVIEW_SECONDS = 60,
	PAGE = 25,
	PAGE_MAX = 500,
	DEEP = 3
};

static bool meta_read_is(const cJSON *object, const char *key, const char *word)
{
	const char *text = json_text(object, key);
	return text && strcmp(text, word) == 0;
}

static cJSON *meta_read_parent(struct m_call *call, enum m_kind kind, const cJSON *value,
			       const char *key)
{
	const char *id = json_text(value, key);
	return id ? store_get(call->sandbox->store, call->account.id, (int)kind, id) : NULL;
}

static bool is_live(const cJSON *object)
{
	return object && !meta_read_is(object, "status", "DELETED") &&
	       !meta_read_is(object, "status", "ARCHIVED");
}

/* True if some text of an ad breaks the rules of the sandbox. */
static bool is_forbidden(struct m_call *call, const cJSON *ad)
{
	cJSON *creative = meta_read_parent(call, M_CREATIVE, json_at(ad, "creative"), "id");
	char *printed = creative ? json_print(creative) : NULL;
	bool found = printed && strstr(printed, "counterfeit");
	free(printed);
	cJSON_Delete(creative);
	return found;
}

static bool in_review(const struct m_call *call, const cJSON *ad)
{
	return call->now < json_long(ad, "_reviewed_from", 0) + REVIEW_SECONDS;
}

static void meta_read_review(struct m_call *call, cJSON *ad)
{
	if (in_review(call, ad) || !is_forbidden(call, ad))
		return;
	cJSON *feedback = json_object(json_object(ad, "ad_review_feedback"), "global");
	json_set_text(feedback, "Counterfeit Goods",
		      "Ads must not promote the sale of counterfeit goods.");
	cJSON *issue = cJSON_CreateObject();
	json_set_text(issue, "level", "AD");
	json_set(issue, "error_code", cJSON_CreateNumber(1359188));
	json_set_text(issue, "error_summary", "Ad Rejected");
	json_set_text(issue, "error_message", "The ad does not follow the advertising standards.");
	json_set_text(issue, "error_type", "HARD_ERROR");
	cJSON_AddItemToArray(json_array(ad, "issues_info"), issue);
}

/* The effective status that the parents impose; NULL if they impose none. */
static const char *from_above(const cJSON *campaign, const cJSON *adset)
{
	bool deleted = (campaign && meta_read_is(campaign, "status", "DELETED")) ||
		       (adset && meta_read_is(adset, "status", "DELETED"));
	if (deleted)
		return "DELETED";
	return (campaign && !is_live(campaign)) || (adset && !is_live(adset)) ? "ARCHIVED" : NULL;
}

static const char *paused_above(const cJSON *campaign, const cJSON *adset)
{
	if (campaign && meta_read_is(campaign, "status", "PAUSED"))
		return "CAMPAIGN_PAUSED";
	return adset && meta_read_is(adset, "status", "PAUSED") ? "ADSET_PAUSED" : "ACTIVE";
}

/* Own end first, then those above, then the review, then pauses; its own word is the object's. */
static const char *meta_read_effective(struct m_call *call, enum m_kind kind, const cJSON *v)
{
	cJSON *adset = kind == M_AD ? meta_read_parent(call, M_ADSET, v, "adset_id") : NULL;
	cJSON *campaign =
		kind == M_CAMPAIGN ? NULL : meta_read_parent(call, M_CAMPAIGN, v, "campaign_id");
	const char *word = is_live(v) ? from_above(campaign, adset) : json_text(v, "status");
	if (!word && kind == M_AD && in_review(call, v))
		word = "PENDING_REVIEW";
	else if (!word && kind == M_AD && is_forbidden(call, v))
		word = "DISAPPROVED";
	else if (!word && meta_read_is(v, "status", "PAUSED"))
		word = "PAUSED";
	else if (!word)
		word = paused_above(campaign, adset);
	cJSON_Delete(adset);
	cJSON_Delete(campaign);
	return word;
}

static void show_time(struct m_call *call, cJSON *v, const char *from, const char *to)
{
	char text[32];
	if (!json_at(v, from))
		return;
	m_time_text(call, (long long)json_double(v, from, 0), text);
	json_set_text(v, to, text);
}

/* Budgets are texts, and 0 where they are none. */
static void show_money(cJSON *v, const char *key)
{
	char digits[24];
	snprintf(digits, sizeof(digits), "%.0f", json_double(v, key, 0));
	json_set_text(v, key, digits);
}

static void meta_read_dress(struct m_call *call, enum m_kind kind, cJSON *v)
{
	show_time(call, v, "_created", "created_time");
	show_time(call, v, "_updated", "updated_time");
	show_time(call, v, "start_time", "start_time");
	show_time(call, v, "stop_time", "stop_time");
	show_time(call, v, "end_time", "end_time");
	if (kind == M_CAMPAIGN || kind == M_ADSET) {
		show_money(v, "daily_budget");
		show_money(v, "lifetime_budget");
	}
	if (kind <= M_AD) {
		char word[32];
		snprintf(word, sizeof(word), "%s", meta_read_effective(call, kind, v));
		if (kind == M_AD)
			meta_read_review(call, v);
		json_set_text(v, "configured_status", json_text(v, "status"));
		json_set_text(v, "effective_status", word);
	}
	if (kind == M_VIDEO)
		m_video_show(v);
	m_hide(v);
}

/* Another object that a field leads to. */
static cJSON *meta_read_nested(struct m_call *call, cJSON *v, const char *name, enum m_kind *kind)
{
	static const struct {
		const char *name, *key;
		enum m_kind kind;
	} ways[] = {
		{ "campaign", "campaign_id", M_CAMPAIGN },
		{ "adset", "adset_id", M_ADSET },
	};
	if (strcmp(name, "creative") == 0) {
		*kind = M_CREATIVE;
		return meta_read_parent(call, M_CREATIVE, json_at(v, "creative"), "id");
	}
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		if (strcmp(ways[i].name, name) != 0)
			continue;
		*kind = ways[i].kind;
		return meta_read_parent(call, ways[i].kind, v, ways[i].key);
	}
	return NULL;
}

/* The length of the first field in a list of fields: "a", "a{b,c}". */
static size_t one_field(const char *fields, size_t *name)
{
	size_t n = 0;
	int depth = 0;
	*name = strcspn(fields, ",{");
	for (; fields[n] && (depth || fields[n] != ','); n++)
		depth += fields[n] == '{' ? 1 : fields[n] == '}' ? -1 : 0;
	return n;
}

/* Takes `v`; an object of the fields asked for, always with its id. */
static cJSON *meta_read_project(struct m_call *call, enum m_kind kind, cJSON *v, const char *fields,
				int deep)
{
	static const char *const titles[] = { "Campaign", "AdSet",   "Ad",     "AdCreative",
					      "AdImage",  "AdVideo", "AdLabel" };
	cJSON *out = cJSON_CreateObject();
	cJSON *raw = cJSON_Duplicate(v, true);
	meta_read_dress(call, kind, v);
	for (const char *at = fields ? fields : ""; *at;) {
		size_t n;
		size_t size = one_field(at, &n);
		char *name = sb_copy_n(at, n);
		cJSON *item = json_at(v, name);
		enum m_kind other = M_KIND_END;
		cJSON *object = meta_read_nested(call, raw, name, &other);
		if (object && deep < DEEP) {
			char *inner = size > n + 2 ? sb_copy_n(at + n + 1, size - n - 2) : NULL;
			json_set(out, name,
				 meta_read_project(call, other, object, inner, deep + 1));
			free(inner);
		} else if (item) {
			cJSON_Delete(object);
			json_set(out, name, cJSON_Duplicate(item, true));
		} else if (strspn(name, "abcdefghijklmnopqrstuvwxyz_0123456789") != n || n == 0) {
			m_refuse(call, (struct m_refusal){ .code = 2500 },
				 "Syntax error \"Expected end of string instead of \"%s\".\" at "
				 "character 0: %s",
				 name, fields);
		} else if (!m_has_field(kind, name, n)) {
			m_refuse(call, (struct m_refusal){ .code = 100 },
				 "(#100) Tried accessing nonexisting field (%s) on node type (%s)",
				 name, titles[kind - M_CAMPAIGN]);
		}
		free(name);
		at += size + (at[size] == ',');
	}
	if (json_at(v, "id") && kind != M_IMAGE)
		json_set(out, "id", cJSON_Duplicate(json_at(v, "id"), true));
	cJSON_Delete(raw);
	cJSON_Delete(v);
	return out;
}

static void meta_read_answer(struct m_call *call, cJSON *value)
{
	if (m_refused(call)) {
		cJSON_Delete(value);
		return;
	}
	call->status = 200;
	call->answer = value;
}

void m_read(struct m_call *call, enum m_kind kind, cJSON *value)
{
	if (!m_check(call, &m_reading)) {
		cJSON_Delete(value);
		return;
	}
	if (kind == M_VIDEO)
		m_video_poll(call, value);
	meta_read_answer(
		call, meta_read_project(call, kind, value, json_text(call->values, "fields"), 0));
}

void m_read_ids(struct m_call *call)
{
	cJSON *out;
	if (!m_check(call, &m_listing))
		return;
	const char *ids = json_text(call->values, "ids");
	if (!ids) {
		m_refuse(call, (struct m_refusal){ .code = 100 },
			 "(#100) The parameter ids is required.");
		return;
	}
	out = cJSON_CreateObject();
	for (const char *at = ids; *at;) {
		size_t n = strcspn(at, ",");
		char *id = sb_copy_n(at, n);
		cJSON *value = NULL;
		enum m_kind kind = m_find(call, id, &value);
		if (value)
			json_set(out, id,
				 meta_read_project(call, kind, value,
						   json_text(call->values, "fields"), 0));
		else
			m_refuse(call, (struct m_refusal){ .status = 404, .code = 803 },
				 "(#803) Some of the aliases you requested do not exist: %s", id);
		free(id);
		at += n + (at[n] == ',');
	}
	meta_read_answer(call, out);
}

struct listing {
	struct m_call *call;
	enum m_kind kind;
	const char *parent_key, *parent;
	long long limit;
	cJSON *data;
	char first[40], last[40];
	bool more;
};

static bool meta_read_among(const cJSON *list, const char *word)
{
	const cJSON *item;
	cJSON_ArrayForEach(item, list)
	{
		if (strcmp(item->valuestring, word) == 0)
			return true;
	}
	return false;
}

static bool meta_read_wanted(struct listing *l, const cJSON *v)
{
	const cJSON *statuses = json_at(l->call->values, "effective_status");
	const cJSON *item;
	const char *word;
	if (l->parent && !meta_read_is(v, l->parent_key, l->parent))
		return false;
	/* Edges never list what was deleted. */
	if (meta_read_is(v, "status", "DELETED"))
		return false;
	if (l->kind == M_IMAGE && json_at(l->call->values, "hashes"))
		return meta_read_among(json_at(l->call->values, "hashes"), json_text(v, "hash"));
	if (l->kind > M_AD)
		return true;
	word = meta_read_effective(l->call, l->kind, v);
	if (strcmp(word, "DELETED") == 0)
		return false;
	cJSON_ArrayForEach(item, statuses)
	{
		if (strcmp(item->valuestring, word) == 0)
			return true;
	}
	return !statuses && strcmp(word, "ARCHIVED") != 0;
}

static bool meta_read_collect(void *context, const char *tail, cJSON *v)
{
	struct listing *l = context;
	if (!meta_read_wanted(l, v)) {
		cJSON_Delete(v);
		return true;
	}
	if (cJSON_GetArraySize(l->data) >= l->limit) {
		l->more = true;
		cJSON_Delete(v);
		return false;
	}
	if (!*l->first)
		snprintf(l->first, sizeof(l->first), "%s", tail);
	snprintf(l->last, sizeof(l->last), "%s", tail);
	cJSON_AddItemToArray(l->data, meta_read_project(l->call, l->kind, v,
							json_text(l->call->values, "fields"), 0));
	return true;
}

static void put_encoded(struct text *out, const char *value)
{
	for (; *value; value++)
		if (isalnum((unsigned char)*value) || strchr("-._~", *value))
			text_put_n(out, value, 1);
		else
			text_format(out, "%%%02X", (unsigned)(unsigned char)*value);
}

/* The address of the page behind `after`: what was asked for, as it was asked, but for that. */
static void add_next(struct m_call *call, cJSON *paging, const char *after)
{
	struct text next = { 0 };
	const cJSON *item;
	text_format(&next, "%s/%s?", call->base, call->path);
	cJSON_ArrayForEach(item, call->params)
	{
		if (strcmp(item->string, "after") == 0 || !cJSON_IsString(item))
			continue;
		text_format(&next, "%s=", item->string);
		put_encoded(&next, item->valuestring);
		text_put(&next, "&");
	}
	text_put(&next, "after=");
	put_encoded(&next, after);
	json_set_text(paging, "next", text_get(&next));
	text_free(&next);
}

/* The cursors stand on every page; only the last one has no "next". */
void m_paging(struct m_call *call, cJSON *out, const char *before, const char *after, bool more)
{
	cJSON *paging = json_object(out, "paging");
	cJSON *cursors = json_object(paging, "cursors");
	json_set_text(cursors, "before", before);
	json_set_text(cursors, "after", after);
	if (more)
		add_next(call, paging, after);
}

void m_edge(struct m_call *call, enum m_kind kind, const char *parent_key, const char *parent_id)
{
	struct listing l = {
		.call = call, .kind = kind, .parent_key = parent_key, .parent = parent_id
	};
	if (!m_check(call, &m_listing))
		return;
	const char *after = json_text(call->values, "after"); /* id behind which it goes on */
	l.limit = (long long)json_double(call->values, "limit", PAGE);
	if (l.limit < 1 || l.limit > PAGE_MAX) {
		m_refuse(call, (struct m_refusal){ .code = 1, .status = 500 },
			 "Please reduce the amount of data you're asking for, then retry your "
			 "request");
		return;
	}
	if (after && strspn(after, "0123456789") != strlen(after)) {
		m_refuse(call, (struct m_refusal){ .code = 100, .field = "after" },
			 "(#100) The cursor is not one of this list's.");
		return;
	}
	/* The store knows the parent of objects of this kind. */
	bool under = parent_key && strcmp(parent_key, m_parent_key(kind)) == 0;
	l.data = cJSON_CreateArray();
	store_walk_behind(call->sandbox->store, call->account.id,
			  &(struct store_object){ .kind = (int)kind,
						  .tail = after ? after : "",
						  .parent = under ? parent_id : NULL },
			  meta_read_collect, &l);
	cJSON *out = cJSON_CreateObject();
	json_set(out, "data", l.data);
	if (*l.first)
		m_paging(call, out, l.first, l.last, l.more);
	meta_read_answer(call, out);
}

void m_account(struct m_call *call, bool listed)
{
	cJSON *account = cJSON_CreateObject();
	char id[24];
	if (!m_check(call, &m_listing)) {
		cJSON_Delete(account);
		return;
	}
	snprintf(id, sizeof(id), "act_%s", call->account.id);
	json_set_text(account, "id", id);
	json_set_text(account, "account_id", call->account.id);
	json_set_text(account, "name", "Sandbox Meta Ads");
	json_set_text(account, "currency", call->account.currency);
	json_set_text(account, "timezone_name", call->account.timezone);
	json_set(account, "account_status", cJSON_CreateNumber(1));
	if (listed) {
		cJSON *out = cJSON_CreateObject();
		if (access_denied(call->sandbox, call->account.id))
			cJSON_Delete(account);
		else
			cJSON_AddItemToArray(json_array(out, "data"), account);
		account = out;
	}
	meta_read_answer(call, account);
}
