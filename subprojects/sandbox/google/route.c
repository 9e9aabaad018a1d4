/*
 * The Google Ads API by path, in the order the platform checks: path and version, token, JSON,
 * account, then the handler. Faults asked for by tests are applied around it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../access.h"
#include "google.h"

enum handler {
	H_NONE,
	H_LIST_CUSTOMERS,
	H_SUGGEST,
	H_SEARCH,
	H_STREAM,
	H_UPLOAD,
	H_MUTATE, /* with a kind; K_COUNT for googleAds:mutate */
};

struct place {
	int version;
	enum handler handler;
	enum g_kind_id kind;
	char customer[16];
	bool bad_customer;
	const struct g_message *message;
};

static void not_found(struct reply *reply)
{
	reply_text(reply, 404, "text/html; charset=UTF-8",
		   "<!DOCTYPE html>\n<html lang=en>\n<title>Error 404 (Not Found)!!1</title>\n"
		   "<p><b>404.</b> <ins>That’s an error.</ins>\n"
		   "<p>The requested URL was not found on this server. "
		   "<ins>That’s all we know.</ins>\n");
}

static void take_customer(struct place *p, const char *id)
{
	p->bad_customer = strlen(id) != 10 || strspn(id, "0123456789") != 10;
	snprintf(p->customer, sizeof(p->customer), "%.10s", id);
}

static void find_customer_method(struct place *p, const char *rest)
{
	char id[24] = "", collection[40] = "", verb[24] = "";
	int end = 0;
	if (sscanf(rest, "customers/%23[^/:]:%23[A-Za-z]%n", id, verb, &end) == 2 &&
	    rest[end] == '\0' && strcmp(verb, "uploadClickConversions") == 0) {
		take_customer(p, id);
		p->handler = H_UPLOAD;
		p->message = &gm_upload_click_conversions_request;
		return;
	}
	if (sscanf(rest, "customers/%23[^/]/%39[A-Za-z]:%23[A-Za-z]%n", id, collection, verb,
		   &end) != 3 ||
	    rest[end] != '\0')
		return;
	take_customer(p, id);
	if (strcmp(collection, "googleAds") == 0 && strcmp(verb, "search") == 0) {
		p->handler = H_SEARCH;
		p->message = &gm_search_google_ads_request;
	} else if (strcmp(collection, "googleAds") == 0 && strcmp(verb, "searchStream") == 0) {
		p->handler = H_STREAM;
		p->message = &gm_search_google_ads_stream_request;
	} else if (strcmp(verb, "mutate") == 0) {
		p->kind = K_COUNT;
		if (strcmp(collection, "googleAds") == 0) {
			p->handler = H_MUTATE;
			p->message = &gm_mutate_google_ads_request;
		}
		for (int k = 0; k < K_COUNT; k++) {
			if (strcmp(g_kinds[k].collection, collection) == 0) {
				p->handler = H_MUTATE;
				p->kind = (enum g_kind_id)k;
				p->message = g_kinds[k].request;
			}
		}
	}
}

/* Where a path leads; handler H_NONE when nowhere. */
static struct place google_route_find_place(const struct request *request)
{
	struct place p = { .handler = H_NONE };
	int at = 0;
	if (sscanf(request->path, "/google/v%d/%n", &p.version, &at) != 1 || at == 0)
		return p;
	const char *rest = request->path + at;
	bool post = strcmp(request->method, "POST") == 0;
	if (!post && strcmp(request->method, "GET") == 0 &&
	    strcmp(rest, "customers:listAccessibleCustomers") == 0) {
		p.handler = H_LIST_CUSTOMERS;
	} else if (post && strcmp(rest, "geoTargetConstants:suggest") == 0) {
		p.handler = H_SUGGEST;
		p.message = &gm_suggest_geo_target_constants_request;
	} else if (post) {
		find_customer_method(&p, rest);
	}
	return p;
}

void g_refuse(struct reply *reply, int version, int status, enum g_error code)
{
	cJSON *list = cJSON_CreateArray();
	cJSON *error = g_error_add(list, code, NULL, NULL);
	if (code == E_UNSUPPORTED_VERSION) {
		char message[96];
		snprintf(message, sizeof(message),
			 "Version v%d is deprecated. Requests to this version will be blocked.",
			 version);
		json_set_text(error, "message", message);
	}
	reply_json(reply, status, g_envelope(status, g_failure(version, list)));
}

static void list_customers(struct sandbox *sandbox, const char *account, struct reply *reply)
{
	char name[32];
	snprintf(name, sizeof(name), "customers/%s", account);
	cJSON *body = cJSON_CreateObject(), *names = json_array(body, "resourceNames");
	if (!access_denied(sandbox, account))
		cJSON_AddItemToArray(names, cJSON_CreateString(name));
	reply_json(reply, 200, body);
}

static void bad_json(struct reply *reply)
{
	cJSON *body = g_envelope(400, NULL);
	json_set_text(json_at(body, "error"), "message",
		      "Invalid JSON payload received. Unexpected token.");
	reply_json(reply, 400, body);
}

/* Parses and checks the body; false after an answer. */
static bool read_body(const struct request *request, const struct place *place, cJSON *body,
		      struct reply *reply)
{
	bool empty = request->size == 0;
	if (!cJSON_IsObject(body) && !empty) {
		bad_json(reply);
		return false;
	}
	cJSON *refusal = empty ? NULL : g_check_body(body, place->message, place->version);
	if (refusal)
		reply_json(reply, 400, refusal);
	return refusal == NULL;
}

/* True if the token's account may act for the customer of the path; otherwise replies. */
static bool may_act(struct sandbox *sandbox, const struct request *request,
		    const struct place *place, const char *account, struct reply *reply)
{
	static const enum g_error denials[] = { E_NONE, E_USER_PERMISSION_DENIED,
						E_CUSTOMER_NOT_ENABLED };
	const char *login = request->login_customer_id;
	enum g_error code = E_NONE;
	if (place->bad_customer) {
		g_refuse(reply, place->version, 400, E_INVALID_CUSTOMER_ID);
		return false;
	}
	if (login && (strlen(login) != 10 || strspn(login, "0123456789") != 10)) {
		g_refuse(reply, place->version, 400, E_INVALID_LOGIN_CUSTOMER_ID);
		return false;
	}
	if (strcmp(place->customer, account) != 0 || (login && strcmp(login, account) != 0))
		code = E_USER_PERMISSION_DENIED;
	else
		code = denials[access_denied(sandbox, account)];
	if (code != E_NONE)
		g_refuse(reply, place->version, 403, code);
	return code == E_NONE;
}

static void google_route_dispatch(struct g_call *call, const struct place *place,
				  struct reply *reply)
{
	switch (place->handler) {
	case H_SUGGEST:
		g_suggest(call, reply);
		break;
	case H_SEARCH:
		g_search(call, false, reply);
		break;
	case H_STREAM:
		g_search(call, true, reply);
		break;
	case H_MUTATE:
		g_mutate(call, place->kind, reply);
		break;
	case H_UPLOAD:
		g_upload(call, reply);
		break;
	case H_LIST_CUSTOMERS:
	case H_NONE:
		break;
	}
}

/* Handles the request; whether anything became durable. */
static bool google_route_serve(struct sandbox *sandbox, const struct request *request, cJSON *body,
			       const struct fault *fault, struct reply *reply)
{
	struct place place = google_route_find_place(request);
	char account[16];
	if (place.handler == H_NONE || place.version < 20 || place.version > 26) {
		not_found(reply);
		return false;
	}
	if (place.version < 23) {
		g_refuse(reply, place.version, 400, E_UNSUPPORTED_VERSION);
		return false;
	}
	if (!g_authenticate(sandbox, request->authorization, account)) {
		reply_json(reply, 401, g_envelope(401, NULL));
		return false;
	}
	if (place.handler == H_LIST_CUSTOMERS) {
		list_customers(sandbox, account, reply);
		return false;
	}
	if (!read_body(request, &place, body, reply))
		return false;
	if (*place.customer && !may_act(sandbox, request, &place, account, reply))
		return false;
	struct g_call call = {
		.sandbox = sandbox,
		.version = place.version,
		.now = clock_now(sandbox),
		.body = body,
		.refuse = fault,
	};
	store_account(sandbox->store, account, &call.account);
	clock_local(call.now, call.account.timezone, call.today);
	google_route_dispatch(&call, &place, reply);
	return call.committed;
}

/* The operations of a request as "campaign.create", for faults and the log. */
static cJSON *name_operations(const struct request *request, const cJSON *body)
{
	cJSON *list = cJSON_CreateArray();
	struct place place = google_route_find_place(request);
	const cJSON *entry;
	const cJSON *entries = json_at(body, "operations");
	if (place.handler == H_UPLOAD)
		cJSON_ArrayForEach(entry, json_at(body, "conversions"))
			cJSON_AddItemToArray(list, cJSON_CreateString("conversion.upload"));
	if (place.handler != H_MUTATE)
		return list;
	if (place.kind == K_COUNT) {
		entries = json_at(body, "mutateOperations");
		if (!entries)
			entries = json_at(body, "mutate_operations");
	}
	cJSON_ArrayForEach(entry, entries)
	{
		const cJSON *operation = entry;
		char kind[64] = "unknown";
		if (place.kind != K_COUNT) {
			snprintf(kind, sizeof(kind), "%s", g_kinds[place.kind].json);
		} else if (entry->child && cJSON_IsObject(entry->child)) {
			operation = entry->child;
			const struct g_field *f = g_field_find(
				&gm_mutate_operation, operation->string, strlen(operation->string));
			if (f)
				g_camel(f->name, kind, sizeof(kind));
			if (strlen(kind) > 9 && f)
				kind[strlen(kind) - 9] = '\0';
		}
		const char *verb = json_at(operation, "create")   ? "create"
				   : json_at(operation, "update") ? "update"
				   : json_at(operation, "remove") ? "remove"
								  : "none";
		char name[96];
		snprintf(name, sizeof(name), "%s.%s", kind, verb);
		cJSON_AddItemToArray(list, cJSON_CreateString(name));
	}
	return list;
}

/* The answer of a status fault, in Google's own shape. */
static void google_route_answer_status(const struct fault *fault, int version, struct reply *reply)
{
	cJSON *list = cJSON_CreateArray();
	cJSON *failure = NULL;
	if (fault->status == 429) {
		cJSON *error = g_error_add(list, E_QUOTA_EXHAUSTED, NULL, NULL);
		cJSON *d = json_object(json_object(error, "details"), "quotaErrorDetails");
		struct text message = { 0 };
		const char *delay = fault->retry_delay ? fault->retry_delay : "1s";
		text_format(&message, "Too many requests. Retry in %ld seconds.",
			    strtol(delay, NULL, 10));
		json_set_text(error, "message", text_get(&message));
		text_free(&message);
		json_set_text(d, "rateScope", "DEVELOPER");
		json_set_text(d, "rateName", "Number of operations for basic access");
		json_set_text(d, "retryDelay", delay);
	} else if (fault->status == 403) {
		g_error_add(list, E_USER_PERMISSION_DENIED, NULL, NULL);
	} else if (fault->status == 500 || fault->status == 503) {
		g_error_add(list, fault->status == 500 ? E_INTERNAL : E_TRANSIENT, NULL, NULL);
	}
	if (list->child)
		failure = g_failure(version, list);
	else
		cJSON_Delete(list);
	reply_json(reply, fault->status, g_envelope(fault->status, failure));
}

/* The API's own words, or the page of what stands before it. */
static void too_large(const struct fault *fault, struct reply *reply)
{
	cJSON *body = g_envelope(400, NULL);
	json_set_text(json_at(body, "error"), "message",
		      "Request payload size exceeds the limit: 10485760 bytes.");
	if (fault->status == 413) {
		fault_page_too_large(413, reply);
		cJSON_Delete(body);
		return;
	}
	reply_json(reply, 400, body);
}

/* A fault that is answered in the platform's own shape; true when it was. */
static bool fault_answers(const struct fault *fault, int version, struct reply *reply)
{
	cJSON *list;
	if (fault->type == FAULT_STATUS) {
		google_route_answer_status(fault, version, reply);
	} else if (fault->type == FAULT_ERROR && fault->at < 0) {
		list = cJSON_CreateArray();
		g_error_add_named(list, json_at(fault->error, "errorCode"),
				  json_text(fault->error, "message"));
		reply_json(reply, 400, g_envelope(400, g_failure(version, list)));
	} else if (fault->type == FAULT_TOO_LARGE) {
		too_large(fault, reply);
	} else if (fault->type == FAULT_SUNSET && version && fault->status == 404) {
		fault_page(404, reply);
	} else if (fault->type == FAULT_SUNSET && version) {
		g_refuse(reply, version, 400, E_UNSUPPORTED_VERSION);
	} else {
		return false;
	}
	return true;
}

/* Errors of a stream come as an array, like its rows. */
static void wrap_error(struct reply *reply)
{
	struct text t = { 0 };
	if (reply->status < 400 || !reply->body || reply->body[0] != '{')
		return;
	text_format(&t, "[%s]", reply->body);
	free(reply->body);
	reply->size = t.size;
	reply->body = text_take(&t);
}

void g_route(struct sandbox *sandbox, const struct request *request, struct reply *reply)
{
	bool oauth = strncmp(request->path, "/google-oauth/", 14) == 0;
	cJSON *body = oauth ? NULL : cJSON_ParseWithLength(request->body, request->size);
	struct place place = google_route_find_place(request);
	cJSON *operations = name_operations(request, body);
	struct sighting seen = { "google",       request->method, request->path,
				 place.customer, operations,      request->size };
	const struct fault *fault = faults_take(sandbox->faults, &seen);
	bool committed = false;
	if (!fault || (!fault_answers(fault, place.version, reply) &&
		       !fault_before(sandbox, fault, &seen, reply))) {
		if (oauth)
			g_oauth(sandbox, request, reply);
		else
			committed = google_route_serve(sandbox, request, body, fault, reply);
		if (fault)
			fault_after(fault, reply);
	}
	if (place.handler == H_STREAM)
		wrap_error(reply);
	log_add(sandbox->log, &(struct log_entry){
				      .platform = "google",
				      .method = request->method,
				      .path = request->path,
				      .customer = place.customer,
				      .status = reply->status,
				      .fault = fault ? fault_name(fault->type) : NULL,
				      .operations = operations,
				      .committed = committed,
				      .written = store_written(sandbox->store),
			      });
	cJSON_Delete(body);
}
