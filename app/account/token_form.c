/* The form that creates an API token: see token_form.h. */
#include "app/account/token_form.h"

#define READS                                                                                      \
	(AD_CAMPAIGNS_READ | AD_ADS_READ | AD_KEYWORDS_READ | AD_ASSETS_READ |                     \
	 AD_BUSINESSES_READ | AD_REPORTS_READ | AD_SYNC_READ)

struct app_token_form app_token_form_new(void)
{
	return (struct app_token_form){
		.environment = AD_S("test"),
		.days = AD_S("90"),
		.token.scopes = READS,
	};
}

/* 1 to 365, else 0. */
static int64_t token_form_read_days(struct ad_str s)
{
	int64_t n = 0;

	if (s.n == 0 || s.n > 3)
		return 0;
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] < '0' || s.p[i] > '9')
			return 0;
		n = n * 10 + (s.p[i] - '0');
	}
	return n <= AD_TOKEN_DAYS_MAX ? n : 0;
}

static void read_scopes(const struct ad_call *call, struct app_token_form *f)
{
	f->token.scopes = 0;
	for (size_t i = 0; i < call->param_count; i++) {
		if (!ad_str_is(call->params[i].name, "scope"))
			continue;
		uint32_t bit = ad_scope_bit(call->params[i].value);
		f->token.scopes |= bit;
		if (bit == 0)
			f->scopes_fault = "There is no such scope.";
	}
	if (f->token.scopes == 0 && !f->scopes_fault)
		f->scopes_fault = "Choose at least one scope.";
}

bool app_token_form_read(struct ad_exchange *x, struct app_token_form *f)
{
	const struct ad_call *call = &x->call;
	int64_t days;

	*f = (struct app_token_form){
		.name = ad_call_param(call, "name"),
		.environment = ad_call_param(call, "environment"),
		.days = ad_call_param(call, "days"),
	};
	days = token_form_read_days(f->days);
	f->token.name = f->name;
	f->token.environment = ad_str_is(f->environment, "live") ? AD_LIVE : AD_TEST;
	f->token.expires_at = ad_now() + days * AD_DAY;
	if (!ad_token_name_valid(f->name))
		f->name_fault = "Enter a name of 1 to 128 characters on one line.";
	if (!ad_str_is(f->environment, "live") && !ad_str_is(f->environment, "test"))
		f->environment_fault = "Choose test or live data.";
	if (days == 0)
		f->days_fault = "Enter a number of days from 1 to 365.";
	read_scopes(call, f);
	return !f->name_fault && !f->environment_fault && !f->days_fault && !f->scopes_fault;
}

static void token_form_add_environment(struct ad_text *page, const struct app_token_form *f)
{
	static const struct app_choice choices[] = {
		{ "test", "Test",
		  "Its own data and the sandbox. Nothing reaches a real platform." },
		{ "live", "Live", "Your real campaigns and the platforms that you connected." },
	};

	ad_text_adds(page, "<fieldset><legend>Data</legend>");
	for (size_t i = 0; i < AD_LEN(choices); i++)
		app_add_choice(page, "radio", "environment", &choices[i],
			       ad_str_is(f->environment, choices[i].value));
	app_add_fault(page, "environment", f->environment_fault);
	ad_text_adds(page, "</fieldset>");
}

static void add_scope(struct ad_text *page, const struct app_token_form *f, uint32_t bit)
{
	const struct app_choice choice = {
		ad_scope_name(bit),
		ad_scope_title(bit),
		bit == AD_SYNC_WRITE ? "This scope can spend real money. Leave it off unless the "
				       "script must push by itself."
				     : NULL,
	};

	app_add_choice(page, "checkbox", "scope", &choice, f->token.scopes & bit);
}

static void token_form_add_scopes(struct ad_text *page, const struct app_token_form *f)
{
	ad_text_adds(page, "<fieldset><legend>Scopes</legend><p class=\"hint\">In each Space, the "
			   "token is limited to your role.</p><div class=\"choices\">");
	for (size_t i = 0; i < AD_SCOPE_COUNT; i++)
		if (1u << i != AD_SYNC_WRITE)
			add_scope(page, f, 1u << i);
	ad_text_adds(page, "</div><div class=\"note money\">");
	add_scope(page, f, AD_SYNC_WRITE);
	ad_text_adds(page, "</div>");
	app_add_fault(page, "scope", f->scopes_fault);
	ad_text_adds(page, "</fieldset>");
}

void app_token_form_show(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
			 const struct app_token_form *f)
{
	const struct app_field name = {
		.name = "name",
		.label = "Name",
		.hint = "The purpose of the token, for example <q>nightly report</q>.",
		.type = "text",
		.more = " required maxlength=\"128\" autocomplete=\"off\"",
		.fault = f->name_fault,
		.value = f->name,
	};
	const struct app_field days = {
		.name = "days",
		.label = "Valid for, in days",
		.hint = "1 to 365.",
		.type = "number",
		.more = " required min=\"1\" max=\"365\" step=\"1\" inputmode=\"numeric\"",
		.fault = f->days_fault,
		.value = f->days,
	};

	app_form(x, page, v, AD_APP_PATH "/tools/api");
	app_add_hidden(page, "do", AD_S("mint"));
	ad_text_adds(page, "<div class=\"pair\">");
	app_add_field(page, &name);
	app_add_field(page, &days);
	ad_text_adds(page, "</div>");
	token_form_add_environment(page, f);
	token_form_add_scopes(page, f);
	ad_text_adds(page, "<div class=\"row\"><button type=\"submit\">Create the "
			   "token</button></div></form>");
}
