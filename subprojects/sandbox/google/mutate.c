/*
 * Mutates. One request is one transaction; with partialFailure every operation has a savepoint of
 * its own. All operations are judged, so that every fault of a request is told.
 */
#include "mutation.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	MAX_OPERATIONS = 10000
};

/* The kind and body of an entry of googleAds:mutate: {"campaignOperation": {…}}. */
static const cJSON *google_mutate_unwrap(const cJSON *entry, enum g_kind_id *kind,
					 const char **wrapper)
{
	const cJSON *item = entry->child;
	*kind = K_COUNT;
	if (!item)
		return NULL;
	for (int k = 0; k < K_COUNT; k++) {
		size_t n = strlen(g_kinds[k].json);
		if (strncmp(item->string, g_kinds[k].json, n) == 0 &&
		    strcmp(item->string + n, "Operation") == 0)
			*kind = (enum g_kind_id)k;
	}
	*wrapper = item->string;
	return item;
}

static void real_name(const struct g_op *op, char *out, size_t room)
{
	snprintf(out, room, "customers/%s/%s/%s", op->call->account.id, op->kind->collection,
		 op->tail);
}

/* A create may carry a temporary name; nothing else. */
static void read_temporary_name(struct g_op *op)
{
	const char *name = json_text(op->sent, "resourceName");
	char account[16], tail[G_TAIL_ROOM];
	if (!name || !*name)
		return;
	op->sent_name = name;
	int kind = g_parse_name(name, account, tail, sizeof(tail));
	if (kind < 0 || &g_kinds[kind] != op->kind) {
		op_fail(op, E_RESOURCE_NAME_MALFORMED, "resource_name", name);
	} else if (strcmp(account, op->call->account.id) != 0) {
		op_fail(op, E_INVALID_CUSTOMER_ID, "resource_name", name);
	} else {
		const char *id = strrchr(tail, '~') ? strrchr(tail, '~') + 1 : tail;
		bool own = op->kind->own_id || kind == K_AD_GROUP_AD;
		if (id[0] != '-' || id[1] == '0' ||
		    strspn(id + 1, "0123456789") != strlen(id + 1) || !id[1] || !own)
			op_fail(op, E_CANNOT_SET_ID_FOR_CREATE, "resource_name", name);
		else if (!table_add(&op->m->temporary_ids, id, ""))
			op_fail(op, E_DUPLICATE_TEMP_IDS, "resource_name", name);
	}
}

static void run_create(struct g_op *op)
{
	if (json_at(op->operation, "updateMask"))
		op_fail_operation(op, E_FIELD_MASK_NOT_ALLOWED, "update_mask", NULL);
	if (!op->kind->create) {
		op_fail_operation(op, E_MUTATE_NOT_ALLOWED, "", NULL);
		return;
	}
	read_temporary_name(op);
	g_check_values(op);
	if (strcmp(op->kind->json, "asset") != 0 && json_text(op->sent, "status") &&
	    strcmp(json_text(op->sent, "status"), "REMOVED") == 0)
		op_fail(op, E_CREATE_AS_REMOVED, "status", "REMOVED");
	op->value = op->sent;
	if (!op->skipped)
		op->kind->create(op);
}

/* Finds what an update or remove names; false after a fault. */
static bool find_target(struct g_op *op, const char *name, const char *field)
{
	char account[16];
	if (!name || !*name) {
		op_fail(op, E_RESOURCE_NAME_MISSING, field, NULL);
		return false;
	}
	int kind = g_parse_name(name, account, op->tail, sizeof(op->tail));
	if (kind < 0 || &g_kinds[kind] != op->kind) {
		op_fail(op, E_RESOURCE_NAME_MALFORMED, field, name);
		return false;
	}
	if (strcmp(account, op->call->account.id) != 0) {
		op_fail(op, E_INVALID_CUSTOMER_ID, field, name);
		return false;
	}
	if (strspn(op->tail, "0123456789~ABCDEFGHIJKLMNOPQRSTUVWXYZ_") != strlen(op->tail)) {
		op_fail(op, E_BAD_RESOURCE_ID, field, name);
		return false;
	}
	if (!table_add(&op->m->touched, name, "")) {
		bool ad = kind == K_AD_GROUP_AD || kind == K_AD;
		op_fail(op, ad ? E_AD_IN_MULTIPLE_OPS : E_ID_EXISTS_IN_MULTIPLE_MUTATES, field,
			name);
		return false;
	}
	return true;
}

/* The stored object behind op->tail: for an ad, the ad group ad that holds it. */
static cJSON *load_holder(struct g_op *op, enum g_kind_id *kind, char *tail)
{
	struct store *store = op->call->sandbox->store;
	const char *account = op->call->account.id;
	*kind = (enum g_kind_id)(op->kind - g_kinds);
	snprintf(tail, G_TAIL_ROOM, "%s", op->tail);
	if (*kind == K_AD) {
		*kind = K_AD_GROUP_AD;
		if (!store_find(store, account, K_AD_GROUP_AD, op->tail, tail, G_TAIL_ROOM))
			return NULL;
	}
	return store_get(store, account, (int)*kind, tail);
}

static bool is_removed(const cJSON *value)
{
	const char *status = json_text(value, "status");
	return status && strcmp(status, "REMOVED") == 0;
}

static void store_value(struct g_op *op, enum g_kind_id kind, const char *tail, const cJSON *value)
{
	char parent[G_TAIL_ROOM];
	struct store_object columns = g_columns(kind, tail, value, parent);
	store_put(op->call->sandbox->store, op->call->account.id, &columns, value);
}

static void run_update(struct g_op *op)
{
	op->mask = json_text(op->operation, "updateMask");
	op->sent_name = json_text(op->sent, "resourceName");
	if (!op->mask || !*op->mask)
		op_fail_operation(op, E_FIELD_MASK_MISSING, "update_mask", NULL);
	if (!find_target(op, op->sent_name, "resource_name"))
		return;
	enum g_kind_id kind;
	char tail[G_TAIL_ROOM];
	cJSON *holder = load_holder(op, &kind, tail);
	if (!holder) {
		op_fail(op, E_RESOURCE_NOT_FOUND, "resource_name", op->sent_name);
		return;
	}
	cJSON_AddItemToArray(op->m->kept, holder);
	if (is_removed(holder)) {
		op_fail(op, E_REMOVED_RESOURCE, "", op->sent_name);
		return;
	}
	bool inner = op->kind == &g_kinds[K_AD];
	op->before = inner ? json_at(holder, "ad") : holder;
	op->value = cJSON_Duplicate(op->before, true);
	cJSON_AddItemToArray(op->m->kept, op->value);
	g_check_values(op);
	g_apply_mask(op);
	if (op_touches(op, "status") && is_removed(op->value))
		op_fail(op, E_INVALID_ENUM_VALUE, "status", "REMOVED");
	if (!op->failed)
		op->kind->update(op);
	if (op->failed)
		return;
	if (inner) {
		cJSON *whole = cJSON_Duplicate(holder, true);
		json_set(whole, "ad", cJSON_Duplicate(op->value, true));
		json_set(whole, "_edited", cJSON_CreateNumber((double)op->call->now));
		store_value(op, kind, tail, whole);
		cJSON_Delete(whole);
	} else {
		store_value(op, kind, tail, op->value);
	}
}

static void google_mutate_run_remove(struct g_op *op)
{
	const char *name = json_text(op->operation, "remove");
	if (json_at(op->operation, "updateMask"))
		op_fail_operation(op, E_FIELD_MASK_NOT_ALLOWED, "update_mask", NULL);
	if (op->kind->no_remove) {
		op_fail_operation(op, E_MUTATE_NOT_ALLOWED, "", NULL);
		return;
	}
	op->sent_name = name;
	if (!find_target(op, name, ""))
		return;
	enum g_kind_id kind;
	char tail[G_TAIL_ROOM];
	op->value = load_holder(op, &kind, tail);
	if (!op->value) {
		op_fail(op, E_RESOURCE_NOT_FOUND, "", name);
		return;
	}
	cJSON_AddItemToArray(op->m->kept, op->value);
	if (is_removed(op->value)) {
		op_fail(op, E_REMOVED_RESOURCE, "", name);
		return;
	}
	if (op->kind->remove)
		op->kind->remove(op);
	if (op->failed)
		return;
	json_set_text(op->value, "status", "REMOVED");
	store_value(op, kind, tail, op->value);
}

static void finish_create(struct g_op *op)
{
	char name[160];
	if (op->failed || op->skipped) {
		if (op->sent_name)
			table_add(&op->m->temporary, op->sent_name, "");
		return;
	}
	real_name(op, name, sizeof(name));
	if (op->sent_name)
		table_add(&op->m->temporary, op->sent_name, name);
	if (op->existing)
		return;
	json_set_text(op->value, "resourceName", name);
	json_set(op->value, "_created", cJSON_CreateNumber((double)op->call->now));
	json_set(op->value, "_edited", cJSON_CreateNumber((double)op->call->now));
	store_value(op, (enum g_kind_id)(op->kind - g_kinds), op->tail, op->value);
}

static void note_change(struct g_op *op, const char *name)
{
	static const char *const verbs[] = { "CREATE", "UPDATE", "REMOVE" };
	g_note_change(op->call->sandbox, op->call->account.id,
		      &(struct g_change){
			      .kind = (enum g_kind_id)(op->kind - g_kinds),
			      .name = name,
			      .operation = verbs[op->verb],
			      .client = "GOOGLE_ADS_API",
			      .fields = op->mask ? op->mask : "",
		      });
}

/* The entry of `results` for an operation that succeeded, or {} for one that did not. */
static cJSON *result_of(struct g_op *op)
{
	char name[160];
	cJSON *result = cJSON_CreateObject();
	if (op->failed || op->skipped)
		return result;
	real_name(op, name, sizeof(name));
	note_change(op, name);
	json_set_text(result, "resourceName", name);
	if (op->m->whole_resource && op->verb != VERB_REMOVE) {
		cJSON *copy = cJSON_Duplicate(op->value, true);
		g_hide_private(copy);
		json_set(result, op->kind->json, copy);
	}
	return result;
}

static void run_verb(struct g_op *op)
{
	const char *verb = NULL;
	if ((op->sent = json_at(op->operation, "create"))) {
		op->verb = VERB_CREATE;
		verb = "create";
	} else if ((op->sent = json_at(op->operation, "update"))) {
		op->verb = VERB_UPDATE;
		verb = "update";
	} else if (json_at(op->operation, "remove")) {
		op->verb = VERB_REMOVE;
		verb = "remove";
	} else {
		op_fail_operation(op, E_OPERATION_REQUIRED, "", NULL);
		return;
	}
	text_format(&op->path, ".%s", verb);
	switch (op->verb) {
	case VERB_CREATE:
		run_create(op);
		finish_create(op);
		break;
	case VERB_UPDATE:
		run_update(op);
		break;
	case VERB_REMOVE:
		google_mutate_run_remove(op);
		break;
	}
}

/* "campaignOperation" as "campaign_operation". */
static void put_snake(struct text *out, const char *camel)
{
	for (; *camel; camel++) {
		char c = (char)tolower((unsigned char)*camel);
		if (isupper((unsigned char)*camel))
			text_put(out, "_");
		text_put_n(out, &c, 1);
	}
}

/* Refuses the items of a batch that a test's fault names. */
static void google_mutate_refuse(struct g_op *op, int index)
{
	const struct fault *fault = op->call->refuse;
	if (!fault_refuses(fault, index))
		return;
	cJSON *error = op_fail(op, E_INTERNAL, "", NULL);
	json_set(error, "errorCode", cJSON_Duplicate(json_at(fault->error, "errorCode"), true));
	if (json_text(fault->error, "message"))
		json_set_text(error, "message", json_text(fault->error, "message"));
}

static void run_one(struct g_mutation *m, const cJSON *entry, int index)
{
	struct g_op op = { .m = m, .call = m->call, .operation = entry };
	enum g_kind_id kind = m->kind;
	const char *wrapper = NULL;
	text_format(&op.path, "%s[%d]", kind == K_COUNT ? "mutate_operations" : "operations",
		    index);
	if (m->kind == K_COUNT) {
		op.operation = google_mutate_unwrap(entry, &kind, &wrapper);
		if (wrapper) {
			text_put(&op.path, ".");
			put_snake(&op.path, wrapper);
		}
	}
	op.base = op.path.size;
	if (m->partial)
		store_savepoint(m->call->sandbox->store);
	if (kind == K_COUNT) {
		op_fail_operation(&op, wrapper ? E_MUTATE_NOT_ALLOWED : E_OPERATION_REQUIRED, "",
				  wrapper);
	} else {
		op.kind = &g_kinds[kind];
		run_verb(&op);
		google_mutate_refuse(&op, index);
	}
	if (m->partial)
		store_release(m->call->sandbox->store, !op.failed);
	m->any_failed = m->any_failed || op.failed;
	cJSON *result = op.kind ? result_of(&op) : cJSON_CreateObject();
	if (m->kind == K_COUNT && !op.failed && !op.skipped) {
		cJSON *named = cJSON_CreateObject();
		char member[64];
		snprintf(member, sizeof(member), "%sResult", op.kind->json);
		json_set(named, member, result);
		result = named;
	}
	cJSON_AddItemToArray(m->results, result);
	text_free(&op.path);
}

static bool google_mutate_undeclared(const cJSON *campaign)
{
	return json_true(campaign, "_undeclared") && !is_removed(campaign);
}

static void find_undeclared(void *context, const char *tail, cJSON *value)
{
	bool *found = context;
	(void)tail;
	*found = *found || google_mutate_undeclared(value);
	cJSON_Delete(value);
}

/*
 * True if every operation only makes a declaration: a blocked account may still send such requests.
 */
static bool only_declares(const struct g_mutation *m)
{
	const cJSON *entry;
	cJSON_ArrayForEach(entry, m->operations)
	{
		enum g_kind_id kind = m->kind;
		const char *wrapper;
		const cJSON *operation = entry;
		if (m->kind == K_COUNT)
			operation = google_mutate_unwrap(entry, &kind, &wrapper);
		const char *mask = json_text(operation, "updateMask");
		if (kind != K_CAMPAIGN || !mask ||
		    (strcmp(mask, "containsEuPoliticalAdvertising") != 0 &&
		     strcmp(mask, "contains_eu_political_advertising") != 0))
			return false;
	}
	return true;
}

/* Refuses a request as a whole; true when it did. */
static bool refuse_whole(struct g_mutation *m)
{
	const char *list = m->kind == K_COUNT ? "mutate_operations" : "operations";
	int n = cJSON_GetArraySize(m->operations);
	if (n == 0) {
		g_error_add(m->errors, E_REQUEST_REQUIRED_FIELD_MISSING, list, NULL);
	} else if (n > MAX_OPERATIONS) {
		g_error_add(m->errors, E_TOO_MANY_MUTATE_OPERATIONS, NULL, NULL);
	} else {
		struct store *store = m->call->sandbox->store;
		char flag[40];
		bool blocked = false;
		/* Only an edit made in the platform's UI can leave a campaign undeclared. */
		snprintf(flag, sizeof(flag), "undeclared/%s", m->call->account.id);
		if (store_number(store, flag))
			store_walk(store, m->call->account.id, K_CAMPAIGN, find_undeclared,
				   &blocked);
		if (blocked && !only_declares(m))
			g_error_add(m->errors, E_EU_DECLARATION_REQUIRED, NULL, NULL);
	}
	return cJSON_GetArraySize(m->errors) > 0;
}

static void google_mutate_answer(struct g_mutation *m, struct reply *reply)
{
	bool refused = m->errors->child && !m->partial;
	if (refused) {
		reply_json(reply, 400, g_envelope(400, g_failure(m->call->version, m->errors)));
		cJSON_Delete(m->results);
		return;
	}
	cJSON *body = cJSON_CreateObject();
	if (m->errors->child)
		json_set(body, "partialFailureError", g_partial_error(m->call->version, m->errors));
	else
		cJSON_Delete(m->errors);
	if (m->validate_only)
		cJSON_Delete(m->results);
	else
		json_set(body, m->kind == K_COUNT ? "mutateOperationResponses" : "results",
			 m->results);
	reply_json(reply, 200, body);
}

void g_mutate(struct g_call *call, enum g_kind_id kind, struct reply *reply)
{
	const char *content = json_text(call->body, "responseContentType");
	struct store *store = call->sandbox->store;
	struct g_mutation m = {
		.call = call,
		.kind = kind,
		.operations =
			json_at(call->body, kind == K_COUNT ? "mutateOperations" : "operations"),
		.partial = json_true(call->body, "partialFailure"),
		.validate_only = json_true(call->body, "validateOnly"),
		.whole_resource = content && strcmp(content, "MUTABLE_RESOURCE") == 0,
		.errors = cJSON_CreateArray(),
		.results = cJSON_CreateArray(),
		.kept = cJSON_CreateArray(),
	};
	store_begin(store);
	if (refuse_whole(&m)) {
		m.partial = false;
	} else {
		int index = 0;
		const cJSON *entry;
		cJSON_ArrayForEach(entry, m.operations)
		{
			run_one(&m, entry, index++);
		}
	}
	if (m.validate_only || (m.errors->child && !m.partial)) {
		store_rollback(store);
	} else {
		store_commit(store);
		call->committed = true;
	}
	google_mutate_answer(&m, reply);
	table_free(&m.temporary);
	table_free(&m.temporary_ids);
	table_free(&m.touched);
	cJSON_Delete(m.kept);
}
