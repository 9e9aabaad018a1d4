/*
 * The second factor: add an authenticator app, confirmed by one of its codes, or remove it;
 * recovery codes are created and shown once. The secret is not stored before it is confirmed: the
 * form carries it encrypted and bound to the session.
 */
#include "app/account/account.h"

#include <openssl/crypto.h>

#define SEAL_LABEL "totp_offer"
#define PAGE_PATH APP_ACCOUNT_PATH "/totp"

/* An app that is being added, or recovery codes that are being created. */
struct offer {
	struct ad_str secret;
	int64_t counter;                /* of the step whose code was shown */
	struct ad_recovery_codes codes; /* created */
	bool taken;                     /* an app exists already, or does not exist */
};

void app_account_totp_section(struct ad_exchange *x, struct ad_text *page,
			      const struct app_visit *v, const struct ad_factors *factors)
{
	ad_text_adds(page, "<section class=\"card\" aria-labelledby=\"second\"><div "
			   "class=\"head\"><h2 id=\"second\">Second factor</h2>");
	ad_text_adds(page, factors->totp ? "<span class=\"tag good\">on</span></div>"
					 : "<span class=\"tag\">off</span></div>");
	if (!factors->totp) {
		ad_text_adds(page, "<p>With an authenticator app, signing in also asks for a code. "
				   "A leaked password alone is then not enough.</p><p><a "
				   "class=\"button quiet\" href=\"" PAGE_PATH
				   "\">Add an authenticator app</a></p></section>");
		return;
	}
	ad_text_adds(page, "<p>Signing in asks for a code from your authenticator app since ");
	app_time(page, factors->totp_since, "");
	ad_text_addf(page, ". %lld of %d recovery codes are left.</p><div class=\"row\">",
		     (long long)factors->codes_left, AD_RECOVERY_CODES);
	app_form(x, page, v, APP_ACCOUNT_PATH "/codes");
	ad_text_adds(page, "<button type=\"submit\" class=\"quiet\">Create new recovery codes"
			   "</button></form>");
	app_form(x, page, v, PAGE_PATH "/remove");
	ad_text_adds(page, "<button type=\"submit\" class=\"danger\">Switch off</button></form>"
			   "</div></section>");
}

/* --- add an app --- */

static struct ad_str totp_spaced(struct ad_arena *arena, struct ad_str code)
{
	struct ad_text out = ad_text_on(arena);

	for (size_t i = 0; i < code.n; i++) {
		if (i > 0 && i % 4 == 0)
			ad_text_addc(&out, ' ');
		ad_text_addc(&out, code.p[i]);
	}
	return ad_text_str(&out);
}

static void show_offer(struct ad_exchange *x, const struct app_visit *v, struct ad_str secret,
		       const char *fault)
{
	const struct ad_secrets *secrets = ad_auth_secrets(x->call.core->auth);
	struct ad_arena *arena = x->call.arena;
	struct ad_text page = app_page(x, v, "Add an authenticator app");
	struct ad_str code = ad_base32(arena, secret.p, secret.n);

	ad_text_adds(&page, "<section class=\"card\"><p>Scan this with the app (Aegis, Google or "
			    "Microsoft Authenticator, 1Password or any other), then enter the "
			    "code that it shows.</p>");
	app_qr(&page, ad_totp_uri(arena, AD_S("adcore"), v->account.email, secret),
	       "QR code of the secret below");
	ad_text_addf(&page,
		     "<p>Or type this secret into it: <code class=\"secret\">%.*s</code></p>",
		     AD_FMT(totp_spaced(arena, code)));
	if (fault)
		ad_text_addf(&page, "<p class=\"fault\" role=\"alert\">%s</p>", fault);
	app_form(x, &page, v, PAGE_PATH);
	ad_text_addf(&page,
		     "<input type=\"hidden\" name=\"offer\" value=\"%.*s\"><label class=\"field\" "
		     "for=\"code\">Code from the app</label><input id=\"code\" name=\"code\" "
		     "type=\"text\" class=\"short\" inputmode=\"numeric\" "
		     "autocomplete=\"one-time-code\" maxlength=\"10\" required><div "
		     "class=\"row\"><button type=\"submit\">Switch on</button><a "
		     "href=\"" APP_ACCOUNT_PATH "\">Cancel</a></div></form></section>",
		     AD_FMT(ad_secrets_seal(secrets, arena, SEAL_LABEL, v->session.id, secret)));
	app_page_reply(x, &page, fault ? 400 : 200);
}

void app_account_totp(struct ad_exchange *x, struct app_visit *v)
{
	uint8_t secret[AD_TOTP_SECRET_SIZE];
	struct ad_factors factors;

	if (!app_account_sure(x, v))
		return;
	if (ad_factors_find(x->call.db, v->account.id, &factors) != AD_DB_DONE) {
		ad_page_unavailable(x);
	} else if (factors.totp) {
		app_go(x, APP_ACCOUNT_PATH);
	} else {
		ad_random(secret, sizeof(secret));
		show_offer(x, v, (struct ad_str){ (const char *)secret, sizeof(secret) }, NULL);
		OPENSSL_cleanse(secret, sizeof(secret));
	}
}

static void show_codes(struct ad_exchange *x, struct app_visit *v)
{
	const struct offer *offer = v->work;

	if (offer->taken) {
		app_go(x, APP_ACCOUNT_PATH);
		return;
	}
	ad_log(AD_LOG_INFO, offer->secret.p ? "second_step_on" : "recovery_codes_made", "account",
	       v->account.id.p, NULL);
	struct ad_text page = app_page(x, v, "Your recovery codes");
	ad_text_adds(&page, offer->secret.p ? "<p class=\"good\" role=\"status\">The second factor "
					      "is on. All other browsers were signed out.</p>"
					    : "<p class=\"good\" role=\"status\">The previous "
					      "recovery codes no longer work.</p>");
	ad_text_adds(&page, "<section class=\"card\"><p>Each code signs you in once without the "
			    "authenticator app. Store the codes in a safe place. They are shown "
			    "only once.</p><ul class=\"codes\">");
	for (size_t i = 0; i < AD_RECOVERY_CODES; i++)
		ad_text_addf(&page, "<li><code class=\"secret\">%.*s</code></li>",
			     AD_FMT(offer->codes.code[i]));
	ad_text_adds(&page, "</ul><p><a class=\"button\" href=\"" APP_ACCOUNT_PATH
			    "\">I have stored the codes</a></p></section>");
	app_page_reply(x, &page, 200);
}

static void make_codes(struct ad_call *call)
{
	const struct app_visit *v = call->door_data;
	struct offer *offer = v->work;

	if (ad_factors_new_codes(call->db, call->arena, v->account.id, &offer->codes) !=
		    AD_DB_DONE ||
	    ad_security_changed(call->db, v->account.id, v->session.id, call->request_id,
				"recoveryCodes") != AD_DB_DONE)
		call->status = AD_UNAVAILABLE;
}

/* Sessions that used only the password end. */
static void account_totp_add(struct ad_call *call)
{
	const struct app_visit *v = call->door_data;
	struct offer *offer = v->work;
	struct ad_factors factors;

	if (ad_factors_find(call->db, v->account.id, &factors) != AD_DB_DONE) {
		call->status = AD_UNAVAILABLE;
		return;
	}
	offer->taken = factors.totp;
	if (offer->taken)
		return;
	if (ad_factors_add_totp(call->db, call->arena, ad_auth_secrets(call->core->auth),
				v->account.id, offer->secret, offer->counter) != AD_DB_DONE ||
	    ad_security_changed(call->db, v->account.id, v->session.id, call->request_id,
				"secondStep") != AD_DB_DONE ||
	    ad_session_end_others(call->db, v->account.id, v->session.id) != AD_DB_DONE ||
	    ad_session_raise(call->db, v->session.id) != AD_DB_DONE)
		call->status = AD_UNAVAILABLE;
	else
		make_codes(call);
}

void app_account_totp_add(struct ad_exchange *x, struct app_visit *v)
{
	const struct ad_secrets *secrets = ad_auth_secrets(x->call.core->auth);
	struct offer *offer = ad_arena_zalloc(x->call.arena, sizeof(*offer));

	if (!app_account_sure(x, v))
		return;
	v->work = offer;
	if (!ad_secrets_unseal(secrets, x->call.arena, SEAL_LABEL, v->session.id,
			       ad_call_param(&x->call, "offer"), &offer->secret) ||
	    offer->secret.n != AD_TOTP_SECRET_SIZE)
		app_go(x, PAGE_PATH);
	else if (!ad_totp_check(offer->secret, ad_call_param(&x->call, "code"), ad_now(),
				&offer->counter))
		show_offer(x, v, offer->secret,
			   "The code is wrong or has expired. Check that the clock of your device "
			   "is correct.");
	else
		app_write(x, v, account_totp_add, show_codes);
}

/* --- recovery codes, removal --- */

static void remake_codes(struct ad_call *call)
{
	const struct app_visit *v = call->door_data;
	struct offer *offer = v->work;
	struct ad_factors factors;

	if (ad_factors_find(call->db, v->account.id, &factors) != AD_DB_DONE) {
		call->status = AD_UNAVAILABLE;
		return;
	}
	offer->taken = !factors.totp;
	if (!offer->taken)
		make_codes(call);
}

void app_account_codes(struct ad_exchange *x, struct app_visit *v)
{
	if (!app_account_sure(x, v))
		return;
	v->work = ad_arena_zalloc(x->call.arena, sizeof(struct offer));
	app_write(x, v, remake_codes, show_codes);
}

static void totp_remove_app(struct ad_call *call)
{
	const struct app_visit *v = call->door_data;

	if (ad_factors_remove(call->db, v->account.id) != AD_DB_DONE ||
	    ad_security_changed(call->db, v->account.id, v->session.id, call->request_id,
				"noSecondStep") != AD_DB_DONE)
		call->status = AD_UNAVAILABLE;
}

static void totp_removed_app(struct ad_exchange *x, struct app_visit *v)
{
	ad_log(AD_LOG_INFO, "second_step_off", "account", v->account.id.p, NULL);
	app_go(x, APP_ACCOUNT_PATH "?done=totp-off");
}

void app_account_totp_remove(struct ad_exchange *x, struct app_visit *v)
{
	if (app_account_sure(x, v))
		app_write(x, v, totp_remove_app, totp_removed_app);
}
