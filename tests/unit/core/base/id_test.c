#include "tests/support/unit.h"

#include <pthread.h>

#include "base/clock.h"
#include "base/id.h"

static void ids_have_their_form(void **state)
{
	char id[AD_ID_SIZE];

	(void)state;
	ad_id_make("cmp", id);
	assert_int_equal(strlen(id), 30);
	assert_true(ad_id_valid("cmp", ad_str(id)));
	assert_false(ad_id_valid("ad", ad_str(id)));
	ad_id_make("ad", id);
	assert_true(ad_id_valid("ad", ad_str(id)));
}

static void ids_of_a_thread_rise(void **state)
{
	char last[AD_ID_SIZE] = "", id[AD_ID_SIZE];

	(void)state;
	for (int i = 0; i < 200000; i++) {
		ad_id_make("x", id);
		if (strcmp(last, id) >= 0)
			fail_msg("%s is followed by %s", last, id);
		memcpy(last, id, sizeof(id));
	}
}

static void an_id_tells_its_time(void **state)
{
	char id[AD_ID_SIZE];
	int64_t before = ad_now() / 1000, ms;

	(void)state;
	ad_id_make("run", id);
	ms = ad_id_time_ms(ad_str(id));
	assert_true(ms >= before - 1);
	assert_true(ms <= ad_now() / 1000);
	assert_int_equal(ad_id_time_ms(AD_S("x_01ARZ3NDEKTSV4RRFFQ69G5FAV")),
			 INT64_C(1469922850259));
	assert_int_equal(ad_id_time_ms(AD_S("short")), 0);
}

static void refuses_other_forms(void **state)
{
	static const char *const bad[] = {
		"",
		"cmp",
		"cmp_",
		"cmp_01ARZ3NDEKTSV4RRFFQ69G5FA",
		"cmp_01ARZ3NDEKTSV4RRFFQ69G5FAVX",
		"cmp-01ARZ3NDEKTSV4RRFFQ69G5FAV",
		"cmp_01arz3ndektsv4rrffq69g5fav",
		"cmp_81ARZ3NDEKTSV4RRFFQ69G5FAV",
		"cmp_01ARZ3NDEKTSV4RRFFQ69G5FAI",
		"cmp_01ARZ3NDEKTSV4RRFFQ69G5FAU",
		"CMP_01ARZ3NDEKTSV4RRFFQ69G5FAV",
		"cmp_01ARZ3NDEKTSV4RRFFQ69G5F'V",
	};

	(void)state;
	assert_true(ad_id_valid("cmp", AD_S("cmp_01ARZ3NDEKTSV4RRFFQ69G5FAV")));
	for (size_t i = 0; i < AD_LEN(bad); i++) {
		if (ad_id_valid("cmp", ad_str(bad[i])))
			fail_msg("accepted: %s", bad[i]);
	}
	assert_false(ad_id_valid("cmp", (struct ad_str){ "cmp_01ARZ3NDEKTSV4RRFFQ69G5FA", 30 }));
}

static void *make_one(void *out)
{
	ad_id_make("t", out);
	return NULL;
}

static void threads_do_not_repeat_each_other(void **state)
{
	char ids[8][AD_ID_SIZE];
	pthread_t threads[8];

	(void)state;
	for (int i = 0; i < 8; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, make_one, ids[i]), 0);
	for (int i = 0; i < 8; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < 8; i++) {
		for (int k = 0; k < i; k++)
			assert_string_not_equal(ids[i], ids[k]);
	}
}

static void random_bytes_fill_all(void **state)
{
	unsigned char seen[1000] = { 0 }, bytes[1000];

	(void)state;
	for (int round = 0; round < 8; round++) {
		ad_random(bytes, sizeof(bytes));
		for (size_t i = 0; i < sizeof(bytes); i++)
			seen[i] |= bytes[i];
	}
	for (size_t i = 0; i < sizeof(seen); i++)
		assert_int_not_equal(seen[i], 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ids_have_their_form),
		cmocka_unit_test(ids_of_a_thread_rise),
		cmocka_unit_test(an_id_tells_its_time),
		cmocka_unit_test(refuses_other_forms),
		cmocka_unit_test(threads_do_not_repeat_each_other),
		cmocka_unit_test(random_bytes_fill_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
