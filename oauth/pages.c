/* The HTML that all pages share: see pages.h. */
#include "oauth/pages.h"

static const char style[] =
	":root{color-scheme:light dark;--ink:#1c2330;--soft:#5b6576;--line:#d9dee7;--card:#fff;"
	"--back:#f3f5f8;--go:#1f5fd0;--go-ink:#fff;--warn:#8a4b00;--warn-back:#fff4e3;"
	"--bad:#a3231f;--bad-back:#fdecec}"
	"@media(prefers-color-scheme:dark){:root{--ink:#e8ecf3;--soft:#a2adbd;--line:#3a4353;"
	"--card:#1d232d;--back:#12161d;--go:#7fabff;--go-ink:#0b1526;--warn:#ffc27a;"
	"--warn-back:#33270f;--bad:#ff9d98;--bad-back:#3a1a1a}}"
	"*{box-sizing:border-box}"
	"body{margin:0;min-height:100vh;background:var(--back);color:var(--ink);"
	"font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif;"
	"display:flex;flex-direction:column;align-items:center;padding:6vh 16px 32px}"
	"header{width:100%;max-width:30rem;font-weight:600;color:var(--soft);margin:0 0 12px 4px}"
	"main{width:100%;max-width:30rem;background:var(--card);border:1px solid var(--line);"
	"border-radius:12px;padding:28px}"
	"h1{font-size:1.35rem;line-height:1.3;margin:0 0 8px}"
	"h2{font-size:1rem;margin:24px 0 8px}"
	"p{margin:0 0 12px}a{color:var(--go)}.soft{color:var(--soft)}small{font-size:.875rem}"
	"label.field{display:block;font-weight:600;margin:16px 0 4px}"
	"input[type=email],input[type=password],input[type=text],select{width:100%;font:inherit;"
	"padding:10px 12px;"
	"color:inherit;background:var(--back);border:1px solid var(--soft);border-radius:8px}"
	"fieldset{border:0;margin:20px 0 0;padding:0}legend{font-weight:600;padding:0;margin:0 0 "
	"6px}"
	".choice{display:flex;gap:10px;align-items:flex-start;padding:6px 0}"
	".choice input{margin:5px 0 0;flex:none;width:16px;height:16px;accent-color:var(--go)}"
	".choice b{font-weight:500}.choice span{display:block;color:var(--soft);font-size:.875rem}"
	"dl{display:grid;grid-template-columns:auto 1fr;gap:6px 16px;margin:16px 0}"
	"dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}"
	".note,.fault{border-radius:8px;padding:10px 14px;margin:16px 0}"
	".note{background:var(--warn-back);color:var(--warn)}"
	".fault{background:var(--bad-back);color:var(--bad)}"
	".tag{border:1px solid currentColor;border-radius:99px;padding:0 8px;font-size:.8rem;"
	"color:var(--warn);white-space:nowrap}"
	".row{display:flex;flex-wrap:wrap;gap:12px;margin:24px 0 0}"
	"button{flex:1 1 9rem;font:inherit;font-weight:600;padding:11px 16px;border-radius:8px;"
	"border:1px solid var(--go);background:var(--go);color:var(--go-ink);cursor:pointer}"
	"button.quiet{background:transparent;color:var(--go)}"
	".money{padding:4px 14px;margin:8px 0 0}.money span{color:inherit}form+p{margin-top:20px}"
	"legend+p{margin:0 0 4px}"
	"code{font-size:.9em;overflow-wrap:anywhere}"
	":focus-visible{outline:3px solid var(--go);outline-offset:2px}"
	"@media(max-width:420px){body{padding-top:16px}main{padding:20px}}";

void oauth_html(struct ad_text *out, struct ad_str s)
{
	ad_text_add_html(out, s);
}

/* Bytes of the character at p; 1 where it is broken. */
static size_t char_size(struct ad_str s, size_t at)
{
	unsigned char c = (unsigned char)s.p[at];
	size_t n = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : c >= 0xc0 ? 2 : 1;

	return at + n <= s.n ? n : 1;
}

/* The code point of the n bytes at p; a broken byte counts as a control character. */
static uint32_t point_of(const unsigned char *p, size_t n)
{
	switch (n) {
	case 1:
		return p[0] < 0x80 ? p[0] : 0;
	case 2:
		return (p[0] & 0x1fu) << 6 | (p[1] & 0x3fu);
	case 3:
		return (p[0] & 0x0fu) << 12 | (p[1] & 0x3fu) << 6 | (p[2] & 0x3fu);
	default:
		return 0x10000;
	}
}

/* Control characters, and those that turn round, hide or break what follows. */
static bool deceives(struct ad_str s, size_t at, size_t n)
{
	static const uint32_t ranges[][2] = { { 0, 0x1f },        { 0x7f, 0x9f },
					      { 0x61c, 0x61c },   { 0x200b, 0x200f },
					      { 0x2028, 0x202e }, { 0x2060, 0x206f },
					      { 0xfeff, 0xfeff } };
	uint32_t point = point_of((const unsigned char *)s.p + at, n);

	for (size_t i = 0; i < AD_LEN(ranges); i++)
		if (point >= ranges[i][0] && point <= ranges[i][1])
			return true;
	return false;
}

void oauth_html_name(struct ad_text *out, struct ad_str s)
{
	size_t shown = 0;

	for (size_t at = 0, n; at < s.n; at += n) {
		n = char_size(s, at);
		if (deceives(s, at, n))
			continue;
		if (++shown > 80) {
			ad_text_adds(out, "\xe2\x80\xa6");
			return;
		}
		oauth_html(out, (struct ad_str){ s.p + at, n });
	}
}

struct ad_text oauth_page(struct ad_exchange *x, const char *title)
{
	struct ad_text page = ad_text_on(x->call.arena);

	ad_text_adds(&page,
		     "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
		     "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
		     "<meta name=\"robots\" content=\"noindex\"><title>");
	oauth_html(&page, ad_str(title));
	ad_text_adds(&page, " \xc2\xb7 adcore</title><style>");
	ad_text_adds(&page, style);
	ad_text_adds(&page, "</style></head><body><header>adcore</header><main>\n");
	return page;
}

static void add_policy(struct ad_exchange *x, const char *form_action)
{
	uint8_t digest[AD_SHA256_SIZE];

	ad_sha256((struct ad_str){ style, sizeof(style) - 1 }, digest);
	struct ad_str hash = ad_base64(x->call.arena, digest, sizeof(digest));
	ad_http_add(x, "Content-Security-Policy",
		    ad_arena_printf(x->call.arena,
				    "default-src 'none'; style-src 'sha256-%.*s'; base-uri 'none';"
				    " frame-ancestors 'none'; form-action 'self'%s%s",
				    AD_FMT(hash), form_action ? " " : "",
				    form_action ? form_action : ""));
}

void oauth_page_reply(struct ad_exchange *x, struct ad_text *page, int status,
		      const char *form_action)
{
	ad_text_adds(page, "\n</main></body></html>\n");
	add_policy(x, form_action);
	ad_http_add(x, "X-Frame-Options", AD_S("DENY"));
	ad_http_add(x, "X-Content-Type-Options", AD_S("nosniff"));
	ad_http_add(x, "Referrer-Policy", AD_S("same-origin"));
	ad_http_add(x, "Cache-Control", AD_S("no-store"));
	ad_http_add(x, "Cross-Origin-Opener-Policy", AD_S("same-origin"));
	ad_http_add(x, "Cross-Origin-Resource-Policy", AD_S("same-origin"));
	ad_http_add(x, "Permissions-Policy",
		    AD_S("camera=(), geolocation=(), microphone=(), browsing-topics=()"));
	if (strncmp(x->call.core->config->public_url, "https://", 8) == 0)
		ad_http_add(x, "Strict-Transport-Security", AD_S("max-age=31536000"));
	ad_http_reply(x, status, "text/html; charset=utf-8", ad_text_str(page));
}

void oauth_page_notice(struct ad_exchange *x, int status, const char *title, const char *sentence)
{
	struct ad_text page = oauth_page(x, title);

	ad_text_adds(&page, "<h1>");
	oauth_html(&page, ad_str(title));
	ad_text_adds(&page, "</h1><p>");
	oauth_html(&page, ad_str(sentence));
	ad_text_adds(&page, "</p><p class=\"soft\"><small>Request <code>");
	oauth_html(&page, x->call.request_id);
	ad_text_adds(&page, "</code></small></p>");
	oauth_page_reply(x, &page, status, NULL);
}

void oauth_page_unavailable(struct ad_exchange *x)
{
	ad_http_add(x, "Retry-After", AD_S("1"));
	oauth_page_notice(x, 503, "Try again in a moment",
			  "The server could not do this now. Nothing was changed.");
}

void oauth_page_onward(struct ad_exchange *x, struct ad_str url, struct ad_str client_name)
{
	struct ad_text page = oauth_page(x, "Back to your app");

	/* A refresh in the head would be earlier; browsers take it in the body as well. */
	ad_text_adds(&page, "<meta http-equiv=\"refresh\" content=\"0;url=");
	oauth_html(&page, url);
	ad_text_adds(&page, "\"><h1>Back to your app</h1><p>If nothing happens, "
			    "<a href=\"");
	oauth_html(&page, url);
	ad_text_adds(&page, "\">continue to ");
	oauth_html_name(&page, client_name.n > 0 ? client_name : AD_S("the app"));
	ad_text_adds(&page, "</a>.</p>");
	oauth_page_reply(x, &page, 200, NULL);
}
