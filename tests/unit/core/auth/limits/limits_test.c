#include "tests/unit/core/auth/world.h"

#include <pthread.h>
#include <stdatomic.h>

#define NOON (INT64_C(1795262400) * AD_SECOND) /* 2026-11-21T12:00:00Z */

struct caller {
	struct ad_limits *limits;
	struct ad_bucket minute, daily;
	struct ad_principal who;
};

static void caller_open(struct caller *c)
{
	*c = (struct caller){ .limits = ad_limits_new(NULL) };
	c->who = (struct ad_principal){
		.minute = &c->minute, .daily = &c->daily, .minute_limit = 60, .daily_limit = 100000
	};
}

static bool passes(struct caller *c, int64_t now, struct ad_limit *out)
{
	return ad_limits_take(c->limits, &c->who, now, 1, out) == AD_OK;
}

static void a_window_begins_with_its_first_request(void **state)
{
	struct caller c;
	struct ad_limit out;
	int64_t first = NOON + 10900 * 1000; /* 10.9 s past the minute */

	(void)state;
	caller_open(&c);
	for (int i = 0; i < 60; i++) {
		assert_true(passes(&c, first + i * 990 * 1000, &out));
		assert_int_equal(out.remaining, 59 - i);
	}
	assert_int_equal(out.limit, 60);
	assert_int_equal(out.reset, first / AD_SECOND + 61); /* 70.9 s, rounded up */
	assert_false(passes(&c, first + 59999 * 1000, &out));
	assert_string_equal(out.bucket, "minute");
	assert_int_equal(out.retry_after, 1);
	assert_int_equal(out.remaining, 0);
	assert_true(passes(&c, first + 60000 * 1000, &out));
	assert_int_equal(out.remaining, 59);
	ad_limits_free(c.limits);
}

static void many_at_once_are_counted_all_or_not(void **state)
{
	struct caller c;
	struct ad_limit out;

	(void)state;
	caller_open(&c);
	c.who.daily_limit = 50;
	assert_int_equal(ad_limits_take(c.limits, &c.who, NOON, 30, &out), AD_OK);
	assert_int_equal(out.remaining, 30);
	assert_int_equal(ad_limits_take(c.limits, &c.who, NOON, 31, &out), AD_RATE_LIMITED);
	assert_string_equal(out.bucket, "minute");
	assert_int_equal(ad_limits_take(c.limits, &c.who, NOON, 21, &out), AD_RATE_LIMITED);
	assert_string_equal(out.bucket, "daily");
	assert_int_equal(out.remaining, 30);
	assert_int_equal(out.daily_remaining, 20);
	assert_int_equal(ad_limits_take(c.limits, &c.who, NOON, 20, &out), AD_OK);
	assert_int_equal(out.remaining, 10);
	assert_int_equal(out.daily_remaining, 0);
	ad_limits_free(c.limits);
}

/* A client that waits for Retry-After passes, and the window has no room before that. */
static void retry_after_is_just_long_enough(void **state)
{
	(void)state;
	for (int64_t late = 0; late < 60000; late += 997) {
		struct caller c;
		struct ad_limit out;
		int64_t first = NOON + 123 * 1000;

		caller_open(&c);
		c.who.minute_limit = 1;
		assert_true(passes(&c, first, &out));
		assert_false(passes(&c, first + late * 1000, &out));
		int64_t wait = out.retry_after;
		assert_in_range(wait, 1, 60);
		assert_in_range(out.reset - (first + late * 1000) / AD_SECOND, wait, wait + 1);
		assert_false(passes(&c, first + late * 1000 + (wait - 1) * AD_SECOND, &out));
		assert_true(passes(&c, first + late * 1000 + wait * AD_SECOND, &out));
		ad_limits_free(c.limits);
	}
}

static void a_refused_request_does_not_count(void **state)
{
	struct caller c;
	struct ad_limit out;

	(void)state;
	caller_open(&c);
	c.who.minute_limit = 2;
	c.who.daily_limit = 3;
	assert_true(passes(&c, NOON, &out));
	assert_true(passes(&c, NOON, &out));
	assert_false(passes(&c, NOON, &out));
	ad_limits_read(c.limits, &c.who, NOON, &out);
	assert_int_equal(out.daily_remaining, 1);
	assert_int_equal(out.remaining, 0);
	assert_null(out.bucket);
	assert_true(passes(&c, NOON + AD_MINUTE, &out));
	assert_false(passes(&c, NOON + AD_MINUTE, &out));
	assert_string_equal(out.bucket, "daily");
	assert_int_equal(out.remaining, 1); /* the minute got its request back */
	assert_int_equal(out.retry_after, 12 * 3600 - 60);
	ad_limits_free(c.limits);
}

static void the_day_is_shared_and_ends_at_midnight_utc(void **state)
{
	struct caller one, two;
	struct ad_limit out;

	(void)state;
	caller_open(&one);
	caller_open(&two);
	two.who.daily = &one.daily;
	one.who.daily_limit = two.who.daily_limit = 2;
	assert_true(passes(&one, NOON, &out));
	assert_true(passes(&two, NOON, &out));
	assert_int_equal(out.daily_remaining, 0);
	assert_false(passes(&one, NOON + 12 * AD_HOUR - 1, &out));
	assert_int_equal(out.retry_after, 1);
	assert_true(passes(&one, NOON + 12 * AD_HOUR, &out));
	assert_int_equal(out.daily_reset, (NOON + 36 * AD_HOUR) / AD_SECOND);
	/* Another thread's clock may be just before midnight: the new day stays. */
	assert_true(passes(&two, NOON + 12 * AD_HOUR - 1, &out));
	assert_false(passes(&two, NOON + 12 * AD_HOUR + 1, &out));
	ad_limits_free(one.limits);
	ad_limits_free(two.limits);
}

static void a_limit_of_none_lets_nothing_through(void **state)
{
	struct caller c;
	struct ad_limit out;

	(void)state;
	caller_open(&c);
	c.who.minute_limit = 0;
	assert_false(passes(&c, NOON, &out));
	assert_string_equal(out.bucket, "minute");
	c.who.minute_limit = 60;
	c.who.daily_limit = 0;
	assert_false(passes(&c, NOON, &out));
	assert_string_equal(out.bucket, "daily");
	ad_limits_free(c.limits);
}

static bool address_passes(struct ad_limits *limits, const char *address, enum ad_address_use use)
{
	struct ad_limit out;

	return ad_limits_take_address(limits, ad_str(address), use, NOON, &out);
}

static void addresses_have_buckets_of_their_own(void **state)
{
	struct ad_limits *limits = ad_limits_new(NULL);
	struct ad_limit out;

	(void)state;
	for (int i = 0; i < AD_ADDRESS_LIMIT; i++)
		assert_true(address_passes(limits, "192.0.2.1", AD_ADDRESS_REQUEST));
	assert_false(
		ad_limits_take_address(limits, AD_S("192.0.2.1"), AD_ADDRESS_REQUEST, NOON, &out));
	assert_int_equal(out.retry_after, 60);
	assert_false(address_passes(limits, "::ffff:192.0.2.1", AD_ADDRESS_REQUEST));
	assert_true(address_passes(limits, "192.0.2.2", AD_ADDRESS_REQUEST));
	ad_limits_read_address(limits, AD_S("192.0.2.2"), NOON, &out);
	assert_int_equal(out.remaining, AD_ADDRESS_LIMIT - 1);
	ad_limits_read_address(limits, AD_S("192.0.2.1"), NOON, &out);
	assert_int_equal(out.remaining, 0);
	assert_null(out.bucket);
	for (int i = 0; i < AD_REGISTER_LIMIT; i++)
		assert_true(address_passes(limits, "2001:db8::1", AD_ADDRESS_REGISTER));
	/* One network of 64 bits is one address. */
	assert_false(address_passes(limits, "2001:db8::ffff:2", AD_ADDRESS_REGISTER));
	assert_true(address_passes(limits, "2001:db8:0:1::1", AD_ADDRESS_REGISTER));
	ad_limits_free(limits);
}

/* A registration from a /64 of 2001:db8::/32, by its last 32 bits. */
static bool network_passes(struct ad_limits *limits, unsigned network)
{
	char address[64];

	snprintf(address, sizeof(address), "2001:db8:%x:%x::1", network >> 16, network & 0xffff);
	return address_passes(limits, address, AD_ADDRESS_REGISTER);
}

static void a_crowd_of_64s_counts_for_its_56_and_48(void **state)
{
	struct ad_limits *limits = ad_limits_new(NULL);
	const unsigned other = 0x10000, next = 0x100; /* another /48, the next /56 */

	(void)state;
	for (unsigned i = 0; i < 2 * AD_REGISTER_LIMIT; i++)
		assert_true(network_passes(limits, i));
	assert_false(network_passes(limits, 2 * AD_REGISTER_LIMIT)); /* a /64 of the same /56 */
	/* A request that the /56 refused does not count for the /48: two limits are left there. */
	for (unsigned i = 0; i < 2 * AD_REGISTER_LIMIT; i++)
		assert_true(network_passes(limits, next * (1 + i)));
	assert_false(network_passes(limits, next * (1 + 2 * AD_REGISTER_LIMIT)));
	assert_true(network_passes(limits, other));
	assert_true(address_passes(limits, "192.0.2.1", AD_ADDRESS_REGISTER));
	ad_limits_free(limits);
}

struct crowd {
	struct caller caller;
	_Atomic int passed;
};

static void *hammer(void *arg)
{
	struct crowd *crowd = arg;
	struct ad_limit out;

	for (int i = 0; i < 2000; i++)
		if (passes(&crowd->caller, NOON, &out))
			atomic_fetch_add(&crowd->passed, 1);
	return NULL;
}

static void threads_together_pass_exactly_the_limit(void **state)
{
	struct crowd crowd = { 0 };
	pthread_t threads[4];

	(void)state;
	caller_open(&crowd.caller);
	crowd.caller.who.minute_limit = 1000;
	for (size_t i = 0; i < AD_LEN(threads); i++)
		assert_int_equal(pthread_create(&threads[i], NULL, hammer, &crowd), 0);
	for (size_t i = 0; i < AD_LEN(threads); i++)
		pthread_join(threads[i], NULL);
	assert_int_equal(atomic_load(&crowd.passed), 1000);
	ad_limits_free(crowd.caller.limits);
}

/* --- with a database ----------------------------------------------------------------------- */

/* A caller by a token of the world's account, on a server of its own. */
static struct ad_principal principal(struct world *w, struct ad_limits *limits, int64_t now)
{
	struct ad_principal who = { .minute_limit = 60, .daily_limit = 100000 };

	snprintf(who.account_id, sizeof(who.account_id), "%s", w->account.id.p);
	snprintf(who.credential_id, sizeof(who.credential_id), "abcdefghijklmnop");
	who.minute = ad_limits_minute(limits, w->db, who.credential_id, AD_BY_TOKEN);
	who.daily = ad_limits_daily(limits, w->db, who.account_id, now);
	assert_non_null(who.minute);
	assert_non_null(who.daily);
	return who;
}

static int64_t number(struct world *w, const char *sql)
{
	struct ad_stmt *s = ad_sql(w->db, sql);

	must(w->db, ad_step(s) == AD_DB_ROW);
	int64_t n = ad_col_int(s, 0);
	ad_reset(s);
	return n;
}

/* A server with the database for itself: stored behind, and a new one goes on from there. */
static void what_was_used_is_stored_and_found_again(void **state)
{
	struct world *w = world_open(state);
	struct ad_limits *a = ad_limits_new(NULL), *b = ad_limits_new(NULL);
	struct ad_principal one = principal(w, a, NOON);
	struct ad_usage usage[4];
	struct ad_limit out;

	for (int i = 0; i < 5; i++)
		assert_int_equal(ad_limits_take(a, &one, NOON + i, 1, &out), AD_OK);
	assert_int_equal(ad_limits_collect(a, usage, AD_LEN(usage)), 2);
	assert_true(ad_limits_store(w->db, usage, 2));
	ad_limits_settle(usage, 2);
	assert_int_equal(ad_limits_collect(a, usage, AD_LEN(usage)), 0);
	assert_int_equal(number(w, "SELECT n FROM daily_usage"), 5);
	assert_int_equal(number(w, "SELECT n FROM limits"), 5);
	assert_int_equal(ad_limits_take(a, &one, NOON + AD_SECOND, 1, &out), AD_OK);
	assert_int_equal(ad_limits_collect(a, usage, AD_LEN(usage)), 2);
	assert_true(ad_limits_store(w->db, usage, 2));
	ad_limits_settle(usage, 2);

	struct ad_principal two = principal(w, b, NOON);
	ad_limits_read(b, &two, NOON + 2 * AD_SECOND, &out);
	assert_int_equal(out.daily_limit - out.daily_remaining, 6);
	assert_int_equal(out.remaining, 54);
	assert_int_equal(out.reset, NOON / AD_SECOND + 60);
	ad_limits_read(b, &two, NOON + 13 * AD_HOUR, &out);
	assert_int_equal(out.daily_remaining, out.daily_limit);
	assert_int_equal(out.remaining, 60);
	ad_limits_free(a);
	ad_limits_free(b);
	world_close(w);
}

static bool shared(struct world *w)
{
	return ad_store_shared(w->database->store);
}

/* Servers that share a database: each counts in it, and no news is kept for the upkeep. */
static void two_servers_together_pass_exactly_the_limit(void **state)
{
	struct world *w = world_open(state);
	struct ad_limits *limits[] = { ad_limits_new(w->database->store),
				       ad_limits_new(w->database->store) };
	struct ad_usage usage[4];
	struct ad_limit out;
	int passed = 0;

	for (int i = 0; shared(w) && i < 160; i++) {
		struct ad_principal who = principal(w, limits[i % 2], ad_now());
		who.minute_limit = 70;
		if (ad_limits_take(limits[i % 2], &who, ad_now(), 1, &out) == AD_OK)
			passed++;
		assert_int_equal(out.limit, 70);
		assert_int_equal(out.remaining, 70 - passed);
		assert_in_range(out.reset - ad_now() / AD_SECOND, 1, 61);
	}
	if (shared(w)) {
		assert_int_equal(passed, 70);
		assert_string_equal(out.bucket, "minute");
		assert_in_range(out.retry_after, 1, 60);
		assert_int_equal(number(w, "SELECT n FROM limits"), 70);
		assert_int_equal(number(w, "SELECT n FROM daily_usage"), 70);
		assert_int_equal(ad_limits_collect(limits[0], usage, AD_LEN(usage)), 1);
		assert_false(usage[0].counted);
		/* An expired window makes room, also if it was known to be full. */
		world_run(w, "UPDATE limits SET window_start = window_start - 60000000",
			  (struct ad_str){ 0 });
	}
	ad_limits_free(limits[0]);
	ad_limits_free(limits[1]);
	if (shared(w)) {
		struct ad_limits *fresh = ad_limits_new(w->database->store);
		struct ad_principal who = principal(w, fresh, ad_now());
		assert_int_equal(ad_limits_take(fresh, &who, ad_now(), 1, &out), AD_OK);
		assert_int_equal(out.remaining, 59);
		ad_limits_free(fresh);
	}
	world_close(w);
}

static void servers_share_the_day_and_give_the_minute_back(void **state)
{
	struct world *w = world_open(state);
	struct ad_limits *a = ad_limits_new(w->database->store);
	struct ad_limits *b = ad_limits_new(w->database->store);
	struct ad_limit out;

	if (shared(w)) {
		struct ad_principal one = principal(w, a, ad_now()),
				    two = principal(w, b, ad_now());
		one.daily_limit = two.daily_limit = 3;
		assert_int_equal(ad_limits_take(a, &one, ad_now(), 1, &out), AD_OK);
		assert_int_equal(ad_limits_take(b, &two, ad_now(), 1, &out), AD_OK);
		assert_int_equal(ad_limits_take(b, &two, ad_now(), 1, &out), AD_OK);
		assert_int_equal(out.daily_remaining, 0);
		for (int i = 0; i < 3; i++) {
			assert_int_equal(ad_limits_take(a, &one, ad_now(), 1, &out),
					 AD_RATE_LIMITED);
			assert_string_equal(out.bucket, "daily");
			assert_int_equal(out.remaining, 57);
			assert_in_range(out.retry_after, 1, 86400);
		}
		assert_int_equal(number(w, "SELECT n FROM limits"), 3);
		assert_int_equal(number(w, "SELECT n FROM daily_usage"), 3);
		ad_limits_read(b, &two, ad_now(), &out);
		assert_int_equal(out.remaining, 57);
		assert_null(out.bucket);
		/* Many at once are counted all or not. */
		one.daily_limit = two.daily_limit = 20;
		assert_int_equal(ad_limits_take(b, &two, ad_now(), 58, &out), AD_RATE_LIMITED);
		assert_int_equal(ad_limits_take(b, &two, ad_now(), 18, &out), AD_RATE_LIMITED);
		assert_string_equal(out.bucket, "daily");
		assert_int_equal(ad_limits_take(b, &two, ad_now(), 17, &out), AD_OK);
		assert_int_equal(out.daily_remaining, 0);
		assert_int_equal(out.remaining, 40);
		assert_int_equal(number(w, "SELECT n FROM limits"), 20);
		/* Another day is another row for a server that does not know this one as full. */
		struct ad_limits *c = ad_limits_new(w->database->store);
		struct ad_principal three = principal(w, c, ad_now());
		three.daily_limit = 3;
		world_run(w, "UPDATE daily_usage SET day = '2026-01-20'", (struct ad_str){ 0 });
		assert_int_equal(ad_limits_take(c, &three, ad_now(), 1, &out), AD_OK);
		assert_int_equal(out.daily_remaining, 2);
		ad_limits_free(c);
	}
	ad_limits_free(a);
	ad_limits_free(b);
	world_close(w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_window_begins_with_its_first_request),
		cmocka_unit_test(many_at_once_are_counted_all_or_not),
		cmocka_unit_test(retry_after_is_just_long_enough),
		cmocka_unit_test(a_refused_request_does_not_count),
		cmocka_unit_test(the_day_is_shared_and_ends_at_midnight_utc),
		cmocka_unit_test(a_limit_of_none_lets_nothing_through),
		cmocka_unit_test(addresses_have_buckets_of_their_own),
		cmocka_unit_test(a_crowd_of_64s_counts_for_its_56_and_48),
		cmocka_unit_test(threads_together_pass_exactly_the_limit),
	};
	const struct CMUnitTest stored[] = {
		cmocka_unit_test_setup_teardown(what_was_used_is_stored_and_found_again,
						fresh_database, drop_database),
		cmocka_unit_test_setup_teardown(two_servers_together_pass_exactly_the_limit,
						fresh_database, drop_database),
		cmocka_unit_test_setup_teardown(servers_share_the_day_and_give_the_minute_back,
						fresh_database, drop_database),
	};
	return cmocka_run_group_tests(tests, NULL, NULL) + on_each_database("usage", stored);
}
