/* Reports are read in one walk along an index; the page alone is held. */
#include "tests/unit/core/call/desk.h"

#include <stdlib.h>

#include "call/reports/report_rows.h"
#include "call/rules/rules.h"

#define CAMPAIGNS 300
#define DAYS 40

static void id_of(char out[static AD_ID_SIZE], int number)
{
	snprintf(out, AD_ID_SIZE, "cmp_%026d", number);
}

/* Campaigns that exist by their ids alone, each with DAYS days; its clicks a day are its number. */
static void fill(struct desk *d)
{
	struct ad_realm realm = ad_call_realm(&d->call);
	static char ids[CAMPAIGNS][AD_ID_SIZE];
	static struct ad_day_row rows[CAMPAIGNS];

	for (int i = 0; i < CAMPAIGNS; i++) {
		id_of(ids[i], i);
		struct ad_stmt *s = ad_sql(
			d->db, "INSERT INTO campaigns (space_id, environment, id, source,"
			       " created_by, created_at, updated_at, version, sync_revision,"
			       " last_synced_at, sync_state, failed, removal, removed, json, name, "
			       "type, budget,"
			       " platform, status, locations, languages, labels, budget_level,"
			       " budget_period) VALUES ($1, $2, $3, 'API', 'x', 1, 1, 1, 1,"
			       " 0, 'STAGED', 0, 0, 0, '{}', $3, 'SEARCH', 1, 'google', 'PAUSED',"
			       " '[]', '[]', '[]', 'CAMPAIGN', 'DAILY')");
		ad_bind(s, 1, realm.space_id);
		ad_bind(s, 2, realm.environment);
		ad_bind_cstr(s, 3, ids[i]);
		GOOD(d->db, ad_step(s) == AD_DB_DONE);
		rows[i] = (struct ad_day_row){ .object_id = ad_str(ids[i]),
					       .campaign_id = ad_str(ids[i]),
					       .measures = { 1000, i, 10 * i, AD_NOT_COLLECTED,
							     AD_NOT_COLLECTED } };
	}
	for (int day = 0; day < DAYS; day++) {
		struct ad_day one = { .realm = realm,
				      .level = AD_LEVEL_CAMPAIGN,
				      .platform = AD_GOOGLE,
				      .day = 20000 + day,
				      .collected_at = 7,
				      .rows = rows,
				      .count = CAMPAIGNS };
		GOOD(d->db, ad_performance_keep(d->db, &one) == AD_DB_DONE);
	}
}

static struct ad_report_ask ask_of(struct desk *d)
{
	return (struct ad_report_ask){ .db = d->db,
				       .arena = d->call.arena,
				       .realm = ad_call_realm(&d->call),
				       .from = 20000,
				       .to = 20000 + DAYS - 1,
				       .platforms = 15,
				       .order = AD_F_CLICKS,
				       .limit = 7 };
}

static void pages_hold_no_more_than_a_page(void **state)
{
	struct desk *d = *state;
	struct ad_report_ask ask = ask_of(d);
	struct ad_report report;
	struct ad_report_key after;
	int64_t seen = 0;
	size_t most = 0;

	fill(d);
	ask.period = AD_P_DATE;
	do {
		fresh(d);
		ask.arena = d->call.arena;
		size_t before = ad_arena_used(ask.arena);
		GOOD(d->db, ad_report_read(&ask, &report) == AD_DB_DONE);
		size_t used = ad_arena_used(ask.arena) - before;
		most = used > most ? used : most;
		assert_int_equal(report.total, CAMPAIGNS * DAYS);
		assert_true(report.totals.of[AD_CLICKS] ==
			    (ad_wide)DAYS * CAMPAIGNS * (CAMPAIGNS - 1) / 2);
		for (size_t i = 0; i < report.count; i++)
			assert_int_equal((int64_t)report.rows[i].sums.of[AD_CLICKS],
					 (seen + (int64_t)i) / DAYS);
		seen += (int64_t)report.count;
		if (report.count)
			after = report.rows[report.count - 1].key;
		ask.after = &after;
		ask.limit = 997;
	} while (report.more);
	assert_int_equal(seen, CAMPAIGNS * DAYS);
	assert_true(most < 2000 * 2 * sizeof(struct ad_report_row));
}

static void order_and_filters(void **state)
{
	struct desk *d = *state;
	struct ad_report_ask ask = ask_of(d);
	struct ad_report report;
	char one[AD_ID_SIZE], other[AD_ID_SIZE];

	fill(d);
	ask.descending = true;
	GOOD(d->db, ad_report_read(&ask, &report) == AD_DB_DONE);
	assert_int_equal(report.total, CAMPAIGNS);
	assert_int_equal(report.count, 7);
	assert_true(report.more);
	id_of(one, CAMPAIGNS - 1);
	assert_string_equal(report.rows[0].key.object_id, one);
	assert_int_equal(report.data_as_of, 7);
	id_of(other, 3);
	struct ad_str both[] = { ad_str(one), ad_str(other) };
	ask.campaigns = both;
	ask.campaign_count = 2;
	ask.to = 20000;
	GOOD(d->db, ad_report_read(&ask, &report) == AD_DB_DONE);
	assert_int_equal(report.total, 2);
	assert_string_equal(report.rows[1].key.object_id, other);
	ask.account = true;
	GOOD(d->db, ad_report_read(&ask, &report) == AD_DB_DONE);
	assert_int_equal(report.total, 1);
	assert_int_equal((int64_t)report.rows[0].sums.of[AD_CLICKS], CAMPAIGNS + 2);
	ask.platforms = 1u << AD_META;
	GOOD(d->db, ad_report_read(&ask, &report) == AD_DB_DONE);
	assert_int_equal(report.total + (int64_t)report.count, 0);
	assert_false(report.totals.known[AD_CLICKS]);
	assert_int_equal(report.data_as_of, 0);
}

/* SQLite's query plan: no scan of a whole table, and no sort. */
static void walks_along(struct desk *d, const struct ad_report_ask *ask)
{
	struct ad_str sql = ad_arena_printf(d->arena, "EXPLAIN QUERY PLAN %s", ad_report_sql(ask));
	struct ad_stmt *s = ad_sql(d->db, sql.p);
	enum ad_db_status status;
	int steps = 0;

	while ((status = ad_step(s)) == AD_DB_ROW) {
		const char *step = ad_arena_copy(d->arena, ad_col(s, 3)).p;
		if (strstr(step, "SCAN") || strstr(step, "TEMP B-TREE"))
			fail_msg("%s: %s", step, sql.p);
		steps++;
	}
	GOOD(d->db, status == AD_DB_DONE);
	assert_true(steps > 0);
}

static void no_statement_scans_or_sorts(void **state)
{
	struct desk *d = *state;
	struct ad_report_ask ask = ask_of(d);
	struct ad_str one = AD_S("cmp_1");

	for (int level = 0; level < AD_LEVEL_COUNT; level++) {
		ask.level = (enum ad_level)level;
		walks_along(d, &ask);
	}
	ask.campaigns = &one;
	ask.campaign_count = 1;
	walks_along(d, &ask);
	ask.account = true;
	walks_along(d, &ask);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		desk_test(pages_hold_no_more_than_a_page),
		desk_test(order_and_filters),
		desk_test(no_statement_scans_or_sorts),
	};

	return cmocka_run_group_tests_name("report_rows", tests, NULL, NULL);
}
