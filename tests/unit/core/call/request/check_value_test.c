/* One value against one row: every type, every fault. */
#include "tests/unit/core/call/desk.h"

#include "base/json_write.h"
#include "call/request/check_value.h"
#include "model/vocabulary.h"

static const char *const colours[] = { "RED", "BLUE", NULL };
static const struct ad_field members[] = {
	{ .name = "text",
	  .type = AD_T_TEXT,
	  .flags = AD_REQUIRED | AD_NOT_NULL,
	  .min = 1,
	  .max = 5 },
	{ .name = "pin", .type = AD_T_ENUM, .options = colours },
	{ .name = "on", .type = AD_T_BOOL, .flags = AD_NOT_NULL, .initial = "false" },
};

#define F(...) { .name = "f", __VA_ARGS__ }
static const struct ad_field text = F(.type = AD_T_TEXT, .min = 2, .max = 5);
static const struct ad_field any_text = F(.type = AD_T_TEXT);
static const struct ad_field name = F(.type = AD_T_TEXT, .flags = AD_NAME, .min = 1, .max = 5);
static const struct ad_field lines = F(.type = AD_T_TEXT, .min = 1, .max = 5000);
static const struct ad_field url = F(.type = AD_T_URL, .max = 40);
static const struct ad_field colour = F(.type = AD_T_ENUM, .options = colours);
static const struct ad_field money = F(.type = AD_T_MONEY, .min = 1, .max = AD_MONEY_MAX);
static const struct ad_field any_money = F(.type = AD_T_MONEY, .max = AD_MONEY_MAX);
static const struct ad_field whole = F(.type = AD_T_INT, .min = 13, .max = 65);
static const struct ad_field number = F(.type = AD_T_NUMBER, .min = 0, .max = 1000);
static const struct ad_field flag = F(.type = AD_T_BOOL);
static const struct ad_field day = F(.type = AD_T_DATE);
static const struct ad_field moment = F(.type = AD_T_TIME);
static const struct ad_field ref = F(.type = AD_T_REF, .ref = AD_R_CAMPAIGN);
static const struct ad_field object = F(.type = AD_T_OBJECT, .members = members, .member_count = 3);
static const struct ad_field texts =
	F(.type = AD_T_LIST, .item = AD_T_TEXT, .item_max = 3, .min = 1, .max = 2);
static const struct ad_field enums = F(.type = AD_T_LIST, .item = AD_T_ENUM, .options = colours);
static const struct ad_field ad_text =
	F(.type = AD_T_AD_TEXT, .members = members, .member_count = 3);
static const struct ad_field options = F(.type = AD_T_OPTIONS);
static const struct ad_field any = F(.type = AD_T_ANY);

struct row {
	const struct ad_field *field;
	const char *in;
	const char *out; /* as the interfaces write it; NULL: refused */
	const char *faults;
};

static const struct row rows[] = {
	/* text: bounds in characters, not bytes; no control characters; not blank */
	{ &text, "\"ab\"", "\"ab\"", "" },
	{ &text, "\"\xc3\xb6\xc3\xb6\xc3\xb6\xc3\xb6\xc3\xb6\"",
	  "\"\xc3\xb6\xc3\xb6\xc3\xb6\xc3\xb6\xc3\xb6\"", "" },
	{ &text, "\"abcdef\"", NULL, "f TOO_LONG" },
	{ &text, "\"a\"", NULL, "f TOO_SHORT" },
	{ &text, "\"   \"", NULL, "f TOO_SHORT" },
	{ &text, "\"\"", NULL, "f TOO_SHORT" },
	{ &text, "\"a\\nb\"", NULL, "f INVALID_CHARACTERS" },
	{ &text, "\"a\\u007fb\"", NULL, "f INVALID_CHARACTERS" },
	{ &text, "5", NULL, "f WRONG_TYPE" },
	{ &text, "\" ab \"", "\" ab \"", "" },
	/* names: white space at the ends is cut off, the rest is visible and within bounds */
	{ &name, "\"  ab\\u00a0\"", "\"ab\"", "" },
	{ &name, "\"   abcde   \"", "\"abcde\"", "" },
	{ &name, "\"\\ufeffab\"", "\"ab\"", "" },
	{ &name, "\"a b\"", "\"a b\"", "" },
	{ &name, "\" \\u2003 \"", NULL, "f TOO_SHORT" },
	{ &name, "\"a\\u200bb\"", NULL, "f INVALID_CHARACTERS" },
	{ &name, "\"\\u202eab\"", NULL, "f INVALID_CHARACTERS" },
	{ &name, "\"ab\\n\"", NULL, "f INVALID_CHARACTERS" },
	{ &name, "5", NULL, "f WRONG_TYPE" },
	{ &text, "[]", NULL, "f WRONG_TYPE" },
	{ &any_text, "\"\"", "\"\"", "" },
	{ &lines, "\"a\\nb\"", "\"a\\nb\"", "" },
	{ &lines, "\"a\\tb\"", NULL, "f INVALID_CHARACTERS" },
	/* URLs */
	{ &url, "\"https://x.example/a?b#c\"", "\"https://x.example/a?b#c\"", "" },
	{ &url, "\"ftp://x.example\"", NULL, "f INVALID_URL" },
	{ &url, "\"https://x.example/0123456789012345678901\"",
	  "\"https://x.example/0123456789012345678901\"", "" },
	{ &url, "\"https://x.example/01234567890123456789012\"", NULL, "f INVALID_URL" },
	{ &url, "true", NULL, "f WRONG_TYPE" },
	/* options: case matters */
	{ &colour, "\"RED\"", "\"RED\"", "" },
	{ &colour, "\"red\"", NULL, "f UNKNOWN_VALUE" },
	{ &colour, "\"\"", NULL, "f UNKNOWN_VALUE" },
	{ &colour, "1", NULL, "f WRONG_TYPE" },
	/* money: above 0 where it must be, the currency's decimals, the bound */
	{ &money, "20", "20", "" },
	{ &money, "20.5", "20.5", "" },
	{ &money, "20.05", "20.05", "" },
	{ &money, "20.055", NULL, "f TOO_MANY_DECIMALS" },
	{ &money, "0.01", "0.01", "" },
	{ &money, "0", NULL, "f TOO_SMALL" },
	{ &money, "-1", NULL, "f TOO_SMALL" },
	{ &money, "0.0000001", NULL, "f TOO_MANY_DECIMALS" },
	{ &money, "1000000000", "1000000000", "" },
	{ &money, "1000000000.01", NULL, "f TOO_LARGE" },
	{ &money, "1e300", NULL, "f TOO_LARGE" },
	{ &money, "\"20\"", NULL, "f WRONG_TYPE" },
	{ &any_money, "0", "0", "" },
	/* numbers */
	{ &whole, "13", "13", "" },
	{ &whole, "65", "65", "" },
	{ &whole, "12", NULL, "f TOO_SMALL" },
	{ &whole, "66", NULL, "f TOO_LARGE" },
	{ &whole, "20.5", NULL, "f WRONG_TYPE" },
	{ &whole, "\"20\"", NULL, "f WRONG_TYPE" },
	{ &number, "3.5", "3.5", "" },
	{ &number, "0", "0", "" },
	{ &number, "-0.1", NULL, "f TOO_SMALL" },
	{ &number, "1000.1", NULL, "f TOO_LARGE" },
	{ &number, "true", NULL, "f WRONG_TYPE" },
	{ &flag, "true", "true", "" },
	{ &flag, "1", NULL, "f WRONG_TYPE" },
	{ &flag, "\"true\"", NULL, "f WRONG_TYPE" },
	/* days and times */
	{ &day, "\"2028-02-29\"", "\"2028-02-29\"", "" },
	{ &day, "\"2027-02-29\"", NULL, "f INVALID_DATE" },
	{ &day, "\"2027-1-1\"", NULL, "f INVALID_DATE" },
	{ &day, "20270101", NULL, "f WRONG_TYPE" },
	{ &moment, "\"2026-11-21T09:30:00Z\"", "\"2026-11-21T09:30:00.000Z\"", "" },
	{ &moment, "\"2026-11-21T09:30:00+01:00\"", "\"2026-11-21T08:30:00.000Z\"", "" },
	{ &moment, "\"2026-11-21 09:30\"", NULL, "f INVALID_TIME" },
	/* ids */
	{ &ref, "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"", "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"", "" },
	{ &ref, "\"agr_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"", NULL, "f REFERENCE_NOT_FOUND" },
	{ &ref, "\"cmp_1\"", NULL, "f REFERENCE_NOT_FOUND" },
	{ &ref, "1", NULL, "f WRONG_TYPE" },
	/* objects come out whole, in the rows' order */
	{ &object, "{\"on\":true,\"text\":\"ab\"}", "{\"text\":\"ab\",\"pin\":null,\"on\":true}",
	  "" },
	{ &object, "{\"text\":\"ab\",\"pin\":null}", "{\"text\":\"ab\",\"pin\":null,\"on\":false}",
	  "" },
	{ &object, "{}", NULL, "f.text REQUIRED" },
	{ &object, "{\"text\":null}", NULL, "f.text REQUIRED" },
	{ &object, "{\"text\":\"abcdef\",\"pin\":\"GREEN\",\"size\":1,\"on\":2}", NULL,
	  "f.size UNKNOWN_FIELD; f.text TOO_LONG; f.pin UNKNOWN_VALUE; f.on WRONG_TYPE" },
	{ &object, "[]", NULL, "f WRONG_TYPE" },
	/* lists: items and each item */
	{ &texts, "[\"a\"]", "[\"a\"]", "" },
	{ &texts, "[]", NULL, "f TOO_FEW" },
	{ &texts, "[\"a\",\"b\",\"c\"]", NULL, "f TOO_MANY" },
	{ &texts, "[\"abcd\",\"\"]", NULL, "f[0] TOO_LONG; f[1] TOO_SHORT" },
	{ &texts, "[null]", NULL, "f[0] WRONG_TYPE" },
	{ &texts, "\"a\"", NULL, "f WRONG_TYPE" },
	{ &enums, "[\"RED\",\"GREEN\",1]", NULL, "f[1] UNKNOWN_VALUE; f[2] WRONG_TYPE" },
	{ &enums, "[]", "[]", "" },
	/* a text of an ad stays as it was written */
	{ &ad_text, "\"ab\"", "\"ab\"", "" },
	{ &ad_text, "\"abcdef\"", NULL, "f TOO_LONG" },
	{ &ad_text, "{\"text\":\"ab\",\"pin\":\"GREEN\"}", NULL, "f.pin UNKNOWN_VALUE" },
	{ &ad_text, "1", NULL, "f WRONG_TYPE" },
	{ &options, "{\"b\":1,\"a\":[1,2]}", "{\"a\":[1,2],\"b\":1}", "" },
	{ &options, "[]", NULL, "f WRONG_TYPE" },
	{ &any, "[1,{\"b\":1,\"a\":null}]", "[1,{\"a\":null,\"b\":1}]", "" },
};

static void every_type_and_fault(void **state)
{
	struct desk d;

	(void)state;
	desk_open(&d, "EUR");
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_call *call = fresh(&d);
		struct ad_value v =
			ad_check_value(call, rows[i].field, "f", json_of(call->arena, rows[i].in));
		struct ad_text out = ad_text_on(call->arena);
		struct ad_json j = ad_json_on(&out);
		if (strcmp(faults(&d), rows[i].faults) != 0)
			fail_msg("%s: '%s', not '%s'", rows[i].in, faults(&d), rows[i].faults);
		assert_int_equal(call->status, rows[i].out ? AD_OK : AD_INVALID);
		if (!rows[i].out) {
			assert_int_equal(v.kind, AD_NULL);
			continue;
		}
		ad_value_write(&j, rows[i].field, &v);
		if (strcmp(ad_text_str(&out).p, rows[i].out) != 0)
			fail_msg("%s: %s, not %s", rows[i].in, ad_text_str(&out).p, rows[i].out);
	}
	desk_close(&d);
}

static void null_is_let_through(void **state)
{
	struct desk d;

	(void)state;
	desk_open(&d, "EUR");
	assert_int_equal(ad_check_value(&d.call, &text, "f", NULL).kind, AD_NULL);
	assert_int_equal(ad_check_value(&d.call, &text, "f", json_of(d.arena, "null")).kind,
			 AD_NULL);
	assert_int_equal(d.call.status, AD_OK);
	desk_close(&d);
}

static void decimals_are_the_currency_s(void **state)
{
	static const struct {
		const char *currency, *in, *faults;
	} prices[] = {
		{ "JPY", "20", "" },    { "JPY", "20.5", "f TOO_MANY_DECIMALS" },
		{ "KWD", "1.234", "" }, { "KWD", "1.2345", "f TOO_MANY_DECIMALS" },
		{ "USD", "1.23", "" },  { "USD", "1.234", "f TOO_MANY_DECIMALS" },
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(prices); i++) {
		struct desk d;
		desk_open(&d, prices[i].currency);
		(void)ad_check_value(&d.call, &money, "f", json_of(d.arena, prices[i].in));
		FAULTS(&d, prices[i].faults);
		desk_close(&d);
	}
}

static void bounds_are_told(void **state)
{
	struct desk d;

	(void)state;
	desk_open(&d, "EUR");
	(void)ad_check_value(&d.call, &text, "f", json_of(d.arena, "\"abcdef\""));
	assert_true(d.call.faults->has_limit);
	assert_int_equal(d.call.faults->limit, 5);
	fresh(&d);
	(void)ad_check_value(&d.call, &money, "f", json_of(d.arena, "2e9"));
	assert_int_equal(d.call.faults->limit, 1000000000);
	fresh(&d);
	(void)ad_check_value(&d.call, &day, "f", json_of(d.arena, "\"x\""));
	assert_false(d.call.faults->has_limit);
	desk_close(&d);
}

/* A fault before it stays, and does not make a good value bad. */
static void faults_collect(void **state)
{
	struct desk d;

	(void)state;
	desk_open(&d, "EUR");
	(void)ad_check_value(&d.call, &text, "a", json_of(d.arena, "1"));
	struct ad_value v = ad_check_value(&d.call, &whole, "b", json_of(d.arena, "20"));
	assert_int_equal(v.kind, AD_INT);
	assert_int_equal(v.i, 20);
	d.call.fault_prefix = "ads[0].";
	(void)ad_check_value(&d.call, &whole, "c", json_of(d.arena, "1"));
	FAULTS(&d, "a WRONG_TYPE; ads[0].c TOO_SMALL");
	assert_int_equal(d.call.status, AD_INVALID);
	desk_close(&d);
}

static void platform_options(void **state)
{
	struct desk d;

	(void)state;
	desk_open(&d, "EUR");
	struct ad_value v = ad_check_options(
		&d.call, AD_GOOGLE, AD_R_CAMPAIGN,
		json_of(d.arena, "{\"geoMode\":\"PRESENCE\",\"networks\":[\"SEARCH\"],"
				 "\"euPolitical\":null}"));
	FAULTS(&d, "");
	assert_int_equal(v.kind, AD_TEXT);
	assert_string_equal(v.s.p, "{\"networks\":[\"SEARCH\"],\"geoMode\":\"PRESENCE\"}");
	fresh(&d);
	(void)ad_check_options(
		&d.call, AD_MICROSOFT, AD_R_CAMPAIGN,
		json_of(d.arena, "{\"networks\":[\"SEARCH\"],\"geoMode\":\"MOON\"}"));
	FAULTS(&d, "platformOptions.geoMode UNKNOWN_VALUE; platformOptions.networks UNKNOWN_FIELD");
	desk_close(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_type_and_fault),
		cmocka_unit_test(null_is_let_through),
		cmocka_unit_test(decimals_are_the_currency_s),
		cmocka_unit_test(bounds_are_told),
		cmocka_unit_test(faults_collect),
		cmocka_unit_test(platform_options),
	};
	return cmocka_run_group_tests_name("check_value", tests, NULL, NULL);
}
