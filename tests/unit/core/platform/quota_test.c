/* Quota figures by platform. A malformed figure is ignored. */
#include "tests/support/arena.h"

#include "base/clock.h"
#include "platform/quota.h"

static struct ad_quota quota_of(void **state, enum ad_platform platform, const char *first,
				const char *second)
{
	struct ad_http_response response = { .status = 200,
					     .heard = { ad_str(first), ad_str(second) } };
	struct ad_quota out = { .used = 1, .regain = 1, .space = 1 };

	ad_quota_read(*state, platform, &response, &out);
	return out;
}

static void meta_tells_percents(void **state)
{
	static const char whole[] =
		"{\"101\":[{\"type\":\"ads_management\",\"call_count\":28,\"total_cputime\":25,"
		"\"total_time\":81,\"estimated_time_to_regain_access\":0}],\"102\":[{\"type\":"
		"\"ads_insights\",\"call_count\":5}]}";
	struct ad_quota quota = quota_of(state, AD_META, whole, NULL);

	assert_int_equal(quota.used, 81);
	assert_int_equal(quota.regain, 60 * AD_SECOND);
	assert_int_equal(quota.space, 6 * AD_SECOND / 4);
	quota = quota_of(state, AD_META, whole, "{\"acc_id_util_pct\":96.67}");
	assert_int_equal(quota.used, 96);
	quota = quota_of(state, AD_META, NULL, "{\"call_count\":4,\"total_time\":250}");
	assert_int_equal(quota.used, 100);
	quota = quota_of(state, AD_META, whole, "{\"call_count\":\"99\"}");
	assert_int_equal(quota.used, 81);
}

static void reddit_tells_what_is_left(void **state)
{
	static const char reads[] = "\"campaign-management-read\";q=400;w=60";
	struct ad_quota quota =
		quota_of(state, AD_REDDIT, "\"campaign-management-read\";r=100;t=30", reads);

	assert_int_equal(quota.used, 75);
	assert_int_equal(quota.regain, 30 * AD_SECOND);
	assert_int_equal(quota.space, 3 * AD_SECOND / 10);
	quota = quota_of(state, AD_REDDIT, "\"campaign-management-read\";r=0;t=0", reads);
	assert_int_equal(quota.used, 100);
	assert_int_equal(quota.regain, AD_SECOND);
	quota = quota_of(state, AD_REDDIT, "\"campaign-management-read\";r=900;t=9", reads);
	assert_int_equal(quota.used, 0);
	quota = quota_of(state, AD_REDDIT, "\"burst\"; r=1;t=2, \"day\";t=600;r=40",
			 "\"day\";q=50;w=86400, \"burst\";w=5;q=10");
	assert_int_equal(quota.used, 90);
	assert_int_equal(quota.regain, 2 * AD_SECOND);
}

static void what_is_broken_tells_nothing(void **state)
{
	static const char *const fields[] = {
		NULL,
		"",
		"\"",
		"\"a",
		"\"a\"",
		"\"a\";",
		"\"a\";r",
		"\"a\";r=",
		"\"a\";r=x",
		"\"a\";r=1",
		"\"a\";t=1",
		"\"a\";r=-1;t=1",
		"a;r=1;t=1",
		"\"b\";r=1;t=1",
		"\"a\";rr=1;t=1",
		"[]",
		"{\"a\":[1,{}]}",
	};

	for (size_t i = 0; i < AD_LEN(fields); i++) {
		struct ad_quota quota = quota_of(state, AD_REDDIT, fields[i], "\"a\";q=9;w=1");
		assert_int_equal(quota.used, 0);
		quota = quota_of(state, AD_META, fields[i], fields[i]);
		assert_int_equal(quota.used, 0);
	}
	assert_int_equal(quota_of(state, AD_REDDIT, "\"a\";r=0;t=9", NULL).used, 0);
	assert_int_equal(quota_of(state, AD_REDDIT, "\"a\";r=0;t=9", "\"a\";q=0").used, 0);
}

static void others_tell_by_refusing_alone(void **state)
{
	struct ad_quota quota = quota_of(state, AD_GOOGLE, "{\"1\":[{\"call_count\":99}]}", NULL);

	assert_int_equal(quota.used + quota.regain + quota.space, 0);
	quota = quota_of(state, AD_MICROSOFT, "\"a\";r=0;t=9", "\"a\";q=9");
	assert_int_equal(quota.used + quota.regain + quota.space, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(meta_tells_percents),
		IN_ARENA(reddit_tells_what_is_left),
		IN_ARENA(what_is_broken_tells_nothing),
		IN_ARENA(others_tell_by_refusing_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
