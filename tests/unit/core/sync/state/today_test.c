/* The date of an ad account, and the daily amount of a lifetime budget by that date. */
#include "tests/unit/core/sync/plans.h"

#include "base/clock.h"
#include "sync/state/today.h"

static void days_and_numbers_are_each_others_inverse(void **state)
{
	struct world *w = *state;

	assert_int_equal(ad_day_number(AD_S("1970-01-01")), 0);
	assert_int_equal(ad_day_number(AD_S("2024-02-29")), 19782);
	assert_int_equal(ad_day_number(AD_S("2023-02-29")), -1);
	assert_int_equal(ad_day_number((struct ad_str){ NULL, 0 }), -1);
	assert_true(ad_str_is(ad_day_text(w->arena, 19782), "2024-02-29"));
}

/* Each ad account has its own day; where none is connected, the Space's time zone holds. */
static void today_is_that_of_each_ad_account(void **state)
{
	struct world *w = *state;
	struct ad_today today;
	int64_t now = ad_now();
	char east[11], west[11], utc[11];

	DONE(w->db, ad_db_exec(w->db, "UPDATE connections SET timezone = 'Pacific/Kiritimati'"
				      " WHERE platform = 'google'"));
	DONE(w->db, ad_db_exec(w->db, "UPDATE connections SET timezone = 'Pacific/Pago_Pago'"
				      " WHERE platform = 'meta'"));
	DONE(w->db, ad_db_exec(w->db, "DELETE FROM connections WHERE platform = 'reddit'"));
	ad_date_in("Pacific/Kiritimati", now, east);
	ad_date_in("Pacific/Pago_Pago", now, west);
	ad_date_in("UTC", now, utc);
	DONE(w->db, ad_today_load(w->db, w->realm, &today));
	assert_int_equal(ad_today_on(&today, AD_GOOGLE), ad_day_number(ad_str(east)));
	assert_int_equal(ad_today_on(&today, AD_META), ad_day_number(ad_str(west)));
	assert_int_equal(ad_today_on(&today, AD_REDDIT), ad_day_number(ad_str(utc)));
	assert_true(ad_today_on(&today, AD_GOOGLE) > ad_today_on(&today, AD_META));
	assert_int_equal(ad_today_on(NULL, AD_GOOGLE), now / AD_DAY);
}

static void set_day(struct world *w, struct ad_row *row, const char *field, int64_t day)
{
	struct ad_value none = { .kind = AD_NULL };
	struct ad_value value = { .kind = AD_TEXT };

	if (day >= 0)
		value.s = ad_day_text(w->arena, day);
	*ad_row_value(row, field) = day < 0 ? none : value;
}

/* Days from today; the amount is 900. */
struct share {
	int64_t start, end;
	int64_t expected; /* micros a day */
};

#define NONE INT64_MIN

static void a_lifetime_budget_is_divided_by_the_days_left(void **state)
{
	static const struct share shares[] = {
		{ NONE, 29, 30000000 },    /* from today on */
		{ -20, 9, 90000000 },      /* days that passed do not count */
		{ -1000, 29, 30000000 },   /* whatever first day is named */
		{ 10, 39, 30000000 },      /* it has yet to begin */
		{ -28, 1, 450000000 },     /* two days are left */
		{ -29, 0, 900000000 },     /* today is the last */
		{ -30, -1, 0 },            /* it is over */
		{ NONE, 6, 128580000 },    /* rounded up to the cent */
		{ 5, 3, 900000000 },       /* days that contradict each other: one day */
		{ NONE, NONE, 900000000 }, /* no known end: the whole amount on any day */
	};
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_row *row = load(w, ad_resource_row(AD_R_CAMPAIGN), t.campaign);
	struct ad_today today = { .day = { 20000, 20000, 20000, 20000 } };

	ad_row_value(row, "budget")->i = 900000000;
	*ad_row_value(row, "budgetPeriod") =
		(struct ad_value){ .kind = AD_TEXT, .s = AD_S("LIFETIME") };
	for (size_t i = 0; i < AD_LEN(shares); i++) {
		const struct share *s = &shares[i];
		set_day(w, row, "startDate", s->start == NONE ? -1 : 20000 + s->start);
		set_day(w, row, "endDate", s->end == NONE ? -1 : 20000 + s->end);
		int64_t drafted = ad_budget_a_day(&today, row, NULL);
		struct ad_json_error error;
		const cJSON *object =
			ad_json_parse(w->arena, ad_row_sent_json(w->arena, row), &error);
		if (drafted != s->expected)
			fail_msg("%zu: %lld", i, (long long)drafted);
		assert_int_equal(ad_budget_a_day(&today, row, object), s->expected);
	}
	*ad_row_value(row, "budgetPeriod") =
		(struct ad_value){ .kind = AD_TEXT, .s = AD_S("DAILY") };
	assert_int_equal(ad_budget_a_day(&today, row, NULL), 900000000);
	assert_int_equal(ad_budget_a_day(&today, NULL, NULL), 0);
}

/* The day is the ad account's: east of the date line one day less is left. */
static void the_days_left_are_counted_where_the_ad_account_is(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_row *row = load(w, ad_resource_row(AD_R_CAMPAIGN), t.campaign);
	struct ad_today today = { .day = { 20001, 20000, 20000, 20000 } };

	ad_row_value(row, "budget")->i = 900000000;
	*ad_row_value(row, "budgetPeriod") =
		(struct ad_value){ .kind = AD_TEXT, .s = AD_S("LIFETIME") };
	set_day(w, row, "endDate", 20002);
	assert_int_equal(ad_budget_a_day(&today, row, NULL), 450000000);
	*ad_row_value(row, "platform") =
		(struct ad_value){ .kind = AD_TEXT, .s = AD_S("microsoft") };
	assert_int_equal(ad_budget_a_day(&today, row, NULL), 300000000);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, world_of_drafts, end_of_drafts)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(days_and_numbers_are_each_others_inverse),
		TEST(today_is_that_of_each_ad_account),
		TEST(a_lifetime_budget_is_divided_by_the_days_left),
		TEST(the_days_left_are_counted_where_the_ad_account_is),
	};

	return on_each_database("today", tests);
}
