/* The order in which webhooks are claimed: Spaces take turns, and slow URLs rest. */
#include "tests/support/database.h"

#include "base/clock.h"
#include "call/webhooks/webhook_queue.h"
#include "store/schema/schema.h"

#define DONE(db, expression)                                                                       \
	do {                                                                                       \
		if ((expression) != AD_DB_DONE)                                                    \
			fail_msg("%s: %s", #expression, ad_db_error(db));                          \
	} while (0)

static struct ad_db *made(void **state)
{
	struct ad_db *db = open_db(*state, AD_DB_WRITE);
	char err[256];

	if (!ad_schema_migrate(db, err))
		fail_msg("%s", err);
	DONE(db, ad_db_exec(db, "INSERT INTO accounts (id, email, name, created_at, updated_at)"
				" VALUES ('acc_1', 'a@b.example', 'A', 1, 1)"));
	return db;
}

static void add_space(struct ad_db *db, const char *id)
{
	struct ad_stmt *s = ad_sql(db, "INSERT INTO spaces (id, name, owner_account_id, created_at,"
				       " updated_at) VALUES ($1, 'S', 'acc_1', 1, 1)");

	ad_bind_cstr(s, 1, id);
	DONE(db, ad_step(s));
	s = ad_sql(db, "INSERT INTO members (space_id, account_id, role, created_at)"
		       " VALUES ($1, 'acc_1', 'OWNER', 1)");
	ad_bind_cstr(s, 1, id);
	DONE(db, ad_step(s));
}

static void queue_event(struct ad_db *db, const char *space, const char *webhook, const char *event)
{
	struct ad_stmt *s = ad_sql(db, "INSERT INTO events (space_id, environment, id, type, kind,"
				       " created_at, data) VALUES ($1, 'test', $2, 'run.ended',"
				       " 'space', 1, '{}')");

	ad_bind_cstr(s, 1, space);
	ad_bind_cstr(s, 2, event);
	DONE(db, ad_step(s));
	s = ad_sql(db, "INSERT INTO webhook_queue (webhook_id, event_id) VALUES ($1, $2)");
	ad_bind_cstr(s, 1, webhook);
	ad_bind_cstr(s, 2, event);
	DONE(db, ad_step(s));
}

/* A webhook for which one event waits since next_at. */
static void add_webhook(struct ad_db *db, const char *space, const char *id, int64_t next_at)
{
	struct ad_stmt *s = ad_sql(db, "INSERT INTO webhooks (space_id, environment, id, url,"
				       " enabled, secret, created_by, created_at, updated_at,"
				       " version, next_at) VALUES ($1, 'test', $2, 'u', TRUE, 's',"
				       " 'acc_1', 1, 1, 1, $3)");

	ad_bind_cstr(s, 1, space);
	ad_bind_cstr(s, 2, id);
	ad_bind_int(s, 3, next_at);
	DONE(db, ad_step(s));
	queue_event(db, space, id, id);
}

/* Claims the next webhook, which must be `id`; NULL: none is to be had. */
static void claim_next(struct ad_db *db, struct ad_webhook_claim *claim, const char *id)
{
	enum ad_db_status status = ad_webhook_find_due(db, claim);

	if (!id) {
		assert_int_equal(status, AD_DB_DONE);
		return;
	}
	assert_int_equal(status, AD_DB_ROW);
	assert_string_equal(claim->id.p, id);
	assert_true(ad_webhook_claim_take(db, claim));
	assert_string_equal(claim->event_id.p, id);
}

static void end_accepted(struct ad_db *db, struct ad_webhook_claim *claim, int64_t took)
{
	claim->result = (struct ad_webhook_result){ .status = 204 };
	claim->at = ad_now();
	claim->took = took;
	assert_true(ad_webhook_claim_end(db, claim));
}

static void spaces_take_turns_and_have_two_at_a_time(void **state)
{
	struct ad_db *db = made(state);
	struct ad_arena *arena = ad_arena_new();
	struct ad_webhook_claim first = { .arena = arena }, claim = { .arena = arena };

	add_space(db, "spc_1");
	add_space(db, "spc_2");
	add_webhook(db, "spc_1", "whk_a", 1);
	add_webhook(db, "spc_1", "whk_b", 2);
	add_webhook(db, "spc_1", "whk_c", 3);
	add_webhook(db, "spc_2", "whk_z", 9);
	claim_next(db, &first, "whk_a");
	claim_next(db, &claim, "whk_z");
	claim_next(db, &claim, "whk_b");
	claim_next(db, &claim, NULL);

	/* Found before the other claims were made: it is not claimed either. */
	claim.id = AD_S("whk_c");
	assert_true(ad_webhook_claim_take(db, &claim));
	assert_null(claim.event_id.p);
	end_accepted(db, &first, 1);
	claim_next(db, &claim, "whk_c");
	ad_arena_free(arena);
	ad_db_close(db);
}

static void a_slow_url_rests_and_leaves_the_prompt_senders_free(void **state)
{
	struct ad_db *db = made(state);
	struct ad_arena *arena = ad_arena_new();
	struct ad_webhook_claim claim = { .arena = arena };
	struct ad_stmt *s;

	add_space(db, "spc_1");
	add_webhook(db, "spc_1", "whk_a", 1);
	claim.prompt_only = true;
	claim_next(db, &claim, "whk_a");
	end_accepted(db, &claim, 2 * AD_SECOND);
	queue_event(db, "spc_1", "whk_a", "whk_b");
	DONE(db, ad_db_exec(db, "UPDATE webhooks SET next_at = 1"));
	claim.prompt_only = false;
	claim_next(db, &claim, NULL);
	s = ad_sql(db, "SELECT rest_until FROM webhooks");
	assert_int_equal(ad_step(s), AD_DB_ROW);
	assert_int_equal(ad_col_int(s, 0), claim.at + 8 * AD_SECOND);
	ad_reset(s);

	/* Rested: it is due, but not for a sender of prompt URLs. */
	DONE(db, ad_db_exec(db, "UPDATE webhooks SET rest_until = 1"));
	claim.prompt_only = true;
	claim_next(db, &claim, NULL);
	claim.prompt_only = false;
	assert_int_equal(ad_webhook_find_due(db, &claim), AD_DB_ROW);
	assert_true(ad_webhook_claim_take(db, &claim));
	end_accepted(db, &claim, AD_WEBHOOK_PROMPT_US);
	queue_event(db, "spc_1", "whk_a", "whk_c");
	DONE(db, ad_db_exec(db, "UPDATE webhooks SET next_at = 1"));
	claim.prompt_only = true;
	assert_int_equal(ad_webhook_find_due(db, &claim), AD_DB_ROW);
	ad_arena_free(arena);
	ad_db_close(db);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, fresh_database, drop_database)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(spaces_take_turns_and_have_two_at_a_time),
		TEST(a_slow_url_rests_and_leaves_the_prompt_senders_free),
	};

	return on_each_database("webhook_queue", tests);
}
