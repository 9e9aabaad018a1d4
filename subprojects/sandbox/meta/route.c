/*
 * The Graph by path, in the order that it checks: version, token, proof, path, parameters, then the
 * handler, each call in a transaction. Faults asked for by tests are applied around it.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "../access.h"
#include "../quota.h"
#include "meta.h"

enum {
	BATCH_MAX = 50
};

static void no_such(struct m_call *call, const char *id)
{
	const char *verb = strcmp(call->method, "GET") == 0      ? "get"
			   : strcmp(call->method, "DELETE") == 0 ? "delete"
								 : "post";
	m_refuse(call, (struct m_refusal){ .code = 100, .subcode = 33 },
		 "Unsupported %s request. Object with ID '%s' does not exist, cannot be loaded due "
		 "to missing permissions, or does not support this operation. Please read the "
		 "Graph API documentation at https://developers.facebook.com/docs/graph-api",
		 verb, id);
}

/* Edges of the ad account: what they list, and what a POST to them makes. */
static const struct edge {
	const char *name;
	enum m_kind kind;
	void (*make)(struct m_call *call);
	void (*remove)(struct m_call *call);
} edges[] = {
	{ "campaigns", M_CAMPAIGN, m_campaign_create, NULL },
	{ "adsets", M_ADSET, m_adset_create, NULL },
	{ "ads", M_AD, m_ad_create, NULL },
	{ "adcreatives", M_CREATIVE, m_creative_create, NULL },
	{ "adimages", M_IMAGE, m_image_create, m_image_remove },
	{ "advideos", M_VIDEO, m_video_create, NULL },
	{ "adlabels", M_LABEL, m_label_create, NULL },
};

/* {of}/insights; false where the path is another. */
static bool meta_route_insights(struct m_call *call, const char *of, const char *rest)
{
	if (strcmp(rest, "insights") != 0 || strcmp(call->method, "DELETE") == 0)
		return false;
	if (strcmp(call->method, "GET") == 0)
		m_insights(call, of);
	else
		m_run_start(call, of);
	return true;
}

static void serve_account(struct m_call *call, const char *rest)
{
	if (!*rest && strcmp(call->method, "GET") == 0) {
		m_account(call, false);
		return;
	}
	if (meta_route_insights(call, NULL, rest))
		return;
	if (strcmp(rest, "adspixels") == 0 && strcmp(call->method, "GET") == 0) {
		m_datasets(call);
		return;
	}
	for (size_t i = 0; i < sizeof(edges) / sizeof(edges[0]); i++) {
		if (strcmp(edges[i].name, rest) != 0)
			continue;
		if (strcmp(call->method, "GET") == 0)
			m_edge(call, edges[i].kind, NULL, NULL);
		else if (strcmp(call->method, "POST") == 0)
			edges[i].make(call);
		else if (edges[i].remove)
			edges[i].remove(call);
		else
			break;
		return;
	}
	no_such(call, call->path);
}

static void meta_route_change(struct m_call *call, enum m_kind kind, cJSON *value)
{
	if (kind == M_CAMPAIGN)
		m_campaign_update(call, value);
	else if (kind == M_ADSET)
		m_adset_update(call, value);
	else if (kind == M_AD)
		m_ad_update(call, value);
	else if (kind == M_CREATIVE)
		m_creative_update(call, value);
	else
		no_such(call, call->path);
}

static void meta_route_end(struct m_call *call, enum m_kind kind, cJSON *value)
{
	if (!m_check(call, &m_nothing))
		return;
	if (kind > M_CREATIVE || strcmp(json_text(value, "status"), "DELETED") == 0) {
		no_such(call, call->path);
		return;
	}
	json_set_text(value, "status", "DELETED");
	m_changed(call, kind, value);
}

/* GET {id}/{edge} */
static void list_below(struct m_call *call, enum m_kind kind, const char *id, const char *edge)
{
	if (kind == M_CAMPAIGN && strcmp(edge, "adsets") == 0)
		m_edge(call, M_ADSET, "campaign_id", id);
	else if (kind == M_CAMPAIGN && strcmp(edge, "ads") == 0)
		m_edge(call, M_AD, "campaign_id", id);
	else if (kind == M_ADSET && strcmp(edge, "ads") == 0)
		m_edge(call, M_AD, "adset_id", id);
	else
		no_such(call, call->path);
}

/* {id} and {id}/{edge} */
static void serve_object(struct m_call *call, const char *id, const char *rest)
{
	cJSON *value = NULL;
	if (m_run(call, id, rest))
		return;
	enum m_kind kind = m_find(call, id, &value);
	bool get = strcmp(call->method, "GET") == 0;
	if (!value) {
		no_such(call, id);
		return;
	}
	if (!*rest && get) {
		m_read(call, kind, value);
		return;
	}
	if (kind <= M_AD && meta_route_insights(call, id, rest))
		; /* answered */
	else if (get)
		list_below(call, kind, id, rest);
	else if (*rest)
		no_such(call, call->path);
	else if (strcmp(call->method, "POST") == 0)
		meta_route_change(call, kind, value);
	else
		meta_route_end(call, kind, value);
	cJSON_Delete(value);
}

/* DELETE me/permissions: the person's consent ends. */
static void m_permissions(struct m_call *call)
{
	store_revoke_account(call->sandbox->store, call->account.id, true);
	call->status = 200;
	call->answer = cJSON_CreateObject();
	json_set_bool(call->answer, "success", true);
}

/* Serves paths that do not begin with the account; false if there is none. */
static bool serve_own(struct m_call *call, const char *id, const char *rest)
{
	bool post = strcmp(call->method, "POST") == 0, gone = strcmp(call->method, "DELETE") == 0;

	if (post && strcmp(id, call->account.id) == 0 && strcmp(rest, "events") == 0)
		m_events(call);
	else if (strcmp(id, "me") == 0 && strcmp(rest, "adaccounts") == 0)
		m_account(call, true);
	else if (gone && strcmp(id, "me") == 0 && strcmp(rest, "permissions") == 0)
		m_permissions(call);
	else
		return false;
	return true;
}

/* An ad account that is not open to the caller. */
static void meta_route_deny(struct m_call *call, int denied)
{
	if (denied == 1)
		m_refuse(call, (struct m_refusal){ .status = 403, .code = 200 },
			 "(#200) Ad account owner has NOT grant ads_management or ads_read "
			 "permission");
	else
		m_refuse(call, (struct m_refusal){ .status = 403, .code = 10 },
			 "(#10) Application does not have permission for this action");
}

static void meta_route_dispatch(struct m_call *call)
{
	char id[64] = "", account[24];
	int at = 0;
	if (!*call->path) {
		if (strcmp(call->method, "GET") == 0 &&
		    !access_denied(call->sandbox, call->account.id))
			m_read_ids(call);
		else
			no_such(call, "");
		return;
	}
	if (sscanf(call->path, "%63[A-Za-z0-9_]%n", id, &at) != 1 ||
	    (call->path[at] && call->path[at] != '/')) {
		m_refuse(call, (struct m_refusal){ .code = 2500 }, "Unknown path components: /%s",
			 call->path);
		return;
	}
	const char *rest = call->path + at + (call->path[at] == '/');
	snprintf(account, sizeof(account), "act_%s", call->account.id);
	int denied = access_denied(call->sandbox, call->account.id);
	if (denied && strcmp(id, "me") != 0) {
		if (strncmp(id, "act_", 4) == 0)
			meta_route_deny(call, denied);
		else
			no_such(call, id);
		return;
	}
	if (strcmp(id, account) == 0)
		serve_account(call, rest);
	else if (serve_own(call, id, rest))
		return;
	else if (strncmp(id, "act_", 4) == 0)
		meta_route_deny(call, 1);
	else
		serve_object(call, id, rest);
}

void m_serve(struct m_call *call)
{
	if (strcmp(call->method, "GET") != 0 && strcmp(call->method, "POST") != 0 &&
	    strcmp(call->method, "DELETE") != 0) {
		m_refuse(call, (struct m_refusal){ .code = 100 }, "Unsupported method, %s",
			 call->method);
		return;
	}
	store_begin(call->sandbox->store);
	meta_route_dispatch(call);
	if (call->status == 200) {
		store_commit(call->sandbox->store);
	} else {
		store_rollback(call->sandbox->store);
		call->committed = false;
	}
	cJSON_Delete(call->values);
	call->values = NULL;
}

/* One request of a batch: {"method", "relative_url", "body"}. */
static cJSON *serve_part(struct m_call *whole, const cJSON *part, int index)
{
	const char *url = json_text(part, "relative_url");
	const char *method = json_text(part, "method");
	char *path = sb_copy(url ? url : "");
	char *query = strchr(path, '?');
	char *below = path;
	int version = 0, n = 0;
	struct m_call call = *whole;
	if (query)
		*query++ = '\0';
	if (sscanf(path, "v%d.0/%n", &version, &n) == 1 && n)
		below += n;
	call.method = method ? method : "";
	call.path = below;
	call.params = cJSON_CreateObject();
	call.values = NULL;
	m_read_form(call.params, query);
	m_read_form(call.params, json_text(part, "body"));
	if (!m_fault_part(&call, index))
		m_serve(&call);
	whole->committed = whole->committed || call.committed;
	char *text = call.answer ? json_print(call.answer) : sb_copy("");
	text = m_fault_body(whole->refuse, index, &call.status, text);
	cJSON *out = cJSON_CreateObject();
	json_set(out, "code", cJSON_CreateNumber(call.status));
	json_set_text(out, "body", text);
	free(text);
	cJSON_Delete(call.answer);
	cJSON_Delete(call.params);
	free(path);
	return out;
}

void m_batch(struct m_call *call)
{
	const cJSON *part;
	if (!m_check(call, &m_batching)) {
		cJSON_Delete(call->values);
		return;
	}
	const cJSON *parts = json_at(call->values, "batch");
	if (cJSON_GetArraySize(parts) > BATCH_MAX) {
		m_refuse(call, (struct m_refusal){ .code = 100 },
			 "(#100) Too many requests in batch message. Maximum batch size is 50");
		cJSON_Delete(call->values);
		return;
	}
	cJSON *out = cJSON_CreateArray();
	int index = 0;
	cJSON_ArrayForEach(part, parts)
	{
		call->answer = NULL;
		cJSON_AddItemToArray(out, serve_part(call, part, index++));
	}
	cJSON_Delete(call->values);
	if (call->refuse && call->refuse->type == FAULT_SHORT)
		cJSON_DeleteItemFromArray(out, call->refuse->at < 0 ? index - 1 : call->refuse->at);
	call->status = 200;
	call->answer = out;
}

/* Proof that the caller holds the application's secret: HMAC-SHA-256 of the token, hex. */
static bool meta_route_proves(const char *token, const char *proof)
{
	static const char secret[] = "sandbox";
	unsigned char mac[EVP_MAX_MD_SIZE];
	char hex[65];
	unsigned n = 0;
	HMAC(EVP_sha256(), secret, (int)sizeof(secret) - 1, (const unsigned char *)token,
	     strlen(token), mac, &n);
	for (size_t i = 0; i < 32; i++)
		snprintf(hex + 2 * i, 3, "%02x", mac[i]);
	return proof && strcmp(proof, hex) == 0;
}

/* The token of a request, as a parameter or a header; NULL where there is none. */
static const char *token_of(const struct request *request, const cJSON *params)
{
	const char *header = request->authorization;
	if (json_text(params, "access_token"))
		return json_text(params, "access_token");
	return header && strncmp(header, "Bearer ", 7) == 0 ? header + 7 : NULL;
}

/* The user of the token; false after a refusal. */
static bool meta_route_authenticate(struct m_call *call, const struct request *request)
{
	const char *token = token_of(request, call->params);
	const char *proof = json_text(call->params, "appsecret_proof");
	char account[16];
	int wrong;
	if (!token) {
		m_refuse(call, (struct m_refusal){ .code = 2500 },
			 "An active access token must be used to query information about the "
			 "current user.");
		return false;
	}
	wrong = m_authenticate(call->sandbox, token, account);
	if (wrong) {
		m_refuse(call, (struct m_refusal){ .code = 190, .subcode = wrong },
			 "Error validating access token: Session has expired or was invalidated.");
		return false;
	}
	if (!meta_route_proves(token, proof)) {
		m_refuse(call, (struct m_refusal){ .code = 100 },
			 proof ? "Invalid appsecret_proof provided in the API argument"
			       : "API calls from the server require an appsecret_proof argument");
		return false;
	}
	store_account(call->sandbox->store, account, &call->account);
	return true;
}

/* Query, form or JSON body together. */
static cJSON *read_params(const struct request *request)
{
	const char *type = request_header(request, "Content-Type");
	cJSON *params = cJSON_CreateObject();
	request_arguments(request, params);
	if (!request->size)
		return params;
	if (type && strncmp(type, "application/json", 16) == 0) {
		cJSON *body = cJSON_ParseWithLength(request->body, request->size);
		control_merge(params, body);
		cJSON_Delete(body);
	} else if (type && strncmp(type, "multipart/form-data", 19) == 0) {
		m_read_multipart(params, request, type);
	} else {
		m_read_form(params, request->body);
	}
	return params;
}

static void meta_route_serve(struct m_call *call, const struct request *request, int version)
{
	if (version < M_VERSION)
		m_refuse(call, (struct m_refusal){ .code = 2635 },
			 "(#2635) You are calling a deprecated version of the Ads API. Please "
			 "update "
			 "to the latest version: v%d.0.",
			 M_VERSION);
	else if (version > M_VERSION)
		m_refuse(call, (struct m_refusal){ .code = 2500 }, "Unknown path components: /%s",
			 call->path);
	else if (meta_route_authenticate(call, request) && !*call->path &&
		 strcmp(call->method, "POST") == 0)
		m_batch(call);
	else if (!m_refused(call))
		m_serve(call);
}

static void log_it(struct sandbox *sandbox, const struct request *request,
		   const struct fault *fault, struct log_entry entry)
{
	entry.platform = "meta";
	entry.method = request->method;
	entry.path = request->path;
	entry.fault = fault ? fault_name(fault->type) : NULL;
	log_add(sandbox->log, &entry);
}

/* A batch counts as the requests that it holds. */
static long long requests_of(const struct m_call *call)
{
	const char *batch = json_text(call->params, "batch");
	cJSON *parts = batch ? cJSON_Parse(batch) : NULL;
	int n = cJSON_GetArraySize(parts);
	cJSON_Delete(parts);
	return n > 1 ? n : 1;
}

/* Of the hour's calls to the ad account, as with full access; false where they are used up. */
static bool meta_route_count(struct m_call *call, struct reply *reply)
{
	static const struct quota management = { "ads_management", 100000, 3600 };
	struct quota_state state =
		quota_take(call->sandbox, call->account.id, &management, requests_of(call));
	bool spent = state.left < 0;
	char usage[256];
	snprintf(usage, sizeof(usage),
		 "{\"%s\":[{\"type\":\"ads_management\",\"call_count\":%lld,\"total_cputime\":0,"
		 "\"total_time\":0,\"estimated_time_to_regain_access\":%lld,"
		 "\"ads_api_access_tier\":\"standard_access\"}]}",
		 call->account.id, spent ? 100 : (state.most - state.left) * 100 / state.most,
		 spent ? (state.wait + 59) / 60 : 0);
	reply_header(reply, "X-Business-Use-Case-Usage", usage);
	if (spent)
		reply_json(reply, 400,
			   m_error((struct m_refusal){ .code = 80004, .subcode = 2446079 },
				   "(#80004) There have been too many calls to this ad-account. "
				   "Wait a bit and try again."));
	return !spent;
}

/* The consent, its token endpoint, or the Graph. */
static void meta_route_handle(struct m_call *call, const struct request *request, int version,
			      struct reply *reply)
{
	if (strcmp(call->path, "dialog/oauth") == 0) {
		m_dialog(call->sandbox, request, reply);
	} else if (strcmp(call->path, "oauth/access_token") == 0) {
		m_oauth(call->sandbox, call->params, reply);
	} else if (!*call->account.id || meta_route_count(call, reply)) {
		meta_route_serve(call, request, version);
		reply_json(reply, call->status, call->answer);
		reply_header(reply, "facebook-api-version", "v26.0");
	}
}

static void m_route(struct sandbox *sandbox, const struct request *request, struct reply *reply)
{
	struct m_call call = { .sandbox = sandbox, .method = request->method, .path = "" };
	int version = M_VERSION, at = 0;
	const struct fault *fault;
	const char *host = request_header(request, "Host");
	char path[256], base[160];
	char account[16] = "";
	const char *rest = request->path + strlen("/meta/");
	if (sscanf(rest, "v%d.0%n", &version, &at) == 1 && at)
		rest += at;
	while (*rest == '/')
		rest++;
	snprintf(path, sizeof(path), "%s", rest);
	for (size_t n = strlen(path); n && path[n - 1] == '/';)
		path[--n] = '\0';
	call.path = path;
	snprintf(base, sizeof(base), "http://%s/meta/v%d.0", host ? host : "", M_VERSION);
	call.base = base;
	call.now = clock_now(sandbox);
	call.params = read_params(request);
	bool oauth = strcmp(path, "oauth/access_token") == 0;
	const char *token = token_of(request, call.params);
	if (!oauth && token && m_authenticate(sandbox, token, account) == 0)
		store_account(sandbox->store, account, &call.account);
	struct sighting seen = { "meta",
				 request->method,
				 request->path,
				 account,
				 oauth ? cJSON_CreateArray() : m_name_operations(&call),
				 request->size };
	fault = faults_take(sandbox->faults, &seen);
	call.refuse = fault;
	if (!fault || (!m_fault_answers(fault, &call, oauth, reply) &&
		       !fault_before(sandbox, fault, &seen, reply))) {
		meta_route_handle(&call, request, version, reply);
		if (fault)
			fault_after(fault, reply);
	}
	log_it(sandbox, request, fault,
	       (struct log_entry){ .customer = account,
				   .status = reply->status,
				   .operations = (cJSON *)(uintptr_t)seen.operations,
				   .committed = call.committed,
				   .written = store_written(sandbox->store) });
	cJSON_Delete(call.params);
}

static bool meta_route_owns(const char *account)
{
	return strlen(account) == 15 && strspn(account, "0123456789") == 15;
}

const struct simulator meta_simulator = {
	.name = "meta",
	.paths = (const char *const[]){ "/meta/", NULL },
	.owns = meta_route_owns,
	.denials = (const char *const[]){ "200", "10", NULL },
	.serve = m_route,
	.show = m_show,
	.edit = m_edit,
	.word = m_word,
};
