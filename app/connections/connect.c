/*
 * Connects an ad account: redirect to the platform's consent page, return with a code, choice of
 * an ad account. The state between the pages is encrypted and bound to the session.
 */
#include <stdatomic.h>

#include "app/connections/connections.h"
#include "app/page/caller.h"
#include "app/page/forms.h"
#include "app/page/pages.h"

#define PATH APP_CONNECTIONS_PATH
#define BEGIN_AGAIN                                                                                \
	"This connection was started in another browser or session, was already completed, or is " \
	"older than ten minutes. Start again on the Connections page. Nothing was changed."

/* The state shared by the steps; a repeated writing step sets all of it again. */
struct work {
	struct ad_connecting going;
	struct ad_connect connect;
	struct ad_consent consent;
	struct ad_str code, account;
	struct ad_connected got;
	bool missing; /* the user is no longer an owner of the Space */
	bool typed;   /* `account` was typed and is not in the list: the platform must confirm it */
	bool sought;  /* the platform was asked */
	bool busy;    /* too many requests are in progress */
};

static struct ad_consent consent_of(struct ad_call *call, const struct ad_connecting *c,
				    const struct ad_connect *connect)
{
	return (struct ad_consent){
		.client_id = connect->link.client_id,
		.redirect_uri = ad_arena_printf(call->arena, "%s" AD_CONNECT_PATH,
						call->core->config->public_url),
		.verifier = c->verifier,
	};
}

static bool open_platform(struct ad_call *call, enum ad_platform platform, struct ad_connect *out)
{
	return ad_connect_open(call->arena, platform, call->who->environment == AD_LIVE,
			       ad_connect_app(call, platform),
			       atomic_load(&call->core->sandbox_url), out);
}

/* --- redirect to the platform --- */

/* The sandbox's consent page preselects the ad account of the Space. */
static struct ad_str connect_proposed(struct ad_call *call, enum ad_platform platform,
				      struct ad_str url)
{
	struct ad_str id;

	if (ad_connection_account(call, platform, &id) != AD_DB_DONE || !id.n)
		return url;
	if (platform == AD_META && ad_str_starts(id, "act_"))
		id = (struct ad_str){ id.p + 4, id.n - 4 };
	return ad_arena_printf(call->arena, "%.*s&account=%.*s", AD_FMT(url), AD_FMT(id));
}

void app_connect_start(struct ad_exchange *x, struct app_visit *v)
{
	struct ad_call *call = &x->call;
	enum ad_platform platform = ad_platform_of(ad_call_param(call, "platform"));
	struct ad_connect connect;
	const char *barred =
		platform < AD_PLATFORM_COUNT
			? app_connections_barred(call, platform, call->who->environment)
			: "Choose one of the platforms.";

	if (barred || !open_platform(call, platform, &connect)) {
		app_connections_show(x, v, 409, (struct app_connections_word){ .fault = barred });
		return;
	}
	if (!app_confirm(x, v, AD_ACT_CONNECT))
		return;
	struct ad_connecting going = ad_connecting_new(call, platform);
	struct ad_consent consent = consent_of(call, &going, &connect);
	consent.state = ad_connecting_seal(call, AD_CONSENT, &going);
	struct ad_str url =
		ad_consent_url(call->arena, connect.connector, connect.authorize_url, &consent);
	ad_redirect(x, call->who->environment == AD_TEST ? connect_proposed(call, platform, url)
							 : url);
}

/* --- return from the platform --- */

/* Loads the Space again: the user must still be an owner. */
static bool connect_enter(struct ad_call *call, struct work *w)
{
	enum ad_db_status status = app_caller_enter(call, w->going.space_id, w->going.environment);

	w->missing = status == AD_DB_DONE || (status == AD_DB_ROW && call->space.role != AD_OWNER);
	if (status == AD_DB_ROW && !w->missing)
		return true;
	call->status = w->missing ? AD_FORBIDDEN_SCOPE : AD_UNAVAILABLE;
	return false;
}

static void connect_redeem(struct ad_call *call)
{
	struct app_visit *v = call->door_data;
	struct work *w = v->work;

	if (!ad_fetch_enter(call->core->fetches, call->space.id)) {
		w->got.error = (struct ad_platform_error){
			.code = "BUSY",
			.message = AD_S("Too many requests are in progress for this Space. Try "
					"again in a moment."),
		};
		return;
	}
	ad_connect_code(call->arena, &w->connect, &w->consent, w->code, &w->got);
	ad_fetch_leave(call->core->fetches, call->space.id);
}

static void take_code(struct ad_call *call)
{
	struct app_visit *v = call->door_data;
	struct work *w = v->work;

	if (!connect_enter(call, w) || !ad_connecting_use(call, AD_CONSENT, &w->going))
		return;
	if (!w->code.n || !open_platform(call, w->going.platform, &w->connect))
		return;
	enum ad_db_status status =
		ad_connection_account(call, w->going.platform, &w->connect.account);
	if (status != AD_DB_DONE) {
		(void)!ad_fail_db(call, status);
		return;
	}
	w->consent = consent_of(call, &w->going, &w->connect);
	ad_call_next(call, AD_FAR, connect_redeem);
}

static void connect_add_account(struct ad_exchange *x, struct ad_text *page,
				const struct ad_reached *r, bool first)
{
	struct ad_text title = ad_text_on(x->call.arena), more = ad_text_on(x->call.arena);
	struct ad_text value = ad_text_on(x->call.arena);

	ad_page_name(&title, r->name.n ? r->name : r->id);
	app_html(&value, r->id);
	app_html(&more, r->id);
	ad_text_adds(&more, ", ");
	app_html(&more, r->currency);
	if (!ad_str_is(r->currency, x->call.space.currency))
		ad_text_addf(&more, ". This Space uses %s, so this account cannot be connected",
			     x->call.space.currency);
	const struct app_choice choice = { ad_text_str(&value).p, ad_text_str(&title).p,
					   ad_text_str(&more).p };
	app_add_choice(page, "radio", "account", &choice, first);
}

/* Shows the choice of the ad account. */
static void connect_ask_account(struct ad_exchange *x, const struct app_visit *v, int status,
				const char *fault)
{
	const struct work *w = v->work;
	struct ad_text page = app_page(x, v, "Choose the ad account");

	app_say_fault(&page, fault);
	ad_text_addf(
		&page,
		"<section class=\"card\"><p>%s: choose the ad account that this Space uses.</p>",
		ad_connect_title(w->going.platform));
	app_form(x, &page, v, PATH "/choose");
	app_add_hidden(&page, "held", ad_connecting_seal(&x->call, AD_CHOICE, &w->going));
	ad_text_adds(&page, "<fieldset><legend>Ad accounts that you can access</legend><div "
			    "class=\"choices\">");
	for (const struct ad_reached *r = w->going.found; r; r = r->next)
		connect_add_account(x, &page, r, r == w->going.found);
	ad_text_adds(&page, "</div></fieldset>");
	const struct app_field other = {
		.name = "other",
		.label = "Another ad account, by ID",
		.hint = "The list may be incomplete. An ID entered here is used instead of the "
			"choice above.",
		.type = "text",
		.more = " autocomplete=\"off\" maxlength=\"64\"",
		.value = w->typed ? w->account : (struct ad_str){ 0 },
	};
	app_add_field(&page, &other);
	ad_text_adds(&page, "<div class=\"row\"><button type=\"submit\">Connect</button></div>"
			    "</form></section>");
	app_page_reply(x, &page, status);
}

/* Shows the fault and the link back. */
static void connect_stop(struct ad_exchange *x, const struct app_visit *v, int status,
			 const char *sentence)
{
	struct ad_text page = app_page(x, v, "Not connected");

	app_say_fault(&page, sentence);
	ad_text_adds(&page, "<p><a href=\"" PATH "\">Back to the connections</a></p>");
	app_page_reply(x, &page, status);
}

static void came_back(struct ad_exchange *x, struct app_visit *v)
{
	struct work *w = v->work;
	struct ad_call *call = &x->call;

	if (w->missing) {
		app_page_missing(x);
	} else if (call->status != AD_OK) {
		connect_stop(x, v, 409, BEGIN_AGAIN);
	} else if (!w->code.n) {
		connect_stop(
			x, v, 200,
			"The platform reports that access was not allowed. Nothing was changed.");
	} else if (w->got.error.code) {
		ad_log(AD_LOG_INFO, "connect_failed", "platform",
		       ad_platform_name(w->going.platform), "code", w->got.error.code, "request",
		       call->request_id.p, NULL);
		connect_stop(x, v, 502,
			     ad_arena_printf(call->arena, "The platform refused: %.*s",
					     AD_FMT(w->got.error.message))
				     .p);
	} else if (!w->got.finding.found) {
		connect_stop(x, v, 409,
			     "Your user at the platform has no access to a usable ad account. Ask "
			     "the owner of the ad account for access, or sign in at the platform "
			     "as another user.");
	} else {
		struct ad_connecting next = ad_connecting_new(call, w->going.platform);
		next.token = w->got.refresh_token;
		next.token_expires_at = w->got.expires_at;
		next.found = w->got.finding.found;
		w->going = next;
		connect_ask_account(x, v, 200, NULL);
	}
}

void app_connect_back(struct ad_exchange *x, struct app_visit *v)
{
	struct ad_call *call = &x->call;
	struct work *w = ad_arena_zalloc(call->arena, sizeof(*w));

	v->work = w;
	w->code = ad_call_param(call, "code");
	if (ad_connecting_open(call, AD_CONSENT, ad_call_param(call, "state"), &w->going))
		app_write(x, v, take_code, came_back);
	else
		connect_stop(x, v, 400, BEGIN_AGAIN);
}

/* --- the choice --- */

static const struct ad_reached *connect_find_account(const struct ad_reached *list,
						     struct ad_str id)
{
	while (list && !ad_str_eq(list->id, id))
		list = list->next;
	return list;
}

static void connect_store_account(struct ad_call *call);

static void connect_list_accounts(struct ad_call *call)
{
	struct app_visit *v = call->door_data;
	struct work *w = v->work;

	w->busy = !ad_fetch_enter(call->core->fetches, call->space.id);
	if (w->busy)
		return;
	ad_connect_seek(call->arena, &w->connect, &w->got);
	ad_fetch_leave(call->core->fetches, call->space.id);
	w->sought = true;
	/* The token in the page may no longer be valid. */
	if (w->got.refresh_token.n)
		w->going.token = w->got.refresh_token;
	ad_call_next(call, AD_WRITE, connect_store_account);
}

/*
 * The typed id is not in the list, so the platform must confirm that the token has access to it.
 */
static void connect_check_typed(struct ad_call *call, struct work *w)
{
	if (!open_platform(call, w->going.platform, &w->connect)) {
		ad_fail(call, AD_CONFLICT, "%s", BEGIN_AGAIN);
		return;
	}
	w->connect.link.refresh_token = w->going.token;
	w->connect.account = w->account;
	ad_call_next(call, AD_FAR, connect_list_accounts);
}

static void connect_store_account(struct ad_call *call)
{
	struct app_visit *v = call->door_data;
	struct work *w = v->work;
	const struct ad_reached *r = connect_find_account(w->going.found, w->account);

	ad_call_fresh(call);
	if (!r)
		r = connect_find_account(w->got.finding.found, w->account);
	if (!connect_enter(call, w))
		return;
	if (!r && w->typed && !w->sought)
		connect_check_typed(call, w);
	else if (!ad_connecting_use(call, AD_CHOICE, &w->going))
		return;
	else if (r)
		(void)!ad_connection_put(call, &w->going, r);
	else if (w->got.error.code)
		ad_fail(call, AD_INVALID,
			"The platform did not confirm your access to the ad account: %.*s",
			AD_FMT(w->got.error.message));
	else
		ad_fail(call, AD_INVALID, "%s",
			w->typed ? "Your user at the platform has no access to an ad account with "
				   "this ID."
				 : "Choose one of the accounts.");
}

static void connect_chosen(struct ad_exchange *x, struct app_visit *v)
{
	struct work *w = v->work;
	struct ad_call *call = &x->call;

	if (w->missing) {
		app_page_missing(x);
		return;
	}
	if (w->busy) {
		connect_ask_account(
			x, v, 503,
			"Too many requests are in progress for this Space. Try again in a moment.");
		return;
	}
	if (call->status == AD_OK) {
		ad_log(AD_LOG_INFO, "connected", "account", v->account.id.p, "platform",
		       ad_platform_name(w->going.platform), "request", call->request_id.p, NULL);
		app_go(x,
		       ad_arena_printf(call->arena, PATH "/%s?done=connected", call->space.id).p);
		return;
	}
	/*
	 * Shows the page again with the same state, which ends only when the connection is stored.
	 */
	if (call->details.n || call->status == AD_INVALID)
		connect_ask_account(x, v, call->status == AD_INVALID ? 400 : 409, call->message);
	else
		connect_stop(x, v, 409, call->message ? call->message : BEGIN_AGAIN);
}

void app_connect_choose(struct ad_exchange *x, struct app_visit *v)
{
	struct ad_call *call = &x->call;
	struct work *w = ad_arena_zalloc(call->arena, sizeof(*w));

	v->work = w;
	bool held = ad_connecting_open(call, AD_CHOICE, ad_call_param(call, "held"), &w->going);
	if (held)
		w->account =
			ad_account_id(call->arena, w->going.platform, ad_call_param(call, "other"));
	w->typed = w->account.n > 0;
	if (!w->typed)
		w->account = ad_call_param(call, "account");
	if (held)
		app_write(x, v, connect_store_account, connect_chosen);
	else
		connect_stop(x, v, 400, BEGIN_AGAIN);
}
