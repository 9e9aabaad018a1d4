/* /app/tools/api: creates, rotates and revokes API tokens. */
#include "app/page/pages.h"
#include "app/account/token_form.h"

#define PATH AD_APP_PATH "/tools/api"

static const struct app_done said[] = {
	{ "revoked", "Revoked. The token no longer works." },
};

/* The action of a POST and its result. */
struct work {
	struct app_token_form form;
	struct ad_str id; /* of the token that is rotated or revoked */
	enum ad_token_result result;
};

/* --- the page --- */

static bool is_live(const struct ad_token *t, int64_t now)
{
	return t->revoked_at == 0 && t->expires_at > now;
}

static void add_allowed(struct ad_text *page, const struct ad_token *t)
{
	int n = 0;

	for (uint32_t bit = 1; bit < 1u << AD_SCOPE_COUNT; bit <<= 1)
		n += (t->scopes & bit) != 0;
	ad_text_addf(page, "<details><summary>%d of %d scopes</summary><ul>", n, AD_SCOPE_COUNT);
	for (uint32_t bit = 1; bit < 1u << AD_SCOPE_COUNT; bit <<= 1)
		if (t->scopes & bit)
			ad_text_addf(page, "<li>%s</li>", ad_scope_title(bit));
	ad_text_adds(page, "</ul></details>");
	if (t->scopes & AD_SYNC_WRITE)
		ad_text_adds(page, "<span class=\"tag warn\">can spend money</span>");
}

static void add_acts(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
		     const struct ad_token *t)
{
	static const struct app_choice rotate = { PATH, "New secret", NULL };
	static const struct app_choice revoke = { PATH, "Revoke", "danger" };

	if (app_confirmed(v, AD_ACT_TOKEN_ROTATE)) {
		app_begin_act(x, page, v, &rotate);
		app_add_hidden(page, "do", AD_S("rotate"));
		app_add_hidden(page, "token", t->id);
		ad_text_adds(page, "<p>The current secret stops working immediately. Name, scopes "
				   "and expiry stay.</p>");
		app_end_act(page, "Yes, give it a new secret", "quiet");
	}
	app_begin_act(x, page, v, &revoke);
	app_add_hidden(page, "do", AD_S("revoke"));
	app_add_hidden(page, "token", t->id);
	ad_text_adds(page, "<p>The token stops working immediately. This cannot be undone.</p>");
	app_end_act(page, "Yes, revoke it", "danger");
}

static void tokens_add_name(struct ad_text *page, const struct ad_token *t)
{
	ad_text_adds(page, "<tr role=\"row\"><td role=\"cell\" data-label=\"Name\"><b>");
	ad_page_name(page, t->name);
	ad_text_addf(page,
		     "</b><br><small class=\"soft\"><code>%.*s</code></small></td>"
		     "<td role=\"cell\" data-label=\"Data\"><span class=\"tag%s\">%s</span></td>",
		     AD_FMT(t->id), t->environment == AD_LIVE ? " warn" : "",
		     ad_environment_name(t->environment));
}

static void add_token(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
		      const struct ad_token *t)
{
	tokens_add_name(page, t);
	ad_text_adds(page, "<td role=\"cell\" data-label=\"Scopes\">");
	add_allowed(page, t);
	ad_text_adds(page, "</td><td role=\"cell\" data-label=\"Last used\">");
	app_time(page, t->last_used_at, "not yet");
	ad_text_adds(page, "</td><td role=\"cell\" data-label=\"Valid until\">");
	app_time(page, t->expires_at, "");
	ad_text_adds(page, "</td><td role=\"cell\">");
	add_acts(x, page, v, t);
	ad_text_adds(page, "</td></tr>");
}

#define HEAD(label) "<th scope=\"col\" role=\"columnheader\">" label "</th>"

static size_t add_living(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
			 const struct ad_token *list, size_t count)
{
	size_t n = 0;

	for (size_t i = 0; i < count; i++) {
		if (!is_live(&list[i], ad_now()))
			continue;
		if (n++ == 0)
			ad_text_adds(
				page,
				"<table role=\"table\"><caption class=\"hide\">Your tokens"
				"</caption><thead><tr role=\"row\">" HEAD("Name") HEAD("Data") HEAD(
					"Scopes") HEAD("Last used") HEAD("Valid until")
					HEAD("<span class=\"hide\">Change</span>") "</tr></"
										   "thead><tbody>");
		add_token(x, page, v, &list[i]);
	}
	ad_text_adds(page, n > 0 ? "</tbody></table>" : "<p>You have no tokens.</p>");
	return n;
}

static void add_ended(struct ad_text *page, const struct ad_token *list, size_t count, size_t ended)
{
	if (ended == 0)
		return;
	ad_text_addf(page,
		     "<details><summary>Ended tokens (%zu)</summary><table role=\"table\"><caption "
		     "class=\"hide\">Ended tokens</caption><thead><tr role=\"row\">" HEAD("Name")
			     HEAD("Data") HEAD("Last used") HEAD("Ended") "</tr></thead>"
									  "<tbody>",
		     ended);
	for (size_t i = 0; i < count; i++) {
		const struct ad_token *t = &list[i];
		if (is_live(t, ad_now()))
			continue;
		tokens_add_name(page, t);
		ad_text_adds(page, "<td role=\"cell\" data-label=\"Last used\">");
		app_time(page, t->last_used_at, "never");
		ad_text_addf(page, "</td><td role=\"cell\" data-label=\"Ended\">%s ",
			     t->revoked_at ? "revoked" : "expired");
		app_time(page, t->revoked_at ? t->revoked_at : t->expires_at, "");
		ad_text_adds(page, "</td></tr>");
	}
	ad_text_adds(page, "</tbody></table></details>");
}

static void add_new(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
		    const struct app_token_form *form, size_t live)
{
	ad_text_adds(page,
		     "<section class=\"card\" aria-labelledby=\"new\"><h2 id=\"new\">New token"
		     "</h2>");
	if (live >= AD_TOKENS_LIVE_MAX) {
		ad_text_addf(page,
			     "<p>An account can have at most %d active tokens, and you have "
			     "reached the limit. Revoke a token to create another.</p>",
			     AD_TOKENS_LIVE_MAX);
	} else if (!app_confirmed(v, AD_ACT_TOKEN_MINT)) {
		ad_text_addf(page,
			     "<p>You signed in more than %d minutes ago. Sign in again to create a "
			     "token or a new secret.</p><p><a class=\"button\" href=\"",
			     AD_SESSION_FRESH_MINUTES);
		app_sign_in_again(page, x);
		ad_text_adds(page, "\">Sign in again</a></p>");
	} else {
		ad_text_addf(page,
			     "<p class=\"soft\">You can create %zu more of at most %d tokens.</p>",
			     AD_TOKENS_LIVE_MAX - live, AD_TOKENS_LIVE_MAX);
		app_token_form_show(x, page, v, form);
	}
	ad_text_adds(page, "</section>");
}

static void add_intro(struct ad_exchange *x, struct ad_text *page)
{
	const struct ad_principal *who = x->call.who;

	ad_text_adds(page, "<p class=\"soft\">Tokens are for your own scripts and servers. Send a "
			   "token in the <code>Authorization</code> header to <code>");
	app_html(page, ad_str(x->call.core->config->base_url));
	ad_text_adds(page, "</code>. The <a href=\"/docs\">reference</a> has examples.</p>");
	if (who->api_access)
		return;
	ad_text_adds(page, "<p class=\"note\">The plan ");
	app_html(page, ad_str(who->plan_name));
	ad_text_adds(page,
		     " has no access to the API. Tokens are refused until the plan changes.</p>");
}

static void tokens_show(struct ad_exchange *x, const struct app_visit *v, int status,
			const char *fault)
{
	struct ad_text page = app_page(x, v, "API tokens");
	const struct work *w = v->work;
	struct ad_token *list;
	size_t count, live;

	if (ad_token_list(x->call.db, x->call.arena, v->account.id, &list, &count) != AD_TOKEN_OK) {
		ad_page_unavailable(x);
		return;
	}
	app_say_done(&page, x, said, AD_LEN(said));
	app_say_fault(&page, fault);
	add_intro(x, &page);
	ad_text_adds(&page,
		     "<section class=\"card\" aria-labelledby=\"yours\"><h2 id=\"yours\">Your "
		     "tokens</h2>");
	live = add_living(x, &page, v, list, count);
	add_ended(&page, list, count, count - live);
	ad_text_adds(&page, "</section>");
	add_new(x, &page, v, &w->form, live);
	app_page_reply(x, &page, status);
}

void app_tokens(struct ad_exchange *x, struct app_visit *v)
{
	struct work *w = ad_arena_zalloc(x->call.arena, sizeof(*w));

	w->form = app_token_form_new();
	v->work = w;
	tokens_show(x, v, 200, NULL);
}

/* --- actions --- */

/* Shows the secret, only once. */
static void show_secret(struct ad_exchange *x, const struct app_visit *v, const struct ad_token *t)
{
	struct ad_text page = app_page(x, v, "Copy your token now");

	ad_text_adds(
		&page,
		"<p class=\"soft\">The token is shown only once. Store it like a "
		"password.</p><section class=\"card\" aria-labelledby=\"token\"><h2 id=\"token\">");
	ad_page_name(&page, t->name);
	ad_text_addf(&page, "</h2><pre class=\"secret\"><code>%.*s</code></pre><p>Valid until ",
		     AD_FMT(t->text));
	app_time(&page, t->expires_at, "");
	ad_text_addf(&page,
		     ", for %s data.</p><h3>Try it</h3><pre><code>curl -H \"Authorization: "
		     "Bearer $TOKEN\" ",
		     ad_environment_name(t->environment));
	app_html(&page, ad_str(x->call.core->config->base_url));
	ad_text_adds(&page, "/me</code></pre><p><a class=\"button quiet\" href=\"" PATH
			    "\">I have copied it</a></p></section>");
	app_page_reply(x, &page, 200);
}

static void tokens_note(struct ad_call *call, const struct app_visit *v,
			const struct ad_token *token, const char *verb)
{
	struct ad_history_entry entry = ad_token_entry(call->arena, token, verb);

	entry.space_id = v->account.space_id;
	if (ad_history_note(call, &entry))
		ad_log(AD_LOG_INFO, "token_changed", "verb", verb, "token", token->id.p, "account",
		       v->account.id.p, NULL);
}

/* A failed step is rolled back. */
static void tokens_settle(struct ad_call *call, const struct app_visit *v, const char *verb)
{
	struct work *w = v->work;

	if (w->result == AD_TOKEN_OK)
		tokens_note(call, v, &w->form.token, verb);
	else
		call->status = w->result == AD_TOKEN_DB ? AD_UNAVAILABLE : AD_CONFLICT;
}

static void tokens_mint(struct ad_call *call)
{
	const struct app_visit *v = call->door_data;
	struct work *w = v->work;

	if (!ad_call_confirm(call, AD_ACT_TOKEN_MINT))
		return;
	if ((w->form.token.scopes & AD_SYNC_WRITE) && !ad_call_need_factor_anywhere(call))
		return;
	w->form.token.account_id = v->account.id;
	w->result = ad_token_mint(call->db, call->arena, &w->form.token);
	tokens_settle(call, v, "CREATE");
}

static void tokens_rotate(struct ad_call *call)
{
	const struct app_visit *v = call->door_data;
	struct work *w = v->work;

	if (!ad_call_confirm(call, AD_ACT_TOKEN_ROTATE))
		return;
	w->result = ad_token_rotate(call->db, call->arena, v->account.id, w->id, &w->form.token);
	/* A refusal rolls the new secret back. */
	if (w->result == AD_TOKEN_OK && (w->form.token.scopes & AD_SYNC_WRITE) &&
	    !ad_call_need_factor_anywhere(call)) {
		w->form.token.text = (struct ad_str){ 0 };
		return;
	}
	tokens_settle(call, v, "ROTATE");
}

static void tokens_revoke(struct ad_call *call)
{
	const struct app_visit *v = call->door_data;
	struct work *w = v->work;
	int64_t begun = ad_now();

	w->result = ad_token_revoke(call->db, call->arena, v->account.id, w->id, &w->form.token);
	if (w->result != AD_TOKEN_OK || w->form.token.revoked_at >= begun)
		tokens_settle(call, v, "REVOKE");
}

static void tokens_done(struct ad_exchange *x, struct app_visit *v)
{
	const struct work *w = v->work;

	switch (w->result) {
	case AD_TOKEN_OK:
		break;
	case AD_TOKEN_UNKNOWN:
		app_page_missing(x);
		return;
	case AD_TOKEN_TOO_MANY:
		tokens_show(x, v, 409,
			    "You already have 5 tokens. Revoke one first. Nothing was created.");
		return;
	case AD_TOKEN_DEAD:
		tokens_show(x, v, 409, "This token is revoked or has expired. Create a new one.");
		return;
	case AD_TOKEN_DB:
		ad_page_unavailable(x);
		return;
	}
	if (w->form.token.text.p)
		show_secret(x, v, &w->form.token);
	else
		app_go(x, PATH "?done=revoked");
}

void app_tokens_change(struct ad_exchange *x, struct app_visit *v)
{
	struct work *w = ad_arena_zalloc(x->call.arena, sizeof(*w));
	struct ad_str what = ad_call_param(&x->call, "do");
	bool mints = ad_str_is(what, "mint"), rotates = ad_str_is(what, "rotate");

	v->work = w;
	w->form = app_token_form_new();
	w->id = ad_call_param(&x->call, "token");
	if (mints && !app_token_form_read(x, &w->form))
		tokens_show(x, v, 400, "Nothing was created. Correct the marked fields below.");
	else if (mints)
		app_write(x, v, tokens_mint, tokens_done);
	else if (rotates)
		app_write(x, v, tokens_rotate, tokens_done);
	else if (ad_str_is(what, "revoke"))
		app_write(x, v, tokens_revoke, tokens_done);
	else
		ad_page_refuse(x, 400, "The form does not name an action.");
}
