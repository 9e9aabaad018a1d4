/* Each platform's normalization on its own published examples, and on typical input. */
#include "tests/support/unit.h"

#include "model/user_data.h"

static const struct ad_user_rule *rule_of(enum ad_platform platform, enum ad_user_kind kind)
{
	for (size_t i = 0; i < ad_user_rule_count; i++)
		if (ad_user_rules[i].platform == platform && ad_user_rules[i].kind == kind)
			return &ad_user_rules[i];
	fail_msg("no rule");
	return NULL;
}

static struct ad_str common_of(struct ad_arena *arena, enum ad_user_kind kind, const char *text)
{
	struct ad_str common;
	enum ad_user_fault fault = kind == AD_USER_EMAIL
					   ? ad_user_email(arena, ad_str(text), &common)
					   : ad_user_phone(arena, ad_str(text), &common);

	if (fault != AD_USER_GOOD)
		fail_msg("%s is refused", text);
	return common;
}

/* A value, and each platform's normalized form; NULL: cannot be matched. */
struct forms {
	const char *text;
	const char *by[AD_PLATFORM_COUNT];
};

static void hold(enum ad_user_kind kind, const struct forms *rows, size_t count)
{
	struct ad_arena *arena = ad_arena_new();

	for (size_t i = 0; i < count; i++) {
		struct ad_str common = common_of(arena, kind, rows[i].text);
		for (int p = 0; p < AD_PLATFORM_COUNT; p++) {
			const char *expected = rows[i].by[p];
			struct ad_str got =
				ad_user_normal(arena, rule_of((enum ad_platform)p, kind), common);
			if (expected ? !ad_str_is(got, expected) : got.p != NULL)
				fail_msg("%s on %s: '%.*s', not '%s'", rows[i].text,
					 ad_platform_name((enum ad_platform)p), AD_FMT(got),
					 expected ? expected : "nothing");
		}
	}
	ad_arena_free(arena);
}

/* google, microsoft, reddit, meta */
static void emails(void **state)
{
	static const struct forms rows[] = {
		/* Google's examples */
		{ "cloudy.sanfrancisco+shopping@gmail.com",
		  { "cloudysanfrancisco@gmail.com", "cloudysanfrancisco@gmail.com",
		    "cloudysanfrancisco@gmail.com", "cloudy.sanfrancisco+shopping@gmail.com" } },
		{ "user.name+NYC@Example.com",
		  { "user.name+nyc@example.com", "username@example.com", "username@example.com",
		    "user.name+nyc@example.com" } },
		/* Microsoft's */
		{ "name+withplus@outlook.com",
		  { "name+withplus@outlook.com", "name@outlook.com", "name@outlook.com",
		    "name+withplus@outlook.com" } },
		{ "ex.ample@outlook.com",
		  { "ex.ample@outlook.com", "example@outlook.com", "example@outlook.com",
		    "ex.ample@outlook.com" } },
		/* Reddit's */
		{ "Al.ice$+Apple@Example.Com",
		  { "al.ice$+apple@example.com", "alice$@example.com", "alice@example.com",
		    "al.ice$+apple@example.com" } },
		/* Meta's */
		{ "John_Smith@gmail.com",
		  { "john_smith@gmail.com", "john_smith@gmail.com", "johnsmith@gmail.com",
		    "john_smith@gmail.com" } },
		/* typical input */
		{ "\t A.B@GoogleMail.com\r\n",
		  { "ab@googlemail.com", "ab@googlemail.com", "ab@googlemail.com",
		    "a.b@googlemail.com" } },
		{ "a.b@mail.gmail.com",
		  { "a.b@mail.gmail.com", "ab@mail.gmail.com", "ab@mail.gmail.com",
		    "a.b@mail.gmail.com" } },
		{ "a.b@notgmail.com",
		  { "a.b@notgmail.com", "ab@notgmail.com", "ab@notgmail.com",
		    "a.b@notgmail.com" } },
		{ "a+b+c@gmail.com",
		  { "a@gmail.com", "a@gmail.com", "a@gmail.com", "a+b+c@gmail.com" } },
		{ "\u00a0JOS\u00c9@example.com",
		  { "jos\u00e9@example.com", "jose@example.com", NULL, "jos\u00e9@example.com" } },
		{ "MU\u0308LLER@example.com",
		  { "m\u00fcller@example.com", "muller@example.com", NULL,
		    "m\u00fcller@example.com" } },
		{ "info@m\u00fcnchen.example",
		  { "info@m\u00fcnchen.example", "info@munchen.example",
		    "info@m\u00fcnchen.example", "info@m\u00fcnchen.example" } },
		{ "info@XN--MNCHEN-3YA.example",
		  { "info@xn--mnchen-3ya.example", "info@xn--mnchen-3ya.example",
		    "info@xn--mnchen-3ya.example", "info@xn--mnchen-3ya.example" } },
		/* nothing is left of the local part */
		{ "+tag@example.com", { "+tag@example.com", NULL, NULL, "+tag@example.com" } },
		{ "...@gmail.com", { NULL, NULL, NULL, "...@gmail.com" } },
		{ "_@example.com", { "_@example.com", "_@example.com", NULL, "_@example.com" } },
	};

	(void)state;
	hold(AD_USER_EMAIL, rows, AD_LEN(rows));
}

static void phones(void **state)
{
#define E164(digits) { "+" digits, "+" digits, "+" digits, digits }
	static const struct forms rows[] = {
		{ "+1 (650) 555-1212", E164("16505551212") },
		{ "+1 (800)555-0100", E164("18005550100") },
		{ "+14255551234", E164("14255551234") },
		{ " +49 30 90 18 20 ", E164("4930901820") },
		{ "0049-30/901820", E164("4930901820") },
		{ "+44 (0)20 7946 0958", E164("442079460958") },
		{ "+44 (0) 20 7946 0958", E164("442079460958") },
		{ "+44 20 7946 0958", E164("442079460958") },
		{ "+44\u00a020\u20117946.0958", E164("442079460958") },
		{ "+39 06 698 12345", E164("390669812345") }, /* a zero that belongs there */
		{ "+290 23456", E164("29023456") },
		{ "+683 4567", E164("6834567") },
		{ "+123456789012345", E164("123456789012345") },
	};

	(void)state;
	hold(AD_USER_PHONE, rows, AD_LEN(rows));
}

/* The hashes that the platforms publish for their examples. */
static void published_hashes(void **state)
{
	static const struct {
		enum ad_platform platform;
		enum ad_user_kind kind;
		const char *text, *hash;
	} rows[] = {
		{ AD_MICROSOFT, AD_USER_EMAIL, "john@contoso.com",
		  "ec81f3ac7b2b19675bab9d54cf416f9f18cff87c97da5cca82c0f0891bc40602" },
		{ AD_REDDIT, AD_USER_EMAIL, "alice@example.com",
		  "ff8d9819fc0e12bf0d24892e45987e249a28dce836a85cad60e28eaaa8c6d976" },
		{ AD_REDDIT, AD_USER_EMAIL, "Al.ice$+Apple@Example.Com",
		  "ff8d9819fc0e12bf0d24892e45987e249a28dce836a85cad60e28eaaa8c6d976" },
		{ AD_REDDIT, AD_USER_PHONE, "+16505551212",
		  "1e231c66011e7a2d867a9cfae267a6aff103cf4913640b6e71a99850fc0ffbc8" },
		{ AD_META, AD_USER_EMAIL, "John_Smith@gmail.com",
		  "62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f" },
		{ AD_META, AD_USER_EMAIL, " Joe@eg.com ",
		  "8830eedd6c6b5ea97d181563a349476ca1bb25ace1f94b5c5e48d9cad727941b" },
		{ AD_META, AD_USER_PHONE, "+1 (650)555-1212",
		  "e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176" },
	};
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_str common = common_of(arena, rows[i].kind, rows[i].text);
		struct ad_str hash = ad_user_hash(
			arena,
			ad_user_normal(arena, rule_of(rows[i].platform, rows[i].kind), common));
		assert_string_equal(hash.p, rows[i].hash);
	}
	ad_arena_free(arena);
}

static void no_addresses(void **state)
{
	static const char *const bad[] = {
		"",
		" ",
		"alice",
		"@",
		"alice@",
		"@example.com",
		"alice@example",
		"alice@.com",
		"alice@example.",
		"alice@example..com",
		"alice@-example.com",
		"alice@exa_mple.com",
		"alice@192.0.2.1",
		"alice@[192.0.2.1]",
		"alice@bob@example.com",
		"al ice@example.com",
		"alice @example.com",
		"al\u200bice@example.com",
		"al\u00a0ice@example.com",
		"al\u202eice@example.com",
		"Alice <alice@example.com>",
		"<alice@example.com>",
		"alice@example.com,bob@example.com",
		"alice@example.com; bob@example.com",
		"mailto:alice@example.com",
		"\"alice\"@example.com",
		"alice(work)@example.com",
		"16505551212",
	};
	struct ad_arena *arena = ad_arena_new();
	struct ad_str out;
	char longest[300];

	(void)state;
	for (size_t i = 0; i < AD_LEN(bad); i++) {
		if (ad_user_email(arena, ad_str(bad[i]), &out) == AD_USER_GOOD)
			fail_msg("'%s' is taken", bad[i]);
		assert_null(out.p);
	}
	memset(longest, 'a', sizeof(longest));
	memcpy(longest + 242, "@example.com", 13);
	assert_int_equal(ad_user_email(arena, ad_str(longest), &out), AD_USER_GOOD);
	memset(longest, 'a', sizeof(longest));
	memcpy(longest + 243, "@example.com", 13);
	assert_int_equal(ad_user_email(arena, ad_str(longest), &out), AD_USER_MALFORMED);
	ad_arena_free(arena);
}

static void no_numbers(void **state)
{
	static const struct {
		const char *text;
		enum ad_user_fault fault;
	} bad[] = {
		{ "", AD_USER_MALFORMED },
		{ "+", AD_USER_MALFORMED },
		{ "00", AD_USER_MALFORMED },
		{ "+12345", AD_USER_MALFORMED },
		{ "+123456", AD_USER_MALFORMED },
		{ "+1234567890123456", AD_USER_MALFORMED },
		{ "+1 650 555 1212 ext. 4", AD_USER_MALFORMED },
		{ "+1 650 555 1212 #4", AD_USER_MALFORMED },
		{ "+1-800-FLOWERS", AD_USER_MALFORMED },
		{ "++16505551212", AD_USER_MALFORMED },
		{ "+1+6505551212", AD_USER_MALFORMED },
		{ "tel:+16505551212", AD_USER_MALFORMED },
		{ "alice@example.com", AD_USER_MALFORMED },
		{ "+\uff11\uff16\uff15\uff10\uff15\uff15\uff15\uff11\uff12\uff11\uff12",
		  AD_USER_MALFORMED },
		{ "(650) 555-1212", AD_USER_NO_COUNTRY },
		{ "16505551212", AD_USER_NO_COUNTRY },
		{ "030 901820", AD_USER_NO_COUNTRY },
		{ "011 49 30 901820", AD_USER_NO_COUNTRY },
		{ "+0 650 555 1212", AD_USER_NO_COUNTRY },
		{ "+(0)30 901820", AD_USER_NO_COUNTRY },
		{ "000 30 901820", AD_USER_NO_COUNTRY },
	};
	struct ad_arena *arena = ad_arena_new();
	struct ad_str out;

	(void)state;
	for (size_t i = 0; i < AD_LEN(bad); i++) {
		enum ad_user_fault fault = ad_user_phone(arena, ad_str(bad[i].text), &out);
		if (fault != bad[i].fault)
			fail_msg("'%s': %d, not %d", bad[i].text, (int)fault, (int)bad[i].fault);
		assert_null(out.p);
	}
	ad_arena_free(arena);
}

static void given_hashes(void **state)
{
	static const char upper[] =
		"62A14E44F765419D10FEA99367361A727C12365E2520F32218D505ED9AA0F62F";
	static const char *const bad[] = {
		"",
		"62a14e44",
		"62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62",
		"g2a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f",
		" 2a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f",
		"john_smith@gmail.com",
	};
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	assert_string_equal(ad_user_given(arena, ad_str(upper)).p,
			    "62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f");
	for (size_t i = 0; i < AD_LEN(bad); i++)
		assert_null(ad_user_given(arena, ad_str(bad[i])).p);
	ad_arena_free(arena);
}

/* The rows and the conversion's fields agree. */
static void the_table(void **state)
{
	const struct ad_shape *shape = &ad_resource_row(AD_R_CONVERSION)->shape;
	size_t kept = 0;

	(void)state;
	for (size_t i = 0; i < ad_user_rule_count; i++) {
		const struct ad_user_rule *rule = &ad_user_rules[i];
		const struct ad_field *field = ad_field_find(shape, ad_str(rule->kept), NULL);
		assert_non_null(field);
		assert_true(field->flags & AD_SECRET);
		if (rule->given) {
			field = ad_field_find(shape, ad_str(rule->given), NULL);
			assert_non_null(field);
			assert_true(field->flags & AD_INPUT_ONLY);
		}
		/* a rule beyond the platform's form accepts no hash from the caller */
		bool exact = rule->steps == 0 || (rule->steps & (AD_U_AT_GOOGLE | AD_U_NO_PLUS));
		assert_true(exact == (rule->given != NULL));
		assert_ptr_equal(rule_of(rule->platform, rule->kind), rule);
	}
	for (size_t i = 0; i < shape->count; i++)
		kept += (shape->fields[i].flags & AD_SECRET) != 0;
	assert_int_equal(kept, ad_user_rule_count);
	const struct ad_field *clicks = ad_field_find(shape, AD_S("clickIds"), NULL);
	assert_int_equal(clicks->member_count, ad_click_id_count);
	for (size_t i = 0; i < ad_click_id_count; i++)
		assert_string_equal(clicks->members[i].name, ad_click_ids[i].name);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(emails),           cmocka_unit_test(phones),
		cmocka_unit_test(published_hashes), cmocka_unit_test(no_addresses),
		cmocka_unit_test(no_numbers),       cmocka_unit_test(given_hashes),
		cmocka_unit_test(the_table),
	};
	return cmocka_run_group_tests_name("user_data", tests, NULL, NULL);
}
