/* Cursors: one of another list, or a modified one, is refused. */
#include "tests/unit/core/call/desk.h"

#include "base/digest.h"
#include "call/request/cursor.h"

#define KEY "cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3"

static struct ad_param param;

static void ask(struct desk *d, const char *name, struct ad_str value)
{
	fresh(d);
	d->call.res = ad_resource_row(AD_R_CAMPAIGN);
	param = (struct ad_param){ ad_str(name), value };
	d->call.params = &param;
	d->call.param_count = 1;
}

/* A cursor made for a bound, on the desk's own arena. */
static struct ad_str made(struct desk *d, struct ad_str bound)
{
	return ad_arena_copy(d->arena, ad_cursor_make(&d->call, bound, AD_S(KEY)));
}

static bool reads(struct desk *d, struct ad_str cursor, struct ad_str bound, struct ad_str *key)
{
	ask(d, "cursor", cursor);
	return ad_cursor_read(&d->call, bound, key);
}

static void what_was_made_is_read(void **state)
{
	struct desk *d = *state;
	struct ad_str key, cursor = made(d, AD_S("bound"));

	for (size_t i = 0; i < cursor.n; i++)
		assert_non_null(
			strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
			       cursor.p[i]));
	assert_true(reads(d, cursor, AD_S("bound"), &key));
	assert_true(ad_str_is(key, KEY));
	/* none: from the start */
	ask(d, "limit", AD_S("5"));
	assert_true(ad_cursor_read(&d->call, AD_S("bound"), &key));
	assert_null(key.p);
}

static void every_change_of_a_character_is_refused(void **state)
{
	struct desk *d = *state;
	struct ad_str key, cursor = made(d, AD_S("bound"));
	char copy[128];

	assert_true(cursor.n < sizeof(copy));
	for (size_t i = 0; i < cursor.n; i++) {
		memcpy(copy, cursor.p, cursor.n);
		copy[i] = copy[i] == 'A' ? 'B' : 'A';
		assert_false(reads(d, (struct ad_str){ copy, cursor.n }, AD_S("bound"), &key));
		FAULTS(d, "cursor INVALID_CURSOR");
		assert_null(key.p);
	}
	for (size_t n = 0; n < cursor.n; n++)
		assert_false(reads(d, (struct ad_str){ cursor.p, n }, AD_S("bound"), &key));
	memcpy(copy, cursor.p, cursor.n);
	copy[cursor.n] = 'A';
	assert_false(reads(d, (struct ad_str){ copy, cursor.n + 1 }, AD_S("bound"), &key));
}

static void other_forms_are_refused(void **state)
{
	static const char *const bad[] = { "", "=", "a b", "!!!!", "null", "AAAA", KEY, "%41" };
	struct desk *d = *state;
	struct ad_str key;
	char long_one[600];

	for (size_t i = 0; i < AD_LEN(bad); i++) {
		assert_false(reads(d, ad_str(bad[i]), AD_S("bound"), &key));
		FAULTS(d, "cursor INVALID_CURSOR");
	}
	memset(long_one, 'A', sizeof(long_one));
	assert_false(reads(d, (struct ad_str){ long_one, sizeof(long_one) }, AD_S("bound"), &key));
}

/* Each part that a cursor is bound to, changed alone. */
static void of_another_list_is_refused(void **state)
{
	struct desk *d = *state;
	struct ad_str key;

	ask(d, "limit", AD_S("5"));
	struct ad_str bound =
		ad_arena_copy(d->arena, ad_cursor_bound(&d->call, AD_S("status=PAUSED"), false));
	struct ad_str cursor = made(d, bound);
	assert_true(
		reads(d, cursor, ad_cursor_bound(&d->call, AD_S("status=PAUSED"), false), &key));
	struct ad_str other = ad_cursor_bound(&d->call, AD_S("status=ENABLED"), false);
	assert_false(ad_str_eq(bound, other));
	assert_false(reads(d, cursor, ad_arena_copy(d->arena, other), &key));
	other = ad_arena_copy(d->arena, ad_cursor_bound(&d->call, AD_S("status=PAUSED"), true));
	assert_false(reads(d, cursor, other, &key));
	d->call.res = ad_resource_row(AD_R_KEYWORD);
	other = ad_arena_copy(d->arena, ad_cursor_bound(&d->call, AD_S("status=PAUSED"), false));
	assert_false(reads(d, cursor, other, &key));
	d->who.environment = AD_LIVE;
	other = ad_arena_copy(d->arena, ad_cursor_bound(&d->call, AD_S("status=PAUSED"), false));
	assert_false(reads(d, cursor, other, &key));
	d->who.environment = AD_TEST;
	d->call.space.id[6] ^= 1;
	other = ad_arena_copy(d->arena, ad_cursor_bound(&d->call, AD_S("status=PAUSED"), false));
	assert_false(reads(d, cursor, other, &key));
}

static void limits_and_orders(void **state)
{
	static const char *const bad[] = { "0", "201", "-1", "", "5x", "1e2", " 5", "9999", "5.0" };
	struct desk *d = *state;
	int64_t limit;
	bool ascending;

	ask(d, "limit", AD_S("1"));
	assert_true(ad_limit_read(&d->call, &limit));
	assert_int_equal(limit, 1);
	ask(d, "limit", AD_S("200"));
	assert_true(ad_limit_read(&d->call, &limit));
	assert_int_equal(limit, 200);
	ask(d, "other", AD_S("x"));
	assert_true(ad_limit_read(&d->call, &limit));
	assert_int_equal(limit, 50);
	for (size_t i = 0; i < AD_LEN(bad); i++) {
		ask(d, "limit", ad_str(bad[i]));
		assert_false(ad_limit_read(&d->call, &limit));
		assert_string_equal(d->call.faults->path, "limit");
	}
	ask(d, "limit", AD_S("9999"));
	assert_false(ad_limit_read(&d->call, &limit));
	FAULTS(d, "limit TOO_LARGE");
	ask(d, "order", AD_S("asc"));
	assert_true(ad_order_read(&d->call, &ascending) && ascending);
	ask(d, "order", AD_S("desc"));
	assert_true(ad_order_read(&d->call, &ascending) && !ascending);
	ask(d, "order", AD_S("ASC"));
	assert_false(ad_order_read(&d->call, &ascending));
	FAULTS(d, "order UNKNOWN_VALUE");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		desk_test(what_was_made_is_read),
		desk_test(every_change_of_a_character_is_refused),
		desk_test(other_forms_are_refused),
		desk_test(of_another_list_is_refused),
		desk_test(limits_and_orders),
	};
	return cmocka_run_group_tests_name("cursor", tests, NULL, NULL);
}
