/* Conversions: the stored form of a plain value, and the platforms that receive it. */
#include "tests/unit/core/call/drafts.h"

#include "model/user_data.h"

#define C(members)                                                                                 \
	"{\"conversionAction\":\"Order\",\"occurredAt\":\"2026-01-01T00:00:00Z\"" members "}"
#define SHA "62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f"

static const char *const inputs[] = { "email", "phone", "emailSha256", "phoneSha256",
				      "phoneDigitsSha256" };

/* The platforms that receive something, in the order of the rules: "google meta". */
static const char *given_to(struct desk *d, const struct ad_row *row, enum ad_user_kind kind)
{
	struct ad_text text = ad_text_on(d->arena);

	for (size_t i = 0; i < ad_user_rule_count; i++)
		if (ad_user_rules[i].kind == kind && ad_row_text(row, ad_user_rules[i].kept).p)
			ad_text_addf(&text, "%s%s", text.n ? " " : "",
				     ad_platform_name(ad_user_rules[i].platform));
	return ad_text_str(&text).p;
}

static void who_is_given_what(void **state)
{
	static const struct {
		const char *input, *emails, *phones;
	} rows[] = {
		{ C(",\"email\":\"a@b.example\""), "google microsoft reddit meta", "" },
		{ C(",\"email\":\"+a@b.example\""), "google meta", "" },
		{ C(",\"emailSha256\":\"" SHA "\""), "google meta", "" },
		{ C(",\"phone\":\"+4930901820\""), "", "google microsoft reddit meta" },
		{ C(",\"phoneSha256\":\"" SHA "\""), "", "google microsoft reddit" },
		{ C(",\"phoneDigitsSha256\":\"" SHA "\""), "", "meta" },
		{ C(",\"clickIds\":{\"gclid\":\"x\"}"), "", "" },
	};
	struct desk *d = *state;

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_row *row = try_draft(d, AD_R_CONVERSION, rows[i].input);
		if (!row)
			fail_msg("%s: %s", rows[i].input, faults(d));
		assert_string_equal(given_to(d, row, AD_USER_EMAIL), rows[i].emails);
		assert_string_equal(given_to(d, row, AD_USER_PHONE), rows[i].phones);
		for (size_t k = 0; k < AD_LEN(inputs); k++)
			assert_true(ad_row_is_null(row, inputs[k]));
	}
}

/* Also of a draft that is refused for something else. */
static void a_plain_value_ends_with_the_rules(void **state)
{
	struct desk *d = *state;
	struct ad_call *call = fresh(d);
	struct ad_row *row = NULL;
	const char *input = C(",\"email\":\"a@b.example\",\"phone\":\"+4930901820\",\"value\":-1");

	assert_false(ad_object_draft(call, ad_resource_row(AD_R_CONVERSION),
				     json_of(call->arena, input), &row));
	FAULTS(d, "value TOO_SMALL");
	assert_non_null(row);
	for (size_t k = 0; k < AD_LEN(inputs); k++)
		assert_true(ad_row_is_null(row, inputs[k]));
}

/* The rules may run twice over one draft: in a batch they do before each insert. */
static void a_second_run_changes_nothing(void **state)
{
	struct desk *d = *state;
	struct ad_row *row = try_draft(d, AD_R_CONVERSION, C(",\"email\":\"a@b.example\""));

	assert_non_null(row);
	assert_true(ad_object_insert(&d->call, row));
	assert_true(ad_str_is(ad_row_text(row, "matchedBy"), "[\"email\"]"));
	row = row_at(d, AD_R_CONVERSION, row->id.p);
	assert_non_null(row);
	assert_string_equal(given_to(d, row, AD_USER_EMAIL), "google microsoft reddit meta");
	assert_int_equal(number_of(d,
				   "SELECT COUNT(*) FROM history WHERE resource = 'conversion'"
				   " AND (after LIKE '%b.example%' OR after LIKE '%googleEmail%')"),
			 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		desk_test(who_is_given_what),
		desk_test(a_plain_value_ends_with_the_rules),
		desk_test(a_second_run_changes_nothing),
	};

	return cmocka_run_group_tests_name("conversion_rules", tests, NULL, NULL);
}
