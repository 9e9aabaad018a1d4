#include "tests/support/database.h"

#include "base/clock.h"
#include "store/events/events.h"
#include "store/schema/schema.h"

#define DONE(db, expression)                                                                       \
	do {                                                                                       \
		if ((expression) != AD_DB_DONE)                                                    \
			fail_msg("%s: %s", #expression, ad_db_error(db));                          \
	} while (0)

static const struct ad_realm realm = { { "spc_1", 5 }, { "test", 4 } };

static struct ad_db *made(void **state)
{
	static const uint8_t key[AD_HISTORY_KEY_SIZE] = { 1 };
	struct ad_db *db = open_db(*state, AD_DB_WRITE);
	char err[256];

	if (!ad_schema_migrate(db, err))
		fail_msg("%s", err);
	ad_history_key(db, key);
	return db;
}

static int64_t number(struct ad_db *db, const char *sql)
{
	struct ad_stmt *s = ad_sql(db, sql);
	int64_t n;

	if (ad_step(s) != AD_DB_ROW)
		fail_msg("%s: %s", sql, ad_db_error(db));
	n = ad_col_int(s, 0);
	ad_reset(s);
	return n;
}

static void add_drift(struct ad_db *db, const char *id)
{
	struct ad_event_object object = {
		AD_S("campaign"), ad_str(id), AD_S("google"), { 0 }, { 0 }
	};

	DONE(db, ad_event_add_object(db, realm, AD_EVENT_DRIFT_FOUND, &object));
}

/* The webhooks' maker, an OWNER. */
static void add_owner(struct ad_db *db)
{
	DONE(db, ad_db_exec(db, "INSERT INTO accounts (id, email, name, created_at, updated_at)"
				" VALUES ('acc_1', 'a@b.example', 'A', 1, 1)"));
	DONE(db, ad_db_exec(db, "INSERT INTO spaces (id, name, owner_account_id, created_at,"
				" updated_at) VALUES ('spc_1', 'S', 'acc_1', 1, 1)"));
	DONE(db, ad_db_exec(db, "INSERT INTO members (space_id, account_id, role, created_at)"
				" VALUES ('spc_1', 'acc_1', 'OWNER', 1)"));
}

static void add_webhook(struct ad_db *db, const char *id, const char *events)
{
	struct ad_stmt *s = ad_sql(db, "INSERT INTO webhooks (space_id, environment, id, url,"
				       " events, enabled, secret, created_by, created_at,"
				       " updated_at, version, scopes) VALUES ('spc_1', 'test', $1,"
				       " 'u', $2, TRUE, 's', 'acc_1', 1, 1, 1, 16383)");

	ad_bind_cstr(s, 1, id);
	ad_bind(s, 2, events ? ad_str(events) : (struct ad_str){ 0 });
	DONE(db, ad_step(s));
}

static enum ad_db_status append(struct ad_db *db, const char *before, const char *after)
{
	struct ad_history_entry e = {
		.space_id = realm.space_id,
		.environment = realm.environment,
		.account_id = AD_S("acc_1"),
		.door = AD_S("APP"),
		.resource = AD_S("space"),
		.object_id = AD_S("spc_1"),
		.verb = AD_S("UPDATE"),
		.before = ad_str(before),
		.after = ad_str(after),
	};

	return ad_history_append(db, &e);
}

static void objects_of_a_transaction_share_an_event(void **state)
{
	struct ad_db *db = made(state);
	char id[16];

	DONE(db, ad_db_begin(db, true));
	for (int i = 0; i < 60; i++) {
		snprintf(id, sizeof(id), "cmp_%d", i);
		add_drift(db, id);
	}
	DONE(db, ad_db_commit(db));
	assert_int_equal(number(db, "SELECT COUNT(*) FROM events"), 1);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM events WHERE data LIKE '%\"count\":60}'"
				    " AND data LIKE '%cmp_49%' AND data NOT LIKE '%cmp_50%'"),
			 1);
	assert_true(number(db, "SELECT MAX(length(data)) FROM events") < 20000);
	ad_db_close(db);
}

static void an_event_goes_with_its_change(void **state)
{
	struct ad_db *db = made(state);

	add_owner(db);
	add_webhook(db, "whk_1", NULL);
	DONE(db, ad_db_begin(db, true));
	DONE(db, ad_db_savepoint(db));
	add_drift(db, "cmp_1");
	DONE(db, append(db, "{\"pushesBlocked\":false}", "{\"pushesBlocked\":true}"));
	ad_db_rollback_savepoint(db);
	DONE(db, ad_db_commit(db));
	assert_int_equal(number(db, "SELECT COUNT(*) FROM events"), 0);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM webhook_queue"), 0);
	DONE(db, ad_db_begin(db, true));
	DONE(db, append(db, "{\"pushesBlocked\":false}", "{\"pushesBlocked\":true}"));
	ad_db_rollback(db);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM events"), 0);
	DONE(db, append(db, "{\"pushesBlocked\":false}", "{\"pushesBlocked\":true}"));
	assert_int_equal(number(db, "SELECT COUNT(*) FROM events WHERE type = 'kill_switch.on' AND"
				    " data = '{\"by\":\"acc_1\"}'"),
			 1);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM webhook_queue"), 1);
	ad_db_close(db);
}

static void other_changes_of_a_space_tell_nothing(void **state)
{
	struct ad_db *db = made(state);

	DONE(db, append(db, "{\"name\":\"a\"}", "{\"name\":\"b\"}"));
	DONE(db, append(db, "{}", "{\"guardrails\":{\"maxBid\":1}}"));
	assert_int_equal(number(db, "SELECT COUNT(*) FROM events"), 0);
	ad_db_close(db);
}

static void rows_of_history_tell_their_events(void **state)
{
	static const struct {
		const char *resource, *verb, *before, *after, *type;
	} rows[] = {
		{ "account", "REFUSE", NULL, "{\"reason\":\"SIGN_IN_LIMIT\"}", "sign_in.refused" },
		{ "account", "UPDATE", NULL, "{\"password\":true}", "account.changed" },
		{ "connection", "UPDATE", "{\"status\":\"CONNECTED\"}", "{\"status\":\"EXPIRED\"}",
		  "connection.expired" },
		{ "connection", "DISCONNECT", "{\"status\":\"CONNECTED\"}",
		  "{\"status\":\"REVOKED\"}", "connection.revoked" },
		{ "connection", "CONNECT", NULL, "{\"status\":\"CONNECTED\"}",
		  "connection.connected" },
		{ "connection", "UPDATE", "{\"settings\":{}}", "{\"settings\":{}}", NULL },
		{ "token", "ROTATE", NULL, "{}", "token.rotated" },
		{ "grant", "REVOKE", NULL, "{}", "grant.revoked" },
		{ "campaign", "CREATE", NULL, "{\"status\":\"EXPIRED\"}", NULL },
	};
	struct ad_db *db = made(state);

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_history_entry e = {
			.space_id = realm.space_id,
			.environment = realm.environment,
			.door = AD_S("APP"),
			.resource = ad_str(rows[i].resource),
			.object_id = AD_S("id_1"),
			.verb = ad_str(rows[i].verb),
			.before = rows[i].before ? ad_str(rows[i].before) : (struct ad_str){ 0 },
			.after = ad_str(rows[i].after),
		};
		struct ad_stmt *s = ad_sql(db, "SELECT COUNT(*) FROM events WHERE type = $1");

		DONE(db, ad_db_exec(db, "DELETE FROM events"));
		DONE(db, ad_history_append(db, &e));
		ad_bind_cstr(s, 1, rows[i].type ? rows[i].type : "");
		assert_int_equal(ad_step(s), AD_DB_ROW);
		assert_int_equal(ad_col_int(s, 0), rows[i].type != NULL);
		ad_reset(s);
		assert_int_equal(number(db, "SELECT COUNT(*) FROM events"), rows[i].type != NULL);
	}
	ad_db_close(db);
}

static void an_event_is_queued_for_webhooks_of_its_type(void **state)
{
	struct ad_db *db = made(state);

	add_owner(db);
	add_webhook(db, "whk_all", NULL);
	add_webhook(db, "whk_drift", "[\"run.ended\",\"drift.found\"]");
	add_webhook(db, "whk_runs", "[\"run.ended\"]");
	add_drift(db, "cmp_1");
	DONE(db, ad_event_add(db, (struct ad_realm){ realm.space_id, AD_S("live") },
			      AD_EVENT_RUN_ENDED, AD_S("{}")));
	assert_int_equal(number(db, "SELECT COUNT(*) FROM webhook_queue WHERE webhook_id IN"
				    " ('whk_all', 'whk_drift')"),
			 2);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM webhook_queue"), 2);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM webhooks WHERE next_at IS NOT NULL"), 2);
	ad_db_close(db);
}

static void an_event_is_queued_for_webhooks_whose_scopes_read_its_kind(void **state)
{
	struct ad_db *db = made(state);

	add_owner(db);
	add_webhook(db, "whk_none", NULL);
	add_webhook(db, "whk_campaigns", NULL);
	DONE(db, ad_db_exec(db, "UPDATE webhooks SET scopes = 0 WHERE id = 'whk_none'"));
	DONE(db, ad_db_exec(db, "UPDATE webhooks SET scopes = 1 WHERE id = 'whk_campaigns'"));
	add_drift(db, "cmp_1");
	assert_int_equal(number(db, "SELECT COUNT(*) FROM webhook_queue WHERE webhook_id ="
				    " 'whk_campaigns'"),
			 1);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM webhook_queue"), 1);
	DONE(db, ad_event_add(db, realm, AD_EVENT_RUN_ENDED, AD_S("{}")));
	DONE(db, ad_event_add(db, realm, AD_EVENT_TOKEN_CREATED, AD_S("{}")));
	assert_int_equal(number(db, "SELECT COUNT(*) FROM webhook_queue"), 1);
	DONE(db, ad_event_add(db, realm, AD_EVENT_KILL_SWITCH_ON, AD_S("{}")));
	assert_int_equal(number(db, "SELECT COUNT(*) FROM webhook_queue"), 3);
	ad_db_close(db);
}

static void objects_of_two_kinds_are_two_events(void **state)
{
	struct ad_event_object keyword = {
		AD_S("keyword"), AD_S("kwd_1"), AD_S("google"), { 0 }, { 0 }
	};
	struct ad_db *db = made(state);

	DONE(db, ad_db_begin(db, true));
	add_drift(db, "cmp_1");
	DONE(db, ad_event_add_object(db, realm, AD_EVENT_DRIFT_FOUND, &keyword));
	add_drift(db, "cmp_2");
	DONE(db, ad_db_commit(db));
	assert_int_equal(number(db, "SELECT COUNT(*) FROM events WHERE kind = 'campaign' AND data"
				    " LIKE '%\"count\":2}' AND data NOT LIKE '%kwd_1%'"),
			 1);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM events WHERE kind = 'keyword' AND data"
				    " LIKE '%\"count\":1}' AND data LIKE '%kwd_1%'"),
			 1);
	ad_db_close(db);
}

static void an_alarm_is_told_when_the_share_rises(void **state)
{
	static const struct {
		int64_t percent, events;
	} steps[] = { { 79, 0 },  { 80, 1 }, { 99, 1 }, { 100, 2 },
		      { 140, 2 }, { 85, 2 }, { 10, 2 }, { 81, 3 } };
	struct ad_db *db = made(state);

	for (size_t i = 0; i < AD_LEN(steps); i++) {
		DONE(db,
		     ad_event_alarm(db, realm, AD_EVENT_SPEND_ALARM, steps[i].percent, AD_S("{}")));
		assert_int_equal(number(db, "SELECT COUNT(*) FROM events"), steps[i].events);
	}
	ad_db_close(db);
}

static void old_events_and_those_beyond_the_number_are_deleted(void **state)
{
	struct ad_db *db = made(state);
	struct ad_stmt *s;

	DONE(db, ad_db_exec(db, "INSERT INTO events (space_id, environment, id, type, kind,"
				" created_at, data) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL"
				" SELECT i + 1 FROM n WHERE i < 10003) SELECT 'spc_2', 'test',"
				" 'evt_' || (100000 + i), 't', 'k', 1, '{}' FROM n"));
	s = ad_sql(db, "UPDATE events SET created_at = $1");
	ad_bind_int(s, 1, ad_now());
	DONE(db, ad_step(s));
	DONE(db, ad_event_add(db, realm, AD_EVENT_RUN_ENDED, AD_S("{}")));
	DONE(db, ad_event_add(db, realm, AD_EVENT_RUN_ENDED, AD_S("{}")));
	s = ad_sql(db, "UPDATE events SET created_at = $1 WHERE space_id = 'spc_1' AND id ="
		       " (SELECT MIN(id) FROM events WHERE space_id = 'spc_1')");
	ad_bind_int(s, 1, ad_now() - AD_EVENT_AGE - 1);
	DONE(db, ad_step(s));
	DONE(db, ad_events_sweep(db));
	assert_int_equal(number(db, "SELECT COUNT(*) FROM events WHERE space_id = 'spc_1'"), 1);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM events WHERE space_id = 'spc_2'"),
			 AD_EVENTS_MAX);
	assert_int_equal(
		number(db, "SELECT COUNT(*) FROM events WHERE id IN ('evt_100003', 'evt_100004')"),
		1);
	ad_db_close(db);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, fresh_database, drop_database)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(objects_of_a_transaction_share_an_event),
		TEST(an_event_goes_with_its_change),
		TEST(other_changes_of_a_space_tell_nothing),
		TEST(rows_of_history_tell_their_events),
		TEST(an_event_is_queued_for_webhooks_of_its_type),
		TEST(an_event_is_queued_for_webhooks_whose_scopes_read_its_kind),
		TEST(objects_of_two_kinds_are_two_events),
		TEST(an_alarm_is_told_when_the_share_rises),
		TEST(old_events_and_those_beyond_the_number_are_deleted),
	};

	return on_each_database("events", tests);
}
