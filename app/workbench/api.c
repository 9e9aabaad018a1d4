/* The JSON front end of the application: see api.h. */
#include "app/workbench/api.h"

#include "app/page/caller.h"
#include "http/browser.h"
#include "rest/envelope.h"

/* The state of a request, shared by its steps. */
struct visit {
	struct ad_session session;
	struct ad_str cookie;
	bool options; /* the request is OPTIONS of a known path */
	ad_step_fn *own;
};

/* Paths that only the workbench uses. */
static const struct {
	const char *path;
	enum ad_resource_id res; /* the caller must have the right to this verb */
	enum ad_verb verb;       /* AD_V_LIST: by GET; else by POST */
	ad_step_fn *step;
	size_t body_max;
} own[] = {
	{ "/grid", AD_R_CAMPAIGN, AD_V_LIST, ad_grid, 0 },
	{ "/changes", AD_R_HISTORY, AD_V_LIST, ad_changes, 0 },
	{ "/limits", AD_R_CAMPAIGN, AD_V_LIST, ad_platform_limits, 0 },
	{ "/review", AD_R_SYNC, AD_V_LIST, ad_waiting_review, 0 },
	{ "/summary", AD_R_CAMPAIGN, AD_V_LIST, ad_summary, 0 },
	{ "/import", AD_R_CAMPAIGN, AD_V_CREATE, ad_import, AD_IMPORT_BYTES_MAX },
};

/* --- the caller --- */

/* Counts a request without a session against its address. False: the call failed. */
static bool refuse_visitor(struct ad_call *call)
{
	if (!ad_limits_take_address(ad_auth_limits(call->core->auth), call->address,
				    AD_ADDRESS_REQUEST, ad_now(), &call->rate)) {
		call->bucket = call->rate.bucket;
		call->retry_after = call->rate.retry_after;
		return ad_fail(call, AD_RATE_LIMITED, "%s", "");
	}
	return ad_fail(
		call, AD_UNAUTHENTICATED,
		"The browser has no session. Sign in at %s/signin; bearer tokens are for /api/v1.",
		call->core->config->public_url);
}

/* Makes the user of the session the caller. False: the call failed. */
static bool find_caller(struct ad_exchange *x, struct visit *v)
{
	struct ad_call *call = &x->call;
	enum ad_db_status status = ad_browser_session(x, &v->session, &v->cookie);

	if (status == AD_DB_DONE)
		return refuse_visitor(call);
	if (status != AD_DB_ROW)
		return ad_fail_db(call, status);
	enum ad_status made = app_caller_make(call, &v->session);
	if (made == AD_UNAUTHENTICATED)
		return refuse_visitor(call);
	call->retry_after = made == AD_OK ? 0 : 1;
	return made == AD_OK || ad_fail(call, AD_UNAVAILABLE, "%s", "");
}

static bool refuse_page(struct ad_call *call, const char *reason, const char *sentence)
{
	ad_limits_read(ad_auth_limits(call->core->auth), call->who, ad_now(), &call->rate);
	call->details = ad_arena_printf(call->arena, "\"reason\":\"%s\"", reason);
	call->suggestion = "Only the pages of the application can call this address. Use /api/v1 "
			   "with a token.";
	return ad_fail(call, AD_FORBIDDEN_SCOPE, "%s", sentence);
}

/*
 * Pages of other sites send cookies too, but cannot send these headers. False: the call failed.
 */
static bool check_page(struct ad_exchange *x)
{
	bool told = ad_http_header(x, "Sec-Fetch-Site").p || ad_http_header(x, "Origin").p;

	if (!ad_str_is(ad_http_header(x, "X-Adcore-App"), "1"))
		return refuse_page(&x->call, "APP_HEADER_MISSING",
				   "The header X-Adcore-App: 1 is missing.");
	if (!told || !ad_same_origin(x))
		return refuse_page(&x->call, "CROSS_SITE",
				   "The request does not come from a page of this server.");
	return true;
}

/* --- the environment --- */

/*
 * The parameter `environment` selects the environment, as a token does in the API. It is removed
 * from the query. It is required, so that no request uses live data by mistake.
 */
static bool take_environment(struct ad_exchange *x)
{
	struct ad_call *call = &x->call;
	struct ad_principal *who = ad_arena_alloc(call->arena, sizeof(*who));
	struct ad_param *kept = ad_arena_zalloc(call->arena, (x->param_count + 1) * sizeof(*kept));
	struct ad_str named = { 0 };
	size_t count = 0;

	for (size_t i = 0; i < x->param_count; i++) {
		if (named.p || !ad_str_is(x->params[i].name, "environment"))
			kept[count++] = x->params[i];
		else
			named = x->params[i].value;
	}
	call->params = kept;
	call->param_count = count;
	*who = *call->who;
	who->environment = ad_str_is(named, "live") ? AD_LIVE : AD_TEST;
	call->who = who;
	if (x->bad_query || ad_str_is(named, "live") || ad_str_is(named, "test"))
		return true;
	ad_fault(call, "environment", named.p ? "INVALID_VALUE" : "REQUIRED",
		 "environment must be test or live.");
	return false;
}

/* --- the call --- */

static void run_own(struct ad_call *call)
{
	struct visit *v = call->door_data;

	if (call->route_status != AD_OK)
		ad_fail(call, call->route_status, "%s", "");
	else if (ad_call_resolve_space(call) && ad_call_require(call, call->action->scopes) &&
		 ad_call_check_query(call))
		v->own(call);
}

/* True if the path belongs to the workbench; fills the call. */
static bool api_find_own(struct ad_exchange *x, struct ad_str path, struct visit *v)
{
	struct ad_rest_route route = { 0 };

	for (size_t i = 0; i < AD_LEN(own); i++) {
		if (!ad_str_is(path, own[i].path))
			continue;
		bool reads = own[i].verb == AD_V_LIST;
		route.allow = reads ? AD_S("GET, HEAD, OPTIONS") : AD_S("POST, OPTIONS");
		route.res = ad_resource_row(own[i].res);
		route.action = ad_action_of(route.res, own[i].verb);
		ad_rest_fill(x, &route);
		v->own = own[i].step;
		v->options = ad_str_is(x->method, "OPTIONS");
		if (!ad_str_is(x->method, reads ? "GET" : "POST"))
			x->call.route_status = AD_METHOD_NOT_ALLOWED;
		return true;
	}
	return false;
}

static void api_start_call(struct ad_call *call)
{
	struct ad_exchange *x = ad_exchange(call);
	struct visit *v = call->door_data;

	if (v->own && !v->options) {
		ad_call_enter(call, run_own);
	} else if (!v->options) {
		ad_call_start(call);
	} else if (ad_call_authenticate(call)) {
		x->render = NULL;
		ad_rest_say_options(x);
	}
}

/* Extends the session; the time of use is written rarely. */
static void api_touch_session(struct ad_call *call)
{
	struct visit *v = call->door_data;

	ad_call_fresh(call);
	if (ad_session_touch(call->db, v->cookie, false) == AD_DB_DONE)
		ad_call_next(call, AD_HERE, api_start_call);
	else
		ad_fail(call, AD_UNAVAILABLE, "%s", "");
}

static void app_api_handle(struct ad_exchange *x)
{
	struct ad_call *call = &x->call;
	struct visit *v = ad_arena_zalloc(call->arena, sizeof(*v));
	size_t n = sizeof(AD_APP_API_PREFIX) - 1;

	x->render = ad_rest_render;
	call->door = AD_DOOR_APP;
	call->door_data = v;
	struct ad_str path = { x->path.p + n, x->path.n - n };
	if (!api_find_own(x, path, v))
		v->options = ad_rest_open(x, path);
	if (!find_caller(x, v) || !check_page(x) || !take_environment(x))
		return;
	if (v->session.seen_at < ad_now() - AD_SESSION_TOUCH_MINUTES * AD_MINUTE)
		ad_call_next(call, AD_WRITE, api_touch_session);
	else
		api_start_call(call);
}

/* Authenticates the sender of a long body by the cookie. */
static enum ad_admit app_api_admit(struct ad_exchange *x)
{
	struct ad_session session;
	struct ad_str cookie = ad_cookie(x, ad_session_cookie(x->call.core->config->public_url));

	if (!cookie.p)
		return AD_ADMIT_UNKNOWN;
	if (!x->call.db)
		return AD_ADMIT_ASK;
	enum ad_db_status status = ad_browser_session(x, &session, &cookie);
	if (status == AD_DB_ROW)
		return AD_ADMIT_KNOWN;
	return status == AD_DB_DONE ? AD_ADMIT_UNKNOWN : AD_ADMIT_UNAVAILABLE;
}

void app_api_routes(struct ad_rest_routes *out)
{
	static const struct ad_route like = { .handler = app_api_handle, .admit = app_api_admit };

	out->count = 0;
	ad_rest_add_routes(out, AD_APP_API_PREFIX, &like);
	for (size_t i = 0; i < AD_LEN(own); i++)
		if (own[i].body_max)
			ad_rest_add_route(out, AD_APP_API_PREFIX, own[i].path, own[i].body_max,
					  &like);
}
