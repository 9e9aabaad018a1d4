/* Findings of reviews: stored with their first day, and withdrawn. */
#include "tests/support/database.h"

#include "store/schema/schema.h"
#include "sync/state/review.h"

struct books {
	struct database *d;
	struct ad_db *db;
	struct ad_arena *arena;
};

static const struct ad_realm realm = { { "spc_1", 5 }, { "test", 4 } };

static int books_up(void **state)
{
	struct books *b = calloc(1, sizeof(*b));
	char err[256] = "";

	assert_non_null(b);
	assert_int_equal(fresh_database((void **)&b->d), 0);
	b->arena = ad_arena_new();
	b->db = open_db(b->d, AD_DB_WRITE);
	if (!ad_schema_migrate(b->db, err))
		fail_msg("%s", err);
	assert_int_equal(ad_db_begin(b->db, true), AD_DB_DONE);
	*state = b;
	return 0;
}

static int books_down(void **state)
{
	struct books *b = *state;

	ad_db_rollback(b->db);
	ad_db_close(b->db);
	ad_arena_free(b->arena);
	drop_database((void **)&b->d);
	free(b);
	return 0;
}

/* Stores a report of ad_1 at a moment. Returns the stored "DISAPPROVED since 5 [reasons]". */
static const char *after(struct books *b, const char *status, int64_t at, const char *reasons)
{
	struct ad_review review = { .res = ad_resource_row(AD_R_AD),
				    .object_id = AD_S("ad_1"),
				    .platform = AD_GOOGLE,
				    .campaign_id = AD_S("cmp_1"),
				    .status = ad_str(status),
				    .reasons = ad_str(reasons),
				    .seen_at = at };
	struct ad_stmt *s = ad_sql(b->db, "SELECT review_status, since, reasons FROM"
					  " review_findings");
	const char *kept = "";

	if (ad_review_keep(b->db, realm, &review) != AD_DB_DONE)
		fail_msg("%s", ad_db_error(b->db));
	if (ad_step(s) == AD_DB_ROW) {
		kept = ad_arena_printf(b->arena, "%.*s since %lld %.*s", AD_FMT(ad_col(s, 0)),
				       (long long)ad_col_int(s, 1), AD_FMT(ad_col(s, 2)))
			       .p;
		ad_reset(s);
	}
	return kept;
}

static void a_finding_lasts_from_its_first_day(void **state)
{
	struct books *b = *state;

	assert_string_equal(after(b, "APPROVED", 1, NULL), "");
	assert_string_equal(after(b, "DISAPPROVED", 5, NULL), "DISAPPROVED since 5 []");
	assert_string_equal(after(b, "DISAPPROVED", 7, "[{}]"), "DISAPPROVED since 5 [{}]");
	/* Not reported, or reported earlier: nothing changes. */
	assert_string_equal(after(b, NULL, 8, NULL), "DISAPPROVED since 5 [{}]");
	assert_string_equal(after(b, "APPROVED_LIMITED", 6, NULL), "DISAPPROVED since 5 [{}]");
	assert_string_equal(after(b, "APPROVED_LIMITED", 9, NULL), "APPROVED_LIMITED since 9 []");
	assert_string_equal(after(b, "UNDER_REVIEW", 10, NULL), "");
	assert_string_equal(after(b, "REJECTED", 11, NULL), "REJECTED since 11 []");
	assert_int_equal(ad_review_drop(b->db, realm, AD_S("ad_1")), AD_DB_DONE);
	assert_string_equal(after(b, NULL, 12, NULL), "");
}

static void only_findings_are_findings(void **state)
{
	(void)state;
	assert_true(ad_review_is_finding(AD_S("DISAPPROVED")));
	assert_true(ad_review_is_finding(AD_S("WITH_ISSUES")));
	assert_false(ad_review_is_finding(AD_S("APPROVED")));
	assert_false(ad_review_is_finding(AD_S("PENDING_REVIEW")));
	assert_false(ad_review_is_finding((struct ad_str){ NULL, 0 }));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_finding_lasts_from_its_first_day, books_up,
						books_down),
		cmocka_unit_test(only_findings_are_findings),
	};

	return on_each_database("review", tests);
}
