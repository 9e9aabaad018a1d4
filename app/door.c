/* From a request to a page of somebody signed in: see door.h. */
#include "app/door.h"

#include "app/pages.h"

/* --- which page --- */

/* Whether a path is the row's; *id is what its ":id" stands for. */
static bool fits(const struct app_page *page, struct ad_str path, struct ad_str *id)
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
		if (fits(&pages[i], path, id))
			return &pages[i];
	return NULL;
}

/* --- who --- */

/* Where the browser signs in, to come back here: as far as there is a page to come back to. */
static struct ad_str sign_in_url(const struct ad_exchange *x, const struct app_visit *v)
{
	const struct ad_call *call = &x->call;
	struct ad_str back = AD_S(AD_APP_PATH);

	if (v->page->get && ad_back_valid(x->path))
		back = x->path;
	return ad_arena_printf(call->arena, "%s/signin?back=%.*s", call->core->config->public_url,
			       AD_FMT(back));
}

/* The account as the corridor knows a caller: its rights in a Space are its role's. */
static bool make_caller(struct ad_call *call, const struct app_visit *v)
{
	struct ad_principal *who = ad_arena_zalloc(call->arena, sizeof(*who));

	if (v->account.id.n >= sizeof(who->account_id) ||
	    v->session.id.n >= sizeof(who->credential_id))
		return false;
	who->kind = AD_BY_SESSION;
	who->confirmed_at = v->session.confirmed_at;
	who->factor = v->session.factor;
	memcpy(who->account_id, v->account.id.p, v->account.id.n);
	memcpy(who->credential_id, v->session.id.p, v->session.id.n);
	call->who = who;
	call->door = AD_DOOR_APP;
	return ad_account_principal(call->core->auth, call->db, who) == AD_OK;
}

/* False with the reply made: to /signin where nobody is signed in. */
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
	if (status == AD_DB_ROW && make_caller(&x->call, v))
		return true;
	ad_page_unavailable(x);
	return false;
}

/* --- the request --- */

/* What comes before the page: limit, method, body. False with the reply made. */
static bool begin(struct ad_exchange *x, const struct app_page *page, bool post)
{
	if (!ad_address_passes(x, AD_ADDRESS_REQUEST)) {
		ad_page_refuse(x, 429, "Too many requests from this address. Try again later.");
		return false;
	}
	if (!page) {
		app_page_missing(x);
		return false;
	}
	if (!(post ? page->post : page->get) || (!post && !ad_str_is(x->method, "GET"))) {
		ad_http_add(x, "Allow",
			    page->get && page->post ? AD_S("GET, HEAD, POST")
			    : page->get             ? AD_S("GET, HEAD")
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

/* The form into call.params; false with the reply made where it is not one of ours. */
static bool read_form(struct ad_exchange *x, const struct app_visit *v)
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
		       "The form did not come from this page, or is from before you signed in. "
		       "Nothing was changed.");
	return false;
}

/* --- writing --- */

/* Whoever was signed out meanwhile writes nothing. */
static void guarded(struct ad_call *call)
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

static void written(struct ad_exchange *x)
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
	x->render = written;
	ad_call_next(&x->call, AD_WRITE, guarded);
}

/* A page that is looked at keeps the session, too; written seldom. */
static void only_touch(struct ad_call *call)
{
	(void)call;
}

void app_handle(struct ad_exchange *x)
{
	struct app_visit *v = ad_arena_zalloc(x->call.arena, sizeof(*v));
	bool post = ad_str_is(x->method, "POST");

	v->page = find_page(x->path, &v->id);
	if (!begin(x, v->page, post) || !find_person(x, v))
		return;
	x->call.door_data = v;
	x->call.params = x->params;
	x->call.param_count = x->param_count;
	if (!post && v->session.seen_at < ad_now() - AD_SESSION_TOUCH_MINUTES * AD_MINUTE)
		app_write(x, v, only_touch, v->page->get);
	else if (!post)
		v->page->get(x, v);
	else if (read_form(x, v))
		v->page->post(x, v);
}
