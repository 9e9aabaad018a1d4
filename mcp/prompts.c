/* Prompts a person may pick, and completion of their arguments. */
#include "mcp/request.h"

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
	  "Drafts a search campaign for a business and shows the plan before anything is pushed.",
	  { { "business", "What it is and where its website is", true },
	    { "budget", "Daily budget in the Space's currency", true },
	    { "platform", "google or microsoft", false } },
	  "Draft a search campaign in adcore. First call get_context. Propose three to five ad "
	  "groups by theme, each with 8 to 15 keywords and one responsive search ad, then make "
	  "all of it with one create_campaign. Then call preview_sync and show me the operations "
	  "and the spend a day and a month. Push nothing before I agree." },
	{ "weekly_review",
	  "Weekly review",
	  "Looks through the campaigns and drafts improvements without pushing them.",
	  { { "platform", "Only this platform", false } },
	  "Review my campaigns in adcore: find what failed, drifted or waits to be pushed, and "
	  "what looks unfinished (ad groups without ads or keywords). Draft the fixes, then show "
	  "me preview_sync. Push nothing before I agree." },
	{ "fix_disapprovals",
	  "Fix disapprovals",
	  "Finds rejected ads and drafts texts that comply.",
	  { { "campaignId", "Only in this campaign", false } },
	  "Find ads in adcore that a platform rejected (remote.reviewStatus), say why, and draft "
	  "texts that comply with update_objects. Then show me preview_sync. Push nothing before "
	  "I agree." },
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
static bool fill(struct mcp_request *r, const struct prompt *p, struct ad_text *out)
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
		mcp_error(r, 200, RPC_INVALID_PARAMS, "There is no such prompt.",
			  (struct ad_str){ NULL, 0 });
		return;
	}
	if (!fill(r, p, &text))
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

static void add_platforms(struct ad_json *j, struct ad_str typed)
{
	for (size_t i = 0; ad_platforms[i]; i++)
		if (typed.n <= strlen(ad_platforms[i]) &&
		    memcmp(ad_platforms[i], typed.p ? typed.p : "", typed.n) == 0)
			ad_json_str(j, ad_str(ad_platforms[i]));
}

/* The newest campaigns whose id begins so: of the caller's own Space only. */
static void add_campaigns(struct mcp_request *r, struct ad_json *j, struct ad_str typed)
{
	struct ad_call *call = r->call;
	if (!(call->scopes & AD_CAMPAIGNS_READ))
		return;
	struct ad_stmt *s =
		ad_sql(call->db, "SELECT id FROM campaigns WHERE space_id = $1 AND environment = $2"
				 " AND sync_state <> 'REMOVED' ORDER BY id DESC LIMIT 100");
	ad_bind_cstr(s, 1, call->space.id);
	ad_bind_cstr(s, 2, call->who->environment == AD_LIVE ? "live" : "test");
	enum ad_db_status status;
	while ((status = ad_step(s)) == AD_DB_ROW) {
		struct ad_str id = ad_col(s, 0);
		if (typed.n <= id.n && (!typed.n || memcmp(id.p, typed.p, typed.n) == 0))
			ad_json_str(j, id);
	}
	ad_reset(s);
}

static bool known_ref(const cJSON *ref)
{
	struct ad_str type = ad_json_get_text(ref, "type");
	if (ad_str_is(type, "ref/prompt"))
		return prompt_named(ad_json_get_text(ref, "name")) != NULL;
	struct ad_str uri = ad_json_get_text(ref, "uri");
	return ad_str_is(type, "ref/resource") &&
	       (ad_str_is(uri, "adcore://campaign/{id}") || ad_str_is(uri, "adcore://sync/{id}"));
}

void mcp_complete(struct mcp_request *r)
{
	const cJSON *ref = ad_json_get(r->params, "ref");
	const cJSON *argument = ad_json_get(r->params, "argument");
	struct ad_str name = ad_json_get_text(argument, "name");
	struct ad_str typed = ad_json_get_text(argument, "value");
	struct ad_text members = ad_text_on(r->call->arena);
	struct ad_json j = ad_json_on(&members);
	if (!known_ref(ref) || !name.p) {
		mcp_error(r, 200, RPC_INVALID_PARAMS, "ref names no prompt or template here.",
			  (struct ad_str){ NULL, 0 });
		return;
	}
	ad_json_key(&j, "completion");
	ad_json_object(&j);
	ad_json_key(&j, "values");
	ad_json_array(&j);
	if (ad_str_is(name, "platform"))
		add_platforms(&j, typed);
	else if (ad_str_is(name, "campaignId") ||
		 ad_str_is(ad_json_get_text(ref, "uri"), "adcore://campaign/{id}"))
		add_campaigns(r, &j, typed);
	ad_json_array_end(&j);
	ad_json_kbool(&j, "hasMore", false);
	ad_json_object_end(&j);
	mcp_result(r, ad_text_str(&members));
}
