/* The endpoints by which tests steer the sandbox. */
#include "control.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/crypto.h>

#include "faults.h"
#include "google/google.h"

static void refuse(struct reply *reply, int status, const char *why)
{
	cJSON *body = cJSON_CreateObject();
	json_set_text(body, "error", why);
	reply_json(reply, status, body);
}

static void done(struct reply *reply)
{
	reply_json(reply, 200, cJSON_CreateObject());
}

static void add_fault(struct sandbox *sandbox, const cJSON *body, struct reply *reply)
{
	const char *why = NULL;
	int id = faults_add(sandbox->faults, body, &why);
	if (!id) {
		refuse(reply, 400, why);
		return;
	}
	cJSON *answer = cJSON_CreateObject();
	json_set(answer, "id", cJSON_CreateNumber(id));
	reply_json(reply, 201, answer);
}

static void collect(void *context, const char *tail, cJSON *value)
{
	cJSON *list = context;
	(void)tail;
	g_hide_private(value);
	cJSON_AddItemToArray(list, value);
}

static void show_state(struct sandbox *sandbox, const struct request *request, struct reply *reply)
{
	struct store_account account;
	if (!request->customer_id) {
		refuse(reply, 400, "customerId is missing from the query");
		return;
	}
	cJSON *answer = cJSON_CreateObject();
	for (int k = 0; k < K_COUNT; k++) {
		if (k == K_AD)
			continue;
		cJSON *list = json_array(answer, g_kinds[k].collection);
		store_walk(sandbox->store, request->customer_id, k, collect, list);
	}
	if (store_account(sandbox->store, request->customer_id, &account)) {
		cJSON *customer = json_object(answer, "customer");
		json_set_text(customer, "id", account.id);
		json_set_text(customer, "currencyCode", account.currency);
		json_set_text(customer, "timeZone", account.timezone);
		json_set_bool(customer, "revoked", account.revoked);
	}
	reply_json(reply, 200, answer);
}

/* Members set to null are removed. */
static void merge(cJSON *value, const cJSON *set)
{
	const cJSON *item;
	cJSON_ArrayForEach(item, set)
	{
		if (cJSON_IsNull(item))
			cJSON_DeleteItemFromObjectCaseSensitive(value, item->string);
		else if (cJSON_IsObject(item) && cJSON_IsObject(json_at(value, item->string)))
			merge(json_at(value, item->string), item);
		else
			json_set(value, item->string, cJSON_Duplicate(item, true));
	}
}

static void apply_edit(struct sandbox *sandbox, const char *account, cJSON *value, const cJSON *set)
{
	char flag[40];
	if (cJSON_IsNull(set) || !set) {
		json_set_text(value, "status", "REMOVED");
		return;
	}
	merge(value, set);
	json_set(value, "_edited", cJSON_CreateNumber((double)clock_now(sandbox)));
	if (json_at(set, "containsEuPoliticalAdvertising") &&
	    !json_at(value, "containsEuPoliticalAdvertising")) {
		json_set_bool(value, "_undeclared", true);
		snprintf(flag, sizeof(flag), "undeclared/%s", account);
		store_set_number(sandbox->store, flag, 1);
	}
}

/* An edit made in the platform's own UI: nothing is checked but that the object exists. */
static void edit(struct sandbox *sandbox, const cJSON *body, struct reply *reply)
{
	char account[16], tail[G_TAIL_ROOM], parent[G_TAIL_ROOM];
	const char *name = json_text(body, "resourceName");
	const char *customer = json_text(body, "customerId");
	const cJSON *set = json_at(body, "set");
	int kind = name ? g_parse_name(name, account, tail, sizeof(tail)) : -1;
	if (kind < 0 || (customer && strcmp(customer, account) != 0)) {
		refuse(reply, 400, "resourceName is none of customerId's");
		return;
	}
	cJSON *value = store_get(sandbox->store, account, kind, tail);
	if (!value) {
		refuse(reply, 404, "no such object");
		return;
	}
	store_begin(sandbox->store);
	apply_edit(sandbox, account, value, set);
	struct store_object columns = g_columns((enum g_kind_id)kind, tail, value, parent);
	store_put(sandbox->store, account, &columns, value);
	bool removed = cJSON_IsNull(set) || !set;
	struct text fields = { 0 };
	const cJSON *item;
	cJSON_ArrayForEach(item, set)
	{
		text_format(&fields, "%s%s", fields.size ? "," : "", item->string);
	}
	g_note_change(sandbox, account,
		      &(struct g_change){
			      .kind = (enum g_kind_id)kind,
			      .name = name,
			      .operation = removed ? "REMOVE" : "UPDATE",
			      .client = "GOOGLE_ADS_WEB_CLIENT",
			      .fields = text_get(&fields),
		      });
	store_commit(sandbox->store);
	text_free(&fields);
	g_hide_private(value);
	reply_json(reply, 200, value);
}

static void revoke(struct sandbox *sandbox, const cJSON *body, struct reply *reply)
{
	struct store_account account;
	const char *id = json_text(body, "customerId");
	if (!id || !store_account(sandbox->store, id, &account)) {
		refuse(reply, 404, "no such customerId");
		return;
	}
	store_revoke_account(sandbox->store, id, true);
	done(reply);
}

static void advance(struct sandbox *sandbox, const cJSON *body, struct reply *reply)
{
	if (!cJSON_IsNumber(json_at(body, "advanceSeconds"))) {
		refuse(reply, 400, "advanceSeconds must be a number");
		return;
	}
	long long offset = store_number(sandbox->store, "clock");
	store_set_number(sandbox->store, "clock", offset + json_long(body, "advanceSeconds", 0));
	cJSON *answer = cJSON_CreateObject();
	json_set(answer, "now", cJSON_CreateNumber((double)clock_now(sandbox)));
	reply_json(reply, 200, answer);
}

static void show_log(struct sandbox *sandbox, const struct request *request, struct reply *reply)
{
	cJSON *answer = cJSON_CreateObject();
	long long after = request->after ? sb_number(request->after) : 0;
	json_set(answer, "entries", log_after(sandbox->log, after));
	reply_json(reply, 200, answer);
}

static bool is(const struct request *request, const char *method, const char *path)
{
	return strcmp(request->method, method) == 0 && strcmp(request->path + 10, path) == 0;
}

static bool allowed(const struct sandbox *sandbox, const struct request *request)
{
	size_t n = sandbox->secret ? strlen(sandbox->secret) : 0;
	return request->control && strlen(request->control) == n &&
	       CRYPTO_memcmp(request->control, sandbox->secret, n) == 0;
}

bool control(struct sandbox *sandbox, const struct request *request, struct reply *reply)
{
	if (!sandbox->secret)
		return false;
	if (!allowed(sandbox, request)) {
		refuse(reply, 403, "the X-Sandbox-Control header does not hold the secret");
		return true;
	}
	cJSON *body = cJSON_ParseWithLength(request->body, request->size);
	bool post = strcmp(request->method, "POST") == 0;
	if (post && !cJSON_IsObject(body)) {
		refuse(reply, 400, "the body must be a JSON object");
	} else if (is(request, "POST", "faults")) {
		add_fault(sandbox, body, reply);
	} else if (is(request, "DELETE", "faults")) {
		faults_clear(sandbox->faults);
		done(reply);
	} else if (is(request, "GET", "log")) {
		show_log(sandbox, request, reply);
	} else if (is(request, "GET", "state")) {
		show_state(sandbox, request, reply);
	} else if (is(request, "DELETE", "state")) {
		store_empty(sandbox->store);
		done(reply);
	} else if (is(request, "POST", "edit")) {
		edit(sandbox, body, reply);
	} else if (is(request, "POST", "revoke")) {
		revoke(sandbox, body, reply);
	} else if (is(request, "POST", "clock")) {
		advance(sandbox, body, reply);
	} else {
		refuse(reply, 404, "no such control endpoint");
	}
	cJSON_Delete(body);
	return true;
}
