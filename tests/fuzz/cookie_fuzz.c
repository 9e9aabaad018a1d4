/* The header Cookie: the first line is the name that is looked for, the rest the header. */
#include "tests/fuzz/request.h"

#include "oauth/endpoint/door.h"

/* True if a pair begins at p: only spaces since the last ';', or since the start. */
static bool begins(struct ad_str list, const char *p)
{
	if (p == list.p)
		return true;
	while (p > list.p && p[-1] == ' ')
		p--;
	return p > list.p && p[-1] == ';';
}

/* The value in the header, found by another method than ad_cookie()'s. */
static struct ad_str found(struct ad_arena *arena, struct ad_str list, const char *name)
{
	struct ad_str key = ad_arena_printf(arena, "%s=", name);
	const char *end = list.p + list.n;

	for (const char *p = list.p; p < end; p++) {
		p = memmem(p, (size_t)(end - p), key.p, key.n);
		if (!p)
			break;
		if (!begins(list, p))
			continue;
		const char *semicolon = memchr(p, ';', (size_t)(end - p));
		p += key.n;
		return (struct ad_str){ p, (size_t)((semicolon ? semicolon : end) - p) };
	}
	return (struct ad_str){ 0 };
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_str rest = ad_arena_copy(arena, (struct ad_str){ (const char *)data, size });
	const char *name = ad_arena_copy(arena, next_line(&rest)).p;
	struct asked a;
	struct ad_exchange *x = ask(&a, arena, "GET", "/authorize");

	if (!*name || strpbrk(name, "=; "))
		name = "adcore_session";
	ask_with(&a, "Cookie", ad_arena_copy(arena, rest));
	struct ad_str value = ad_cookie(x, name);
	struct ad_str other = found(arena, a.headers[0].value, name);
	HOLDS(ad_str_eq(value, other) && (value.p != NULL) == (other.p != NULL));
	HOLDS(!value.p || (within(value, a.headers[0].value) && !memchr(value.p, ';', value.n)));
	/* A cookie that is set reads back. */
	struct ad_str browser = oauth_browser(x);
	HOLDS(browser.n == 43);
	struct ad_str set = replied(&a, "Set-Cookie");
	if (set.p) {
		a.headers[0].value = set;
		HOLDS(ad_str_eq(ad_cookie(x, "__Host-adcore_browser"), browser));
		HOLDS(memmem(set.p, set.n, "; Path=/; HttpOnly; SameSite=Lax; Secure", 40));
	}
	check_headers(&a);
	ad_arena_free(arena);
	return 0;
}
