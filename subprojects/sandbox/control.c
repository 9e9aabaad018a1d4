/* The endpoints by which tests steer the sandbox. */
#include "control.h"

#include <stdlib.h>
#include <string.h>

#include <openssl/crypto.h>

#include "access.h"
#include "faults.h"
#include "quota.h"
#include "sandbox.h"
#include "text.h"

void control_refuse(struct reply *reply, int status, const char *why)
{
	cJSON *body = cJSON_CreateObject();
	json_set_text(body, "error", why);
	reply_json(reply, status, body);
}

static void control_answer_done(struct reply *reply)
{
	reply_json(reply, 200, cJSON_CreateObject());
}

static void add_fault(struct sandbox *sandbox, const cJSON *body, struct reply *reply)
{
	const char *why = NULL;
	int id = faults_add(sandbox->faults, body, &why);
	if (!id) {
		control_refuse(reply, 400, why);
		return;
	}
	cJSON *answer = cJSON_CreateObject();
	json_set(answer, "id", cJSON_CreateNumber(id));
	reply_json(reply, 201, answer);
}

static const struct simulator *owner_of(const char *account)
{
	for (const struct simulator *const *s = simulators; *s; s++)
		if ((*s)->owns(account))
			return *s;
	return NULL;
}

static void show_state(struct sandbox *sandbox, const struct request *request, struct reply *reply)
{
	struct store_account account;
	if (!request->customer_id) {
		control_refuse(reply, 400, "customerId is missing from the query");
		return;
	}
	cJSON *answer = cJSON_CreateObject();
	const struct simulator *simulator = owner_of(request->customer_id);
	if (simulator)
		simulator->show(sandbox, request->customer_id, answer);
	if (store_account(sandbox->store, request->customer_id, &account)) {
		cJSON *customer = json_object(answer, "customer");
		json_set_text(customer, "id", account.id);
		json_set_text(customer, "currencyCode", account.currency);
		json_set_text(customer, "timeZone", account.timezone);
		json_set_bool(customer, "revoked", account.revoked);
	}
	reply_json(reply, 200, answer);
}

void control_merge(cJSON *value, const cJSON *set)
{
	const cJSON *item;
	cJSON_ArrayForEach(item, set)
	{
		if (cJSON_IsNull(item))
			cJSON_DeleteItemFromObjectCaseSensitive(value, item->string);
		else if (cJSON_IsObject(item) && cJSON_IsObject(json_at(value, item->string)))
			control_merge(json_at(value, item->string), item);
		else
			json_set(value, item->string, cJSON_Duplicate(item, true));
	}
}

/* An edit made in the platform's own UI: nothing is checked but that the object exists. */
static void control_edit(struct sandbox *sandbox, const cJSON *body, struct reply *reply)
{
	const char *name = json_text(body, "platform");
	for (const struct simulator *const *s = simulators; *s; s++) {
		if (strcmp(name ? name : simulators[0]->name, (*s)->name) != 0)
			continue;
		(*s)->edit(sandbox, body, reply);
		if (reply->status < 400)
			log_edit(sandbox, body);
		return;
	}
	control_refuse(reply, 400, "platform is none that is simulated");
}

static void control_revoke(struct sandbox *sandbox, const cJSON *body, struct reply *reply)
{
	struct store_account account;
	const char *id = json_text(body, "customerId");
	if (!id || !store_account(sandbox->store, id, &account)) {
		control_refuse(reply, 404, "no such customerId");
		return;
	}
	store_revoke_account(sandbox->store, id, !cJSON_IsFalse(json_at(body, "revoked")));
	control_answer_done(reply);
}

static void set_access(struct sandbox *sandbox, const cJSON *body, struct reply *reply)
{
	const char *id = json_text(body, "customerId"), *why = "customerId is missing";
	bool denied = !cJSON_IsFalse(json_at(body, "denied"));
	if (id && access_set(sandbox, id, denied, json_text(body, "as"), &why))
		control_answer_done(reply);
	else
		control_refuse(reply, 400, why);
}

static void set_quota(struct sandbox *sandbox, const cJSON *body, struct reply *reply)
{
	const char *why = NULL;
	if (quota_set(sandbox, body, &why))
		control_answer_done(reply);
	else
		control_refuse(reply, 400, why);
}

static void control_advance(struct sandbox *sandbox, const cJSON *body, struct reply *reply)
{
	if (!cJSON_IsNumber(json_at(body, "advanceSeconds"))) {
		control_refuse(reply, 400, "advanceSeconds must be a number");
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

static bool control_is(const struct request *request, const char *method, const char *path)
{
	return strcmp(request->method, method) == 0 && strcmp(request->path + 10, path) == 0;
}

static bool control_allowed(const struct sandbox *sandbox, const struct request *request)
{
	size_t n = sandbox->secret ? strlen(sandbox->secret) : 0;
	return request->control && strlen(request->control) == n &&
	       CRYPTO_memcmp(request->control, sandbox->secret, n) == 0;
}

bool control_request(struct sandbox *sandbox, const struct request *request, struct reply *reply)
{
	if (!sandbox->secret)
		return false;
	if (!control_allowed(sandbox, request)) {
		control_refuse(reply, 403, "the X-Sandbox-Control header does not hold the secret");
		return true;
	}
	cJSON *body = cJSON_ParseWithLength(request->body, request->size);
	bool post = strcmp(request->method, "POST") == 0;
	if (post && !cJSON_IsObject(body)) {
		control_refuse(reply, 400, "the body must be a JSON object");
	} else if (control_is(request, "POST", "faults")) {
		add_fault(sandbox, body, reply);
	} else if (control_is(request, "DELETE", "faults")) {
		faults_clear(sandbox->faults, request->customer_id);
		control_answer_done(reply);
	} else if (control_is(request, "GET", "log")) {
		show_log(sandbox, request, reply);
	} else if (control_is(request, "GET", "state")) {
		show_state(sandbox, request, reply);
	} else if (control_is(request, "DELETE", "state")) {
		store_empty(sandbox->store);
		control_answer_done(reply);
	} else if (control_is(request, "POST", "edit")) {
		control_edit(sandbox, body, reply);
	} else if (control_is(request, "POST", "revoke")) {
		control_revoke(sandbox, body, reply);
	} else if (control_is(request, "POST", "access")) {
		set_access(sandbox, body, reply);
	} else if (control_is(request, "POST", "quota")) {
		set_quota(sandbox, body, reply);
	} else if (control_is(request, "POST", "clock")) {
		control_advance(sandbox, body, reply);
	} else {
		control_refuse(reply, 404, "no such control endpoint");
	}
	cJSON_Delete(body);
	return true;
}
