/*
 * POST /signin/passkey (WebAuthn section 7.2): the response of a passkey to the challenge of the
 * sign-in page. The authenticator verified its user, so the passkey replaces password and second
 * factor. The page does not name the reason of a refusal; the log does.
 */
#include "oauth/endpoint/endpoints.h"
#include "oauth/signin/enter.h"
#include "oauth/endpoint/pages.h"

struct visit {
	struct oauth_purpose purpose;
	struct ad_str challenge;
	struct ad_passkey passkey;
	struct oauth_entry entry;
	const char *refused; /* the reason of the refusal, or NULL */
};

static void passkey_refuse(struct ad_exchange *x, const struct visit *v, const char *why)
{
	ad_log(AD_LOG_INFO, "passkey_refused", "reason", why, "address", x->call.address.p,
	       "account", v->passkey.account_id.p ? v->passkey.account_id.p : "unknown", NULL);
	oauth_signin_again(
		x, &v->purpose,
		"The sign-in with the passkey failed: the passkey is not registered on this "
		"server, or the sign-in took too long. Try again, or use your password.",
		403);
}

/* A decoded base64url field; absent if it is malformed. */
static struct ad_str passkey_bytes(struct ad_exchange *x, const struct oauth_params *form,
				   const char *name)
{
	struct ad_str out, text = oauth_param(form, name);

	return text.n > 0 && ad_unbase64url(x->call.arena, text, &out) ? out : (struct ad_str){ 0 };
}

/* The checks without writes: NULL, or the reason of the refusal; *status is the database's. */
static const char *passkey_check(struct ad_exchange *x, struct visit *v,
				 const struct oauth_params *form, enum ad_db_status *status)
{
	const struct ad_secrets *secrets = ad_auth_secrets(x->call.core->auth);
	struct ad_webauthn_answer answer = {
		.client_data = passkey_bytes(x, form, "client_data"),
		.authenticator_data = passkey_bytes(x, form, "authenticator_data"),
		.signature = passkey_bytes(x, form, "signature"),
	};
	enum ad_webauthn_fault fault =
		ad_webauthn_client(x->call.arena, answer.client_data, "webauthn.get",
				   ad_http_origin(x), &v->challenge);

	*status = AD_DB_ROW;
	if (fault != AD_WEBAUTHN_OK)
		return ad_webauthn_fault_name(fault);
	if (!ad_challenge_check(secrets, x->call.arena, "signin", oauth_browser(x), v->challenge))
		return "challenge";
	*status = ad_passkey_find(x->call.db, x->call.arena, passkey_bytes(x, form, "id"),
				  &v->passkey);
	if (*status != AD_DB_ROW)
		return "unknown credential";
	if (!ad_str_eq(passkey_bytes(x, form, "user_handle"), v->passkey.account_id))
		return "user handle";
	fault = ad_webauthn_assert(&answer, ad_http_rp_id(x), &v->passkey.credential);
	return fault == AD_WEBAUTHN_OK ? NULL : ad_webauthn_fault_name(fault);
}

static void passkey_enter(struct ad_call *call)
{
	struct visit *v = call->door_data;
	enum ad_db_status status = ad_challenge_use(call->db, v->challenge);

	v->refused = status == AD_DB_DONE ? "challenge used" : NULL;
	if (status == AD_DB_ROW) {
		status = ad_passkey_used(call->db, &v->passkey);
		v->refused = status == AD_DB_DONE ? "count" : NULL;
	}
	v->entry = (struct oauth_entry){ .account_id = v->passkey.account_id,
					 .complete = true,
					 .purpose = v->purpose };
	if (status == AD_DB_ROW) {
		status = oauth_enter(call, &v->entry);
		v->refused = v->entry.refused ? "account disabled" : NULL;
	}
	if (status != AD_DB_DONE)
		call->status = AD_UNAVAILABLE;
}

static void passkey_done(struct ad_exchange *x)
{
	const struct visit *v = x->call.door_data;

	if (x->call.status != AD_OK)
		oauth_page_unavailable(x);
	else if (v->refused)
		passkey_refuse(x, v, v->refused);
	else
		oauth_entered(x, &v->entry);
}

void oauth_passkey(struct ad_exchange *x)
{
	const struct ad_secrets *secrets = ad_auth_secrets(x->call.core->auth);
	struct visit *v = ad_arena_zalloc(x->call.arena, sizeof(*v));
	struct oauth_params form;
	enum ad_db_status status;

	if (!oauth_begin(x, OAUTH_PAGE, AD_ADDRESS_REQUEST))
		return;
	if (!ad_str_is(x->method, "POST") || !ad_http_rp_id(x).p) {
		oauth_go(x, AD_S(OAUTH_SIGNIN_PATH));
		return;
	}
	if (!oauth_page_form(x, &form))
		return;
	v->purpose = oauth_purpose_read(&form);
	if (!ad_same_origin(x) || !ad_csrf_check(secrets, x->call.arena, oauth_browser(x),
						 OAUTH_PASSKEY_CSRF, oauth_param(&form, "csrf"))) {
		passkey_refuse(x, v, "form");
		return;
	}
	const char *refused = passkey_check(x, v, &form, &status);
	if (status != AD_DB_ROW && status != AD_DB_DONE) {
		oauth_page_unavailable(x);
		return;
	}
	if (refused) {
		passkey_refuse(x, v, refused);
		return;
	}
	x->call.door_data = v;
	x->render = passkey_done;
	ad_call_next(&x->call, AD_WRITE, passkey_enter);
}
