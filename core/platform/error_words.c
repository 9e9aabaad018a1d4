#include "platform/error_words.h"

#include "base/json_read.h"
#include "base/text.h"

#define WORDS_MAX 300

/* At most WORDS_MAX bytes, not cut within a character. */
static struct ad_str words_cut(struct ad_str text)
{
	size_t n = text.n < WORDS_MAX ? text.n : WORDS_MAX;

	while (n < text.n && n > 0 && ((unsigned char)text.p[n] & 0xc0) == 0x80)
		n--;
	return (struct ad_str){ text.p, n };
}

/* The first of a list; anything else is itself. */
static const cJSON *first_in(const cJSON *item)
{
	return cJSON_IsArray(item) ? item->child : item;
}

/* The text of an object that explains it; absent if it has none. */
static struct ad_str words_in(const cJSON *object)
{
	/* OAuth; most gateways; ASP.NET; RFC 9457; Reddit. */
	static const char *const names[] = { "error_description", "message", "Message",
					     "ExceptionMessage",  "detail",  "title",
					     "explanation",       "reason" };

	for (size_t i = 0; i < AD_LEN(names); i++) {
		struct ad_str text = words_cut(ad_json_get_text(object, names[i]));
		if (text.n)
			return text;
	}
	return (struct ad_str){ 0 };
}

/* "field: why" of { "field": ["why"] } or of [ { "field", "description" } ]; absent: neither. */
static struct ad_str field_fault(struct ad_arena *arena, const cJSON *faults)
{
	const cJSON *one = cJSON_IsObject(faults) || cJSON_IsArray(faults) ? faults->child : NULL;
	struct ad_str field = ad_json_get_text(one, "field");
	struct ad_str why = ad_json_get_text(one, "description");

	if (cJSON_IsObject(faults) && one) {
		field = ad_str(one->string);
		why = ad_json_text(first_in(one));
	} else if (!why.n) {
		why = ad_json_get_text(one, "message");
	}
	if (!why.n)
		return (struct ad_str){ 0 };
	return ad_arena_printf(arena, "%.*s%s%.*s", AD_FMT(words_cut(field)), field.n ? ": " : "",
			       AD_FMT(words_cut(why)));
}

struct ad_str ad_error_field(struct ad_arena *arena, const cJSON *body)
{
	const cJSON *holder = first_in(body), *error = first_in(ad_json_get(holder, "error"));
	const cJSON *detail;
	struct ad_str found = field_fault(arena, ad_json_get(holder, "ModelState"));

	if (!found.n)
		found = field_fault(arena, ad_json_get(error, "invalid_fields"));
	cJSON_ArrayForEach(detail, ad_json_get(error, "details"))
	{
		if (!found.n)
			found = field_fault(arena, ad_json_get(detail, "fieldViolations"));
	}
	return found;
}

struct ad_str ad_error_words(struct ad_arena *arena, const cJSON *body)
{
	const cJSON *holder = first_in(body), *error = ad_json_get(holder, "error");
	const cJSON *const holders[] = { holder, first_in(error),
					 first_in(ad_json_get(holder, "errors")) };
	struct ad_str text = { 0 }, field = ad_error_field(arena, body);

	for (size_t i = 0; i < AD_LEN(holders) && !text.n; i++)
		text = words_in(holders[i]);
	if (!text.n)
		text = words_cut(ad_json_text(error));
	if (!text.n)
		text = words_cut(ad_json_text(holder));
	if (field.n && text.n)
		return ad_arena_printf(arena, "%.*s (%.*s)", AD_FMT(text), AD_FMT(field));
	return field.n ? field : text.n ? ad_arena_copy(arena, text) : (struct ad_str){ 0 };
}
