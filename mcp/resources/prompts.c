/* Prompts a person may pick, and completion of their arguments. */
#include "mcp/resources/resources.h"
#include "mcp/protocol/request.h"

struct argument {
	const char *name;
	const char *description;
	bool required;
};

struct prompt {
	const char *name;
	const char *title;
	const char *description;
	struct argument arguments[3];
	const char *text; /* arguments follow it, one a line */
};

static const struct prompt prompts[] = {
	{ "build_search_campaign",
	  "Build a search campaign",
	  "Drafts a search campaign for a business and shows the plan before a push.",
	  { { "business", "The business and its website", true },
	    { "budget", "Daily budget in the Space's currency", true },
	    { "platform", "google or microsoft", false } },
	  "Draft a search campaign in adcore. First call get_context. Propose three to five ad "
	  "groups by theme, each with 8 to 15 keywords and one responsive search ad, then create "
	  "everything with one create_campaign. Then call preview_sync and show me the operations "
	  "and the daily and monthly spend. Push nothing before I agree." },
	{ "weekly_review",
	  "Weekly review",
	  "Reviews the campaigns and drafts improvements without pushing them.",
	  { { "platform", "Limit to this platform", false } },
	  "Review my campaigns in adcore. Compare get_performance of the last 7 days with the 7 "
	  "days before, by campaign, then by keyword where cost rose without conversions; an "
	  "absent figure was not collected. Check get_disapprovals and list_changes, and find "
	  "objects that failed, drifted or wait to be pushed, and ad groups without ads or "
	  "keywords. Draft the fixes, then show me preview_sync. Push nothing before I agree." },
	{ "fix_disapprovals",
	  "Fix disapprovals",
	  "Finds disapproved ads and drafts compliant texts.",
	  { { "campaignId", "Limit to this campaign", false } },
	  "Call get_disapprovals in adcore and list each platform's objections with the evidence. "
	  "Draft compliant texts with update_objects; if a policy forbids the offer itself, report "
	  "that instead. Then show me preview_sync. Push nothing before I agree." },
};

static const struct prompt *prompt_named(struct ad_str name)
{
	for (size_t i = 0; i < AD_LEN(prompts); i++)
		if (ad_str_is(name, prompts[i].name))
			return &prompts[i];
	return NULL;
}

static void write_arguments(struct ad_json *j, const struct prompt *p)
{
	ad_json_key(j, "arguments");
	ad_json_array(j);
	for (size_t i = 0; i < AD_LEN(p->arguments) && p->arguments[i].name; i++) {
		ad_json_object(j);
		ad_json_kcstr(j, "name", p->arguments[i].name);
		ad_json_kcstr(j, "description", p->arguments[i].description);
		ad_json_kbool(j, "required", p->arguments[i].required);
		ad_json_object_end(j);
	}
	ad_json_array_end(j);
}

void mcp_prompts_list(struct mcp_request *r)
{
	struct ad_text members = ad_text_on(r->call->arena);
	struct ad_json j = ad_json_on(&members);
	if (!mcp_one_page(r))
		return;
	ad_json_key(&j, "prompts");
	ad_json_array(&j);
	for (size_t i = 0; i < AD_LEN(prompts); i++) {
		ad_json_object(&j);
		ad_json_kcstr(&j, "name", prompts[i].name);
		ad_json_kcstr(&j, "title", prompts[i].title);
		ad_json_kcstr(&j, "description", prompts[i].description);
		write_arguments(&j, &prompts[i]);
		ad_json_object_end(&j);
	}
	ad_json_array_end(&j);
	mcp_result_cached(r, ad_text_str(&members), "public");
}

/* The prompt's text with the arguments given; false with an error where one is missing. */
static bool prompts_fill(struct mcp_request *r, const struct prompt *p, struct ad_text *out)
{
	const cJSON *given = ad_json_get(r->params, "arguments");
	ad_text_adds(out, p->text);
	for (size_t i = 0; i < AD_LEN(p->arguments) && p->arguments[i].name; i++) {
		const struct argument *a = &p->arguments[i];
		struct ad_str value = ad_json_get_text(given, a->name);
		if (!value.p && a->required) {
			mcp_error(r, 200, RPC_INVALID_PARAMS,
				  ad_arena_printf(r->call->arena, "The argument %s is required.",
						  a->name)
					  .p,
				  (struct ad_str){ NULL, 0 });
			return false;
		}
		if (value.p)
			ad_text_addf(out, "\n%s: %.*s", a->name, AD_FMT(value));
	}
	return true;
}

void mcp_prompts_get(struct mcp_request *r)
{
	const struct prompt *p = prompt_named(ad_json_get_text(r->params, "name"));
	struct ad_text text = ad_text_on(r->call->arena);
	struct ad_text members = ad_text_on(r->call->arena);
	struct ad_json j = ad_json_on(&members);
	if (!p) {
		mcp_error(r, 200, RPC_INVALID_PARAMS, "The prompt does not exist.",
			  (struct ad_str){ NULL, 0 });
		return;
	}
	if (!prompts_fill(r, p, &text))
		return;
	ad_json_kcstr(&j, "description", p->description);
	ad_json_key(&j, "messages");
	ad_json_array(&j);
	ad_json_object(&j);
	ad_json_kcstr(&j, "role", "user");
	ad_json_key(&j, "content");
	ad_json_object(&j);
	ad_json_kcstr(&j, "type", "text");
	ad_json_kstr(&j, "text", ad_text_str(&text));
	ad_json_object_end(&j);
	ad_json_object_end(&j);
	ad_json_array_end(&j);
	mcp_result(r, ad_text_str(&members));
}

/* ---- completion -------------------------------------------------------------------------- */

#define VALUES_MAX 100 /* of an answer (server/utilities/completion) */

/* Values as they are found; more: there are others behind them. */
struct values {
	struct ad_json j;
	struct ad_str typed;
	int count;
	bool more;
};

static void prompts_add_platforms(struct values *v)
{
	for (size_t i = 0; ad_platforms[i]; i++) {
		if (!ad_str_starts(ad_str(ad_platforms[i]), v->typed.p ? v->typed.p : ""))
			continue;
		ad_json_str(&v->j, ad_str(ad_platforms[i]));
		v->count++;
	}
}

/* The newest ids that begin so: of the caller's own Space, of what it may read. */
static bool add_ids(struct mcp_request *r, struct values *v, enum ad_resource_id resource)
{
	struct ad_call *call = r->call;
	bool runs = resource == AD_R_SYNC;
	uint32_t scope = ad_resource_row(resource)->read_scope;
	if (!(call->scopes & scope) || v->typed.n > 64)
		return true;
	struct ad_stmt *s = ad_sql(
		call->db, runs ? "SELECT id FROM sync_runs WHERE space_id = $1 AND environment = $2"
				 " AND id >= $3 AND id < $4 ORDER BY id DESC LIMIT 101"
			       : "SELECT id FROM campaigns WHERE space_id = $1 AND environment = $2"
				 " AND sync_state <> 'REMOVED' AND id >= $3 AND id < $4"
				 " ORDER BY id DESC LIMIT 101");
	ad_bind_cstr(s, 1, call->space.id);
	ad_bind_cstr(s, 2, call->who->environment == AD_LIVE ? "live" : "test");
	ad_bind(s, 3, v->typed.p ? v->typed : AD_S(""));
	/* No id has a character above ~. */
	ad_bind(s, 4, ad_arena_printf(call->arena, "%.*s~", AD_FMT(v->typed)));
	enum ad_db_status status;
	while ((status = ad_step(s)) == AD_DB_ROW) {
		v->more = v->count == VALUES_MAX;
		if (v->more)
			break;
		ad_json_str(&v->j, ad_col(s, 0));
		v->count++;
	}
	ad_reset(s);
	return status == AD_DB_ROW || status == AD_DB_DONE || ad_fail_db(call, status);
}

/* The kinds of arguments of prompts and templates. */
enum kind {
	NO_SUCH_REF,
	NO_SUCH_ARGUMENT,
	FREE_TEXT,
	PLATFORMS,
	CAMPAIGN_IDS,
	RUN_IDS,
};

static enum kind kind_of_template(struct ad_str uri, struct ad_str name)
{
	static const struct {
		const char *uri, *argument;
		enum kind kind;
	} templates[] = {
		{ "adcore://campaign/{id}", "id", CAMPAIGN_IDS },
		{ "adcore://sync/{id}", "id", RUN_IDS },
		{ "adcore://guide/{platform}", "platform", PLATFORMS },
	};
	for (size_t i = 0; i < AD_LEN(templates); i++)
		if (ad_str_is(uri, templates[i].uri))
			return ad_str_is(name, templates[i].argument) ? templates[i].kind
								      : NO_SUCH_ARGUMENT;
	return NO_SUCH_REF;
}

static enum kind prompts_kind_of(const cJSON *ref, struct ad_str name)
{
	struct ad_str type = ad_json_get_text(ref, "type");
	if (ad_str_is(type, "ref/resource"))
		return kind_of_template(ad_json_get_text(ref, "uri"), name);
	const struct prompt *p = prompt_named(ad_json_get_text(ref, "name"));
	if (!ad_str_is(type, "ref/prompt") || !p)
		return NO_SUCH_REF;
	for (size_t i = 0; i < AD_LEN(p->arguments) && p->arguments[i].name; i++) {
		if (!ad_str_is(name, p->arguments[i].name))
			continue;
		if (ad_str_is(name, "platform"))
			return PLATFORMS;
		return ad_str_is(name, "campaignId") ? CAMPAIGN_IDS : FREE_TEXT;
	}
	return NO_SUCH_ARGUMENT;
}

static bool prompts_add_values(struct mcp_request *r, struct values *v, enum kind kind)
{
	if (kind == PLATFORMS)
		prompts_add_platforms(v);
	if (kind == CAMPAIGN_IDS)
		return add_ids(r, v, AD_R_CAMPAIGN);
	return kind != RUN_IDS || add_ids(r, v, AD_R_SYNC);
}

void mcp_complete(struct mcp_request *r)
{
	const cJSON *argument = ad_json_get(r->params, "argument");
	struct ad_text members = ad_text_on(r->call->arena);
	struct values v = { .j = ad_json_on(&members),
			    .typed = ad_json_get_text(argument, "value") };
	enum kind kind =
		prompts_kind_of(ad_json_get(r->params, "ref"), ad_json_get_text(argument, "name"));
	if (kind == NO_SUCH_REF || kind == NO_SUCH_ARGUMENT) {
		mcp_error(r, 200, RPC_INVALID_PARAMS,
			  kind == NO_SUCH_REF ? "ref does not match a prompt or a template."
					      : "argument.name is not an argument of ref.",
			  (struct ad_str){ NULL, 0 });
		return;
	}
	ad_json_key(&v.j, "completion");
	ad_json_object(&v.j);
	ad_json_key(&v.j, "values");
	ad_json_array(&v.j);
	if (!prompts_add_values(r, &v, kind)) {
		mcp_refuse(r);
		return;
	}
	ad_json_array_end(&v.j);
	ad_json_kbool(&v.j, "hasMore", v.more);
	ad_json_object_end(&v.j);
	mcp_result(r, ad_text_str(&members));
}
