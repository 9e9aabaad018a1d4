/*
 * URLs of clients: the first line as a document's address and as a registered redirect URI, the
 * second as the presented one. One wrong decision sends a code to another host.
 */
#include "tests/fuzz/fuzz.h"

#include <string.h>

#include "base/text.h"
#include "oauth/client/uri.h"

/* Addresses that a document must never have, found by another method than the check's. */
static void check_address(struct ad_arena *arena, struct ad_str url)
{
	const char *text = ad_arena_copy(arena, url).p;
	struct ad_str host = oauth_uri_host(url);

	HOLDS(oauth_uri_is_document(url));
	HOLDS(url.n <= OAUTH_URI_MAX && strncmp(text, "https://", 8) == 0);
	HOLDS(strlen(text) == url.n && !strpbrk(text, "#\\ <>\""));
	HOLDS(strchr(text + 8, '/') != NULL && strcspn(text + 8, "@[]") >= strcspn(text + 8, "/"));
	const char *path = ad_arena_copy(arena, (struct ad_str){ text, strcspn(text, "?") }).p;
	HOLDS(!strstr(path, "/../") && !strstr(path, "/./"));
	HOLDS(host.n > 0 && memchr(host.p, '.', host.n));
	for (size_t i = 0; i < url.n; i++)
		HOLDS(url.p[i] > 0x20 && url.p[i] < 0x7f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_str all = ad_arena_copy(arena, (struct ad_str){ (const char *)data, size });
	const char *end = all.n ? memchr(all.p, '\n', all.n) : NULL;
	size_t n = end ? (size_t)(end - all.p) : all.n;
	struct ad_str one = { all.p, n };
	struct ad_str two = { all.p + n + (end != NULL), all.n - n - (end != NULL) };
	enum oauth_uri_kind kind = oauth_uri_judge(one), shown = oauth_uri_judge(two);

	if (!oauth_uri_document_fault(one))
		check_address(arena, one);
	HOLDS(oauth_uri_match(one, one));
	if (oauth_uri_match(one, two) && !ad_str_eq(one, two)) {
		HOLDS(kind == OAUTH_URI_LOOPBACK && shown == OAUTH_URI_LOOPBACK);
		HOLDS(oauth_uri_match(two, one));
	}
	if (kind != OAUTH_URI_BAD)
		HOLDS(oauth_uri_host(one).n > 0);
	(void)oauth_uri_is_web(one);
	ad_arena_free(arena);
	return 0;
}
