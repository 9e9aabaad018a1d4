/* Input into rows: create, merge patch, shapes, filters. */
#include "tests/unit/core/call/desk.h"

#include "call/request/validate.h"

static struct ad_row row_of(enum ad_resource_id resource)
{
	return (struct ad_row){ .res = ad_resource_row(resource) };
}

static const char *value_json(struct desk *d, struct ad_row *row, const char *field)
{
	struct ad_text text = ad_text_on(d->call.arena);
	struct ad_json j = ad_json_on(&text);

	ad_value_write(&j, ad_field_find(&row->res->shape, ad_str(field), NULL),
		       ad_row_value(row, field));
	return ad_text_str(&text).p;
}

static void create_fills_defaults(void **state)
{
	struct desk d;
	struct ad_row row = row_of(AD_R_CAMPAIGN);

	(void)state;
	desk_open(&d, "EUR");
	ad_validate_create(&d.call,
			   json_of(d.arena, "{\"name\":\"A\",\"type\":\"SEARCH\",\"budget\":20,"
					    "\"status\":null,\"labels\":null}"),
			   &row);
	FAULTS(&d, "");
	assert_string_equal(value_json(&d, &row, "name"), "\"A\"");
	assert_string_equal(value_json(&d, &row, "budget"), "20");
	assert_int_equal(ad_row_value(&row, "budget")->i, 20000000);
	assert_string_equal(value_json(&d, &row, "status"), "\"PAUSED\"");
	assert_string_equal(value_json(&d, &row, "labels"), "[]");
	assert_string_equal(value_json(&d, &row, "budgetLevel"), "\"CAMPAIGN\"");
	assert_string_equal(value_json(&d, &row, "endDate"), "null");
	desk_close(&d);
}

static void create_names_every_fault(void **state)
{
	struct desk d;
	struct ad_row row = row_of(AD_R_CAMPAIGN);

	(void)state;
	desk_open(&d, "EUR");
	ad_validate_create(&d.call,
			   json_of(d.arena,
				   "{\"naem\":\"A\",\"id\":\"x\",\"budgetLevel\":\"SHARED\","
				   "\"type\":null,\"budget\":-1,\"syncState\":\"SYNCED\"}"),
			   &row);
	FAULTS(&d, "naem UNKNOWN_FIELD; id READ_ONLY; budgetLevel READ_ONLY; syncState READ_ONLY; "
		   "name REQUIRED; type NOT_NULLABLE; budget TOO_SMALL");
	assert_string_equal(d.call.faults->suggestion, "Did you mean name?");
	/* A field that belongs in a nested object gets a suggestion with its place. */
	fresh(&d);
	ad_validate_create(&d.call,
			   json_of(d.arena, "{\"name\":\"A\",\"type\":\"SEARCH\",\"budget\":20,"
					    "\"targetCpa\":5}"),
			   &row);
	FAULTS(&d, "targetCpa UNKNOWN_FIELD");
	assert_string_equal(d.call.faults->suggestion,
			    "The field belongs in bidding: {\"bidding\":{\"targetCpa\":…}}.");
	/* read-only fields are refused */
	assert_string_equal(value_json(&d, &row, "budgetLevel"), "\"CAMPAIGN\"");
	fresh(&d);
	ad_validate_create(&d.call, json_of(d.arena, "[]"), &row);
	FAULTS(&d, " WRONG_TYPE");
	desk_close(&d);
}

/* A campaign as it stands. */
static struct ad_row standing(struct desk *d)
{
	struct ad_row row = row_of(AD_R_CAMPAIGN);

	ad_validate_create(&d->call,
			   json_of(d->arena,
				   "{\"name\":\"A\",\"type\":\"SEARCH\",\"budget\":20,"
				   "\"endDate\":\"2027-01-31\",\"labels\":[\"x\"],"
				   "\"bidding\":{\"strategy\":\"TARGET_CPA\",\"targetCpa\":5,"
				   "\"maxCpc\":2}}"),
			   &row);
	FAULTS(d, "");
	return row;
}

static void patch_merges(void **state)
{
	struct desk d;

	(void)state;
	desk_open(&d, "EUR");
	struct ad_row row = standing(&d);
	ad_validate_patch(&d.call,
			  json_of(d.arena, "{\"budget\":30,\"endDate\":null,\"labels\":[\"y\"],"
					   "\"bidding\":{\"maxCpc\":null,\"targetCpa\":6},"
					   "\"expectedVersion\":1}"),
			  &row);
	FAULTS(&d, "");
	assert_string_equal(value_json(&d, &row, "name"), "\"A\"");
	assert_string_equal(value_json(&d, &row, "budget"), "30");
	assert_string_equal(value_json(&d, &row, "endDate"), "null");
	assert_string_equal(value_json(&d, &row, "labels"), "[\"y\"]");
	assert_string_equal(value_json(&d, &row, "bidding"),
			    "{\"strategy\":\"TARGET_CPA\",\"targetCpa\":6,\"targetRoas\":null,"
			    "\"maxCpc\":null}");
	desk_close(&d);
}

static void patch_refuses(void **state)
{
	struct desk d;

	(void)state;
	desk_open(&d, "EUR");
	struct ad_row row = standing(&d);
	ad_validate_patch(&d.call,
			  json_of(d.arena, "{\"name\":null,\"version\":2,\"nmae\":\"B\","
					   "\"bidding\":{\"strategy\":null,\"maxcpc\":1}}"),
			  &row);
	FAULTS(&d, "version READ_ONLY; nmae UNKNOWN_FIELD; name NOT_NULLABLE; "
		   "bidding.maxcpc UNKNOWN_FIELD; bidding.strategy REQUIRED");
	fresh(&d);
	/* null restores the default, if there is one */
	ad_validate_patch(&d.call, json_of(d.arena, "{\"labels\":null,\"status\":null}"), &row);
	FAULTS(&d, "");
	assert_string_equal(value_json(&d, &row, "labels"), "[]");
	assert_string_equal(value_json(&d, &row, "status"), "\"PAUSED\"");
	ad_validate_patch(&d.call, json_of(d.arena, "\"x\""), &row);
	FAULTS(&d, " WRONG_TYPE");
	desk_close(&d);
}

static void shapes_come_out_whole(void **state)
{
	static const struct ad_field fields[] = {
		{ .name = "all", .type = AD_T_BOOL, .initial = "false" },
		{ .name = "ids", .type = AD_T_LIST, .item = AD_T_TEXT, .item_max = 5, .max = 3 },
		{ .name = "planHash", .type = AD_T_TEXT, .flags = AD_REQUIRED, .min = 2, .max = 2 },
	};
	static const struct ad_shape shape = { "S", "", fields, AD_LEN(fields) };
	struct desk d;

	(void)state;
	desk_open(&d, "EUR");
	const cJSON *out =
		ad_validate_shape(&d.call, &shape, json_of(d.arena, "{\"planHash\":\"ab\"}"));
	FAULTS(&d, "");
	assert_non_null(out);
	assert_true(cJSON_IsFalse(ad_json_get(out, "all")));
	assert_true(cJSON_IsNull(ad_json_get(out, "ids")));
	assert_null(
		ad_validate_shape(&d.call, &shape, json_of(d.arena, "{\"al\":true,\"ids\":[1]}")));
	FAULTS(&d, "al UNKNOWN_FIELD; ids[0] WRONG_TYPE; planHash REQUIRED");
	desk_close(&d);
}

static void filters_are_text(void **state)
{
	const struct ad_shape *keyword = &ad_resource_row(AD_R_KEYWORD)->shape;
	const struct ad_field *negative = ad_field_find(keyword, AD_S("negative"), NULL);
	const struct ad_field *match = ad_field_find(keyword, AD_S("matchType"), NULL);
	const struct ad_field *bid = ad_field_find(keyword, AD_S("cpcBid"), NULL);
	struct ad_value v;
	struct desk d;

	(void)state;
	desk_open(&d, "EUR");
	assert_true(ad_validate_filter(&d.call, negative, "negative", AD_S("true"), &v));
	assert_int_equal(v.i, 1);
	assert_true(ad_validate_filter(&d.call, match, "matchType", AD_S("EXACT"), &v));
	assert_true(ad_validate_filter(&d.call, bid, "cpcBid", AD_S("1.5"), &v));
	assert_int_equal(v.i, 1500000);
	FAULTS(&d, "");
	assert_false(ad_validate_filter(&d.call, negative, "negative", AD_S("yes"), &v));
	assert_false(ad_validate_filter(&d.call, negative, "negative", AD_S("null"), &v));
	assert_false(ad_validate_filter(&d.call, match, "matchType", AD_S("exact"), &v));
	assert_false(ad_validate_filter(&d.call, bid, "cpcBid", AD_S("{}"), &v));
	FAULTS(&d, "negative WRONG_TYPE; negative WRONG_TYPE; matchType UNKNOWN_VALUE; "
		   "cpcBid WRONG_TYPE");
	desk_close(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(create_fills_defaults), cmocka_unit_test(create_names_every_fault),
		cmocka_unit_test(patch_merges),          cmocka_unit_test(patch_refuses),
		cmocka_unit_test(shapes_come_out_whole), cmocka_unit_test(filters_are_text),
	};
	return cmocka_run_group_tests_name("validate", tests, NULL, NULL);
}
