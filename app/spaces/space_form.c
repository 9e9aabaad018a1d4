/* The settings of a Space as a form: see space_form.h. */
#include "app/spaces/space_form.h"

static struct ad_str space_form_money(struct ad_arena *arena, int64_t micros)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	if (micros == 0)
		return AD_S("");
	ad_json_micros(&j, micros);
	return ad_text_str(&text);
}

static struct ad_str space_form_number(struct ad_arena *arena, int64_t n)
{
	return ad_arena_printf(arena, "%lld", (long long)n);
}

/* A JSON array of strings as lines. */
static struct ad_str space_form_lines(struct ad_arena *arena, const char *json)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json_error err;
	const cJSON *item;

	cJSON_ArrayForEach(item, ad_json_parse(arena, ad_str(json), &err))
	{
		ad_text_add(&text, ad_json_text(item));
		ad_text_addc(&text, '\n');
	}
	return ad_text_str(&text);
}

struct app_space_form app_space_form_of(struct ad_arena *arena, const struct ad_row *row,
					const struct ad_space *s)
{
	return (struct app_space_form){
		.name = ad_row_text(row, "name"),
		.currency = ad_str(s->currency),
		.timezone = ad_str(s->timezone),
		.campaign = space_form_money(arena, s->max_campaign_daily_budget),
		.total = space_form_money(arena, s->max_total_daily_budget),
		.percent = s->max_budget_increase_percent < 0
				   ? AD_S("")
				   : space_form_number(arena, s->max_budget_increase_percent),
		.bid = space_form_money(arena, s->max_bid),
		.terms = space_form_lines(arena, s->blocked_terms),
		.live = ad_str(s->require_approval_live),
		.test = ad_str(s->require_approval_test),
		.version = space_form_number(arena, row->version),
		.platforms = s->allowed_platforms,
		.factor = s->require_second_factor,
	};
}

struct app_space_form app_space_form_read(const struct ad_call *call)
{
	struct app_space_form f = {
		.name = ad_call_param(call, "name"),
		.currency = ad_call_param(call, "currency"),
		.timezone = ad_call_param(call, "timezone"),
		.campaign = ad_call_param(call, "maxCampaignDailyBudget"),
		.total = ad_call_param(call, "maxTotalDailyBudget"),
		.percent = ad_call_param(call, "maxBudgetIncreasePercent"),
		.bid = ad_call_param(call, "maxBid"),
		.terms = ad_call_param(call, "blockedTerms"),
		.live = ad_call_param(call, "approvalLive"),
		.test = ad_call_param(call, "approvalTest"),
		.version = ad_call_param(call, "version"),
		.factor = ad_str_is(ad_call_param(call, "requireSecondFactor"), "true"),
	};

	for (size_t i = 0; i < call->param_count; i++)
		for (int p = 0; p < AD_PLATFORM_COUNT; p++)
			if (ad_str_is(call->params[i].name, "platform") &&
			    ad_str_is(call->params[i].value, ad_platform_name((enum ad_platform)p)))
				f.platforms |= 1u << p;
	return f;
}

/* --- the patch --- */

/*
 * A number is sent as a number, an empty text as null, everything else as text, which the
 * validation refuses.
 */
static void space_form_write_number(struct ad_json *j, struct ad_arena *arena, const char *key,
				    struct ad_str value)
{
	struct ad_json_error err;

	ad_json_key(j, key);
	if (value.n == 0)
		ad_json_null(j);
	else if (cJSON_IsNumber(ad_json_parse(arena, value, &err)))
		ad_json_raw(j, value);
	else
		ad_json_str(j, value);
}

/* A missing text is sent as an empty one, so that the validation names it. */
static void space_form_write_text(struct ad_json *j, const char *key, struct ad_str value)
{
	ad_json_kstr(j, key, value.p ? value : AD_S(""));
}

static void write_terms(struct ad_json *j, struct ad_str s)
{
	ad_json_key(j, "blockedTerms");
	ad_json_array(j);
	for (size_t at = 0; at < s.n;) {
		const char *end = memchr(s.p + at, '\n', s.n - at);
		size_t next = end ? (size_t)(end - s.p) + 1 : s.n;
		size_t last = next;
		while (last > at && (unsigned char)s.p[last - 1] <= ' ')
			last--;
		while (at < last && s.p[at] == ' ')
			at++;
		if (last > at)
			ad_json_str(j, (struct ad_str){ s.p + at, last - at });
		at = next;
	}
	ad_json_array_end(j);
}

static void write_guardrails(struct ad_json *j, struct ad_arena *arena,
			     const struct app_space_form *f)
{
	ad_json_key(j, "guardrails");
	ad_json_object(j);
	space_form_write_number(j, arena, "maxCampaignDailyBudget", f->campaign);
	space_form_write_number(j, arena, "maxTotalDailyBudget", f->total);
	space_form_write_number(j, arena, "maxBudgetIncreasePercent", f->percent);
	space_form_write_number(j, arena, "maxBid", f->bid);
	ad_json_key(j, "allowedPlatforms");
	ad_json_array(j);
	for (int p = 0; p < AD_PLATFORM_COUNT; p++)
		if (f->platforms & (1u << p))
			ad_json_str(j, ad_str(ad_platform_name((enum ad_platform)p)));
	ad_json_array_end(j);
	write_terms(j, f->terms);
	ad_json_key(j, "requireApproval");
	ad_json_object(j);
	space_form_write_text(j, "live", f->live);
	space_form_write_text(j, "test", f->test);
	ad_json_object_end(j);
	ad_json_kbool(j, "requireSecondFactor", f->factor);
	ad_json_object_end(j);
}

const cJSON *app_space_form_patch(struct ad_arena *arena, const struct app_space_form *f)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_json_error err;

	ad_json_object(&j);
	space_form_write_text(&j, "name", f->name);
	space_form_write_text(&j, "currency", f->currency);
	space_form_write_text(&j, "timezone", f->timezone);
	space_form_write_number(&j, arena, "expectedVersion", f->version);
	write_guardrails(&j, arena, f);
	ad_json_object_end(&j);
	return ad_json_parse(arena, ad_text_str(&text), &err);
}

/* --- the form --- */

/* The fault at a path, or inside of it. */
static const char *fault_at(const struct ad_call *call, const char *path)
{
	size_t n = strlen(path);

	for (const struct ad_fault *f = call->faults; f; f = f->next)
		if (strncmp(f->path, path, n) == 0 && (f->path[n] == '\0' || f->path[n] == '['))
			return f->message;
	return NULL;
}

bool app_space_form_loosens(const struct ad_call *call)
{
	for (const struct ad_fault *f = call->faults; f; f = f->next)
		if (strcmp(f->code, "LOOSENS") == 0)
			return true;
	return false;
}

static void add_place(struct ad_text *page, const struct ad_call *call,
		      const struct app_space_form *f)
{
	const struct app_field fields[] = {
		{ .name = "name",
		  .label = "Name",
		  .type = "text",
		  .more = " required maxlength=\"128\" autocomplete=\"off\"",
		  .fault = fault_at(call, "name"),
		  .value = f->name },
		{ .name = "currency",
		  .label = "Currency",
		  .type = "text",
		  .hint = "For example EUR. Cannot change after the first campaign, run or real ad "
			  "account.",
		  .more = " required maxlength=\"3\" autocapitalize=\"characters\" "
			  "autocomplete=\"off\"",
		  .fault = fault_at(call, "currency"),
		  .value = f->currency },
		{ .name = "timezone",
		  .label = "Time zone",
		  .type = "text",
		  .hint = "For example Europe/Berlin. Cannot change after the first campaign, run "
			  "or real ad account.",
		  .more = " required maxlength=\"63\" autocomplete=\"off\" spellcheck=\"false\"",
		  .fault = fault_at(call, "timezone"),
		  .value = f->timezone },
	};

	app_add_field(page, &fields[0]);
	ad_text_adds(page, "<div class=\"pair\">");
	app_add_field(page, &fields[1]);
	app_add_field(page, &fields[2]);
	ad_text_adds(page, "</div>");
}

static void add_limits(struct ad_text *page, const struct ad_call *call,
		       const struct app_space_form *f)
{
	const struct app_field fields[] = {
		{ .name = "maxCampaignDailyBudget",
		  .label = "Maximum daily budget of a campaign",
		  .hint = "Empty: no limit.",
		  .type = "text",
		  .more = " inputmode=\"decimal\" autocomplete=\"off\"",
		  .fault = fault_at(call, "guardrails.maxCampaignDailyBudget"),
		  .value = f->campaign },
		{ .name = "maxTotalDailyBudget",
		  .label = "Maximum sum of daily budgets",
		  .hint = "All pushed campaigns together. Empty: no limit.",
		  .type = "text",
		  .more = " inputmode=\"decimal\" autocomplete=\"off\"",
		  .fault = fault_at(call, "guardrails.maxTotalDailyBudget"),
		  .value = f->total },
		{ .name = "maxBudgetIncreasePercent",
		  .label = "Maximum budget increase, in percent",
		  .hint = "Within 24 hours. Empty: no limit.",
		  .type = "text",
		  .more = " inputmode=\"numeric\" autocomplete=\"off\"",
		  .fault = fault_at(call, "guardrails.maxBudgetIncreasePercent"),
		  .value = f->percent },
		{ .name = "maxBid",
		  .label = "Maximum bid",
		  .hint = "Per click or conversion. Empty: no limit.",
		  .type = "text",
		  .more = " inputmode=\"decimal\" autocomplete=\"off\"",
		  .fault = fault_at(call, "guardrails.maxBid"),
		  .value = f->bid },
	};

	ad_text_adds(page, "<div class=\"pair\">");
	for (size_t i = 0; i < AD_LEN(fields); i++)
		app_add_field(page, &fields[i]);
	ad_text_adds(page, "</div>");
}

static void space_form_add_platforms(struct ad_text *page, const struct ad_call *call,
				     const struct app_space_form *f)
{
	ad_text_adds(page, "<fieldset><legend>Allowed platforms</legend><div class=\"choices\">");
	for (int p = 0; p < AD_PLATFORM_COUNT; p++) {
		enum ad_platform platform = (enum ad_platform)p;
		const struct app_choice choice = { ad_platform_name(platform),
						   ad_connect_title(platform), NULL };
		app_add_choice(page, "checkbox", "platform", &choice, f->platforms & (1u << p));
	}
	ad_text_adds(page, "</div>");
	app_add_fault(page, "platform", fault_at(call, "guardrails.allowedPlatforms"));
	ad_text_adds(page, "</fieldset>");
}

static void add_terms(struct ad_text *page, const struct ad_call *call,
		      const struct app_space_form *f)
{
	const char *fault = fault_at(call, "guardrails.blockedTerms");

	ad_text_addf(page,
		     "<label class=\"field\" for=\"blockedTerms\">Blocked terms in ads and "
		     "keywords</label><p class=\"hint\" id=\"blockedTerms-hint\">One per "
		     "line.</p><textarea id=\"blockedTerms\" name=\"blockedTerms\" rows=\"3\" "
		     "aria-describedby=\"blockedTerms-hint%s\"%s>\n",
		     fault ? " blockedTerms-fault" : "", fault ? " aria-invalid=\"true\"" : "");
	app_html(page, f->terms);
	ad_text_adds(page, "</textarea>");
	app_add_fault(page, "blockedTerms", fault);
}

static void add_approval(struct ad_text *page, const struct ad_call *call,
			 const struct app_space_form *f)
{
	static const struct app_choice rules[] = {
		{ "NEVER", "never", NULL },
		{ "CONNECTOR", "for pushes by a connected app", NULL },
		{ "ALWAYS", "always", NULL },
	};
	const struct app_field live = {
		.name = "approvalLive",
		.label = "Approval of pushes to live platforms",
		.fault = fault_at(call, "guardrails.requireApproval.live"),
		.value = f->live,
	};
	const struct app_field test = {
		.name = "approvalTest",
		.label = "Approval of pushes to the sandbox",
		.fault = fault_at(call, "guardrails.requireApproval.test"),
		.value = f->test,
	};

	ad_text_adds(page, "<div class=\"pair\">");
	app_add_select(page, &live, rules, AD_LEN(rules));
	app_add_select(page, &test, rules, AD_LEN(rules));
	ad_text_adds(page, "</div>");
}

static void add_factor(struct ad_text *page, const struct ad_call *call,
		       const struct app_space_form *f)
{
	static const struct app_choice choice = {
		"true",
		"Second factor to push or approve",
		"An authenticator app or a passkey. Also applies to members' tokens and apps. You "
		"need a second factor yourself to switch this on. Members who can push are then "
		"signed out after 12 hours without use.",
	};

	ad_text_adds(page, "<fieldset><legend>Second factor</legend><div class=\"choices\">");
	app_add_choice(page, "checkbox", "requireSecondFactor", &choice, f->factor);
	ad_text_adds(page, "</div>");
	app_add_fault(page, "requireSecondFactor",
		      fault_at(call, "guardrails.requireSecondFactor"));
	ad_text_adds(page, "</fieldset>");
}

void app_space_form_show(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
			 const struct app_space_form *f)
{
	const struct ad_call *call = &x->call;

	app_form(x, page, v, ad_arena_copy(call->arena, x->path).p);
	app_add_hidden(page, "do", AD_S("settings"));
	app_add_hidden(page, "version", f->version);
	add_place(page, call, f);
	ad_text_adds(page,
		     "<hr><h3>Guardrails</h3><p class=\"hint\">Guardrails apply to all members, "
		     "tokens and apps. To loosen a guardrail you must have signed in within the "
		     "last 10 minutes. Connected apps and tokens can never loosen one.</p>");
	add_limits(page, call, f);
	space_form_add_platforms(page, call, f);
	add_terms(page, call, f);
	add_approval(page, call, f);
	add_factor(page, call, f);
	ad_text_adds(page, "<div class=\"row\"><button type=\"submit\">Save</button></div></form>");
}
