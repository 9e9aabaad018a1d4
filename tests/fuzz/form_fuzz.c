/*
 * Queries and forms as /authorize, /token and the pages read them: the first line is the
 * Content-Type, the second the query, the rest the body.
 */
#include "tests/fuzz/request.h"

#include "base/utf8.h"
#include "oauth/device/device.h"

static bool is_hex(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* Bytes that no form may hold, found by another method than the decoder's. */
static bool is_broken(struct ad_str s)
{
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '\0')
			return true;
		if (s.p[i] != '%')
			continue;
		if (s.n - i < 3 || !is_hex(s.p[i + 1]) || !is_hex(s.p[i + 2]) ||
		    memcmp(s.p + i, "%00", 3) == 0)
			return true;
	}
	return false;
}

static struct ad_str encoded(struct ad_arena *arena, const struct oauth_params *params)
{
	struct ad_text out = ad_text_on(arena);

	for (size_t i = 0; i < params->count; i++) {
		ad_text_adds(&out, i ? "&" : "");
		ad_text_add_url(&out, params->list[i].name);
		ad_text_addc(&out, '=');
		ad_text_add_url(&out, params->list[i].value);
	}
	return ad_text_str(&out);
}

/* A decoded form is valid text, no longer than the input, and the same when it is encoded again. */
static void check_decoded(struct ad_arena *arena, struct ad_str sent,
			  const struct oauth_params *params)
{
	struct ad_param *again;
	size_t count, bytes = 0;

	HOLDS(!is_broken(sent));
	for (size_t i = 0; i < params->count; i++) {
		struct ad_param one = params->list[i];
		HOLDS(ad_utf8_valid(one.name) && ad_utf8_valid(one.value));
		HOLDS(one.name.p[one.name.n] == '\0' && one.value.p[one.value.n] == '\0');
		bytes += one.name.n + one.value.n;
	}
	HOLDS(bytes <= sent.n && params->count <= sent.n);
	HOLDS(ad_http_form(arena, encoded(arena, params), &again, &count));
	HOLDS(count == params->count);
	for (size_t i = 0; i < count; i++)
		HOLDS(ad_str_eq(again[i].name, params->list[i].name) &&
		      ad_str_eq(again[i].value, params->list[i].value));
}

/* The values that the endpoints read. */
static void check_values(struct ad_arena *arena, const struct oauth_params *params)
{
	const char *twice = oauth_param_twice(params);
	struct ad_str back = oauth_param(params, "back");
	struct ad_str code = oauth_user_code_read(arena, oauth_param(params, "user_code"));
	uint32_t scopes, again;
	bool named;

	HOLDS(!twice || oauth_param_times(params, twice) > 1);
	for (size_t i = 0; i < params->count; i++)
		HOLDS(oauth_param_times(params, params->list[i].name.p) >= 1);
	if (oauth_scopes_read(oauth_param(params, "scope"), &scopes, &named)) {
		HOLDS((scopes & ~(uint32_t)AD_SCOPES_ALL) == 0 && (named || scopes == 0));
		HOLDS(oauth_scopes_read(oauth_scopes_text(arena, scopes), &again, &named));
		HOLDS(again == scopes);
	}
	if (ad_back_valid(back))
		HOLDS(strncmp(back.p, "/app", 4) == 0 && !strpbrk(back.p, ".\\:#%") &&
		      !strstr(back.p, "//") && strchr(back.p, '?') == strrchr(back.p, '?'));
	if (code.p)
		HOLDS(code.n == 8 &&
		      ad_str_eq(oauth_user_code_read(arena, oauth_user_code_show(arena, code)),
				code));
}

static void check_form(struct asked *a)
{
	struct ad_exchange *x = &a->x;
	struct oauth_params form, query = { x->params, x->param_count };
	struct ad_str type = ad_http_header(x, "Content-Type");

	if (!oauth_form(x, &form)) {
		HOLDS(form.count == 0 && x->status == 400);
		check_error(a);
		return;
	}
	HOLDS(x->status == 0 && type.n >= 33);
	HOLDS(strncasecmp(type.p, "application/x-www-form-urlencoded", 33) == 0);
	HOLDS(oauth_param_times(&query, "client_secret") == 0);
	HOLDS(oauth_param_times(&query, "code") == 0 && oauth_param_times(&query, "token") == 0);
	check_decoded(x->call.arena, x->body, &form);
	check_values(x->call.arena, &form);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_str rest = ad_arena_copy(arena, (struct ad_str){ (const char *)data, size });
	struct asked a;
	struct ad_exchange *x = ask(&a, arena, "POST", "/token");

	be_quiet();
	ask_with(&a, "Content-Type", next_line(&rest));
	x->query = next_line(&rest);
	x->body = rest;
	if (ad_http_form(arena, x->query, &x->params, &x->param_count)) {
		struct oauth_params query = { x->params, x->param_count };
		check_decoded(arena, x->query, &query);
		check_values(arena, &query);
		check_form(&a);
	}
	ad_arena_free(arena);
	return 0;
}
