#include "call/request/check_value.h"

#include <math.h>

#include "base/clock.h"
#include "base/digest.h"
#include "base/fold.h"
#include "base/json_read.h"
#include "base/name.h"
#include "base/utf8.h"
#include "call/request/validate.h"
#include "model/vocabulary.h"
#include "model/options.h"

/* The context: the call that collects faults, and the writer of the normal form. */
struct at {
	struct ad_call *call;
	struct ad_json *out;
};

static void check_value_check(struct at at, const struct ad_field *field, const char *path,
			      const cJSON *item);

static const char *type_words(enum ad_type type)
{
	switch (type) {
	case AD_T_TEXT:
	case AD_T_URL:
	case AD_T_ENUM:
	case AD_T_DATE:
	case AD_T_TIME:
	case AD_T_REF:
	case AD_T_ID:
	case AD_T_BYTES:
		return "a string";
	case AD_T_MONEY:
	case AD_T_NUMBER:
		return "a number";
	case AD_T_INT:
		return "a whole number";
	case AD_T_BOOL:
		return "true or false";
	case AD_T_OBJECT:
	case AD_T_OPTIONS:
		return "an object";
	case AD_T_LIST:
		return "a list";
	case AD_T_AD_TEXT:
		return "a string, or an object { text, pin }";
	case AD_T_ANY:
		return "a value";
	}
	return "a value";
}

static void wrong_type(struct at at, const struct ad_field *field, const char *path)
{
	ad_fault(at.call, path, "WRONG_TYPE", "%s must be %s.", path, type_words(field->type));
	if (field->type == AD_T_OBJECT && field->member_count && at.call->last_fault) {
		struct ad_text names = ad_text_on(at.call->arena);
		for (size_t i = 0; i < field->member_count; i++)
			ad_text_addf(&names, "%s%s", i ? ", " : "", field->members[i].name);
		ad_fault_suggest(at.call, "Available fields: %s.", ad_text_str(&names).p);
	}
	ad_json_null(at.out);
}

static bool check_value_has_control(struct ad_str s, bool lines_allowed)
{
	for (size_t i = 0; i < s.n; i++) {
		unsigned char c = (unsigned char)s.p[i];
		if ((c < 0x20 || c == 0x7f) && !(lines_allowed && c == '\n'))
			return true;
	}
	return false;
}

static bool check_value_is_blank(struct ad_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] != ' ')
			return false;
	return true;
}

/*
 * Refuses invisible characters and those that change the text direction: an approver would not see
 * them.
 */
static void check_visible(struct at at, const char *path, struct ad_str s, bool url)
{
	uint32_t c = ad_text_unseen(s, url);
	if (c)
		ad_fault(at.call, path, "INVALID_CHARACTERS",
			 "%s contains U+%04X, which is invisible or changes the text direction. "
			 "Remove it.",
			 path, (unsigned)c);
}

static void check_value_check_text(struct at at, const struct ad_field *field, const char *path,
				   struct ad_str s)
{
	bool name = (field->flags & AD_NAME) != 0,
	     control = check_value_has_control(s, field->max > 2048);
	if (name)
		s = ad_trimmed(s);
	int64_t length = (int64_t)ad_utf8_length(s);
	if (field->max && length > field->max)
		ad_fault_limit(at.call, path, "TOO_LONG", field->max,
			       "%s has %lld characters; at most %lld are allowed.", path,
			       (long long)length, (long long)field->max);
	else if (field->min && (check_value_is_blank(s) || length < field->min))
		ad_fault_limit(at.call, path, "TOO_SHORT", field->min,
			       field->min == 1 ? "%s must have at least %lld non-space character."
					       : "%s must have at least %lld characters.",
			       path, (long long)field->min);
	else if (!(field->flags & AD_INPUT_ONLY) && control)
		ad_fault(at.call, path, "INVALID_CHARACTERS",
			 "%s must not contain control characters.", path);
	else if (!(field->flags & (AD_INPUT_ONLY | AD_AS_STORED)))
		check_visible(at, path, s, false);
	ad_json_str(at.out, s);
}

static void check_string(struct at at, const struct ad_field *field, const char *path,
			 const cJSON *item)
{
	struct ad_str s = ad_json_text(item);
	int64_t us;
	if (!cJSON_IsString(item)) {
		wrong_type(at, field, path);
		return;
	}
	if (field->type == AD_T_URL && !ad_url_valid(s, (size_t)field->max))
		ad_fault(at.call, path, "INVALID_URL",
			 "%s must be an absolute http or https URL of at most %lld characters, "
			 "without user name or password.",
			 path, (long long)field->max);
	else if (field->type == AD_T_URL && !(field->flags & AD_AS_STORED))
		check_visible(at, path, s, true);
	else if (field->type == AD_T_DATE && !ad_date_valid(s))
		ad_fault(at.call, path, "INVALID_DATE", "%s must be a valid date, YYYY-MM-DD.",
			 path);
	else if (field->type == AD_T_TIME && !ad_time_parse(s, &us))
		ad_fault(at.call, path, "INVALID_TIME",
			 "%s must be an RFC 3339 time, such as 2026-11-21T09:30:00Z.", path);
	ad_json_str(at.out, s);
}

static void check_enum(struct at at, const struct ad_field *field, const char *path,
		       const cJSON *item)
{
	if (!cJSON_IsString(item)) {
		wrong_type(at, field, path);
		return;
	}
	struct ad_str s = ad_json_text(item);
	for (size_t i = 0; field->options[i]; i++) {
		if (ad_str_is(s, field->options[i])) {
			ad_json_str(at.out, s);
			return;
		}
	}
	ad_fault_option(at.call, path, s, field->options);
	ad_json_null(at.out);
}

static int64_t power_of_ten(int n)
{
	int64_t p = 1;
	while (n-- > 0)
		p *= 10;
	return p;
}

static void check_value_check_money(struct at at, const struct ad_field *field, const char *path,
				    const cJSON *item)
{
	int64_t micros = 0;
	const char *currency = at.call->space.currency;
	int decimals = ad_currency_decimals(currency[0] ? currency : "USD");
	if (field->flags & AD_OWN_CURRENCY)
		decimals = 6;
	if (!cJSON_IsNumber(item)) {
		wrong_type(at, field, path);
		return;
	}
	if (item->valuedouble * 1e6 > (double)field->max)
		ad_fault_limit(at.call, path, "TOO_LARGE", field->max / 1000000,
			       "%s must be at most %lld.", path, (long long)(field->max / 1000000));
	else if (item->valuedouble < 0 || (field->min > 0 && item->valuedouble <= 0))
		ad_fault_limit(at.call, path, "TOO_SMALL", 0, "%s must be %s 0.", path,
			       field->min > 0 ? "above" : "at least");
	else if (!ad_json_micros_of(item, &micros) || micros % power_of_ten(6 - decimals) != 0)
		ad_fault_limit(at.call, path, "TOO_MANY_DECIMALS", decimals,
			       "%s may have at most %d decimals in %s.", path, decimals, currency);
	ad_json_micros(at.out, micros);
}

static void check_range(struct at at, const struct ad_field *field, const char *path, double value)
{
	if (field->max && value > (double)field->max)
		ad_fault_limit(at.call, path, "TOO_LARGE", field->max, "%s must be at most %lld.",
			       path, (long long)field->max);
	else if (value < (double)field->min)
		ad_fault_limit(at.call, path, "TOO_SMALL", field->min, "%s must be at least %lld.",
			       path, (long long)field->min);
}

static void check_number(struct at at, const struct ad_field *field, const char *path,
			 const cJSON *item)
{
	int64_t whole = 0;
	if (!cJSON_IsNumber(item) || (field->type == AD_T_INT && !ad_json_int64(item, &whole))) {
		wrong_type(at, field, path);
		return;
	}
	check_range(at, field, path, item->valuedouble);
	if (field->type == AD_T_INT)
		ad_json_int(at.out, whole);
	else
		ad_json_double(at.out, item->valuedouble);
}

static void check_ref(struct at at, const struct ad_field *field, const char *path,
		      const cJSON *item)
{
	struct ad_str id = ad_json_text(item);
	if (!cJSON_IsString(item)) {
		wrong_type(at, field, path);
		return;
	}
	if (field->ref == AD_R_NONE || !ad_id_valid(ad_resource_row(field->ref)->prefix, id))
		ad_fault(at.call, path, "REFERENCE_NOT_FOUND",
			 "%s does not match any object of this Space and environment.", path);
	ad_json_str(at.out, id);
}

static void check_member_names(struct at at, const struct ad_field *field, const char *path,
			       const cJSON *item)
{
	const cJSON *member;
	const char *names[AD_FIELDS_MAX + 1];
	size_t n = 0;
	for (size_t i = 0; i < field->member_count && n < AD_FIELDS_MAX; i++)
		names[n++] = field->members[i].name;
	names[n] = NULL;
	struct ad_shape shape = { .fields = field->members, .count = field->member_count };
	cJSON_ArrayForEach(member, item)
	{
		if (ad_faults_full(at.call))
			return;
		if (ad_field_find(&shape, ad_str(member->string), NULL))
			continue;
		struct ad_str p = ad_arena_printf(at.call->arena, "%s.%s", path, member->string);
		ad_fault(at.call, p.p, "UNKNOWN_FIELD", "The field %s does not exist here.", p.p);
		ad_suggest_name(at.call, ad_str(member->string), names);
	}
}

static void check_value_check_member(struct at at, const struct ad_field *member, const char *path,
				     const cJSON *value)
{
	bool absent = value == NULL || cJSON_IsNull(value);
	ad_json_key(at.out, member->name);
	if (!absent) {
		check_value_check(at, member, path, value);
		return;
	}
	if (member->flags & AD_REQUIRED)
		ad_fault(at.call, path, "REQUIRED", "%s is required.", path);
	ad_json_raw(at.out, ad_str(member->initial));
}

static void check_object(struct at at, const struct ad_field *field, const char *path,
			 const cJSON *item)
{
	if (!cJSON_IsObject(item)) {
		wrong_type(at, field, path);
		return;
	}
	check_member_names(at, field, path, item);
	ad_json_object(at.out);
	for (size_t i = 0; i < field->member_count; i++) {
		const struct ad_field *member = &field->members[i];
		struct ad_str p = ad_arena_printf(at.call->arena, "%s.%s", path, member->name);
		check_value_check_member(at, member, p.p, ad_json_get(item, member->name));
	}
	ad_json_object_end(at.out);
}

static void check_value_check_list(struct at at, const struct ad_field *field, const char *path,
				   const cJSON *item)
{
	struct ad_field each = { .name = field->name,
				 .type = field->item,
				 .max = field->item_max,
				 .min = field->item == AD_T_TEXT ? 1 : 0,
				 .options = field->options,
				 .members = field->members,
				 .member_count = field->member_count,
				 .ref = field->ref };
	if (!cJSON_IsArray(item)) {
		wrong_type(at, field, path);
		return;
	}
	/* Items beyond the limit, or after the last reported fault, are not checked. */
	int64_t size = cJSON_GetArraySize(item), left = field->max ? field->max : size;
	if (field->max && size > field->max)
		ad_fault_limit(at.call, path, "TOO_MANY", field->max,
			       "%s has %lld items; at most %lld are allowed.", path,
			       (long long)size, (long long)field->max);
	if (field->min && size < field->min)
		ad_fault_limit(at.call, path, "TOO_FEW", field->min,
			       "%s has %lld items; at least %lld are required.", path,
			       (long long)size, (long long)field->min);
	ad_json_array(at.out);
	const cJSON *element;
	int i = 0;
	cJSON_ArrayForEach(element, item)
	{
		if (left-- <= 0 || ad_faults_full(at.call))
			break;
		struct ad_str p = ad_arena_printf(at.call->arena, "%s[%d]", path, i++);
		check_value_check(at, &each, p.p, element);
	}
	ad_json_array_end(at.out);
}

/* A string stays a string and an object stays an object, in the answer too. */
static void check_ad_text(struct at at, const struct ad_field *field, const char *path,
			  const cJSON *item)
{
	if (cJSON_IsString(item))
		check_value_check_text(at, &field->members[0], path, ad_json_text(item));
	else if (cJSON_IsObject(item))
		check_object(at, field, path, item);
	else
		wrong_type(at, field, path);
}

static void check_bool(struct at at, const struct ad_field *field, const char *path,
		       const cJSON *item)
{
	if (cJSON_IsBool(item))
		ad_json_bool(at.out, cJSON_IsTrue(item));
	else
		wrong_type(at, field, path);
}

/* Copies the value unchecked; other checks interpret it. */
static void copy_value(struct at at, const cJSON *item)
{
	struct ad_text text = ad_text_on(at.call->arena);
	ad_json_canonical(&text, item);
	ad_json_raw(at.out, ad_text_str(&text));
}

static void check_value_check(struct at at, const struct ad_field *field, const char *path,
			      const cJSON *item)
{
	switch (field->type) {
	case AD_T_TEXT:
		if (cJSON_IsString(item))
			check_value_check_text(at, field, path, ad_json_text(item));
		else
			wrong_type(at, field, path);
		break;
	case AD_T_URL:
	case AD_T_DATE:
	case AD_T_TIME:
	case AD_T_ID:
		check_string(at, field, path, item);
		break;
	case AD_T_ENUM:
		check_enum(at, field, path, item);
		break;
	case AD_T_MONEY:
		check_value_check_money(at, field, path, item);
		break;
	case AD_T_INT:
	case AD_T_NUMBER:
		check_number(at, field, path, item);
		break;
	case AD_T_BOOL:
		check_bool(at, field, path, item);
		break;
	case AD_T_REF:
		check_ref(at, field, path, item);
		break;
	case AD_T_OBJECT:
		check_object(at, field, path, item);
		break;
	case AD_T_LIST:
		check_value_check_list(at, field, path, item);
		break;
	case AD_T_AD_TEXT:
		check_ad_text(at, field, path, item);
		break;
	case AD_T_OPTIONS:
		if (cJSON_IsObject(item))
			copy_value(at, item);
		else
			wrong_type(at, field, path);
		break;
	case AD_T_BYTES: /* see ad_check_value() */
	case AD_T_ANY:
		copy_value(at, item);
		break;
	}
}

/* Checks bytes; they may be large, so they are not written as JSON again. */
static struct ad_value check_bytes(struct ad_call *call, const struct ad_field *field,
				   const char *path, const cJSON *item)
{
	struct ad_value value = { .kind = AD_TEXT };
	struct ad_str text = ad_json_text(item);
	if (!cJSON_IsString(item))
		ad_fault(call, path, "WRONG_TYPE", "%s must be %s.", path, type_words(field->type));
	else if (!text.n || !ad_unbase64(call->arena, text, &value.s))
		ad_fault(call, path, "INVALID_BASE64",
			 "%s must be base64 (RFC 4648: A-Z a-z 0-9 + /, padded with =), without "
			 "line breaks and without a data: prefix.",
			 path);
	else if ((int64_t)value.s.n > field->max)
		ad_fault_limit(call, path, "TOO_LARGE", field->max,
			       "%s has %zu bytes; at most %lld are allowed. Use a smaller file, or "
			       "sourceUrl.",
			       path, value.s.n, (long long)field->max);
	else
		return value;
	return (struct ad_value){ .kind = AD_NULL };
}

struct ad_value ad_check_value(struct ad_call *call, const struct ad_field *field, const char *path,
			       const cJSON *item)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json out = ad_json_on(&text);
	enum ad_status before = call->status;
	struct ad_value none = { .kind = AD_NULL };
	if (item == NULL || cJSON_IsNull(item))
		return none;
	if (field->type == AD_T_BYTES)
		return check_bytes(call, field, path, item);
	call->status = AD_OK;
	check_value_check((struct at){ call, &out }, field, path, item);
	bool ok = call->status == AD_OK;
	if (before != AD_OK)
		call->status = before;
	if (!ok)
		return none;
	if (field->type == AD_T_OBJECT || field->type == AD_T_LIST || field->type == AD_T_OPTIONS)
		return (struct ad_value){ .kind = AD_TEXT, .s = ad_text_str(&text) };
	struct ad_value value = ad_value_take(call->arena, field, item);
	if (field->flags & AD_NAME)
		value.s = ad_trimmed(value.s);
	return value;
}

struct ad_value ad_check_options(struct ad_call *call, enum ad_platform platform,
				 enum ad_resource_id resource, const cJSON *item)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json out = ad_json_on(&text);
	const char *names[AD_FIELDS_MAX + 1] = { NULL };
	size_t n = 0;
	ad_json_object(&out);
	for (size_t i = 0; i < ad_option_count; i++) {
		const struct ad_option *o = &ad_options[i];
		if (o->platform != platform || o->resource != resource)
			continue;
		names[n++] = o->field.name;
		const cJSON *value = ad_json_get(item, o->field.name);
		if (!value || cJSON_IsNull(value))
			continue;
		struct ad_str p = ad_arena_printf(call->arena, "platformOptions.%s", o->field.name);
		ad_json_key(&out, o->field.name);
		check_value_check((struct at){ call, &out }, &o->field, p.p, value);
	}
	ad_json_object_end(&out);
	const cJSON *member;
	cJSON_ArrayForEach(member, item)
	{
		bool known = false;
		for (size_t i = 0; i < n; i++)
			known = known || strcmp(names[i], member->string) == 0;
		if (known)
			continue;
		struct ad_str p =
			ad_arena_printf(call->arena, "platformOptions.%s", member->string);
		ad_fault(call, p.p, "UNKNOWN_FIELD", "%s does not have the option %s.",
			 ad_platform_name(platform), member->string);
		ad_suggest_name(call, ad_str(member->string), names);
	}
	return (struct ad_value){ .kind = AD_TEXT, .s = ad_text_str(&text) };
}
