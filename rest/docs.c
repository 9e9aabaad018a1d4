/* The reference's frame: what holds for every operation, and the page around it. */
#include "rest/docs.h"

#include "rest/openapi_parts.h"

static const char style[] =
	":root{color-scheme:light dark;--ink:#1c2330;--soft:#525c6c;--line:#d9dee7;--back:#fff;"
	"--box:#f3f5f8;--go:#1a56c4}"
	"@media(prefers-color-scheme:dark){:root{--ink:#e8ecf3;--soft:#a9b3c2;--line:#3a4353;"
	"--back:#12161d;--box:#1d232d;--go:#8ab4ff}}"
	"*{box-sizing:border-box}html{scroll-padding-top:16px}"
	"body{margin:0;background:var(--back);color:var(--ink);"
	"font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif}"
	".skip{position:absolute;left:-999px}.skip:focus{left:8px;top:8px;background:var(--back)}"
	".page{display:grid;grid-template-columns:16rem minmax(0,60rem);gap:40px;padding:0 24px}"
	"nav{position:sticky;top:0;height:100vh;overflow-y:auto;padding:24px 12px 24px 0;"
	"font-size:.9rem;border-right:1px solid var(--line)}"
	"nav ul{list-style:none;margin:0 0 12px;padding:0}nav li li{padding-left:12px}"
	"nav a{display:block;padding:2px 0;color:var(--soft);text-decoration:none}"
	"nav a:hover{color:var(--go);text-decoration:underline}nav>ul>li>a{color:var(--ink);"
	"font-weight:600}"
	"main{padding:24px 0 80px}h1{font-size:1.7rem;margin:0 0 8px}"
	"h2{font-size:1.35rem;margin:56px 0 8px;padding-top:16px;border-top:1px solid var(--line)}"
	"h3{font-size:1.05rem;margin:0 0 8px;overflow-wrap:anywhere}"
	"article{margin:32px 0 0;padding:16px 20px;border:1px solid var(--line);border-radius:10px}"
	"a{color:var(--go)}p{margin:0 0 10px}.scopes{color:var(--soft);font-size:.9rem}"
	".method{font:600 .85rem ui-monospace,monospace;border:1px solid currentColor;"
	"border-radius:6px;padding:1px 8px}"
	"code{font:.88em ui-monospace,SFMono-Regular,Menlo,monospace;overflow-wrap:anywhere}"
	"pre{background:var(--box);border-radius:8px;padding:12px 16px;margin:8px 0;"
	"white-space:pre-wrap;overflow-wrap:anywhere}"
	"table{width:100%;border-collapse:collapse;margin:12px 0;font-size:.9rem;"
	"table-layout:fixed}"
	"caption{text-align:left;font-weight:600;padding:8px 0}"
	"th,td{text-align:left;vertical-align:top;padding:6px 12px 6px 0;"
	"border-top:1px solid var(--line);overflow-wrap:anywhere;font-weight:400}"
	"thead th{color:var(--soft);width:26%}thead th:first-child{width:34%}"
	"thead th:last-child{width:auto}"
	"th b,th i{font:600 .75rem system-ui,sans-serif;color:var(--soft);margin-right:4px}"
	"summary{cursor:pointer;color:var(--go);padding:4px 0}"
	":focus-visible{outline:3px solid var(--go);outline-offset:2px}"
	"@media(max-width:900px){.page{display:block;padding:0 16px}nav{position:static;"
	"height:auto;border:0}article{padding:12px}}"
	"@media print{nav{display:none}.page{display:block}}";

struct ad_str ad_docs_policy(struct ad_arena *arena)
{
	uint8_t digest[AD_SHA256_SIZE];
	ad_sha256((struct ad_str){ style, sizeof(style) - 1 }, digest);
	struct ad_str hash = ad_base64(arena, digest, sizeof(digest));
	return ad_arena_printf(arena,
			       "default-src 'none'; style-src 'sha256-%.*s'; base-uri 'none'; "
			       "form-action 'none'; frame-ancestors 'none'",
			       AD_FMT(hash));
}

static void docs_head(struct ad_docs *p)
{
	ad_text_adds(p->out,
		     "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
		     "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
		     "<title>API reference \xc2\xb7 adcore</title><style>");
	ad_text_adds(p->out, style);
	ad_text_adds(p->out, "</style></head>\n<body><a class=\"skip\" href=\"#main\">Skip to the "
			     "reference</a><div class=\"page\">\n");
}

static void docs_contents(struct ad_docs *p)
{
	ad_text_adds(p->out, "<nav aria-label=\"Contents\"><ul>"
			     "<li><a href=\"#start\">Start</a></li>"
			     "<li><a href=\"#scopes\">Scopes</a></li>"
			     "<li><a href=\"#errors\">Errors</a></li>"
			     "<li><a href=\"#headers\">Headers</a></li>"
			     "<li><a href=\"#staged\">Staged objects</a></li>\n");
	for (int i = 0; i <= AD_RESOURCE_COUNT; i++) {
		const struct ad_resource *res = ad_doc_resource(i);
		if (!res->action_count)
			continue;
		ad_text_addf(p->out, "<li><a href=\"#%s\">%s</a><ul>", res->name, res->shape.name);
		for (size_t k = 0; k < res->action_count; k++)
			ad_text_addf(p->out, "<li><a href=\"#%s\">%s</a></li>",
				     res->actions[k].operation_id, res->actions[k].summary);
		ad_text_adds(p->out, "</ul></li>\n");
	}
	ad_text_adds(p->out, "</ul></nav>\n");
}

static void docs_start(struct ad_docs *p)
{
	ad_text_addf(p->out, "<section id=\"start\"><h1>adcore API %s</h1>\n<p>",
		     ad_openapi_version);
	ad_docs_words(p, ad_openapi_description);
	ad_text_adds(p->out, "</p>\n<p>The API description for tools: <a "
			     "href=\"/api/v1/openapi.json\">openapi.json</a> (OpenAPI 3.1). Its <a "
			     "href=\"/api/v1/changelog.json\">changelog</a>.</p>\n<pre><code>curl "
			     "-H &quot;Authorization: Bearer $TOKEN&quot; ");
	ad_docs_text(p, p->config->base_url);
	ad_text_adds(
		p->out,
		"/campaigns</code></pre>\n<p>Lists return pages: <code>limit</code> sets the page "
		"size (at most 200), and <code>cursor</code> takes <code>meta.nextCursor</code> of "
		"the previous page. <code>PATCH</code> is a JSON merge patch (RFC 7396): omitted "
		"fields do not change, null restores the default. <code>?validateOnly=true</code> "
		"on a write runs all checks and changes nothing. <code>Idempotency-Key</code> "
		"makes a repeated <code>POST</code> safe; <code>If-Match</code> prevents "
		"overwriting a concurrent change. Money is a number in major units of the Space's "
		"currency; times are RFC 3339 in UTC.</p></section>\n");
}

static void docs_scopes(struct ad_docs *p)
{
	ad_text_adds(p->out, "<section id=\"scopes\"><h2>Scopes</h2>\n<table><caption>Scopes of a "
			     "token</caption><thead><tr><th scope=\"col\">Scope</th><th "
			     "scope=\"col\">Allows</th></tr></thead><tbody>\n");
	for (uint32_t bit = 1; bit < 1u << AD_SCOPE_COUNT; bit <<= 1)
		ad_text_addf(p->out, "<tr><th scope=\"row\"><code>%s</code></th><td>%s</td></tr>\n",
			     ad_scope_name(bit), ad_scope_doc(bit));
	ad_text_adds(p->out, "</tbody></table></section>\n");
}

static void docs_errors(struct ad_docs *p)
{
	ad_text_adds(
		p->out,
		"<section id=\"errors\"><h2>Errors</h2>\n<table><caption>Errors by "
		"status</caption><thead><tr><th scope=\"col\">Status and code</th><th "
		"scope=\"col\">Details</th><th scope=\"col\">Meaning</th></tr></thead><tbody>\n");
	for (size_t i = 0; i < ad_problem_count; i++) {
		const struct ad_problem *problem = &ad_problems[i];
		ad_text_addf(p->out, "<tr><th scope=\"row\">%d", problem->http);
		for (size_t k = 0; k < AD_PROBLEM_CODES && problem->codes[k] != AD_OK; k++)
			ad_text_addf(p->out, " <code>%s</code>",
				     ad_status_row(problem->codes[k])->code);
		ad_text_adds(p->out, "</th><td>");
		for (size_t k = 0; k < problem->details->count; k++)
			ad_text_addf(p->out, "<code>%s</code> ", problem->details->fields[k].name);
		ad_text_adds(p->out, "</td><td>");
		ad_docs_words(p, problem->doc);
		ad_text_adds(p->out, "</td></tr>\n");
	}
	ad_text_adds(p->out,
		     "</tbody></table>\n<p>Codes in <code>details.fields[]</code>:</p><ul>");
	for (size_t i = 0; i < ad_fault_code_count; i++) {
		ad_text_addf(p->out, "<li><code>%s</code>: ", ad_fault_codes[i].code);
		ad_docs_words(p, ad_fault_codes[i].doc);
		ad_text_adds(p->out, "</li>\n");
	}
	ad_text_adds(p->out, "</ul></section>\n");
}

static void docs_headers(struct ad_docs *p)
{
	ad_text_adds(p->out, "<section id=\"headers\"><h2>Headers</h2>\n<table><caption>Response "
			     "headers</caption><thead><tr><th scope=\"col\">Header</th><th "
			     "scope=\"col\">Description</th></tr></thead><tbody>\n");
	for (size_t i = 0; i < ad_openapi_header_count; i++) {
		const struct ad_field *f = &ad_openapi_headers[i].field;
		ad_text_addf(p->out, "<tr><th scope=\"row\"><code>%s</code></th><td>", f->name);
		ad_docs_words(p, f->doc);
		ad_text_adds(p->out, "</td></tr>\n");
	}
	ad_text_adds(p->out, "</tbody></table></section>\n");
	ad_text_adds(p->out, "<section id=\"staged\"><h2>Staged objects</h2>\n<p>Campaigns and the "
			     "objects below them are drafts until they are pushed.</p>\n");
	ad_docs_fields(p, "Common fields of staged objects", &ad_common, AD_FOR_OUTPUT);
	ad_text_adds(p->out, "</section>\n");
}

void ad_docs_write(struct ad_text *out, const struct ad_config *config)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_docs p = { .out = out, .config = config };
	p.doc = ad_arena_zalloc(arena, sizeof(*p.doc));
	p.doc->arena = arena;
	docs_head(&p);
	docs_contents(&p);
	ad_text_adds(out, "<main id=\"main\">\n");
	docs_start(&p);
	docs_scopes(&p);
	docs_errors(&p);
	docs_headers(&p);
	for (int i = 0; i <= AD_RESOURCE_COUNT; i++)
		ad_docs_resource(&p, ad_doc_resource(i));
	ad_text_adds(out, "</main></div></body></html>\n");
	ad_arena_free(arena);
}
