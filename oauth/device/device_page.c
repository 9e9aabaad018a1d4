/*
 * device (RFC 8628 section 3.3): the user enters the code of the device, then signs in, and then
 * sees the requested scopes. Attempts are limited as at the sign-in: 10 in 15 minutes per address.
 */
#include "oauth/device/device.h"
#include "oauth/endpoint/endpoints.h"
#include "oauth/endpoint/pages.h"
#include "oauth/authorize/requests.h"
#include "oauth/endpoint/rows.h"

#define CSRF_PURPOSE "device"

/* A visit of the page. */
struct visit {
	struct ad_str browser, typed, code;
	const char *fault; /* the fault of the last attempt, or NULL */
	/* A try */
	struct ad_attempt attempt;
	bool allowed, found;
	struct ad_str handle;     /* the handle of the new request */
	struct ad_str account_id; /* the account that is signed in; absent: none */
};

static void device_page_show(struct ad_exchange *x, const struct visit *v, int status)
{
	if (status >= 400)
		oauth_log_refusal(x, status, "refused", v->fault);
	struct ad_str csrf = ad_csrf_make(ad_auth_secrets(x->call.core->auth), x->call.arena,
					  v->browser, CSRF_PURPOSE);
	struct ad_text page = ad_page_card(x, "Connect a device");

	ad_text_adds(&page,
		     "<h1>Connect a device</h1><p class=\"soft\">Enter the code that the program "
		     "or device shows. Continue only if you started this yourself.</p>");
	if (v->fault) {
		ad_text_adds(&page, "<p class=\"fault\" role=\"alert\">");
		ad_text_add_html(&page, ad_str(v->fault));
		ad_text_adds(&page, "</p>");
	}
	ad_text_addf(&page,
		     "<form method=\"post\" action=\"" OAUTH_DEVICE_PATH "\">"
		     "<input type=\"hidden\" name=\"csrf\" value=\"%.*s\">"
		     "<label class=\"field\" for=\"user_code\">Code</label>"
		     "<input id=\"user_code\" name=\"user_code\" type=\"text\" required"
		     " autocomplete=\"off\" autocapitalize=\"characters\" spellcheck=\"false\""
		     " maxlength=\"20\" autofocus value=\"",
		     AD_FMT(csrf));
	ad_text_add_html(&page, v->typed);
	ad_text_adds(&page, "\"><div class=\"row\"><button type=\"submit\">Continue</button></div>"
			    "</form>");
	ad_page_reply(x, &page, status);
}

/* The request for the consent page. A device has no redirect URI. */
static enum ad_db_status make_request(struct ad_call *call, struct visit *v,
				      const struct oauth_device *device)
{
	struct oauth_request request = {
		.handle_hash = oauth_hash(call->arena, v->handle),
		.browser_hash = oauth_hash(call->arena, v->browser),
		.client_id = device->client_id,
		.redirect_uri = AD_S(""),
		.challenge = AD_S(""),
		.resource = device->resource,
		.device_hash = device->device_hash,
		.user_code = device->user_code,
		.scopes = device->scopes,
		.network = oauth_rows_network(call),
		.account_id = v->account_id,
		.expires_at = ad_now() + OAUTH_REQUEST_MINUTES * AD_MINUTE,
	};

	return oauth_request_add(call->db, &request);
}

static void device_page_find(struct ad_call *call)
{
	struct visit *v = call->door_data;
	struct oauth_device device;
	enum ad_db_status status = ad_attempt_note(call->db, &v->attempt);

	v->allowed = status == AD_DB_ROW;
	v->found = false;
	if (v->allowed && v->code.p) {
		status = oauth_device_by_user_code(call->db, call->arena, v->code, &device);
		v->found = status == AD_DB_ROW;
	}
	if (v->found) {
		status = make_request(call, v, &device);
		if (status == AD_DB_DONE)
			status = ad_attempt_forget(call->db, &v->attempt);
	}
	if (status != AD_DB_DONE && status != AD_DB_ROW)
		call->status = AD_UNAVAILABLE;
}

static void device_page_done(struct ad_exchange *x)
{
	struct visit *v = x->call.door_data;

	if (x->call.status != AD_OK) {
		oauth_page_unavailable(x);
	} else if (!v->allowed) {
		ad_http_add(
			x, "Retry-After",
			ad_arena_printf(x->call.arena, "%lld", (long long)v->attempt.retry_after));
		v->fault = "Too many wrong codes. Wait a few minutes, then try again.";
		device_page_show(x, v, 429);
	} else if (!v->found) {
		v->fault = "The code is wrong or has expired. Check the code on the device.";
		device_page_show(x, v, 400);
	} else {
		ad_redirect(x,
			    ad_arena_printf(x->call.arena, "%s" OAUTH_CONSENT_PATH "?request=%.*s",
					    x->call.core->config->public_url, AD_FMT(v->handle)));
	}
}

static void device_page_post(struct ad_exchange *x, struct visit *v)
{
	struct oauth_params form;
	struct ad_session session;
	struct ad_str token;
	enum ad_db_status status;
	uint8_t random[32];

	if (!oauth_page_form(x, &form))
		return;
	v->typed = oauth_param(&form, "user_code");
	v->code = oauth_user_code_read(x->call.arena, v->typed);
	if (!ad_same_origin(x) ||
	    !ad_csrf_check(ad_auth_secrets(x->call.core->auth), x->call.arena, v->browser,
			   CSRF_PURPOSE, oauth_param(&form, "csrf"))) {
		v->fault =
			"The form did not come from this page, or has expired. Please try again.";
		device_page_show(x, v, 403);
		return;
	}
	status = ad_browser_session(x, &session, &token);
	if (status == AD_DB_ROW) {
		v->account_id = session.account_id;
	} else if (status != AD_DB_DONE) {
		oauth_page_unavailable(x);
		return;
	}
	ad_random(random, sizeof(random));
	v->handle = ad_base64url(x->call.arena, random, sizeof(random));
	v->attempt =
		(struct ad_attempt){ .address = x->call.address, .email = AD_S("device code") };
	x->call.door_data = v;
	x->render = device_page_done;
	ad_call_next(&x->call, AD_WRITE, device_page_find);
}

void oauth_device_page(struct ad_exchange *x)
{
	struct visit *v = ad_arena_zalloc(x->call.arena, sizeof(*v));
	struct oauth_params query = { x->params, x->param_count };

	if (!oauth_begin(x, OAUTH_PAGE, AD_ADDRESS_REQUEST))
		return;
	v->browser = oauth_browser(x);
	if (ad_str_is(x->method, "POST")) {
		device_page_post(x, v);
		return;
	}
	v->typed = oauth_param(&query, "user_code");
	if (v->typed.n > 20)
		v->typed = (struct ad_str){ 0 };
	device_page_show(x, v, 200);
}
