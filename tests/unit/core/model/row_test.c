/* One object in memory: setting and reading values, its state, and its JSON. */
#include "tests/support/unit.h"

#include <string.h>

#include "base/json_read.h"
#include "model/keyword_text.h"
#include "model/row.h"

struct sample {
	const struct ad_field field;
	const char *json; /* in, and out again */
	enum ad_value_kind kind;
	const char *out; /* where it differs */
};

static void values_come_back_as_they_went(void **state)
{
	static const struct sample samples[] = {
		{ { .type = AD_T_TEXT }, "\"a \\\"b\\\" \\u00e4\"", AD_TEXT, "\"a \\\"b\\\" ä\"" },
		{ { .type = AD_T_ENUM }, "\"PAUSED\"", AD_TEXT, NULL },
		{ { .type = AD_T_MONEY }, "20.5", AD_INT, NULL },
		{ { .type = AD_T_MONEY }, "0.000001", AD_INT, NULL },
		{ { .type = AD_T_MONEY }, "1000000000", AD_INT, NULL },
		{ { .type = AD_T_INT }, "-7", AD_INT, NULL },
		{ { .type = AD_T_BOOL }, "true", AD_INT, NULL },
		{ { .type = AD_T_BOOL }, "false", AD_INT, NULL },
		{ { .type = AD_T_NUMBER }, "3.5", AD_REAL, NULL },
		{ { .type = AD_T_NUMBER }, "0.1", AD_REAL, NULL },
		{ { .type = AD_T_TIME }, "\"2026-11-21T09:30:00.123Z\"", AD_INT, NULL },
		{ { .type = AD_T_TIME },
		  "\"2026-11-21T10:30:00+01:00\"",
		  AD_INT,
		  "\"2026-11-21T09:30:00.000Z\"" },
		{ { .type = AD_T_LIST }, "[{\"b\":1,\"a\":[]}]", AD_TEXT, "[{\"a\":[],\"b\":1}]" },
		{ { .type = AD_T_ANY }, "null", AD_NULL, NULL },
		{ { .type = AD_T_TEXT }, "null", AD_NULL, NULL },
	};
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	for (size_t i = 0; i < AD_LEN(samples); i++) {
		const struct sample *s = &samples[i];
		struct ad_json_error err;
		struct ad_text text = ad_text_on(arena);
		struct ad_json j = ad_json_on(&text);
		struct ad_value v = ad_value_take(arena, &s->field,
						  ad_json_parse(arena, ad_str(s->json), &err));
		assert_int_equal(v.kind, s->kind);
		ad_value_write(&j, &s->field, &v);
		assert_string_equal(ad_text_str(&text).p, s->out ? s->out : s->json);
	}
	assert_int_equal(ad_value_take(arena, &samples[0].field, NULL).kind, AD_NULL);
	ad_arena_free(arena);
}

static void equal_values(void **state)
{
	struct ad_value null = { .kind = AD_NULL }, one = { .kind = AD_INT, .i = 1 };
	struct ad_value two = { .kind = AD_INT, .i = 2 }, real = { .kind = AD_REAL, .d = 1 };
	struct ad_value a = { .kind = AD_TEXT, .s = AD_S("a") };
	struct ad_value b = { .kind = AD_TEXT, .s = AD_S("b") };
	struct ad_value empty = { .kind = AD_TEXT, .s = AD_S("") };

	(void)state;
	assert_true(ad_value_eq(&null, &null));
	assert_true(ad_value_eq(&one, &one));
	assert_false(ad_value_eq(&one, &two));
	assert_false(ad_value_eq(&one, &real));
	assert_true(ad_value_eq(&real, &real));
	assert_true(ad_value_eq(&a, &a));
	assert_false(ad_value_eq(&a, &b));
	assert_false(ad_value_eq(&empty, &null));
}

/* The precedence of contract section 4, each state by the least that makes it. */
static void states_by_precedence(void **state)
{
	struct ad_row row = { .res = ad_resource_row(AD_R_KEYWORD) };
	struct ad_arena *arena = ad_arena_new();
	struct ad_str synced;

	(void)state;
	*ad_row_value(&row, "text") = (struct ad_value){ .kind = AD_TEXT, .s = AD_S("bread") };
	synced = ad_row_sent_json(arena, &row);
	ad_row_derive_state(&row);
	assert_int_equal(row.state, AD_STAGED);
	row.remote_id = AD_S("1");
	row.synced = synced;
	ad_row_derive_state(&row);
	assert_int_equal(row.state, AD_SYNCED);
	*ad_row_value(&row, "cpcBid") = (struct ad_value){ .kind = AD_INT, .i = 1000000 };
	ad_row_derive_state(&row);
	assert_int_equal(row.state, AD_MODIFIED);
	row.synced = (struct ad_str){ NULL, 0 };
	ad_row_derive_state(&row);
	assert_int_equal(row.state, AD_MODIFIED);
	row.removal = true;
	ad_row_derive_state(&row);
	assert_int_equal(row.state, AD_PENDING_REMOVAL);
	row.synced = synced;
	row.live = AD_S("{}");
	ad_row_derive_state(&row);
	assert_int_equal(row.state, AD_DRIFTED);
	row.live = synced;
	ad_row_derive_state(&row);
	assert_int_equal(row.state, AD_PENDING_REMOVAL);
	row.live = AD_S("{}");
	row.failed = true;
	ad_row_derive_state(&row);
	assert_int_equal(row.state, AD_FAILED);
	row.open_op = AD_S("op");
	ad_row_derive_state(&row);
	assert_int_equal(row.state, AD_SYNCING);
	row.removed = true;
	ad_row_derive_state(&row);
	assert_int_equal(row.state, AD_REMOVED);
	ad_arena_free(arena);
}

/* The table of model/sent.h decides by platform, if the platform is known. */
static void a_field_that_is_kept_local_modifies_nothing(void **state)
{
	static const struct {
		const char *platform, *field, *value;
		enum ad_sync_state state;
	} rows[] = {
		{ "google", "objective", "LEADS", AD_SYNCED },
		{ "microsoft", "objective", "LEADS", AD_SYNCED },
		{ "reddit", "objective", "LEADS", AD_SYNCED }, /* sent by the create alone */
		{ "google", "finalUrlSuffix", "a=1", AD_MODIFIED },
		{ "microsoft", "finalUrlSuffix", "a=1", AD_MODIFIED },
		{ "reddit", "finalUrlSuffix", "a=1", AD_SYNCED },
		{ "meta", "finalUrlSuffix", "a=1", AD_SYNCED },
		{ "microsoft", "startDate", "2027-01-01", AD_SYNCED },
		{ "meta", "startDate", "2027-01-01", AD_MODIFIED },
		{ NULL, "objective", "LEADS", AD_SYNCED },
		{ NULL, "finalUrlSuffix", "a=1", AD_MODIFIED },
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_arena *arena = ad_arena_new();
		struct ad_row row = { .res = &ad_resource_campaign, .remote_id = AD_S("1") };
		if (rows[i].platform)
			*ad_row_value(&row, "platform") =
				(struct ad_value){ .kind = AD_TEXT, .s = ad_str(rows[i].platform) };
		row.synced = ad_row_sent_json(arena, &row);
		*ad_row_value(&row, rows[i].field) =
			(struct ad_value){ .kind = AD_TEXT, .s = ad_str(rows[i].value) };
		ad_row_derive_state(&row);
		if (row.state != rows[i].state)
			fail_msg("%s on %s: %s", rows[i].field,
				 rows[i].platform ? rows[i].platform : "any",
				 ad_sync_state_name(row.state));
		/* Created in part: whatever differs, the object is not as drafted. */
		row.synced = AD_S("{}");
		ad_row_derive_state(&row);
		assert_int_equal(row.state, AD_MODIFIED);
		ad_arena_free(arena);
	}
}

static void what_is_not_sent_modifies_nothing(void **state)
{
	struct ad_row row = { .res = ad_resource_row(AD_R_CAMPAIGN), .remote_id = AD_S("1") };
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	row.synced = ad_row_sent_json(arena, &row);
	assert_null(strstr(row.synced.p, "labels"));
	*ad_row_value(&row, "labels") = (struct ad_value){ .kind = AD_TEXT, .s = AD_S("[\"x\"]") };
	ad_row_derive_state(&row);
	assert_int_equal(row.state, AD_SYNCED);
	ad_arena_free(arena);
}

static void names_of_states(void **state)
{
	(void)state;
	for (int i = 0; i < AD_SYNC_STATE_COUNT; i++)
		assert_int_equal(
			ad_sync_state_of(ad_str(ad_sync_state_name((enum ad_sync_state)i))), i);
	assert_int_equal(ad_sync_state_of(AD_S("synced")), AD_SYNC_STATE_COUNT);
	assert_int_equal(ad_sync_state_of(AD_S("")), AD_SYNC_STATE_COUNT);
	assert_string_equal(ad_sync_state_name(AD_SYNC_STATE_COUNT), "");
}

static void an_answer(void **state)
{
	struct ad_row row = {
		.res = ad_resource_row(AD_R_KEYWORD),
		.id = AD_S("kw_1"),
		.space_id = AD_S("spc_1"),
		.environment = AD_S("test"),
		.source = AD_S("API"),
		.created_by = AD_S("acc_1"),
		.created_at = 1763717400123000,
		.updated_at = 1763717400123000,
		.version = 3,
		.state = AD_FAILED,
		.last_error = AD_S("{\"code\":\"X\"}"),
	};
	struct ad_arena *arena = ad_arena_new();
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_json_error err;

	(void)state;
	*ad_row_value(&row, "text") = (struct ad_value){ .kind = AD_TEXT, .s = AD_S("bread") };
	*ad_row_value(&row, "cpcBid") = (struct ad_value){ .kind = AD_INT, .i = 1200000 };
	ad_row_write(&j, &row);
	const cJSON *out = ad_json_parse(arena, ad_text_str(&text), &err);
	assert_non_null(out);
	/* Every field once but the private one, and nothing else; `incomplete` only where true. */
	assert_int_equal(cJSON_GetArraySize(out),
			 (int)(row.res->shape.count + ad_common.count - 2));
	assert_null(ad_json_get(out, AD_KEYWORD_FOLDED));
	assert_true(ad_json_get(out, "cpcBid")->valuedouble > 1.19);
	assert_true(cJSON_IsNull(ad_json_get(out, "matchType")));
	assert_string_equal(ad_json_get(out, "createdAt")->valuestring, "2025-11-21T09:30:00.123Z");
	assert_string_equal(ad_json_get(out, "syncState")->valuestring, "FAILED");
	const cJSON *remote = ad_json_get(out, "remote");
	assert_true(cJSON_IsNull(ad_json_get(remote, "id")));
	assert_true(cJSON_IsNull(ad_json_get(remote, "lastSyncedAt")));
	assert_string_equal(ad_json_get(ad_json_get(remote, "lastError"), "code")->valuestring,
			    "X");
	ad_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_come_back_as_they_went),
		cmocka_unit_test(equal_values),
		cmocka_unit_test(states_by_precedence),
		cmocka_unit_test(a_field_that_is_kept_local_modifies_nothing),
		cmocka_unit_test(what_is_not_sent_modifies_nothing),
		cmocka_unit_test(names_of_states),
		cmocka_unit_test(an_answer),
	};
	return cmocka_run_group_tests_name("row", tests, NULL, NULL);
}
