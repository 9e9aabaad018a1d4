/*
 * POST …:uploadClickConversions. Each conversion stands or falls by itself; what was taken counts
 * once, by its click and moment and by its order.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../table.h"
#include "google.h"

enum {
	MAX_CONVERSIONS = 2000,
	MAX_IDENTIFIERS = 5,
	WINDOW_DAYS = 90,
	DAY = 86400,
};

static const char *const click_ids[] = { "gclid", "gbraid", "wbraid", NULL };

struct upload {
	struct g_call *call;
	cJSON *errors, *results;
	struct table clicks, orders; /* of this request */
};

/* One conversion, and where it is spoken of. */
struct item {
	struct upload *u;
	const cJSON *sent;
	int index;
	bool failed;
};

static void google_upload_fail(struct item *i, enum g_error code, const char *field,
			       const char *trigger)
{
	char path[96];
	snprintf(path, sizeof(path), "conversions[%d]%s%s", i->index, *field ? "." : "", field);
	g_error_add(i->u->errors, code, path, trigger);
	i->failed = true;
}

static bool google_upload_has_text(const cJSON *object, const char *key)
{
	const char *text = json_text(object, key);
	return text && *text;
}

static void check_action(struct item *i)
{
	const char *name = json_text(i->sent, "conversionAction");
	char account[24] = "", id[24] = "";
	int end = 0;
	const struct g_action *action;
	if (!name || !*name) {
		google_upload_fail(i, E_REQUIRED, "conversion_action", NULL);
		return;
	}
	if (sscanf(name, "customers/%23[0-9]/conversionActions/%23[0-9]%n", account, id, &end) !=
		    2 ||
	    name[end]) {
		google_upload_fail(i, E_RESOURCE_NAME_MALFORMED, "conversion_action", name);
		return;
	}
	action = strcmp(account, i->u->call->account.id) == 0 ? g_action_find(id) : NULL;
	if (!action || strcmp(action->status, "ENABLED") != 0)
		google_upload_fail(i, E_NO_CONVERSION_ACTION, "conversion_action", name);
	else if (strcmp(action->type, "UPLOAD_CLICKS") != 0)
		google_upload_fail(i, E_CONVERSION_ACTION_TYPE, "conversion_action", name);
}

/* "2026-11-20 14:05:00+01:00" in seconds since 1970; -1 where it is none. */
static long long google_upload_read_time(const char *text)
{
	struct tm tm = { 0 };
	int hours = 0, minutes = 0, end = 0;
	char sign = 0;
	if (sscanf(text, "%4d-%2d-%2d %2d:%2d:%2d%c%2d:%2d%n", &tm.tm_year, &tm.tm_mon, &tm.tm_mday,
		   &tm.tm_hour, &tm.tm_min, &tm.tm_sec, &sign, &hours, &minutes, &end) != 9 ||
	    text[end] || (sign != '+' && sign != '-'))
		return -1;
	tm.tm_year -= 1900;
	tm.tm_mon -= 1;
	long long offset = hours * 3600LL + minutes * 60LL;
	return (long long)timegm(&tm) - (sign == '+' ? offset : -offset);
}

static void google_upload_check_time(struct item *i)
{
	const char *text = json_text(i->sent, "conversionDateTime");
	if (!text || !*text) {
		google_upload_fail(i, E_REQUIRED, "conversion_date_time", NULL);
		return;
	}
	long long at = google_upload_read_time(text);
	if (at < 0)
		google_upload_fail(i, E_INVALID_VALUE, "conversion_date_time", text);
	else if (at > i->u->call->now + 60)
		google_upload_fail(i, E_INVALID_VALUE, "conversion_date_time", text);
	else if (at < i->u->call->now - (long long)WINDOW_DAYS * DAY)
		google_upload_fail(i, E_EXPIRED_EVENT, "conversion_date_time", text);
}

static bool is_hash(const char *text)
{
	return text && strlen(text) == 64 && strspn(text, "0123456789abcdef") == 64;
}

static void check_identifiers(struct item *i)
{
	const cJSON *list = json_at(i->sent, "userIdentifiers"), *one;
	int n = 0;
	if (cJSON_GetArraySize(list) > MAX_IDENTIFIERS)
		google_upload_fail(i, E_TOO_MANY, "user_identifiers", NULL);
	cJSON_ArrayForEach(one, list)
	{
		char field[64];
		bool email = json_at(one, "hashedEmail") != NULL;
		snprintf(field, sizeof(field), "user_identifiers[%d].%s", n++,
			 email ? "hashed_email" : "hashed_phone_number");
		if (!is_hash(json_text(one, email ? "hashedEmail" : "hashedPhoneNumber")))
			google_upload_fail(i, E_INVALID_USER_IDENTIFIER, field, NULL);
	}
}

/* True if the platform could decode the click id. */
static bool is_click_id(const char *text)
{
	static const char letters[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
	return strspn(text, letters) == strlen(text);
}

static void check_click(struct item *i)
{
	static const enum g_error unparseable[] = { E_UNPARSEABLE_GCLID, E_UNPARSEABLE_GBRAID,
						    E_UNPARSEABLE_WBRAID };
	const cJSON *people = json_at(i->sent, "userIdentifiers");
	int n = 0;
	for (int k = 0; click_ids[k]; k++) {
		if (!google_upload_has_text(i->sent, click_ids[k]))
			continue;
		n++;
		if (!is_click_id(json_text(i->sent, click_ids[k])))
			google_upload_fail(i, unparseable[k], click_ids[k],
					   json_text(i->sent, click_ids[k]));
	}
	if (google_upload_has_text(i->sent, "gbraid") && google_upload_has_text(i->sent, "wbraid"))
		google_upload_fail(i, E_GBRAID_WBRAID_BOTH_SET, "gbraid", NULL);
	else if (n > 1)
		google_upload_fail(i, E_VALUE_MUST_BE_UNSET, "gclid", NULL);
	if (n && !google_upload_has_text(i->sent, "gclid") && people && people->child)
		google_upload_fail(i, E_VALUE_MUST_BE_UNSET, "user_identifiers", NULL);
	if (n == 0 && !(people && people->child))
		google_upload_fail(i, E_REQUIRED, "gclid", NULL);
}

static void google_upload_check_value(struct item *i)
{
	const char *currency = json_text(i->sent, "currencyCode");
	if (json_double(i->sent, "conversionValue", 0) < 0)
		google_upload_fail(i, E_RANGE_TOO_LOW, "conversion_value", NULL);
	if (currency && *currency &&
	    (strlen(currency) != 3 || strspn(currency, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != 3))
		google_upload_fail(i, E_INVALID_VALUE, "currency_code", currency);
}

/* The key that identifies a conversion: "<action> <click> <moment>" or "<action> <order>". */
static void click_key(const cJSON *sent, char *out, size_t room)
{
	const char *click = NULL;
	for (int k = 0; click_ids[k] && !click; k++)
		if (google_upload_has_text(sent, click_ids[k]))
			click = json_text(sent, click_ids[k]);
	*out = '\0';
	if (click)
		snprintf(out, room, "%s %s %s", json_text(sent, "conversionAction"), click,
			 json_text(sent, "conversionDateTime"));
}

static void order_key(const cJSON *sent, char *out, size_t room)
{
	*out = '\0';
	if (google_upload_has_text(sent, "orderId"))
		snprintf(out, room, "%s %s", json_text(sent, "conversionAction"),
			 json_text(sent, "orderId"));
}

struct twins {
	const cJSON *sent;
	bool click, order;
};

static void google_upload_compare(void *context, const char *tail, cJSON *known)
{
	struct twins *t = context;
	char mine[1024], theirs[1024];
	(void)tail;
	click_key(t->sent, mine, sizeof(mine));
	click_key(known, theirs, sizeof(theirs));
	t->click = t->click || (*mine && strcmp(mine, theirs) == 0);
	order_key(t->sent, mine, sizeof(mine));
	order_key(known, theirs, sizeof(theirs));
	t->order = t->order || (*mine && strcmp(mine, theirs) == 0);
	cJSON_Delete(known);
}

static void check_once(struct item *i)
{
	struct g_call *call = i->u->call;
	struct twins t = { .sent = i->sent };
	char key[1024];
	store_walk(call->sandbox->store, call->account.id, G_CONVERSIONS, google_upload_compare,
		   &t);
	click_key(i->sent, key, sizeof(key));
	if (*key && !table_add(&i->u->clicks, key, ""))
		google_upload_fail(i, E_DUPLICATE_CONVERSION, "", NULL);
	else if (t.click)
		google_upload_fail(i, E_CONVERSION_EXISTS, "", NULL);
	order_key(i->sent, key, sizeof(key));
	if (*key && !table_add(&i->u->orders, key, ""))
		google_upload_fail(i, E_DUPLICATE_ORDER_ID, "order_id",
				   json_text(i->sent, "orderId"));
	else if (t.order)
		google_upload_fail(i, E_ORDER_ID_IN_USE, "order_id", json_text(i->sent, "orderId"));
}

static void google_upload_keep(struct item *i)
{
	struct g_call *call = i->u->call;
	struct store *store = call->sandbox->store;
	char counter[48], tail[32];
	snprintf(counter, sizeof(counter), "conversions/%s", call->account.id);
	long long n = store_number(store, counter) + 1;
	store_set_number(store, counter, n);
	snprintf(tail, sizeof(tail), "%lld", n);
	store_put(store, call->account.id,
		  &(struct store_object){ .kind = G_CONVERSIONS,
					  .tail = tail,
					  .parent = "",
					  .name = "",
					  .status = "ENABLED" },
		  i->sent);
}

/* The slot of one: what was taken is repeated, what was not is empty. */
static cJSON *google_upload_slot(const struct item *i)
{
	static const char *const repeated[] = {
		"gclid",           "gbraid", "wbraid", "conversionAction", "conversionDateTime",
		"userIdentifiers", NULL
	};
	cJSON *result = cJSON_CreateObject();
	for (int k = 0; repeated[k] && !i->failed; k++)
		if (json_at(i->sent, repeated[k]))
			json_set(result, repeated[k],
				 cJSON_Duplicate(json_at(i->sent, repeated[k]), true));
	return result;
}

static void google_upload_take(struct upload *u, const cJSON *sent, int index)
{
	struct item i = { .u = u, .sent = sent, .index = index };
	check_action(&i);
	google_upload_check_time(&i);
	check_click(&i);
	check_identifiers(&i);
	google_upload_check_value(&i);
	if (!i.failed)
		check_once(&i);
	if (!i.failed)
		google_upload_keep(&i);
	cJSON_AddItemToArray(u->results, google_upload_slot(&i));
}

/* Refuses a request as a whole; true when it did. */
static bool refuse_whole(struct g_call *call, struct reply *reply)
{
	int n = cJSON_GetArraySize(json_at(call->body, "conversions"));
	enum g_error code = E_NONE;
	if (n == 0)
		code = E_REQUEST_REQUIRED_FIELD_MISSING;
	else if (n > MAX_CONVERSIONS)
		code = E_TOO_MANY_CONVERSIONS;
	else if (!json_true(call->body, "partialFailure"))
		code = E_PARTIAL_FAILURE_REQUIRED;
	if (code == E_NONE)
		return false;
	g_refuse(reply, call->version, 400, code);
	return true;
}

void g_upload(struct g_call *call, struct reply *reply)
{
	struct upload u = { .call = call };
	struct store *store = call->sandbox->store;
	const cJSON *sent;
	int index = 0;
	if (refuse_whole(call, reply))
		return;
	u.errors = cJSON_CreateArray();
	u.results = cJSON_CreateArray();
	store_begin(store);
	cJSON_ArrayForEach(sent, json_at(call->body, "conversions"))
	{
		google_upload_take(&u, sent, index++);
	}
	if (json_true(call->body, "validateOnly")) {
		store_rollback(store);
	} else {
		store_commit(store);
		call->committed = true;
	}
	cJSON *body = cJSON_CreateObject();
	if (u.errors->child)
		json_set(body, "partialFailureError", g_partial_error(call->version, u.errors));
	else
		cJSON_Delete(u.errors);
	json_set(body, "results", u.results);
	if (json_at(call->body, "jobId"))
		json_set_long(body, "jobId", json_long(call->body, "jobId", 0));
	reply_json(reply, 200, body);
	table_free(&u.clicks);
	table_free(&u.orders);
}
