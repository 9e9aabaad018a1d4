/*
 * Offline conversions: the identifiers of a person or click, by platform; money in a currency of
 * its own; time; each order once. A plain e-mail address or phone number is not stored: after these
 * rules the row holds hashes, and no message contains a value.
 */
#include "base/clock.h"
#include "base/fold.h"
#include "base/json_read.h"
#include "call/rules/rules.h"
#include "model/user_data.h"
#include "model/vocabulary.h"

#define YEAR (365 * AD_DAY)
#define OLDEST (10 * YEAR)
#define CLOCK_SKEW (60 * AD_SECOND) /* a caller's clock may be slightly ahead */

/* The identifiers by which a conversion is matched. */
struct matching {
	struct ad_call *call;
	struct ad_row *row;
	struct ad_str
		common[2];   /* by enum ad_user_kind: the plain value's common form, or absent */
	const cJSON *clicks; /* the object clickIds, or NULL */
	struct ad_json by;   /* the list matchedBy */
	size_t by_count;
};

static void matched_by(struct matching *m, const char *name)
{
	m->by_count++;
	ad_json_str(&m->by, ad_str(name));
}

static void take_email(struct matching *m)
{
	struct ad_str text = ad_row_text(m->row, "email");
	if (!text.p)
		return;
	if (ad_user_email(m->call->arena, text, &m->common[AD_USER_EMAIL]) == AD_USER_GOOD)
		matched_by(m, "email");
	else
		ad_fault(m->call, "email", "INVALID_EMAIL",
			 "email must be one address such as alice@example.com, without a name, "
			 "brackets or spaces.");
}

static void take_phone(struct matching *m)
{
	struct ad_str text = ad_row_text(m->row, "phone");
	if (!text.p)
		return;
	switch (ad_user_phone(m->call->arena, text, &m->common[AD_USER_PHONE])) {
	case AD_USER_GOOD:
		matched_by(m, "phone");
		break;
	case AD_USER_NO_COUNTRY:
		ad_fault(m->call, "phone", "INVALID_PHONE",
			 "phone must begin with + and the country code, such as +16505551212.");
		break;
	case AD_USER_MALFORMED:
		ad_fault(m->call, "phone", "INVALID_PHONE",
			 "phone must be an E.164 number, such as +16505551212: + and 7 to 15 "
			 "digits, optionally separated by spaces or any of - . / ( ).");
		break;
	}
}

/* A given hash in its normal form; absent if none is given or it is invalid. */
static struct ad_str given_hash(struct matching *m, const char *field)
{
	struct ad_str text = ad_row_text(m->row, field);
	if (!text.p)
		return text;
	struct ad_str hash = ad_user_given(m->call->arena, text);
	if (!hash.p)
		ad_fault(m->call, field, "INVALID_HASH",
			 "%s must be a SHA-256 hash of 64 hexadecimal digits.", field);
	return hash;
}

/*
 * The rule of a given hash's field: the identifier, and how the same hash follows from the plain
 * value.
 */
static const struct ad_user_rule *rule_given(const char *field)
{
	/* The last row of the field describes its form without exceptions. */
	for (size_t i = ad_user_rule_count; i-- > 0;)
		if (ad_user_rules[i].given && strcmp(ad_user_rules[i].given, field) == 0)
			return &ad_user_rules[i];
	return NULL;
}

static struct ad_str take_given(struct matching *m, const char *field)
{
	struct ad_str hash = given_hash(m, field);
	const struct ad_user_rule *rule = rule_given(field);
	if (!hash.p || !rule)
		return hash;
	struct ad_str common = m->common[rule->kind];
	if (common.p) {
		struct ad_arena *arena = m->call->arena;
		struct ad_str own = ad_user_hash(arena, ad_user_normal(arena, rule, common));
		if (!ad_str_eq(own, hash))
			ad_fault(m->call, field, "MISMATCH",
				 "%s is not the hash of the given plain value. Omit one of them.",
				 field);
	}
	matched_by(m, field);
	return hash;
}

/* Stores the hash for each platform in the private fields; the plain values are dropped here. */
static void keep_hashes(struct matching *m)
{
	static const char *const given[] = { "emailSha256", "phoneSha256", "phoneDigitsSha256" };
	static const char *const plain[] = { "email", "phone" };
	struct ad_str hashes[AD_LEN(given)] = { { NULL, 0 } };
	struct ad_arena *arena = m->call->arena;
	for (size_t i = 0; i < AD_LEN(given); i++)
		hashes[i] = take_given(m, given[i]);
	for (size_t i = 0; i < ad_user_rule_count; i++) {
		const struct ad_user_rule *rule = &ad_user_rules[i];
		struct ad_str hash = { NULL, 0 };
		for (size_t k = 0; rule->given && k < AD_LEN(given); k++)
			if (strcmp(given[k], rule->given) == 0)
				hash = hashes[k];
		if (m->common[rule->kind].p) {
			struct ad_str normal = ad_user_normal(arena, rule, m->common[rule->kind]);
			hash = normal.p ? ad_user_hash(arena, normal) : normal;
		}
		ad_rule_set(m->row, rule->kept, hash);
	}
	for (size_t i = 0; i < AD_LEN(given); i++)
		ad_rule_set(m->row, given[i], (struct ad_str){ NULL, 0 });
	for (size_t i = 0; i < AD_LEN(plain); i++)
		ad_rule_set(m->row, plain[i], (struct ad_str){ NULL, 0 });
}

/*
 * True if the text can be a click id: only characters of a URL parameter, so no email address and
 * no formatted phone number.
 */
static bool is_click_id(struct ad_str s)
{
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];
		bool word =
			(c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
		if (!word && !(c && strchr("-_.~%=:", c)))
			return false;
	}
	return true;
}

static void take_clicks(struct matching *m)
{
	struct ad_json_error err;
	const char *google = NULL;
	size_t before = m->by_count;
	struct ad_str text = ad_row_text(m->row, "clickIds");
	m->clicks = text.p ? ad_json_parse(m->call->arena, text, &err) : NULL;
	for (size_t i = 0; i < ad_click_id_count; i++) {
		const struct ad_click_id *click = &ad_click_ids[i];
		struct ad_str id = ad_json_get_text(m->clicks, click->name);
		struct ad_str path = ad_arena_printf(m->call->arena, "clickIds.%s", click->name);
		if (!id.p)
			continue;
		matched_by(m, click->name);
		if (!is_click_id(id))
			ad_fault(m->call, path.p, "INVALID_CHARACTERS",
				 "%s must be the parameter's value as the URL had it: letters, "
				 "digits and any of - _ . ~ %% = :",
				 path.p);
		if (click->platform == AD_GOOGLE && google)
			ad_fault(m->call, path.p, "ONE_OF",
				 "google accepts only one of gclid, gbraid and wbraid; %s is also "
				 "given.",
				 google);
		else if (click->platform == AD_GOOGLE)
			google = click->name;
	}
	if (m->by_count == before)
		ad_rule_set(m->row, "clickIds", (struct ad_str){ NULL, 0 });
}

static bool can_match(const struct matching *m, enum ad_platform platform)
{
	for (size_t i = 0; i < ad_click_id_count; i++)
		if (ad_click_ids[i].platform == platform &&
		    ad_json_get_text(m->clicks, ad_click_ids[i].name).p)
			return true;
	for (size_t i = 0; i < ad_user_rule_count; i++)
		if (ad_user_rules[i].platform == platform &&
		    ad_row_text(m->row, ad_user_rules[i].kept).p)
			return true;
	return false;
}

/* Checks that each platform occurs once and can match the conversion. */
static void check_platforms(struct matching *m)
{
	struct ad_json_error err;
	const cJSON *item;
	uint32_t seen = 0;
	int i = 0;
	struct ad_str text = ad_row_text(m->row, "platforms");
	bool whole = m->call->status == AD_OK; /* else a missing value may be an invalid one */
	const cJSON *list = text.p ? ad_json_parse(m->call->arena, text, &err) : NULL;
	cJSON_ArrayForEach(item, list)
	{
		enum ad_platform platform = ad_platform_of(ad_json_text(item));
		struct ad_str path = ad_arena_printf(m->call->arena, "platforms[%d]", i++);
		if (seen & 1u << platform)
			ad_fault(m->call, path.p, "DUPLICATE", "%s is given twice.",
				 ad_platform_name(platform));
		else if (whole && !can_match(m, platform))
			ad_fault(m->call, path.p, "NOTHING_TO_MATCH",
				 "%s cannot match a person with the given data. Add a click id of "
				 "the platform, email, phone, or a hash in the platform's form "
				 "(see the reference, \"Hashing of user data\").",
				 ad_platform_name(platform));
		seen |= 1u << platform;
	}
}

static bool is_faulty(const struct ad_call *call)
{
	static const char *const paths[] = { "clickIds",    "email",       "phone",
					     "emailSha256", "phoneSha256", "phoneDigitsSha256" };
	for (size_t i = 0; i < AD_LEN(paths); i++)
		if (ad_has_fault(call, paths[i]))
			return true;
	return false;
}

static void check_matching(struct ad_call *call, struct ad_row *row)
{
	struct ad_text by = ad_text_on(call->arena);
	struct matching m = { .call = call, .row = row, .by = ad_json_on(&by) };
	/* An earlier run of these rules matched already, and the plain values are gone. */
	if (!ad_str_is(ad_row_text(row, "matchedBy"), "[]"))
		return;
	ad_json_array(&m.by);
	take_email(&m);
	take_phone(&m);
	keep_hashes(&m);
	take_clicks(&m);
	if (m.by_count == 0 && !is_faulty(call))
		ad_fault(call, "clickIds", "REQUIRED",
			 "One of clickIds, email, phone, emailSha256, phoneSha256 and "
			 "phoneDigitsSha256 is required.");
	check_platforms(&m);
	ad_json_array_end(&m.by);
	ad_rule_set(row, "matchedBy", ad_text_str(&by));
}

static void conversion_rules_check_time(struct ad_call *call, const struct ad_row *row)
{
	int64_t now = ad_now();
	size_t index = 0;
	(void)ad_field_find(&row->res->shape, AD_S("occurredAt"), &index);
	if (row->v[index].kind != AD_INT)
		return;
	if (row->v[index].i > now + CLOCK_SKEW)
		ad_fault(call, "occurredAt", "IN_FUTURE",
			 "occurredAt must not be in the future. Give the time of the conversion, "
			 "with its offset or in UTC.");
	else if (row->v[index].i < now - OLDEST)
		ad_fault(call, "occurredAt", "TOO_OLD",
			 "occurredAt must be at most ten years ago.");
}

static int64_t power_of_ten(int n)
{
	int64_t p = 1;
	while (n-- > 0)
		p *= 10;
	return p;
}

static void conversion_rules_check_money(struct ad_call *call, struct ad_row *row)
{
	const struct ad_value *value = ad_row_value(row, "value");
	struct ad_str currency = ad_row_text(row, "currency");
	if (!currency.p && value->kind == AD_INT && !ad_has_fault(call, "currency")) {
		currency = ad_arena_copy(call->arena, ad_str(call->space.currency));
		ad_rule_set(row, "currency", currency);
	}
	if (!currency.p)
		return;
	if (!ad_currency_valid(currency)) {
		ad_fault(call, "currency", "UNKNOWN_VALUE",
			 "currency must be an ISO 4217 currency in capitals, such as EUR.");
		return;
	}
	int decimals = ad_currency_decimals(currency.p);
	if (value->kind == AD_INT && value->i % power_of_ten(6 - decimals) != 0)
		ad_fault_limit(call, "value", "TOO_MANY_DECIMALS", decimals,
			       "value may have at most %d decimals in %.*s.", decimals,
			       AD_FMT(currency));
}

/* Refuses an e-mail address: the order id is shown and stored in clear text. */
static void check_order_id(struct ad_call *call, const struct ad_row *row)
{
	struct ad_str order = ad_row_text(row, "orderId");
	if (order.p && ad_str_find(order, '@'))
		ad_fault(call, "orderId", "INVALID_CHARACTERS",
			 "orderId must be an order number, not an e-mail address; it must not "
			 "contain @.");
}

/* Allows one conversion per order and action. */
static void check_order(struct ad_call *call, const struct ad_row *row)
{
	struct ad_str order = ad_row_text(row, "orderId");
	if (!order.p)
		return;
	struct ad_stmt *s = ad_sql(
		call->db, "SELECT id FROM conversions WHERE space_id = $1 AND environment = $2"
			  " AND conversion_action = $3 AND order_id = $4");
	ad_bind(s, 1, row->space_id);
	ad_bind(s, 2, row->environment);
	ad_bind(s, 3, ad_row_text(row, "conversionAction"));
	ad_bind(s, 4, order);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_ROW) {
		struct ad_str id = ad_arena_copy(call->arena, ad_col(s, 0));
		ad_reset(s);
		call->details =
			ad_arena_printf(call->arena, "\"conversionId\":\"%.*s\"", AD_FMT(id));
		ad_fail(call, AD_CONFLICT,
			"The conversion %.*s already has this orderId for the same "
			"conversionAction. Each order counts once.",
			AD_FMT(id));
	} else if (status != AD_DB_DONE) {
		ad_fail_db(call, status);
	}
}

void ad_conversion_rules(struct ad_call *call, const struct ad_row *before, struct ad_row *after)
{
	if (before)
		return; /* a conversion never changes; only a push adds results */
	if (call->rules != AD_RULES_STORED) {
		check_matching(call, after);
		conversion_rules_check_time(call, after);
		conversion_rules_check_money(call, after);
		check_order_id(call, after);
	}
	/* the writing step checks it in any case, unless there is a fault */
	if (call->status == AD_OK && call->rules != AD_RULES_DRAFT)
		check_order(call, after);
}
