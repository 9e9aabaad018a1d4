/*
 * The account's passkeys: list, add (WebAuthn section 7.1; the script of the page calls the
 * browser), rename, remove. A passkey must verify its user, because it replaces password and
 * second factor.
 */
#include "app/account/account.h"

#define PATH APP_ACCOUNT_PATH "/passkeys"

/* A passkey that is being added. */
struct adding {
	struct ad_passkey passkey;
	struct ad_str challenge;
	enum ad_db_status status; /* result of storing the passkey */
	bool used;                /* the challenge was used before */
	bool first;               /* of the account */
};

static void account_passkeys_add_row(struct ad_exchange *x, struct ad_text *page,
				     const struct app_visit *v, const struct ad_passkey *p)
{
	ad_text_adds(page, "<tr><td data-label=\"Name\">");
	ad_page_name(page, p->name);
	if (p->credential.backed_up)
		ad_text_adds(page, " <span class=\"tag\">synced</span>");
	ad_text_adds(page, "</td><td data-label=\"Added\">");
	app_time(page, p->created_at, "");
	ad_text_adds(page, "</td><td data-label=\"Last used\">");
	app_time(page, p->last_used_at, "never");
	ad_text_adds(page, "</td><td><div class=\"acts\"><details><summary>Rename</summary>");
	app_form(x, page, v, PATH "/name");
	ad_text_addf(page,
		     "<input type=\"hidden\" name=\"passkey\" value=\"%.*s\"><div class=\"inline\">"
		     "<input type=\"text\" name=\"name\" aria-label=\"New name\" maxlength=\"%d\" "
		     "required value=\"",
		     AD_FMT(p->id), AD_PASSKEY_NAME_MAX);
	app_html(page, p->name);
	ad_text_adds(page, "\"><button type=\"submit\" class=\"quiet\">Rename</button></div></form>"
			   "</details>");
	app_form(x, page, v, PATH "/remove");
	ad_text_addf(page,
		     "<input type=\"hidden\" name=\"passkey\" value=\"%.*s\"><button "
		     "type=\"submit\" class=\"link\">Remove<span class=\"hide\"> ",
		     AD_FMT(p->id));
	ad_page_name(page, p->name);
	ad_text_adds(page, "</span></button></form></div></td></tr>");
}

static void account_passkeys_add_list(struct ad_exchange *x, struct ad_text *page,
				      const struct app_visit *v, const struct ad_passkey *list,
				      size_t count)
{
	if (count == 0)
		return;
	ad_text_adds(page, "<table><thead><tr><th scope=\"col\">Name</th><th scope=\"col\">Added"
			   "</th><th scope=\"col\">Last used</th><th scope=\"col\"><span "
			   "class=\"hide\">Actions</span></th></tr></thead><tbody>");
	for (size_t i = 0; i < count; i++)
		account_passkeys_add_row(x, page, v, &list[i]);
	ad_text_adds(page, "</tbody></table>");
}

/* Data for the script: the options of the browser's call, and the address of the form. */
static void add_offer(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
		      const struct ad_passkey *list, size_t count)
{
	const struct ad_secrets *secrets = ad_auth_secrets(x->call.core->auth);
	struct ad_arena *arena = x->call.arena;
	struct ad_str user = ad_base64url(arena, v->account.id.p, v->account.id.n);

	ad_text_addf(page,
		     "<div data-passkey=\"add\" data-action=\"" PATH "\" data-renew=\"%s\" "
		     "data-rp=\"%.*s\" data-challenge=\"%.*s\" data-csrf=\"%.*s\" "
		     "data-user=\"%.*s\" data-email=\"",
		     APP_ACCOUNT_PATH, AD_FMT(ad_http_rp_id(x)),
		     AD_FMT(ad_challenge_make(secrets, arena, "add", v->cookie)),
		     AD_FMT(ad_csrf_make(secrets, arena, v->cookie, APP_CSRF)), AD_FMT(user));
	app_html(page, v->account.email);
	ad_text_adds(page, "\" data-exclude=\"");
	for (size_t i = 0; i < count; i++) {
		const struct ad_webauthn_credential *c = &list[i].credential;
		ad_text_addf(page, "%s%.*s", i > 0 ? " " : "",
			     AD_FMT(ad_base64url(arena, c->id.p, c->id.n)));
	}
	ad_text_addf(page,
		     "\" hidden><label class=\"field\" for=\"passkey-name\">Name of the new "
		     "passkey</label><input id=\"passkey-name\" type=\"text\" class=\"medium\" "
		     "maxlength=\"%d\" value=\"Passkey %zu\"><p class=\"fault\" role=\"alert\" "
		     "hidden></p><div class=\"row\"><button type=\"button\" class=\"quiet\">Add a "
		     "passkey</button></div></div><noscript><p class=\"soft\">Adding a passkey "
		     "requires JavaScript.</p></noscript>",
		     AD_PASSKEY_NAME_MAX, count + 1);
}

bool app_account_passkeys_section(struct ad_exchange *x, struct ad_text *page,
				  const struct app_visit *v)
{
	struct ad_passkey *list =
		ad_arena_alloc(x->call.arena, AD_PASSKEYS_MAX * sizeof(struct ad_passkey));
	size_t count;

	if (ad_passkey_list(x->call.db, x->call.arena, v->account.id, list, &count) != AD_DB_DONE)
		return false;
	ad_text_adds(page, "<section class=\"card\" aria-labelledby=\"passkeys\"><h2 "
			   "id=\"passkeys\">Passkeys</h2>");
	if (!ad_http_rp_id(x).p) {
		ad_text_adds(page, "<p class=\"soft\">Passkeys require a host name. This server is "
				   "reached by an IP address.</p></section>");
		return true;
	}
	ad_text_adds(page,
		     "<p>A passkey signs you in by fingerprint, face or security key, without a "
		     "password and second factor. A passkey does not work on a phishing page.</p>");
	account_passkeys_add_list(x, page, v, list, count);
	if (count == AD_PASSKEYS_MAX)
		ad_text_addf(
			page,
			"<p class=\"soft\">The account has the maximum number of passkeys.</p>");
	else if (app_confirmed(v, AD_ACT_ACCOUNT_CHANGE))
		add_offer(x, page, v, list, count);
	ad_text_adds(page, "</section>");
	return true;
}

/* --- add --- */

static void account_passkeys_refuse(struct ad_exchange *x, const struct app_visit *v,
				    const char *why, const char *sentence)
{
	ad_log(AD_LOG_INFO, "passkey_not_added", "reason", why, "account", v->account.id.p, NULL);
	struct ad_text page = app_page(x, v, "The passkey was not added");
	ad_text_addf(&page,
		     "<p class=\"fault\" role=\"alert\">%s</p><p><a class=\"button quiet\" href=\""
		     "%s\">Back to the account</a></p>",
		     sentence, APP_ACCOUNT_PATH);
	app_page_reply(x, &page, 400);
}

static struct ad_str account_passkeys_bytes(struct ad_exchange *x, const char *name)
{
	struct ad_str out, text = ad_call_param(&x->call, name);

	return text.n > 0 && ad_unbase64url(x->call.arena, text, &out) ? out : (struct ad_str){ 0 };
}

/* NULL, or the reason why the browser's response is rejected. */
static const char *account_passkeys_check(struct ad_exchange *x, const struct app_visit *v,
					  struct adding *adding)
{
	const struct ad_secrets *secrets = ad_auth_secrets(x->call.core->auth);
	enum ad_webauthn_fault fault =
		ad_webauthn_client(x->call.arena, account_passkeys_bytes(x, "client_data"),
				   "webauthn.create", ad_http_origin(x), &adding->challenge);

	if (fault == AD_WEBAUTHN_OK &&
	    !ad_challenge_check(secrets, x->call.arena, "add", v->cookie, adding->challenge))
		return "challenge";
	if (fault == AD_WEBAUTHN_OK)
		fault = ad_webauthn_register(account_passkeys_bytes(x, "attestation"),
					     ad_http_rp_id(x), &adding->passkey.credential);
	return fault == AD_WEBAUTHN_OK ? NULL : ad_webauthn_fault_name(fault);
}

/* The first passkey ends the sessions that used only the password. */
static enum ad_db_status account_passkeys_add(struct ad_call *call, const struct app_visit *v,
					      struct adding *adding)
{
	int64_t count = 0;
	enum ad_db_status status = ad_passkey_add(call->db, call->arena, &adding->passkey);

	if (status == AD_DB_DONE)
		status = ad_security_changed(call->db, v->account.id, v->session.id,
					     call->request_id, "passkey");
	if (status == AD_DB_DONE)
		status = ad_passkey_count(call->db, v->account.id, &count);
	adding->first = count == 1;
	if (status == AD_DB_DONE && adding->first)
		status = ad_session_end_others(call->db, v->account.id, v->session.id);
	if (status == AD_DB_DONE)
		status = ad_session_raise(call->db, v->session.id);
	return status;
}

static void account_passkeys_keep(struct ad_call *call)
{
	const struct app_visit *v = call->door_data;
	struct adding *adding = v->work;
	enum ad_db_status status = ad_challenge_use(call->db, adding->challenge);

	adding->used = status == AD_DB_DONE;
	if (status == AD_DB_ROW)
		status = account_passkeys_add(call, v, adding);
	adding->status = status;
	if (status != AD_DB_DONE && status != AD_DB_CONFLICT && status != AD_DB_INVALID)
		call->status = AD_UNAVAILABLE;
}

static void account_passkeys_kept(struct ad_exchange *x, struct app_visit *v)
{
	const struct adding *adding = v->work;

	if (adding->used) {
		account_passkeys_refuse(
			x, v, "challenge used",
			"This passkey response was already used. Please try again.");
	} else if (adding->status == AD_DB_CONFLICT) {
		account_passkeys_refuse(x, v, "known", "This passkey is already registered.");
	} else if (adding->status == AD_DB_INVALID) {
		account_passkeys_refuse(x, v, "full",
					"The account already has the maximum number of passkeys.");
	} else {
		ad_log(AD_LOG_INFO, "passkey_added", "account", v->account.id.p, NULL);
		app_go(x, adding->first ? APP_ACCOUNT_PATH "?done=first-passkey"
					: APP_ACCOUNT_PATH "?done=passkey");
	}
}

void app_account_passkey_add(struct ad_exchange *x, struct app_visit *v)
{
	struct adding *adding = ad_arena_zalloc(x->call.arena, sizeof(*adding));

	if (!app_account_sure(x, v))
		return;
	adding->passkey.account_id = v->account.id;
	adding->passkey.name = ad_call_param(&x->call, "name");
	const char *fault = ad_passkey_name_fault(adding->passkey.name);
	if (fault) {
		account_passkeys_refuse(x, v, "name", fault);
		return;
	}
	fault = account_passkeys_check(x, v, adding);
	if (fault) {
		account_passkeys_refuse(x, v, fault,
					"The passkey could not be verified, or took longer than "
					"five minutes. Please try again.");
		return;
	}
	v->work = adding;
	app_write(x, v, account_passkeys_keep, account_passkeys_kept);
}

/* --- rename and remove --- */

static void account_passkeys_rename(struct ad_call *call)
{
	const struct app_visit *v = call->door_data;

	if (ad_passkey_rename(call->db, v->account.id, ad_call_param(call, "passkey"),
			      ad_call_param(call, "name")) != AD_DB_DONE)
		call->status = AD_UNAVAILABLE;
}

static void account_passkeys_renamed(struct ad_exchange *x, struct app_visit *v)
{
	(void)v;
	app_go(x, APP_ACCOUNT_PATH "?done=named");
}

void app_account_passkey_name(struct ad_exchange *x, struct app_visit *v)
{
	const char *fault = ad_passkey_name_fault(ad_call_param(&x->call, "name"));

	if (fault)
		account_passkeys_refuse(x, v, "name", fault);
	else
		app_write(x, v, account_passkeys_rename, account_passkeys_renamed);
}

static void account_passkeys_remove(struct ad_call *call)
{
	const struct app_visit *v = call->door_data;

	if (ad_passkey_remove(call->db, v->account.id, ad_call_param(call, "passkey")) !=
		    AD_DB_DONE ||
	    ad_security_changed(call->db, v->account.id, v->session.id, call->request_id,
				"noPasskey") != AD_DB_DONE)
		call->status = AD_UNAVAILABLE;
}

static void account_passkeys_removed(struct ad_exchange *x, struct app_visit *v)
{
	ad_log(AD_LOG_INFO, "passkey_removed", "account", v->account.id.p, NULL);
	app_go(x, APP_ACCOUNT_PATH "?done=removed");
}

void app_account_passkey_remove(struct ad_exchange *x, struct app_visit *v)
{
	if (app_account_sure(x, v))
		app_write(x, v, account_passkeys_remove, account_passkeys_removed);
}
