/* The tools that answer a page of a list, cut to fit; and resolve_drift. */
#include "mcp/tools/changes_named.h"
#include "mcp/tools/lean.h"
#include "mcp/tools/tool.h"

/* ---- asking ------------------------------------------------------------------------------- */

/* An argument as the query has it: of a list its items, between commas. */
static struct ad_str param_text(struct mcp_request *r, const cJSON *item)
{
	struct ad_text text = ad_text_on(r->call->arena);
	const cJSON *one;
	int64_t number;
	if (cJSON_IsString(item))
		return ad_json_text(item);
	if (ad_json_int64(item, &number))
		return ad_arena_printf(r->call->arena, "%lld", (long long)number);
	cJSON_ArrayForEach(one, item)
	{
		ad_text_adds(&text, text.n ? "," : "");
		ad_text_add(&text, ad_json_text(one));
	}
	return text.n ? ad_text_str(&text) : (struct ad_str){ NULL, 0 };
}

/* The arguments, but the tool's own, become the query parameters of the action. */
void mcp_ask(struct mcp_request *r, enum ad_resource_id resource, enum ad_verb verb,
	     const char *own)
{
	struct ad_call *call = r->call;
	size_t count = (size_t)cJSON_GetArraySize(r->args);
	struct ad_param *params = ad_arena_alloc(call->arena, (count + 1) * sizeof(*params));
	const cJSON *item;
	call->param_count = 0;
	cJSON_ArrayForEach(item, r->args)
	{
		struct ad_str name = ad_str(item->string);
		struct ad_str value = param_text(r, item);
		if (!value.p || ad_str_is(name, own) || ad_str_is(name, "responseFormat") ||
		    ad_str_is(name, "idempotencyKey"))
			continue;
		params[call->param_count++] = (struct ad_param){ name, value };
	}
	call->params = params;
	mcp_tool_action(r, resource, verb);
}

/* ---- answering ---------------------------------------------------------------------------- */

/* A page on its way into structuredContent. */
struct page {
	const char *member; /* the name of the list */
	const cJSON *meta;  /* what the action says of it */
	/* Behind which key a page goes on that ends with this row. */
	struct ad_str (*key)(struct mcp_request *r, struct ad_str row, int index);
	int shown;
	int64_t total;
	bool cut;
	struct ad_str next; /* cursor of the next page, or absent */
};

/* The id in a row of ours: no other member's name is id. */
static struct ad_str id_in(struct ad_str row)
{
	static const char head[] = "\"id\":\"";
	const size_t n = sizeof(head) - 1;
	for (size_t i = 0; i + n < row.n; i++) {
		const char *p = row.p + i + n;
		if (memcmp(row.p + i, head, n) != 0)
			continue;
		const char *end = memchr(p, '"', row.n - i - n);
		return (struct ad_str){ p, end ? (size_t)(end - p) : 0 };
	}
	return (struct ad_str){ NULL, 0 };
}

static struct ad_str key_by_id(struct mcp_request *r, struct ad_str row, int index)
{
	(void)index;
	return ad_arena_copy(r->call->arena, id_in(row));
}

static struct ad_str key_by_place(struct mcp_request *r, struct ad_str row, int index)
{
	(void)index;
	return ad_arena_printf(r->call->arena, "%lld", (long long)ad_history_seq(id_in(row)));
}

/* "<id>.<field>", as the list of drift counts. */
static struct ad_str key_by_field(struct mcp_request *r, struct ad_str row, int index)
{
	struct ad_json_error err;
	const cJSON *drift = ad_json_parse(r->call->arena, row, &err);
	(void)index;
	return ad_arena_printf(r->call->arena, "%.*s.%.*s", AD_FMT(ad_json_get_text(drift, "id")),
			       AD_FMT(ad_json_get_text(drift, "field")));
}

static struct ad_str key_as_told(struct mcp_request *r, struct ad_str row, int index)
{
	(void)row;
	return r->call->row_keys[index];
}

/* The rows that fit, lean; where some do not, the cursor behind the last that does. */
static void write_rows(struct mcp_request *r, struct ad_text *out, struct page *p)
{
	struct ad_call *call = r->call;
	bool detailed = mcp_detailed(r);
	struct ad_str last = { NULL, 0 };
	size_t at = 0;
	size_t from = 0;
	for (;;) {
		size_t mark = out->n;
		ad_text_adds(out, p->shown ? "," : "");
		size_t begin = out->n;
		if (!mcp_lean_next(out, call->data, &at, detailed)) {
			out->n = mark;
			return;
		}
		if (p->shown && out->n > MCP_RESULT_MAX) {
			out->n = mark;
			break;
		}
		from = begin;
		p->shown++;
	}
	last = (struct ad_str){ out->p + from, out->n - from };
	p->next = ad_cursor_make(call, call->list_bound, p->key(r, last, p->shown - 1));
	p->cut = true;
}

static void begin_page(struct mcp_request *r, struct ad_text *out, struct page *p)
{
	struct ad_call *call = r->call;
	struct ad_json_error err;
	p->meta = ad_json_parse(call->arena,
				ad_arena_printf(call->arena, "{%.*s}", AD_FMT(call->meta)), &err);
	p->next = ad_json_get_text(p->meta, "nextCursor");
	(void)!ad_json_int64(ad_json_get(p->meta, "total"), &p->total);
	ad_text_addf(out, "{\"%s\":[", p->member);
	write_rows(r, out, p);
	ad_text_addf(out, "],\"total\":%lld", (long long)p->total);
	if (p->next.p)
		ad_text_addf(out, ",\"nextCursor\":\"%.*s\"", AD_FMT(p->next));
	if (p->cut)
		ad_text_adds(out, ",\"truncated\":true");
}

static void end_page(struct mcp_request *r, struct ad_text *out)
{
	ad_text_addc(out, '}');
	r->structured = ad_text_str(out);
}

/* The sentence that says how to get the next page. */
static struct ad_str way_on(struct mcp_request *r, const struct page *p, const char *narrow)
{
	return ad_arena_printf(r->call->arena, "%s%s%s%s",
			       p->next.p ? " More: call again with cursor = nextCursor." : "",
			       p->cut ? " Truncated; narrow it with " : "", p->cut ? narrow : "",
			       p->cut ? "." : "");
}

/* ---- find_objects ------------------------------------------------------------------------ */

void mcp_find_objects(struct mcp_request *r)
{
	mcp_ask(r, ad_resource_by_name(ad_json_get_text(r->args, "resource"))->id, AD_V_LIST,
		"resource");
}

void mcp_find_answer(struct mcp_request *r)
{
	struct page p = { .member = "objects", .key = key_by_id };
	struct ad_text *out = mcp_text(r);
	begin_page(r, out, &p);
	end_page(r, out);
	r->text = ad_arena_printf(
		r->call->arena, "%d of %lld %s objects.%s%.*s", p.shown, (long long)p.total,
		r->call->res->name,
		p.shown && !mcp_detailed(r) ? " A field that is not shown is unset." : "",
		AD_FMT(way_on(r, &p, "campaignId, status or q")));
}

/* ---- resolve_drift ----------------------------------------------------------------------- */

uint32_t mcp_drift_scopes(const cJSON *args)
{
	return ad_json_get_text(args, "keep").p ? AD_SYNC_WRITE : 0;
}

void mcp_resolve_drift(struct mcp_request *r)
{
	static const char *const decision[] = { "id", "field", "keep", NULL };
	if (!ad_json_get_text(r->args, "keep").p) {
		r->call->idempotency_path = (struct ad_str){ NULL, 0 };
		mcp_ask(r, AD_R_SYNC, AD_V_DRIFT, "field");
		return;
	}
	r->call->input = mcp_input_of(r, decision);
	mcp_tool_action(r, AD_R_SYNC, AD_V_RESOLVE);
}

static void tell_decision(struct mcp_request *r)
{
	struct ad_json_error err;
	const cJSON *told = ad_json_parse(r->call->arena, r->call->data, &err);
	struct ad_text *out = mcp_text(r);
	struct ad_json j = ad_json_on(out);
	int64_t left = 0;
	ad_json_object(&j);
	ad_json_key(&j, "decision");
	mcp_write_lean(&j, told, true);
	ad_json_object_end(&j);
	r->structured = ad_text_str(out);
	(void)!ad_json_int64(ad_json_get(told, "undecided"), &left);
	r->text = ad_arena_printf(
		r->call->arena,
		"%.*s of %.*s: %.*s chosen. %lld more to resolve for this object. %s",
		AD_FMT(ad_json_get_text(told, "field")), AD_FMT(ad_json_get_text(told, "id")),
		AD_FMT(ad_json_get_text(told, "keep")), (long long)left,
		ad_str_is(ad_json_get_text(told, "keep"), "LIVE")
			? "No operation is sent for it."
			: "Nothing was sent: the next push sends the draft.");
}

void mcp_drift_answer(struct mcp_request *r)
{
	struct page p = { .member = "drift", .key = key_by_field };
	struct ad_text *out;
	if (ad_json_get_text(r->args, "keep").p) {
		tell_decision(r);
		return;
	}
	out = mcp_text(r);
	begin_page(r, out, &p);
	end_page(r, out);
	r->text = ad_arena_printf(
		r->call->arena, "%d of %lld fields changed on both sides.%s%.*s", p.shown,
		(long long)p.total,
		p.total ? " Show the person staged and live, then resolve each with keep." : "",
		AD_FMT(way_on(r, &p, "campaignId or id")));
}

/* ---- get_performance --------------------------------------------------------------------- */

void mcp_get_performance(struct mcp_request *r)
{
	mcp_ask(r, AD_R_REPORT, AD_V_PERFORMANCE, "");
}

void mcp_performance_answer(struct mcp_request *r)
{
	static const char *const said[] = { "from", "to", "currency", "dataAsOf" };
	struct ad_call *call = r->call;
	struct page p = { .member = "rows", .key = key_as_told };
	struct ad_text *out = mcp_text(r);
	struct ad_text rest = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&rest);
	begin_page(r, out, &p);
	ad_json_key(&j, "totals");
	mcp_write_lean(&j, ad_json_get(p.meta, "totals"), mcp_detailed(r));
	for (size_t i = 0; i < AD_LEN(said); i++)
		ad_json_kstr(&j, said[i], ad_json_get_text(p.meta, said[i]));
	int gaps = cJSON_GetArraySize(ad_json_get(p.meta, "gaps"));
	struct ad_text told = ad_text_on(call->arena);
	if (gaps) {
		ad_json_canonical(&told, ad_json_get(p.meta, "gaps"));
		ad_json_kraw(&j, "gaps", ad_text_str(&told));
	}
	ad_text_addc(out, ',');
	ad_text_add(out, ad_text_str(&rest));
	end_page(r, out);
	struct ad_str as_of = ad_json_get_text(p.meta, "dataAsOf");
	r->text = ad_arena_printf(
		call->arena, "%d of %lld rows, %.*s to %.*s, money in %s; %s%.*s.%s%.*s", p.shown,
		(long long)p.total, AD_FMT(ad_json_get_text(p.meta, "from")),
		AD_FMT(ad_json_get_text(p.meta, "to")), call->space.currency,
		as_of.p ? "collected up to " : "no data was collected yet", AD_FMT(as_of),
		as_of.p && gaps ? " Some days were not collected: see gaps." : "",
		AD_FMT(way_on(r, &p, "campaignId, platform or fewer days")));
}

/* ---- get_disapprovals -------------------------------------------------------------------- */

void mcp_get_disapprovals(struct mcp_request *r)
{
	mcp_ask(r, AD_R_REPORT, AD_V_DISAPPROVALS, "");
}

/* The subject of a finding: platforms' codes contain these words; otherwise it is the texts. */
enum about {
	ABOUT_PAGE,
	ABOUT_ACCOUNT,
	ABOUT_TEXT,
	ABOUT_COUNT
};

static enum about about_of(struct ad_str code)
{
	static const struct {
		const char *word;
		enum about about;
	} words[] = {
		{ "DESTINATION", ABOUT_PAGE },   { "LANDING", ABOUT_PAGE },
		{ "WEBSITE", ABOUT_PAGE },       { "URL", ABOUT_PAGE },
		{ "SITE_", ABOUT_PAGE },         { "ACCOUNT", ABOUT_ACCOUNT },
		{ "ADVERTISER", ABOUT_ACCOUNT }, { "VERIFICATION", ABOUT_ACCOUNT },
		{ "CERTIFICAT", ABOUT_ACCOUNT }, { "BILLING", ABOUT_ACCOUNT },
	};
	for (size_t i = 0; i < AD_LEN(words); i++)
		if (memmem(code.p, code.n, words[i].word, strlen(words[i].word)))
			return words[i].about;
	return ABOUT_TEXT;
}

/* True if the text is a code and not a sentence; it is written outside of the fence. */
static bool is_code(struct ad_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!((s.p[i] >= 'A' && s.p[i] <= 'Z') || (s.p[i] >= '0' && s.p[i] <= '9') ||
		      s.p[i] == '_'))
			return false;
	return s.n > 0 && s.n <= 60 && s.p[0] >= 'A';
}

/* Advice for the findings of the page; new texts do not fix a landing page. */
static struct ad_str ways_out(struct mcp_request *r)
{
	static const char *const ways[] = {
		[ABOUT_PAGE] = ("concerns the landing page: the person must fix the page, or set "
				"another finalUrl with update_objects; new texts do not help."),
		[ABOUT_ACCOUNT] =
			"concerns the account: the person must resolve it with the platform.",
		[ABOUT_TEXT] = "concerns the ad text: draft compliant texts with update_objects.",
	};
	struct ad_text codes[ABOUT_COUNT];
	struct ad_text out = ad_text_on(r->call->arena);
	struct ad_json_error err;
	const cJSON *rows = ad_json_parse(r->call->arena, r->call->data, &err);
	const cJSON *row;
	const cJSON *reason;
	for (size_t i = 0; i < ABOUT_COUNT; i++)
		codes[i] = ad_text_on(r->call->arena);
	cJSON_ArrayForEach(row, rows)
	{
		cJSON_ArrayForEach(reason, ad_json_get(row, "reasons"))
		{
			struct ad_str code = ad_json_get_text(reason, "code");
			struct ad_text *list = &codes[about_of(code)];
			if (!is_code(code) || list->n > 300 ||
			    (list->n && memmem(list->p, list->n, code.p, code.n)))
				continue;
			ad_text_addf(list, "%s%.*s", list->n ? ", " : "", AD_FMT(code));
		}
	}
	for (size_t i = 0; i < ABOUT_COUNT; i++)
		if (codes[i].n)
			ad_text_addf(&out, " %.*s %s", AD_FMT(ad_text_str(&codes[i])), ways[i]);
	if (!out.n && cJSON_GetArraySize(rows) > 0)
		ad_text_adds(&out, " The reasons describe the cause.");
	return ad_text_str(&out);
}

void mcp_disapprovals_answer(struct mcp_request *r)
{
	struct page p = { .member = "disapprovals", .key = key_by_id };
	struct ad_text *out = mcp_text(r);
	begin_page(r, out, &p);
	end_page(r, out);
	r->text =
		ad_arena_printf(r->call->arena, "%d of %lld objects with a policy finding.%.*s%.*s",
				p.shown, (long long)p.total, AD_FMT(ways_out(r)),
				AD_FMT(way_on(r, &p, "campaignId or platform")));
}

/* ---- list_changes ------------------------------------------------------------------------ */

void mcp_list_changes(struct mcp_request *r)
{
	mcp_ask(r, AD_R_HISTORY, AD_V_LIST, "");
	if (r->call->status == AD_OK)
		r->call->data = mcp_changes_named(r->call);
}

void mcp_changes_answer(struct mcp_request *r)
{
	struct page p = { .member = "changes", .key = key_by_place };
	struct ad_text *out = mcp_text(r);
	begin_page(r, out, &p);
	end_page(r, out);
	r->text = ad_arena_printf(r->call->arena, "%d of %lld changes, newest first.%.*s", p.shown,
				  (long long)p.total,
				  AD_FMT(way_on(r, &p, "objectId, resource or since")));
}
