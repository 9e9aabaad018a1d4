/* The HTML that all pages share: see page.h. */
#include "http/page.h"

#include "base/utf8.h"
#include "http/files.h"
#include "http/style.h"

#define NAME_MAX_SHOWN 80

struct span {
	uint32_t first, last;
};

static bool page_is_within(uint32_t point, const struct span *spans, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (point >= spans[i].first && point <= spans[i].last)
			return true;
	return false;
}

/* Control characters, and those that turn round, hide or break what follows. */
static bool page_deceives(uint32_t point)
{
	static const struct span spans[] = { { 0, 0x1f },        { 0x7f, 0x9f },
					     { 0x61c, 0x61c },   { 0x200b, 0x200f },
					     { 0x2028, 0x202e }, { 0x2060, 0x206f },
					     { 0xfeff, 0xfeff }, { 0xe0000, 0xe007f } };

	return page_is_within(point, spans, AD_LEN(spans));
}

void ad_page_name(struct ad_text *out, struct ad_str s)
{
	size_t shown = 0, n;

	for (; s.n > 0; s = (struct ad_str){ s.p + n, s.n - n }) {
		uint32_t point = 0;
		n = ad_utf8_next(s, &point);
		bool broken = n == 0;
		n = broken ? 1 : n;
		if (broken || page_deceives(point))
			continue;
		if (++shown > NAME_MAX_SHOWN) {
			ad_text_adds(out, "\xe2\x80\xa6");
			return;
		}
		ad_text_add_html(out, (struct ad_str){ s.p, n });
	}
}

/* Characters that look like a plain space, or like nothing. */
static bool page_blank(uint32_t point)
{
	static const struct span spans[] = {
		{ 0xa0, 0xa0 },     { 0xad, 0xad },      { 0x34f, 0x34f },   { 0x115f, 0x1160 },
		{ 0x1680, 0x1680 }, { 0x17b4, 0x17b5 },  { 0x180b, 0x180f }, { 0x2000, 0x200a },
		{ 0x202f, 0x202f }, { 0x205f, 0x205f },  { 0x2800, 0x2800 }, { 0x3164, 0x3164 },
		{ 0xffa0, 0xffa0 }, { 0xe0100, 0xe01ef }
	};

	return page_is_within(point, spans, AD_LEN(spans));
}

/* A joiner between two emoji hides nothing: both are one picture. */
static bool page_joins(uint32_t before, uint32_t point)
{
	return point == 0x200d &&
	       (before == 0xfe0f || before >= 0x1f000 || (before >= 0x2600 && before <= 0x27bf));
}

void ad_page_words(struct ad_text *out, struct ad_str s)
{
	uint32_t before = 0;
	size_t n;

	for (; s.n > 0; s = (struct ad_str){ s.p + n, s.n - n }) {
		uint32_t point = 0;
		n = ad_utf8_next(s, &point);
		bool broken = n == 0;
		n = broken ? 1 : n;
		if (broken)
			ad_text_adds(out, "\xef\xbf\xbd");
		else if (point == '\n')
			ad_text_adds(out, "\xe2\x86\xb5");
		else if ((page_deceives(point) || page_blank(point)) && !page_joins(before, point))
			ad_text_addf(out, "\xe2\x9f\xa8U+%04X\xe2\x9f\xa9", (unsigned)point);
		else
			ad_text_add_html(out, (struct ad_str){ s.p, n });
		before = point;
	}
}

/* A square; what is in the sandbox has another colour, so that tabs can be told apart. */
#define ICON(colour)                                                                               \
	"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E"      \
	"%3Crect width='16' height='16' rx='4' fill='" colour "'/%3E%3C/svg%3E"

struct ad_text ad_page_open(struct ad_exchange *x, const char *title, const char *kind)
{
	struct ad_text page = ad_text_on(x->call.arena);

	ad_text_adds(&page,
		     "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
		     "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
		     "<meta name=\"color-scheme\" content=\"light dark\">"
		     "<meta name=\"robots\" content=\"noindex\"><title>");
	ad_text_add_html(&page, ad_str(title));
	ad_text_addf(&page,
		     " \xc2\xb7 adcore</title><link rel=\"icon\" href=\"%s\">"
		     "<link rel=\"stylesheet\" href=\"%s\"></head><body class=\"%s\">\n",
		     strstr(kind, " test") ? ICON("%23d9660a") : ICON("%231d5bcb"), ad_style_path,
		     kind);
	return page;
}

void ad_page_main(struct ad_text *page)
{
	ad_text_adds(page, "<main id=\"main\">\n");
}

struct ad_text ad_page_card(struct ad_exchange *x, const char *title)
{
	struct ad_text page = ad_page_open(x, title, "single");

	ad_text_adds(&page, "<header><span class=\"brand\">adcore</span></header>\n");
	ad_page_main(&page);
	return page;
}

static void add_policy(struct ad_exchange *x, const char *more)
{
	ad_http_add(x, "Content-Security-Policy",
		    ad_arena_printf(x->call.arena,
				    "default-src 'none'; style-src 'self'; img-src data:; base-uri "
				    "'none'; frame-ancestors 'none'%s",
				    more));
}

/* All headers but the policy, and the body. */
static void page_reply(struct ad_exchange *x, struct ad_text *page, int status)
{
	ad_http_add(x, "X-Frame-Options", AD_S("DENY"));
	ad_http_add(x, "Referrer-Policy", AD_S("same-origin"));
	ad_http_add(x, "Cache-Control", AD_S("no-store"));
	ad_http_add(x, "Cross-Origin-Opener-Policy", AD_S("same-origin"));
	ad_http_add(x, "Cross-Origin-Resource-Policy", AD_S("same-origin"));
	ad_http_add(x, "Permissions-Policy",
		    AD_S("camera=(), geolocation=(), microphone=(), browsing-topics=()"));
	ad_http_reply(x, status, "text/html; charset=utf-8", ad_text_str(page));
}

void ad_page_reply(struct ad_exchange *x, struct ad_text *page, int status)
{
	ad_text_adds(page, "\n</main></body></html>\n");
	add_policy(x, "; form-action 'self'");
	page_reply(x, page, status);
}

void ad_page_reply_leading(struct ad_exchange *x, struct ad_text *page, int status)
{
	ad_text_adds(page, "\n</main></body></html>\n");
	add_policy(x, "");
	page_reply(x, page, status);
}

void ad_page_reply_scripted(struct ad_exchange *x, struct ad_text *page, int status)
{
	ad_text_addf(page, "\n</main><script src=\"%s\"></script></body></html>\n", ad_script_path);
	add_policy(x, "; form-action 'self'; script-src 'self'; connect-src 'self'");
	page_reply(x, page, status);
}

void ad_page_reply_workbench(struct ad_exchange *x, struct ad_text *page, const char *script,
			     const char *style)
{
	ad_text_addf(page,
		     "\n</main><link rel=\"stylesheet\" href=\"" AD_FILES_PREFIX
		     "%s\"><script type=\"module\" src=\"" AD_FILES_PREFIX
		     "%s\"></script></body></html>\n",
		     style, script);
	ad_http_add(x, "Content-Security-Policy",
		    AD_S("default-src 'none'; script-src 'self'; style-src 'self'; connect-src "
			 "'self'; img-src 'self' data: blob:; base-uri 'none'; frame-ancestors "
			 "'none'; form-action 'self'; require-trusted-types-for 'script'"));
	page_reply(x, page, 200);
}

void ad_page_notice(struct ad_exchange *x, int status, const char *title, const char *sentence)
{
	struct ad_text page = ad_page_card(x, title);

	ad_text_adds(&page, "<h1>");
	ad_text_add_html(&page, ad_str(title));
	ad_text_adds(&page, "</h1><p>");
	ad_text_add_html(&page, ad_str(sentence));
	ad_text_adds(&page, "</p><p class=\"soft\"><small>Request <code>");
	ad_text_add_html(&page, x->call.request_id);
	ad_text_adds(&page, "</code></small></p>");
	ad_page_reply(x, &page, status);
}

void ad_page_unavailable(struct ad_exchange *x)
{
	ad_http_add(x, "Retry-After", AD_S("1"));
	ad_page_notice(x, 503, "Try again in a moment",
		       "The server could not process the request. Nothing was changed.");
}

void ad_page_refuse(struct ad_exchange *x, int status, const char *sentence)
{
	ad_page_notice(x, status, status == 429 ? "Too many requests" : "This request was refused",
		       sentence);
}
