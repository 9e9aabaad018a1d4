/*
 * authorize/consent: GET shows the request, POST decides it. The same decision sent twice gets the
 * same response: the code is derived from the request's handle, and is valid until it is redeemed
 * or one minute old.
 */
#include "oauth/consent/consent.h"
#include "oauth/device/device.h"
#include "oauth/client/document.h"
#include "oauth/endpoint/endpoints.h"
#include "oauth/endpoint/pages.h"
#include "oauth/client/pinned.h"
#include "oauth/authorize/pushed.h"
#include "oauth/client/trust.h"
#include "oauth/client/uri.h"

#define FORM_STALE_S 900 /* maximum age of the shown document at the decision */

static bool consent_fail_database(struct ad_exchange *x)
{
	oauth_page_unavailable(x);
	return false;
}

static enum ad_db_status load_spaces(struct ad_exchange *x, struct oauth_visit *v)
{
	enum ad_db_status status;
	struct ad_stmt *s = ad_sql(
		x->call.db,
		"SELECT s.id, s.name, m.role, EXISTS (SELECT 1 FROM connections AS c"
		" WHERE c.space_id = s.id AND c.environment = 'live'"
		" AND c.status = 'CONNECTED'), s.require_second_factor,"
		" " AD_WORKSPACES_OWNER " FROM members AS m JOIN spaces AS s ON s.id = m.space_id"
		" WHERE m.account_id = $1" AD_WORKSPACES_ORDER " LIMIT $2");

	v->spaces = ad_arena_alloc(x->call.arena, OAUTH_SPACES_MAX * sizeof(*v->spaces));
	ad_bind(s, 1, v->account.id);
	ad_bind_int(s, 2, OAUTH_SPACES_MAX);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		struct oauth_space *space = &v->spaces[v->space_count++];
		space->id = ad_arena_copy(x->call.arena, ad_col(s, 0));
		space->name = ad_arena_copy(x->call.arena, ad_col(s, 1));
		space->role = ad_arena_copy(x->call.arena, ad_col(s, 2));
		space->live = ad_col_int(s, 3) != 0;
		space->factor = ad_col_int(s, 4) != 0;
		space->owner = ad_col_copy(s, x->call.arena, 5);
	}
	return status;
}

static void consent_expired(struct ad_exchange *x)
{
	oauth_page_notice(x, 400, "Start again from your app",
			  "This request has expired, or was started in another browser.");
}

static void consent_redirect_signin(struct ad_exchange *x, const struct oauth_visit *v)
{
	ad_redirect(x, ad_arena_printf(x->call.arena, "%s" OAUTH_SIGNIN_PATH "?request=%.*s",
				       x->call.core->config->public_url, AD_FMT(v->handle)));
}

/* Loads request, session and Spaces, but not the client. False: the reply is made. */
static bool consent_load(struct ad_exchange *x, struct oauth_visit *v)
{
	struct ad_arena *arena = x->call.arena;
	enum ad_db_status status =
		oauth_request_find(x->call.db, arena, v->handle, oauth_browser(x), &v->request);

	if (status == AD_DB_DONE) {
		consent_expired(x);
		return false;
	}
	if (status != AD_DB_ROW)
		return consent_fail_database(x);
	status = ad_browser_session(x, &v->session, &v->session_token);
	if (status == AD_DB_ROW && v->session.confirmed_at >= v->request.confirm_after)
		status = ad_account_get(x->call.db, arena, v->session.account_id, &v->account);
	else if (status == AD_DB_ROW)
		status = AD_DB_DONE;
	if (status == AD_DB_DONE) {
		consent_redirect_signin(x, v);
		return false;
	}
	if (status != AD_DB_ROW || load_spaces(x, v) != AD_DB_DONE)
		return consent_fail_database(x);
	return true;
}

/* --- the decision --- */

static void consent_decide(struct ad_call *call);

static const struct oauth_space *space_of(const struct oauth_visit *v)
{
	for (size_t i = 0; i < v->space_count; i++)
		if (ad_str_eq(v->spaces[i].id, v->space))
			return &v->spaces[i];
	return NULL;
}

/* Parses the form; returns the fault, or NULL. */
static const char *read_choices(struct oauth_visit *v, const struct oauth_params *form)
{
	struct ad_str environment = oauth_param(form, "environment");

	v->space = oauth_param(form, "space");
	v->environment = ad_str_is(environment, "live") ? AD_LIVE : AD_TEST;
	v->environment_given = true;
	for (size_t i = 0; i < form->count; i++) {
		uint32_t bits;
		bool named;
		if (ad_str_is(form->list[i].name, "scope") &&
		    oauth_scopes_read(form->list[i].value, &bits, &named))
			v->scopes |= bits & v->request.scopes;
	}
	if (!space_of(v))
		return "Choose one of your Spaces.";
	if (!ad_str_is(environment, "live") && !ad_str_is(environment, "test"))
		return "Choose test or live data.";
	if (v->scopes == 0)
		return "Choose at least one scope, or select Deny.";
	return NULL;
}

/*
 * Sets the fault if the sign-in is too old, or if the Space requires a second factor and none was
 * used. False: the reply is made.
 */
static bool consent_check_push(struct ad_exchange *x, struct oauth_visit *v)
{
	struct ad_required_factor is;

	if (!ad_act_is_confirmed(AD_ACT_GRANT_PUSH, v->session.confirmed_at)) {
		v->confirm = true;
		v->fault = "You signed in more than 10 minutes ago. Sign in again to let the app "
			   "push. The request is still open.";
		return true;
	}
	if (!space_of(v)->factor)
		return true;
	if (ad_required_factor_find(x->call.db, v->account.id, &is) != AD_DB_DONE)
		return consent_fail_database(x);
	if (is.has && v->session.factor)
		return true;
	v->factor = true;
	v->fault = is.has ? "This Space requires a second factor to let an app push, and you "
			    "signed in with the password only. The request is still open."
			  : "This Space requires a second factor to let an app push: an "
			    "authenticator app or a passkey. Your account has no second factor. "
			    "The request is still open.";
	return true;
}

static void consent_post(struct ad_exchange *x, struct oauth_visit *v,
			 const struct oauth_params *form)
{
	struct ad_str decision = oauth_param(form, "decision");
	struct ad_str purpose = ad_arena_printf(x->call.arena, "consent|%.*s", AD_FMT(v->handle));

	v->allow = ad_str_is(decision, "allow");
	if (!ad_str_eq(oauth_param(form, "document"), v->document_hash))
		v->fault = "The app changed its name, addresses or keys meanwhile. Check the "
			   "request again.";
	else if (!ad_same_origin(x) ||
		 !ad_csrf_check(ad_auth_secrets(x->call.core->auth), x->call.arena,
				v->session_token, purpose.p, oauth_param(form, "csrf")))
		v->fault = "The form did not come from this page. Check the request again.";
	else if (v->allow)
		v->fault = read_choices(v, form);
	else if (!ad_str_is(decision, "deny"))
		v->fault = "Select Allow or Deny.";
	if (!v->fault && v->allow && (v->scopes & AD_SYNC_WRITE) && !consent_check_push(x, v))
		return;
	if (v->fault) {
		int status = v->confirm || v->factor ? 403 : 400;
		oauth_log_refusal(x, status, "refused", v->fault);
		oauth_consent_show(x, v, status);
		return;
	}
	ad_call_next(&x->call, AD_WRITE, consent_decide);
}

/* Stores the code; a repeated decision updates it until it is redeemed. */
static enum ad_db_status keep_code(struct ad_call *call, const struct oauth_visit *v, bool *kept)
{
	const struct oauth_request *r = &v->request;
	struct ad_str code = oauth_request_code(call->core, call->arena, v->handle);
	int64_t now = ad_now();
	struct ad_stmt *s = ad_sql(
		call->db,
		"INSERT INTO oauth_codes (code_hash, client_id, redirect_uri, redirect_given,"
		" challenge, resource, scopes, account_id, space_id, environment, created_at,"
		" expires_at, jkt)"
		" VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)"
		" ON CONFLICT (code_hash) DO UPDATE SET scopes = excluded.scopes,"
		" account_id = excluded.account_id, space_id = excluded.space_id,"
		" environment = excluded.environment, expires_at = excluded.expires_at"
		" WHERE oauth_codes.redeemed_at IS NULL RETURNING code_hash");

	ad_bind(s, 1, oauth_hash(call->arena, code));
	ad_bind(s, 2, r->client_id);
	ad_bind(s, 3, r->redirect_uri);
	ad_bind_int(s, 4, r->redirect_given);
	ad_bind(s, 5, r->challenge);
	ad_bind(s, 6, r->resource);
	ad_bind_int(s, 7, v->scopes);
	ad_bind(s, 8, v->account.id);
	ad_bind(s, 9, v->space);
	ad_bind_cstr(s, 10, ad_environment_name(v->environment));
	ad_bind_int(s, 11, now);
	ad_bind_int(s, 12, now + OAUTH_CODE_SECONDS * AD_SECOND);
	ad_bind(s, 13, r->jkt);
	enum ad_db_status status = ad_step(s);
	*kept = status == AD_DB_ROW;
	if (!*kept)
		return status;
	ad_reset(s);
	return oauth_pin_code(call->db, oauth_hash(call->arena, code), &v->client);
}

/* The device gets the decision at its next poll. */
static enum ad_db_status consent_decide_device(struct ad_call *call, const struct oauth_visit *v,
					       bool *told)
{
	const struct oauth_device device = {
		.device_hash = v->request.device_hash,
		.decision = v->allow ? AD_S("allow") : AD_S("deny"),
		.account_id = v->account.id,
		.space_id = v->allow ? v->space : (struct ad_str){ 0 },
		.environment = v->environment,
		.scopes = v->scopes,
	};
	enum ad_db_status status = oauth_device_decide(call->db, &device);

	*told = status == AD_DB_ROW;
	return *told ? oauth_pin_device(call->db, device.device_hash, &v->client) : status;
}

/* Applies a decision that was made in time. */
static enum ad_db_status carry_out(struct ad_call *call, const struct oauth_visit *v, bool *kept)
{
	enum ad_db_status status = AD_DB_DONE;

	if (v->request.device_hash.p)
		status = consent_decide_device(call, v, kept);
	else if (v->allow)
		status = keep_code(call, v, kept);
	if (status == AD_DB_DONE && *kept && v->request.pushed_hash.p)
		status = oauth_pushed_drop(call->db, v->request.pushed_hash);
	return status;
}

/*
 * Writes the history entry in the chosen Space; a denial has no Space. A repeated decision writes
 * no entry.
 */
static enum ad_db_status note_decision(struct ad_call *call, const struct oauth_visit *v)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_history_entry entry = {
		.space_id = v->space,
		.environment = ad_str(ad_environment_name(v->environment)),
		.account_id = v->account.id,
		.door = AD_S("OAUTH"),
		.credential_id = v->session.id,
		.request_id = call->request_id,
		.resource = AD_S("grant"),
		.object_id = v->request.client_id,
		.verb = v->allow ? AD_S("APPROVE") : AD_S("REFUSE"),
	};

	if (v->request.decision.p)
		return AD_DB_DONE;
	if (entry.object_id.n >
	    64) /* the client is identified by a document: the text contains its address */
		entry.object_id = (struct ad_str){ entry.object_id.p, 64 };
	ad_json_object(&j);
	ad_json_kstr(&j, "clientId", v->request.client_id);
	if (v->allow) {
		ad_json_key(&j, "scopes");
		ad_scopes_write(&j, v->scopes);
	}
	ad_json_object_end(&j);
	entry.after = ad_text_str(&text);
	return v->allow ? ad_history_append(call->db, &entry)
			: ad_security_note(call->db, v->account.id, &entry);
}

static void consent_record(struct ad_call *call, struct oauth_visit *v)
{
	struct ad_stmt *s = ad_sql(call->db, "UPDATE oauth_requests SET decision = $2"
					     " WHERE handle_hash = $1 AND expires_at > $3"
					     " AND (decision IS NULL OR decision = $2)");
	bool kept = true;

	ad_bind(s, 1, v->request.handle_hash);
	ad_bind_cstr(s, 2, v->allow ? "allow" : "deny");
	ad_bind_int(s, 3, ad_now());
	enum ad_db_status status = ad_step(s);
	v->late = status == AD_DB_DONE && ad_db_changes(call->db) != 1;
	if (status == AD_DB_DONE && !v->late) {
		status = carry_out(call, v, &kept);
		v->late = !kept;
	}
	if (status == AD_DB_DONE && !v->late)
		status = note_decision(call, v);
	if (status == AD_DB_DONE && !v->late)
		status = oauth_client_used(call->db, v->request.client_id, ad_now());
	if (status == AD_DB_DONE)
		status = ad_session_touch(call->db, v->session_token, false);
	if (status != AD_DB_DONE)
		call->status = AD_UNAVAILABLE;
}

/* An ended session must not decide. */
static void consent_decide(struct ad_call *call)
{
	struct oauth_visit *v = call->door_data;
	struct ad_session session;
	enum ad_db_status status =
		ad_session_find(call->db, call->arena, v->session_token, &session);

	v->gone = status == AD_DB_DONE;
	if (status == AD_DB_ROW)
		consent_record(call, v);
	else if (!v->gone)
		call->status = AD_UNAVAILABLE;
}

static void log_decision(const struct oauth_visit *v)
{
	ad_log(AD_LOG_INFO, v->allow ? "consent_given" : "consent_denied", "client",
	       v->request.client_id.p, "account", v->account.id.p, NULL);
}

/* Redirects to the client with a code or access_denied. */
static void consent_answer(struct ad_exchange *x)
{
	const struct oauth_visit *v = x->call.door_data;
	struct ad_arena *arena = x->call.arena;

	if (x->call.status != AD_OK) {
		oauth_page_unavailable(x);
		return;
	}
	if (v->gone) {
		consent_redirect_signin(x, v);
		return;
	}
	if (v->late) {
		oauth_page_notice(
			x, 400, "This request was already answered",
			"The app has received the answer. To change it, start again from the app.");
		return;
	}
	if (v->request.device_hash.p) {
		log_decision(v);
		oauth_page_notice(x, 200, v->allow ? "The device is connected" : "Denied",
				  v->allow ? "Return to the device. It continues within seconds."
					   : "The device gets no access.");
		return;
	}
	struct ad_str url =
		v->allow ? oauth_request_answer(x->call.core, arena, &v->request, "code",
						oauth_request_code(x->call.core, arena, v->handle))
			 : oauth_request_answer(x->call.core, arena, &v->request, "error",
						AD_S("access_denied"));
	log_decision(v);
	if (oauth_uri_judge(v->request.redirect_uri) == OAUTH_URI_APP)
		oauth_page_onward(x, url, v->client.name);
	else
		ad_redirect(x, url);
}

/* --- the client --- */

/* Everything is loaded: shows the page, or applies the decision. */
static void consent_go_on(struct ad_exchange *x, struct oauth_visit *v)
{
	if (!v->decides) {
		oauth_consent_show(x, v, 200);
		return;
	}
	consent_post(x, v, &v->form);
	if (x->call.next)
		x->render = consent_answer;
}

/* Refuses the request because of its document. The client is not notified. */
static void refuse_document(struct ad_exchange *x, const struct oauth_visit *v, int status,
			    struct ad_str sentence)
{
	struct ad_str host = oauth_uri_host(v->request.client_id);

	ad_log(AD_LOG_INFO, "client_document_refused", "client", v->request.client_id.p, "reason",
	       sentence.p, "request", x->call.request_id.p, NULL);
	if (status == 502)
		ad_http_add(x, "Retry-After",
			    ad_arena_printf(x->call.arena, "%d", OAUTH_REMOTE_BACKOFF_S));
	oauth_page_notice(x, status, "The app cannot be verified",
			  ad_arena_printf(x->call.arena,
					  "The app identifies itself by a metadata document at "
					  "%.*s, and the document %.*s. The app gets no access. %s",
					  AD_FMT(host), AD_FMT(sentence),
					  status == 502
						  ? "Try again in half a minute."
						  : "The operator of the app must correct it.")
				  .p);
}

/* Returns NULL if the client's document allows the request, else the reason. */
static const char *document_allows(const struct oauth_visit *v)
{
	struct ad_str redirect;

	if (v->request.device_hash.p)
		return v->client.grants & OAUTH_GRANT_DEVICE
			       ? NULL
			       : "does not list the device grant type";
	if (!(v->client.grants & OAUTH_GRANT_CODE))
		return "does not list the grant type authorization_code";
	return oauth_client_redirect(&v->client, v->request.redirect_uri, &redirect)
		       ? NULL
		       : "does not list the redirect URI of this request";
}

static void with_document(struct ad_exchange *x)
{
	struct oauth_visit *v = x->call.door_data;
	struct ad_arena *arena = x->call.arena;
	struct ad_str last;

	if (x->call.status != AD_OK) {
		oauth_page_unavailable(x);
		return;
	}
	if (!v->remote.text.p) {
		refuse_document(x, v,
				v->remote.busy      ? 503
				: v->remote.invalid ? 400
						    : 502,
				v->remote.fault);
		return;
	}
	if (!oauth_document_reread(arena, v->remote.text, &v->client)) {
		oauth_page_unavailable(x);
		return;
	}
	v->client.fetched_at = v->remote.fetched_at;
	v->document_hash = oauth_hash(arena, v->client.document);
	const char *fault = document_allows(v);
	if (fault) {
		refuse_document(x, v, 400, ad_str(fault));
		return;
	}
	enum ad_db_status status =
		oauth_pinned_last(x->call.db, arena, v->account.id, v->client.id, &last);
	v->changed = status == AD_DB_ROW && !ad_str_eq(last, v->client.document);
	if (status != AD_DB_ROW && status != AD_DB_DONE)
		oauth_page_unavailable(x);
	else
		consent_go_on(x, v);
}

static void with_client(struct ad_exchange *x, struct oauth_visit *v)
{
	if (oauth_uri_is_document(v->request.client_id)) {
		const char *fault =
			oauth_trust_fault(x->call.core, x->call.arena, v->request.client_id);
		if (fault) {
			oauth_page_notice(x, 403, "This app is not accepted", fault);
			return;
		}
		v->remote.kind = OAUTH_REMOTE_DOCUMENT;
		v->remote.url = v->request.client_id;
		v->remote.stale_s = v->decides ? FORM_STALE_S : 0;
		oauth_remote_get(x, &v->remote, with_document);
		return;
	}
	enum ad_db_status status =
		oauth_client_load(x->call.db, x->call.arena, v->request.client_id, &v->client);
	if (status == AD_DB_ROW)
		consent_go_on(x, v);
	else if (status == AD_DB_DONE)
		consent_expired(x);
	else
		oauth_page_unavailable(x);
}

void oauth_consent(struct ad_exchange *x)
{
	struct oauth_visit *v = ad_arena_zalloc(x->call.arena, sizeof(*v));
	struct oauth_params query = { x->params, x->param_count };

	v->decides = ad_str_is(x->method, "POST");
	if (!oauth_begin(x, OAUTH_PAGE, AD_ADDRESS_REQUEST))
		return;
	if (v->decides && !oauth_page_form(x, &v->form))
		return;
	v->handle = oauth_param(v->decides ? &v->form : &query, "request");
	if (!consent_load(x, v))
		return;
	x->call.door_data = v;
	with_client(x, v);
}
