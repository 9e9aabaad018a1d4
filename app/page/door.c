/* Dispatches requests to pages: see door.h. */
#include "app/page/door.h"

#include "app/page/caller.h"
#include "app/page/navigation.h"
#include "app/page/pages.h"

/* --- route --- */

/* True if the row matches the path; *id gets the value of ":id". */
static bool door_fits(const struct app_page *page, struct ad_str path, struct ad_str *id)
{
	const char *hole = strstr(page->path, ":id");
	size_t n = hole ? (size_t)(hole - page->path) : 0;

	*id = (struct ad_str){ 0 };
	if (!hole)
		return ad_str_is(path, page->path);
	if (path.n <= n || memcmp(path.p, page->path, n) != 0)
		return false;
	*id = (struct ad_str){ path.p + n, path.n - n };
	return !memchr(id->p, '/', id->n);
}

static const struct app_page *find_page(struct ad_str path, struct ad_str *id)
{
	size_t count;
	const struct app_page *pages = app_pages(&count);

	for (size_t i = 0; i < count; i++)
		if (door_fits(&pages[i], path, id))
			return &pages[i];
	return NULL;
}

/* --- session --- */

struct ad_str app_back(const struct ad_exchange *x, const struct app_visit *v)
{
	struct ad_str whole = x->query.n > 0 ? ad_arena_printf(x->call.arena, "%.*s?%.*s",
							       AD_FMT(x->path), AD_FMT(x->query))
					     : x->path;

	if (v->page->get && ad_back_valid(whole))
		return whole;
	return v->page->get && ad_back_valid(x->path) ? x->path : AD_S(AD_APP_PATH);
}

/* The sign-in address with the way back to this page. */
static struct ad_str sign_in_url(const struct ad_exchange *x, const struct app_visit *v)
{
	struct ad_text url = ad_text_on(x->call.arena);

	ad_text_addf(&url, "%s/signin?back=", x->call.core->config->public_url);
	ad_text_add_url(&url, app_back(x, v));
	return ad_text_str(&url);
}

/* False: no session, and the reply is a redirect to /signin. */
static bool find_person(struct ad_exchange *x, struct app_visit *v)
{
	enum ad_db_status status = ad_browser_session(x, &v->session, &v->cookie);

	if (status == AD_DB_ROW)
		status = ad_account_get(x->call.db, x->call.arena, v->session.account_id,
					&v->account);
	if (status == AD_DB_DONE) {
		ad_redirect(x, sign_in_url(x, v));
		return false;
	}
	if (status == AD_DB_ROW && app_caller_make(&x->call, &v->session) == AD_OK)
		return true;
	ad_page_unavailable(x);
	return false;
}

/* --- the request --- */

/* Checks limit, method and body before the page runs. False: the reply is made. */
static bool door_begin(struct ad_exchange *x, const struct app_page *page, bool post)
{
	if (!ad_address_passes(x, AD_ADDRESS_REQUEST)) {
		ad_page_refuse(x, 429, "Too many requests from this address. Try again later.");
		return false;
	}
	if (!page) {
		app_page_missing(x);
		return false;
	}
	bool gets = page->get || page->moved;
	if (!(post ? page->post != NULL : gets) || (!post && !ad_str_is(x->method, "GET"))) {
		ad_http_add(x, "Allow",
			    gets && page->post ? AD_S("GET, HEAD, POST")
			    : gets             ? AD_S("GET, HEAD")
					       : AD_S("POST"));
		ad_page_refuse(x, 405, "This method is not allowed here.");
		return false;
	}
	if (x->bad_query || x->body_too_large) {
		ad_page_refuse(x, x->bad_query ? 400 : 413,
			       x->bad_query ? "The address is malformed."
					    : "The form is too large.");
		return false;
	}
	return true;
}

/*
 * Parses the form into call.params. False: the form is not from this server, and the reply is
 * made.
 */
static bool door_read_form(struct ad_exchange *x, const struct app_visit *v)
{
	struct ad_call *call = &x->call;
	struct ad_param *list;
	const char *fault;

	if (!ad_form_read(x, &list, &call->param_count, &fault)) {
		ad_page_refuse(x, 400, fault);
		return false;
	}
	call->params = list;
	if (ad_same_origin(x) && ad_csrf_check(ad_auth_secrets(call->core->auth), call->arena,
					       v->cookie, APP_CSRF, ad_call_param(call, "csrf")))
		return true;
	ad_page_notice(x, 403, "Please go back and try again",
		       "The form did not come from this page, or was opened before you signed in. "
		       "Nothing was changed.");
	return false;
}

/* --- write --- */

/* An ended session must not write. */
static void door_guarded(struct ad_call *call)
{
	struct app_visit *v = call->door_data;
	struct ad_session session;

	ad_call_fresh(call);
	switch (ad_session_find(call->db, call->arena, v->cookie, &session)) {
	case AD_DB_ROW:
		break;
	case AD_DB_DONE:
		call->status = AD_UNAUTHENTICATED;
		return;
	case AD_DB_CONFLICT:
	case AD_DB_BAD_REFERENCE:
	case AD_DB_INVALID:
	case AD_DB_RETRY:
	case AD_DB_UNAVAILABLE:
		call->status = AD_UNAVAILABLE;
		return;
	}
	if (ad_session_touch(call->db, v->cookie, false) != AD_DB_DONE)
		call->status = AD_UNAVAILABLE;
	else
		v->step(call);
}

static void door_written(struct ad_exchange *x)
{
	struct app_visit *v = x->call.door_data;

	if (x->call.status == AD_UNAUTHENTICATED)
		ad_redirect(x, sign_in_url(x, v));
	else if (x->call.status == AD_UNAVAILABLE || x->call.status == AD_INTERNAL)
		ad_page_unavailable(x);
	else if (ad_call_wants_confirmation(&x->call))
		app_ask_confirmation(x, v);
	else if (ad_call_wants_factor(&x->call))
		app_ask_factor(x, v);
	else
		v->after(x, v);
}

void app_write(struct ad_exchange *x, struct app_visit *v, ad_step_fn *step, app_page_fn *after)
{
	v->step = step;
	v->after = after;
	x->render = door_written;
	ad_call_next(&x->call, AD_WRITE, door_guarded);
}

/* Extends the session; the time of use is written rarely. */
static void door_touch_session(struct ad_call *call)
{
	(void)call;
}

/* Sets the Space and environment of the page. False: the reply is made. */
static bool door_find_place(struct ad_exchange *x, struct app_visit *v)
{
	if (app_place_find(x, v) != AD_DB_DONE) {
		ad_page_unavailable(x);
		return false;
	}
	if (v->page->of_space && v->place.space)
		v->id = v->place.space->id;
	if (v->page->of_space && v->place.missing)
		app_page_missing(x);
	return !(v->page->of_space && v->place.missing);
}

void app_handle(struct ad_exchange *x)
{
	struct app_visit *v = ad_arena_zalloc(x->call.arena, sizeof(*v));
	bool post = ad_str_is(x->method, "POST");

	v->page = find_page(x->path, &v->id);
	if (!door_begin(x, v->page, post))
		return;
	if (!post && v->page->moved) {
		if (!app_navigate_moved(x, v))
			app_page_missing(x);
		return;
	}
	if (!find_person(x, v) || !door_find_place(x, v))
		return;
	x->call.door_data = v;
	x->call.params = x->params;
	x->call.param_count = x->param_count;
	if (!post && v->session.seen_at < ad_now() - AD_SESSION_TOUCH_MINUTES * AD_MINUTE)
		app_write(x, v, door_touch_session, v->page->get);
	else if (!post)
		v->page->get(x, v);
	else if (door_read_form(x, v))
		v->page->post(x, v);
}
