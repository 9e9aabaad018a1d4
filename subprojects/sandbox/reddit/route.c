/*
 * The Reddit Ads API by path, in the order: path and verb, User-Agent, token, body, handler. Faults
 * asked for by tests are applied around it. A verb that a path does not know is 404, as theirs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../access.h"
#include "../oauth.h"
#include "../quota.h"
#include "reddit.h"

enum handler {
	H_NONE,
	H_GONE, /* the version before */
	H_ME,
	H_BUSINESSES,
	H_ACCOUNTS,
	H_ACCOUNT,
	H_PROFILES,
	H_FUNDING,
	H_PIXELS,
	H_LIST,
	H_CREATE,
	H_GET,
	H_PATCH,
	H_EVENTS,
	H_REPORT,
	H_KEYWORDS,
};

struct place {
	enum handler handler;
	enum rd_kind_id kind;
	char account[24]; /* named by the path, or "" */
	char id[40];
	const struct rd_field *rows; /* of the body */
};

static bool reddit_route_verb(const struct request *request, const char *method)
{
	return strcmp(request->method, method) == 0;
}

static enum rd_kind_id reddit_route_kind_of(const char *collection)
{
	int k = 0;
	while (k < RD_KINDS && strcmp(rd_kinds[k].collection, collection) != 0)
		k++;
	return (enum rd_kind_id)k;
}

static void below_account(const struct request *request, const char *collection, struct place *p)
{
	static const struct {
		const char *collection;
		enum handler handler;
	} reads[] = { { "profiles", H_PROFILES },
		      { "funding_instruments", H_FUNDING },
		      { "pixels", H_PIXELS } };
	p->kind = reddit_route_kind_of(collection);
	if (p->kind < RD_POST && reddit_route_verb(request, "POST")) {
		p->handler = H_CREATE;
		p->rows = rd_kinds[p->kind].create;
	} else if (p->kind < RD_POST && reddit_route_verb(request, "GET")) {
		p->handler = H_LIST;
	}
	if (strcmp(collection, "reports") == 0 && reddit_route_verb(request, "POST")) {
		p->handler = H_REPORT;
		p->rows = rd_report_request;
	}
	for (size_t i = 0; i < sizeof(reads) / sizeof(reads[0]); i++)
		if (reddit_route_verb(request, "GET") &&
		    strcmp(collection, reads[i].collection) == 0)
			p->handler = reads[i].handler;
}

/* {collection}/{id} */
static void one_object(const struct request *request, const char *collection, struct place *p)
{
	p->kind = reddit_route_kind_of(collection);
	if (strcmp(collection, "targeting") == 0 && strcmp(p->id, "keyword_validations") == 0 &&
	    reddit_route_verb(request, "POST")) {
		p->handler = H_KEYWORDS;
		p->rows = rd_keywords_asked;
	}
	if (p->kind == RD_KINDS)
		return;
	if (reddit_route_verb(request, "GET"))
		p->handler = H_GET;
	if (reddit_route_verb(request, "PATCH")) {
		p->handler = H_PATCH;
		p->rows = rd_kinds[p->kind].patch;
	}
}

/* …/{first}/{id}/{third} */
static void reddit_route_collection(const struct request *request, const char *first,
				    const char *third, struct place *p)
{
	bool post = reddit_route_verb(request, "POST");
	if (strcmp(first, "ad_accounts") == 0) {
		snprintf(p->account, sizeof(p->account), "%.23s", p->id);
		below_account(request, third, p);
	} else if (strcmp(first, "businesses") == 0 && strcmp(third, "ad_accounts") == 0) {
		p->handler = reddit_route_verb(request, "GET") ? H_ACCOUNTS : H_NONE;
	} else if (strcmp(first, "profiles") == 0 && strcmp(third, "posts") == 0) {
		p->kind = RD_POST;
		p->handler = post ? H_CREATE : reddit_route_verb(request, "GET") ? H_LIST : H_NONE;
		p->rows = post ? rd_post_create : NULL;
	} else if (strcmp(first, "pixels") == 0 && strcmp(third, "conversion_events") == 0 &&
		   post) {
		p->handler = H_EVENTS;
		p->rows = rd_conversion_events;
	}
}

/* Where a path leads; H_NONE when nowhere. */
static struct place reddit_route_find_place(const struct request *request)
{
	struct place p = { .handler = H_NONE };
	char first[40] = "", third[40] = "";
	int two = 0, three = 0;
	const char *rest = request->path + sizeof("/reddit/api/v3/") - 1;
	if (strncmp(request->path, "/reddit/api/v2.0/", 17) == 0)
		p.handler = H_GONE;
	if (strncmp(request->path, "/reddit/api/v3/", 15) != 0)
		return p;
	sscanf(rest, "%39[a-z_]/%39[a-z0-9_]%n/%39[a-z_]%n", first, p.id, &two, third, &three);
	if (three && !rest[three]) {
		reddit_route_collection(request, first, third, &p);
	} else if (two && !rest[two] && strcmp(first, "ad_accounts") == 0) {
		snprintf(p.account, sizeof(p.account), "%.23s", p.id);
		p.handler = reddit_route_verb(request, "GET") ? H_ACCOUNT : H_NONE;
	} else if (strcmp(rest, "me/businesses") == 0) {
		p.handler = reddit_route_verb(request, "GET") ? H_BUSINESSES : H_NONE;
	} else if (two && !rest[two]) {
		one_object(request, first, &p);
	} else if (strcmp(rest, "me") == 0 && reddit_route_verb(request, "GET")) {
		p.handler = H_ME;
	}
	return p;
}

static bool reads_only(const struct place *p)
{
	return p->handler != H_CREATE && p->handler != H_PATCH && p->handler != H_EVENTS;
}

/*
 * The published quotas a minute, of which a sandbox gives a hundredfold: what is tried out there
 * shall not wait for minutes.
 */
static const struct quota *quota_of(const struct place *p)
{
	static const struct quota report = { "reporting", 60 * 100LL, 60 };
	static const struct quota creative = { "creative-management", 200 * 100LL, 60 };
	static const struct quota reads = { "campaign-management-read", 400 * 100LL, 60 };
	static const struct quota taxonomy = { "targeting-taxonomy", 100 * 100LL, 60 };
	static const struct quota writes = { "campaign-management-write", 200 * 100LL, 60 };
	if (p->handler == H_REPORT)
		return &report;
	if (p->handler == H_KEYWORDS)
		return &taxonomy;
	if (p->kind == RD_POST && p->handler != H_NONE)
		return &creative;
	return reads_only(p) ? &reads : &writes;
}

static bool is_counted(const struct place *p, const char *account)
{
	return *account && p->handler != H_NONE && p->handler != H_EVENTS;
}

static struct quota_state reddit_route_count(struct sandbox *sandbox, const struct place *p,
					     const char *account)
{
	if (is_counted(p, account))
		return quota_take(sandbox, account, quota_of(p), 1);
	return (struct quota_state){ 0 };
}

/* Writes the headers with the requests left in the minute. */
static void reddit_route_limits(const struct quota *quota, const struct quota_state *state,
				struct reply *reply)
{
	char text[96];
	snprintf(text, sizeof(text), "\"%s\";q=%lld;w=%lld", quota->name, state->most,
		 quota->window);
	reply_header(reply, "RateLimit-Policy", text);
	snprintf(text, sizeof(text), "\"%s\";r=%lld;t=%lld", quota->name,
		 state->left > 0 ? state->left : 0, state->wait);
	reply_header(reply, "RateLimit", text);
}

/* The rule of the agents: a library's own name, or none, gets no service. */
static bool is_agent(const char *agent)
{
	static const char *const libraries[] = { "curl/", "libcurl", "python-requests", "axios",
						 "Mozilla/" };
	if (!agent || !*agent)
		return false;
	for (size_t i = 0; i < sizeof(libraries) / sizeof(libraries[0]); i++)
		if (strncmp(agent, libraries[i], strlen(libraries[i])) == 0)
			return false;
	return true;
}

static void answer_data(struct reply *reply, cJSON *data)
{
	cJSON *body = cJSON_CreateObject();
	json_set(body, "data", data);
	if (cJSON_IsArray(data)) {
		cJSON *pagination = json_object(body, "pagination");
		json_set(pagination, "next_url", cJSON_CreateNull());
		json_set(pagination, "previous_url", cJSON_CreateNull());
	}
	reply_json(reply, 200, body);
}

/* A list of the one object that a discovery call finds. */
static cJSON *reddit_route_only(struct rd_call *call, const char *id, const char *name,
				bool funding)
{
	cJSON *list = cJSON_CreateArray();
	cJSON *object = cJSON_CreateObject();
	json_set_text(object, "id", id);
	json_set_text(object, "name", name);
	if (funding) {
		json_set_text(object, "currency", call->account.currency);
		json_set_bool(object, "is_servable", true);
		json_set(object, "reasons_not_servable", cJSON_CreateArray());
	}
	cJSON_AddItemToArray(list, object);
	return list;
}

static void reddit_route_discover(struct rd_call *call, const struct place *p, struct reply *reply)
{
	cJSON *object = cJSON_CreateObject();
	if (p->handler == H_PROFILES || p->handler == H_FUNDING || p->handler == H_PIXELS) {
		cJSON_Delete(object);
		object = p->handler == H_FUNDING
				 ? reddit_route_only(call, "1001", "Sandbox card", true)
			 : p->handler == H_PIXELS
				 ? reddit_route_only(call, call->account.id, "Sandbox pixel", false)
				 : reddit_route_only(call, call->account.id, "u/sandbox", false);
	} else if (p->handler == H_BUSINESSES) {
		cJSON_Delete(object);
		object = reddit_route_only(call, "t2_business", "Sandbox business", false);
	} else if (p->handler == H_ME) {
		json_set_text(object, "type", "MEMBER");
		json_set_text(object, "id", call->account.id);
		json_set_text(object, "email", "someone@sandbox.example");
		json_set_text(object, "reddit_username", "sandbox");
	} else {
		json_set_text(object, "id", call->account.id);
		json_set_text(object, "name", "Sandbox Reddit Ads");
		json_set_text(object, "currency", call->account.currency);
		json_set_text(object, "time_zone_id", call->account.timezone);
		json_set_text(object, "admin_approval", "VALID");
	}
	if (p->handler == H_ACCOUNTS) {
		cJSON *list = cJSON_CreateArray();
		if (access_denied(call->sandbox, call->account.id))
			cJSON_Delete(object);
		else
			cJSON_AddItemToArray(list, object);
		object = list;
	}
	answer_data(reply, object);
}

static void reddit_route_dispatch(struct rd_call *call, const struct place *p, struct reply *reply)
{
	switch (p->handler) {
	case H_LIST:
		rd_list(call, p->kind, reply);
		break;
	case H_CREATE:
		rd_create(call, p->kind, reply);
		break;
	case H_GET:
		rd_get(call, p->kind, p->id, reply);
		break;
	case H_PATCH:
		rd_patch(call, p->kind, p->id, reply);
		break;
	case H_EVENTS:
		rd_events(call, p->id, reply);
		break;
	case H_REPORT:
		rd_report(call, reply);
		break;
	case H_KEYWORDS:
		rd_keyword_validations(call, reply);
		break;
	case H_ME:
	case H_BUSINESSES:
	case H_ACCOUNTS:
	case H_ACCOUNT:
	case H_PROFILES:
	case H_FUNDING:
	case H_PIXELS:
		reddit_route_discover(call, p, reply);
		break;
	case H_NONE:
	case H_GONE:
		break;
	}
}

/* True if the call concerns the ad account, not only the caller's identity. */
static bool is_of_account(const struct place *p)
{
	return p->handler != H_ME && p->handler != H_BUSINESSES && p->handler != H_ACCOUNTS &&
	       p->handler != H_KEYWORDS;
}

/* The checks before a body is looked at; false with the refusal answered. */
static bool reddit_route_admit(struct sandbox *sandbox, const struct request *request,
			       const struct place *p, char *account, struct reply *reply)
{
	if (p->handler == H_NONE)
		rd_refuse(reply, 404, "Not Found");
	else if (p->handler == H_GONE)
		rd_refuse(reply, 410, "This version has been sunset.");
	else if (!is_agent(request_header(request, "User-Agent")))
		rd_refuse(reply, 429, "Too Many Requests");
	else if (!oauth_account(sandbox, request->authorization, account) ||
		 strncmp(account, "t2_", 3) != 0)
		rd_refuse(reply, 401, "Bad bearer token provided.");
	else if (*p->account && strcmp(p->account, account) != 0)
		rd_refuse(reply, 403, "Access not granted for this ad account.");
	else if (access_denied(sandbox, account) && is_of_account(p))
		rd_refuse(reply, *p->account || access_denied(sandbox, account) == 1 ? 403 : 404,
			  *p->account || access_denied(sandbox, account) == 1
				  ? "Access not granted for this ad account."
				  : "Not Found");
	else
		return true;
	return false;
}

static bool reddit_route_is_json(const struct request *request)
{
	const char *type = request_header(request, "Content-Type");
	return type && strncmp(type, "application/json", 16) == 0;
}

static bool reddit_route_serve(struct sandbox *sandbox, const struct request *request,
			       const struct place *p, const cJSON *body, struct reply *reply)
{
	char account[16];
	struct rd_call call = { .sandbox = sandbox,
				.request = request,
				.now = clock_now(sandbox),
				.data = json_at(body, "data") };
	if (!reddit_route_admit(sandbox, request, p, account, reply))
		return false;
	if (p->rows && !reddit_route_is_json(request)) {
		rd_refuse(reply, 400, "Content-Type must be application/json");
		return false;
	}
	if (p->rows && !body) {
		rd_refuse(reply, 400, "The body is not JSON");
		return false;
	}
	store_account(sandbox->store, account, &call.account);
	call.faults = cJSON_CreateArray();
	cJSON *own = NULL;
	if (p->rows)
		rd_check(body, p->rows, call.faults);
	if (p->handler == H_CREATE && p->kind == RD_POST && !call.faults->child) {
		own = cJSON_Duplicate(call.data, true);
		json_set_text(own, "profile_id", p->id);
		call.data = own;
	}
	reddit_route_dispatch(&call, p, reply);
	cJSON_Delete(own);
	cJSON_Delete(call.faults);
	return call.committed;
}

/* The operation of a request as "campaign.create", for faults and the log. */
static cJSON *name_operations(const struct place *p, const cJSON *body)
{
	cJSON *list = cJSON_CreateArray();
	const char *status = json_text(json_at(body, "data"), "configured_status");
	bool removes =
		status && (strcmp(status, "ARCHIVED") == 0 || strcmp(status, "DELETED") == 0);
	char name[40];
	if (p->handler == H_EVENTS)
		cJSON_AddItemToArray(list, cJSON_CreateString("conversion.upload"));
	if (p->handler != H_CREATE && p->handler != H_PATCH)
		return list;
	snprintf(name, sizeof(name), "%s.%s", rd_kinds[p->kind].word,
		 p->handler == H_CREATE ? "create"
		 : removes              ? "remove"
					: "update");
	cJSON_AddItemToArray(list, cJSON_CreateString(name));
	return list;
}

/* The answer of the faults that are told in Reddit's own shape; false where it is none. */
static bool answer_fault(const struct fault *fault, bool oauth, const struct place *p,
			 struct reply *reply)
{
	static const char *const messages[][2] = {
		{ "401", "Bad bearer token provided." },
		{ "403", "Access not granted." },
		{ "404", "Not Found" },
		{ "410", "This version has been sunset." },
		{ "429", "Too Many Requests" },
		{ "400", "Bad request." },
	};
	const char *message = fault->status >= 500 ? "Internal Server Error" : "Refused";
	int status = fault->status;
	if (fault->type == FAULT_SUNSET && !oauth) {
		rd_refuse(reply, 410, messages[3][1]);
		return true;
	}
	if (fault->type == FAULT_TOO_LARGE) {
		fault_page_too_large(fault->status, reply);
		return true;
	}
	if (fault->type == FAULT_ERROR) {
		status = (int)json_long(fault->error, "status", 400);
		message = json_text(fault->error, "message");
	} else if (fault->type != FAULT_STATUS) {
		return false;
	}
	for (size_t i = 0;
	     fault->type == FAULT_STATUS && i < sizeof(messages) / sizeof(messages[0]); i++)
		if (strtol(messages[i][0], NULL, 10) == status)
			message = messages[i][1];
	rd_refuse(reply, status, message ? message : "Bad request.");
	if (status == 429) {
		const struct quota *quota = quota_of(p);
		struct quota_state none = { .most = quota->most, .wait = 1 };
		if (fault->retry_delay)
			none.wait = strtol(fault->retry_delay, NULL, 10);
		reddit_route_limits(quota, &none, reply);
	}
	return true;
}

void rd_serve(struct sandbox *sandbox, const struct request *request, struct reply *reply)
{
	bool oauth = strncmp(request->path, "/reddit-oauth/", 14) == 0;
	cJSON *body = oauth ? NULL : cJSON_ParseWithLength(request->body, request->size);
	struct place place = reddit_route_find_place(request);
	char account[16] = "";
	cJSON *operations = name_operations(&place, body);
	bool committed = false;
	if (!oauth)
		oauth_account(sandbox, request->authorization, account);
	bool counted = is_counted(&place, account);
	struct quota_state state = reddit_route_count(sandbox, &place, account);
	struct sighting seen = { "reddit", request->method, request->path,
				 account,  operations,      request->size };
	const struct fault *fault = faults_take(sandbox->faults, &seen);
	bool stopped = fault && (fault_before(sandbox, fault, &seen, reply) ||
				 answer_fault(fault, oauth, &place, reply));
	if (!stopped && oauth)
		rd_oauth(sandbox, request, reply);
	else if (!stopped && state.left < 0)
		rd_refuse(reply, 429, "Too Many Requests");
	else if (!stopped)
		committed = reddit_route_serve(sandbox, request, &place, body, reply);
	if (fault)
		fault_after(fault, reply);
	if (counted && !reply->header_count)
		reddit_route_limits(quota_of(&place), &state, reply);
	log_add(sandbox->log, &(struct log_entry){
				      .platform = "reddit",
				      .method = request->method,
				      .path = request->path,
				      .customer = account,
				      .status = reply->status,
				      .fault = fault ? fault_name(fault->type) : NULL,
				      .operations = operations,
				      .committed = committed,
				      .written = store_written(sandbox->store),
			      });
	cJSON_Delete(body);
}

static bool reddit_route_owns(const char *account)
{
	return strncmp(account, "t2_", 3) == 0;
}

static const char *reddit_route_word(int kind)
{
	return kind == RD_EVENT ? "conversion" : kind < RD_KINDS ? rd_kinds[kind].word : NULL;
}

static const char *const paths[] = { "/reddit/", "/reddit-oauth/", NULL };

const struct simulator reddit_simulator = {
	.name = "reddit",
	.paths = paths,
	.owns = reddit_route_owns,
	.denials = (const char *const[]){ "403", "404", NULL },
	.serve = rd_serve,
	.show = rd_show,
	.edit = rd_edit,
	.word = reddit_route_word,
};
