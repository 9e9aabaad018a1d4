/* The pass of the probe: which request it admits, and for how long. */
#include "tests/support/unit.h"

#include <stdlib.h>

#include "auth/secret/probe_pass.h"
#include "base/clock.h"

#define NOW (INT64_C(1796000000) * AD_SECOND)

static struct ad_secrets *open_secrets(const char *hex)
{
	char err[256];
	struct ad_secrets *secrets;

	setenv("ADCORE_SECRET_KEY", hex, 1);
	secrets = ad_secrets_open("/nowhere", err);
	assert_non_null(secrets);
	return secrets;
}

struct world {
	struct ad_arena *arena;
	struct ad_secrets *own, *other;
};

static int world_open(void **state)
{
	static struct world w;

	w.arena = ad_arena_new();
	w.own = open_secrets("0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef");
	w.other = open_secrets("1123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef");
	*state = &w;
	return 0;
}

static int world_close(void **state)
{
	struct world *w = *state;

	ad_secrets_close(w->own);
	ad_secrets_close(w->other);
	ad_arena_free(w->arena);
	return 0;
}

static bool valid(struct world *w, const char *method, const char *query, struct ad_str pass,
		  int64_t now)
{
	return ad_probe_pass_valid(w->own, w->arena, ad_str(method), ad_str(query), pass, now);
}

static void a_pass_admits_its_request(void **state)
{
	struct world *w = *state;
	struct ad_str pass =
		ad_probe_pass_make(w->own, w->arena, AD_S("GET"), AD_S("silence=3"), NOW);
	struct ad_str bare =
		ad_probe_pass_make(w->own, w->arena, AD_S("POST"), (struct ad_str){ 0 }, NOW);

	assert_true(valid(w, "GET", "silence=3", pass, NOW));
	assert_true(valid(w, "POST", "", bare, NOW));
	assert_false(valid(w, "POST", "silence=3", pass, NOW));
	assert_false(valid(w, "GET", "silence=4", pass, NOW));
	assert_false(valid(w, "GET", "", pass, NOW));
	assert_false(
		ad_probe_pass_valid(w->other, w->arena, AD_S("GET"), AD_S("silence=3"), pass, NOW));
}

static void a_pass_ends_after_a_minute(void **state)
{
	struct world *w = *state;
	struct ad_str pass = ad_probe_pass_make(w->own, w->arena, AD_S("GET"), AD_S(""), NOW);

	assert_true(valid(w, "GET", "", pass, NOW + AD_PROBE_PASS_LIFE * AD_SECOND));
	assert_true(valid(w, "GET", "", pass, NOW - AD_PROBE_PASS_LIFE * AD_SECOND));
	assert_false(valid(w, "GET", "", pass, NOW + (AD_PROBE_PASS_LIFE + 1) * AD_SECOND));
	assert_false(valid(w, "GET", "", pass, NOW - (AD_PROBE_PASS_LIFE + 1) * AD_SECOND));
}

static void a_changed_pass_admits_nothing(void **state)
{
	struct world *w = *state;
	struct ad_str pass = ad_probe_pass_make(w->own, w->arena, AD_S("GET"), AD_S(""), NOW);
	const char *const others[] = { "",
				       ".",
				       "1796000000",
				       "1796000000.",
				       "1796000000.AAAA",
				       "-1.AAAA",
				       "99999999999999999999999999.AAAA",
				       "1796000000 .AAAA" };
	char changed[128];

	for (size_t i = 0; i < AD_LEN(others); i++)
		assert_false(valid(w, "GET", "", ad_str(others[i]), NOW));
	assert_false(valid(w, "GET", "", (struct ad_str){ 0 }, NOW));
	for (size_t i = 0; i <= pass.n; i++) {
		memcpy(changed, pass.p, pass.n + 1);
		if (i < pass.n)
			changed[i] = (char)(changed[i] == '1' ? '2' : '1');
		/* The last round shortens it. */
		size_t n = i < pass.n ? pass.n : pass.n - 1;
		assert_false(valid(w, "GET", "", (struct ad_str){ changed, n }, NOW));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pass_admits_its_request),
		cmocka_unit_test(a_pass_ends_after_a_minute),
		cmocka_unit_test(a_changed_pass_admits_nothing),
	};
	return cmocka_run_group_tests(tests, world_open, world_close);
}
