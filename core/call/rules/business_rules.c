/* Businesses: the format of colours, phone numbers and places. */
#include "base/json_read.h"
#include "call/rules/rules.h"

static bool is_color(struct ad_str s)
{
	bool ok = s.n == 7 && s.p[0] == '#';
	for (size_t i = 1; ok && i < s.n; i++)
		ok = strchr("0123456789abcdefABCDEF", s.p[i]) != NULL;
	return ok;
}

static void check_colors(struct ad_call *call, const struct ad_row *row)
{
	struct ad_json_error err;
	const cJSON *item;
	int i = 0;
	struct ad_str text = ad_row_text(row, "brandColors");
	const cJSON *list = text.p ? ad_json_parse(call->arena, text, &err) : NULL;
	cJSON_ArrayForEach(item, list)
	{
		struct ad_str path = ad_arena_printf(call->arena, "brandColors[%d]", i++);
		if (!is_color(ad_json_text(item)))
			ad_fault(call, path.p, "INVALID_COLOR",
				 "%s must be a colour such as #F2A900: # and six hexadecimal "
				 "digits.",
				 path.p);
	}
}

/* Checks a phone number as printed: at least three digits, and the usual separators. */
static void check_phone(struct ad_call *call, struct ad_str phone)
{
	int digits = 0;
	bool ok = true;
	for (size_t i = 0; i < phone.n; i++) {
		bool digit = phone.p[i] >= '0' && phone.p[i] <= '9';
		digits += digit ? 1 : 0;
		ok = ok && (digit || strchr("+-./() ", phone.p[i]) != NULL);
	}
	if (!ok || digits < 3)
		ad_fault(call, "phone", "INVALID_PHONE",
			 "phone must be a phone number such as +49 30 901820: digits, optionally "
			 "separated by spaces or any of + - . / ( ).");
}

void ad_business_rules(struct ad_call *call, const struct ad_row *before, struct ad_row *after)
{
	struct ad_str phone = ad_row_text(after, "phone");
	if (call->rules == AD_RULES_STORED)
		return;
	if (phone.p && ad_changed(before, after, "phone"))
		check_phone(call, phone);
	if (ad_changed(before, after, "brandColors"))
		check_colors(call, after);
	if (ad_changed(before, after, "locations"))
		ad_rule_locations(call, after);
}
