#include "tests/unit/core/auth/world.h"

#include <pthread.h>
#include <stdatomic.h>

#define NOON (INT64_C(1795262400) * AD_SECOND) /* 2026-11-21T12:00:00Z */

static struct ad_principal caller(struct ad_bucket *minute, struct ad_bucket *daily)
{
	return (struct ad_principal){
		.minute = minute, .daily = daily, .minute_limit = 60, .daily_limit = 100000
	};
}

static void a_window_begins_with_its_first_request(void **state)
{
	struct ad_bucket minute = { 0 }, daily = { 0 };
	struct ad_principal who = caller(&minute, &daily);
	struct ad_limit out;
	int64_t first = NOON + 10900 * 1000; /* 10.9 s past the minute */

	(void)state;
	for (int i = 0; i < 60; i++) {
		assert_true(ad_limits_take(&who, first + i * 990 * 1000, &out));
		assert_int_equal(out.remaining, 59 - i);
	}
	assert_int_equal(out.limit, 60);
	assert_int_equal(out.reset, first / AD_SECOND + 61); /* 70.9 s, rounded up */
	assert_false(ad_limits_take(&who, first + 59999 * 1000, &out));
	assert_string_equal(out.bucket, "minute");
	assert_int_equal(out.retry_after, 1);
	assert_int_equal(out.remaining, 0);
	assert_true(ad_limits_take(&who, first + 60000 * 1000, &out));
	assert_int_equal(out.remaining, 59);
}

static void a_refused_request_does_not_count(void **state)
{
	struct ad_bucket minute = { 0 }, daily = { 0 };
	struct ad_principal who = caller(&minute, &daily);
	struct ad_limit out;

	(void)state;
	who.minute_limit = 2;
	who.daily_limit = 3;
	assert_true(ad_limits_take(&who, NOON, &out));
	assert_true(ad_limits_take(&who, NOON, &out));
	assert_false(ad_limits_take(&who, NOON, &out));
	ad_limits_read(&who, NOON, &out);
	assert_int_equal(out.daily_remaining, 1);
	assert_int_equal(out.remaining, 0);
	assert_true(ad_limits_take(&who, NOON + AD_MINUTE, &out));
	assert_false(ad_limits_take(&who, NOON + AD_MINUTE, &out));
	assert_string_equal(out.bucket, "daily");
	assert_int_equal(out.remaining, 1); /* the minute got its request back */
	assert_int_equal(out.retry_after, 12 * 3600 - 60);
}

static void the_day_is_shared_and_ends_at_midnight_utc(void **state)
{
	struct ad_bucket a = { 0 }, b = { 0 }, daily = { 0 };
	struct ad_principal one = caller(&a, &daily), two = caller(&b, &daily);
	struct ad_limit out;

	(void)state;
	one.daily_limit = two.daily_limit = 2;
	assert_true(ad_limits_take(&one, NOON, &out));
	assert_true(ad_limits_take(&two, NOON, &out));
	assert_int_equal(out.daily_remaining, 0);
	assert_false(ad_limits_take(&one, NOON + 11 * AD_HOUR, &out));
	assert_true(ad_limits_take(&one, NOON + 12 * AD_HOUR, &out));
	/* Another thread's clock may stand a moment before midnight: the new day stays. */
	assert_true(ad_limits_take(&two, NOON + 12 * AD_HOUR - 1, &out));
	assert_false(ad_limits_take(&two, NOON + 12 * AD_HOUR + 1, &out));
}

static void addresses_have_buckets_of_their_own(void **state)
{
	struct ad_limits *limits = ad_limits_new();
	struct ad_limit out;

	(void)state;
	for (int i = 0; i < AD_ADDRESS_LIMIT; i++)
		assert_true(ad_limits_take_address(limits, AD_S("192.0.2.1"), AD_ADDRESS_REQUEST,
						   NOON, &out));
	assert_false(
		ad_limits_take_address(limits, AD_S("192.0.2.1"), AD_ADDRESS_REQUEST, NOON, &out));
	assert_int_equal(out.retry_after, 60);
	assert_false(ad_limits_take_address(limits, AD_S("::ffff:192.0.2.1"), AD_ADDRESS_REQUEST,
					    NOON, &out));
	assert_true(
		ad_limits_take_address(limits, AD_S("192.0.2.2"), AD_ADDRESS_REQUEST, NOON, &out));
	for (int i = 0; i < AD_REGISTER_LIMIT; i++)
		assert_true(ad_limits_take_address(limits, AD_S("2001:db8::1"), AD_ADDRESS_REGISTER,
						   NOON, &out));
	/* One network of 64 bits is one address. */
	assert_false(ad_limits_take_address(limits, AD_S("2001:db8::ffff:2"), AD_ADDRESS_REGISTER,
					    NOON, &out));
	assert_true(ad_limits_take_address(limits, AD_S("2001:db8:0:1::1"), AD_ADDRESS_REGISTER,
					   NOON, &out));
	ad_limits_free(limits);
}

struct crowd {
	struct ad_principal who;
	_Atomic int passed;
};

static void *hammer(void *arg)
{
	struct crowd *crowd = arg;
	struct ad_limit out;

	for (int i = 0; i < 2000; i++)
		if (ad_limits_take(&crowd->who, NOON, &out))
			atomic_fetch_add(&crowd->passed, 1);
	return NULL;
}

static void threads_together_pass_exactly_the_limit(void **state)
{
	struct ad_bucket minute = { 0 }, daily = { 0 };
	struct crowd crowd = { .who = caller(&minute, &daily) };
	pthread_t threads[4];

	(void)state;
	crowd.who.minute_limit = 1000;
	for (size_t i = 0; i < AD_LEN(threads); i++)
		assert_int_equal(pthread_create(&threads[i], NULL, hammer, &crowd), 0);
	for (size_t i = 0; i < AD_LEN(threads); i++)
		pthread_join(threads[i], NULL);
	assert_int_equal(atomic_load(&crowd.passed), 1000);
}

/* Two servers on one database: each sees what the other counted, at its next flush. */
static void what_the_day_used_is_stored_and_found_again(void **state)
{
	struct world *w = world_open(state);
	struct ad_limits *a = ad_limits_new(), *b = ad_limits_new();
	struct ad_usage usage[4];
	struct ad_limit out;
	const char *id = w->account.id.p;
	struct ad_bucket *day_a = ad_limits_daily(a, w->db, id, NOON);
	struct ad_bucket *day_b = ad_limits_daily(b, w->db, id, NOON);
	struct ad_bucket minute = { 0 };
	struct ad_principal one = caller(&minute, day_a), two = caller(&minute, day_b);

	for (int i = 0; i < 5; i++)
		assert_true(ad_limits_take(&one, NOON, &out));
	for (int i = 0; i < 3; i++)
		assert_true(ad_limits_take(&two, NOON, &out));
	assert_int_equal(ad_limits_collect(a, usage, AD_LEN(usage)), 1);
	assert_int_equal(usage[0].added, 5);
	assert_true(ad_limits_store(w->db, usage, 1));
	ad_limits_settle(usage, 1);
	assert_int_equal(ad_limits_collect(a, usage, AD_LEN(usage)), 0);
	assert_int_equal(ad_limits_collect(b, usage, AD_LEN(usage)), 1);
	assert_true(ad_limits_store(w->db, usage, 1));
	ad_limits_settle(usage, 1);
	ad_limits_read(&two, NOON, &out);
	assert_int_equal(out.daily_limit - out.daily_remaining, 8);
	/* After a restart the day goes on where it was. */
	struct ad_limits *c = ad_limits_new();
	two.daily = ad_limits_daily(c, w->db, id, NOON);
	ad_limits_read(&two, NOON, &out);
	assert_int_equal(out.daily_limit - out.daily_remaining, 8);
	ad_limits_free(a);
	ad_limits_free(b);
	ad_limits_free(c);
	world_close(w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_window_begins_with_its_first_request),
		cmocka_unit_test(a_refused_request_does_not_count),
		cmocka_unit_test(the_day_is_shared_and_ends_at_midnight_utc),
		cmocka_unit_test(addresses_have_buckets_of_their_own),
		cmocka_unit_test(threads_together_pass_exactly_the_limit),
	};
	const struct CMUnitTest stored[] = {
		cmocka_unit_test_setup_teardown(what_the_day_used_is_stored_and_found_again,
						fresh_database, drop_database),
	};
	return cmocka_run_group_tests(tests, NULL, NULL) + on_each_database("usage", stored);
}
