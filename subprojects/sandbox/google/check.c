#include "check.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../text.h"

struct check {
	struct text path;
	struct text lines;
	cJSON *violations;
	int version;
};

static bool google_check_spells(const char *snake, const char *key, size_t size)
{
	size_t i = 0;
	for (; *snake; snake++) {
		char expected = *snake;
		if (*snake == '_' && i < size && key[i] != '_') {
			snake++;
			expected = (char)toupper((unsigned char)*snake);
		}
		if (i >= size || key[i] != expected)
			return false;
		i++;
	}
	return i == size;
}

const struct g_field *g_field_find(const struct g_message *message, const char *key, size_t size)
{
	for (const struct g_field *f = message->fields; f->name; f++)
		if (f->name[0] == key[0] && google_check_spells(f->name, key, size))
			return f;
	return NULL;
}

void g_camel(const char *snake, char *out, size_t room)
{
	size_t n = 0;
	for (; *snake && n + 1 < room; snake++) {
		if (*snake == '_' && snake[1])
			out[n++] = (char)toupper((unsigned char)*++snake);
		else
			out[n++] = *snake;
	}
	out[n] = '\0';
}

bool g_enum_has(const struct g_enum *values, const char *name)
{
	for (const char *const *v = values->values; *v; v++)
		if (strcmp(*v, name) == 0)
			return true;
	return false;
}

static void google_check_violation(struct check *c, const char *description)
{
	cJSON *v = cJSON_CreateObject();
	if (c->path.size)
		json_set_text(v, "field", text_get(&c->path));
	json_set_text(v, "description", description);
	cJSON_AddItemToArray(c->violations, v);
	if (c->lines.size)
		text_put(&c->lines, "\n");
	text_put(&c->lines, description);
}

static void bad_name(struct check *c, const char *name, const char *why)
{
	struct text t = { 0 };
	text_format(&t, "Invalid JSON payload received. Unknown name \"%s\"", name);
	if (c->path.size)
		text_format(&t, " at '%s'", text_get(&c->path));
	text_format(&t, ": %s", why);
	google_check_violation(c, text_get(&t));
	text_free(&t);
}

static void bad_value(struct check *c, const char *type, const cJSON *value)
{
	char *shown = json_print(value);
	struct text t = { 0 };
	text_format(&t, "Invalid value at '%s' (%s), %s", text_get(&c->path), type, shown);
	google_check_violation(c, text_get(&t));
	text_free(&t);
	free(shown);
}

static void bad_type(struct check *c, const char *name, const cJSON *value)
{
	char type[160];
	snprintf(type, sizeof(type), "type.googleapis.com/google.ads.googleads.v%d.%s", c->version,
		 name);
	bad_value(c, type, value);
}

/* True if `text` is a whole number that fits `min..max`. */
static bool google_check_whole(const char *text, long long min, long long max)
{
	char *end;
	if (*text == '\0' || isspace((unsigned char)*text) || *text == '+')
		return false;
	errno = 0;
	long long n = strtoll(text, &end, 10);
	return *end == '\0' && errno == 0 && n >= min && n <= max;
}

static void become_number(cJSON *value, double number)
{
	cJSON_free(value->valuestring);
	value->valuestring = NULL;
	value->type = cJSON_Number;
	value->valuedouble = number;
	value->valueint = (int)number;
}

/* A whole number, as a number or a string of digits: 64 bits stay or become a string. */
static void check_integer(struct check *c, cJSON *value, bool wide)
{
	long long max = wide ? 9223372036854775807LL : 2147483647LL;
	char digits[40] = "";
	const char *text = cJSON_IsString(value) ? value->valuestring : digits;
	if (cJSON_IsNumber(value) && value->valuedouble == floor(value->valuedouble) &&
	    fabs(value->valuedouble) < 9.2e18)
		snprintf(digits, sizeof(digits), "%.0f", value->valuedouble);
	if (!google_check_whole(text, -max - 1, max)) {
		bad_value(c, wide ? "TYPE_INT64" : "TYPE_INT32", value);
		return;
	}
	if (wide && cJSON_IsNumber(value))
		json_become_text(value, digits);
	else if (!wide && cJSON_IsString(value))
		become_number(value, strtod(text, NULL));
}

static void check_double(struct check *c, cJSON *value)
{
	if (cJSON_IsNumber(value))
		return;
	char *end = NULL;
	if (!cJSON_IsString(value) || !*value->valuestring) {
		bad_value(c, "TYPE_DOUBLE", value);
		return;
	}
	double d = strtod(value->valuestring, &end);
	if (*end || !isfinite(d)) {
		bad_value(c, "TYPE_DOUBLE", value);
		return;
	}
	become_number(value, d);
}

static bool is_base64(const char *s)
{
	size_t n = strspn(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_");
	size_t pad = strspn(s + n, "=");
	return s[n + pad] == '\0' && pad <= 2 && (pad == 0 || (n + pad) % 4 == 0) && n % 4 != 1;
}

static void check_message(struct check *c, cJSON *object, const struct g_message *message);

/* `value` is turned into the value it stands for. */
/* True if a value that needs no conversion has the field's type. */
static bool google_check_is_plain(const cJSON *value, const struct g_field *f)
{
	switch (f->type) {
	case G_STRING:
	case G_MASK:
		return cJSON_IsString(value);
	case G_BOOL:
		return cJSON_IsBool(value);
	case G_BYTES:
		return cJSON_IsString(value) && is_base64(value->valuestring);
	case G_ENUM:
		return cJSON_IsString(value) && g_enum_has(f->values, value->valuestring);
	case G_MESSAGE:
	case G_FOREIGN:
		return cJSON_IsObject(value);
	case G_INT32:
	case G_INT64:
	case G_DOUBLE:
		break;
	}
	return true;
}

/* The names of types in refusals; NULL for a type with a name of its own. */
static const char *const type_names[] = {
	[G_STRING] = "TYPE_STRING", [G_MASK] = "TYPE_STRING",     [G_BOOL] = "TYPE_BOOL",
	[G_BYTES] = "TYPE_BYTES",   [G_FOREIGN] = "TYPE_MESSAGE",
};

/* `value` is turned into the value it stands for. */
static void google_check_check_value(struct check *c, cJSON *value, const struct g_field *f)
{
	if (f->type == G_INT32 || f->type == G_INT64)
		check_integer(c, value, f->type == G_INT64);
	else if (f->type == G_DOUBLE)
		check_double(c, value);
	else if (google_check_is_plain(value, f) && f->type == G_MESSAGE)
		check_message(c, value, f->message);
	else if (!google_check_is_plain(value, f) && (f->type == G_MESSAGE || f->type == G_ENUM))
		bad_type(c, f->type == G_ENUM ? f->values->name : f->message->name, value);
	else if (!google_check_is_plain(value, f))
		bad_value(c, type_names[f->type], value);
}

static void check_repeated(struct check *c, cJSON *array, const struct g_field *f)
{
	if (!cJSON_IsArray(array)) {
		bad_value(c, "repeated field", array);
		return;
	}
	size_t mark = c->path.size;
	int i = 0;
	cJSON *item;
	cJSON_ArrayForEach(item, array)
	{
		text_format(&c->path, "[%d]", i++);
		google_check_check_value(c, item, f);
		text_cut(&c->path, mark);
	}
}

/* A member of a oneof may not follow another member of the same oneof. */
static bool oneof_taken(const cJSON *object, const cJSON *item, const struct g_message *message,
			const char *oneof)
{
	for (const cJSON *other = object->child; other != item; other = other->next) {
		const struct g_field *f =
			g_field_find(message, other->string, strlen(other->string));
		if (f && f->oneof && strcmp(f->oneof, oneof) == 0)
			return true;
	}
	return false;
}

static void google_check_check_member(struct check *c, cJSON *object, cJSON *item,
				      const struct g_message *message)
{
	const struct g_field *f = g_field_find(message, item->string, strlen(item->string));
	if (!f) {
		bad_name(c, item->string, "Cannot find field.");
		return;
	}
	if (f->oneof && oneof_taken(object, item, message, f->oneof)) {
		struct text t = { 0 };
		text_format(&t,
			    "Invalid value at '%s' (oneof), oneof field '%s' is already set. "
			    "Cannot set '%s'",
			    text_get(&c->path), f->oneof, item->string);
		google_check_violation(c, text_get(&t));
		text_free(&t);
		return;
	}
	if (cJSON_IsArray(item) && !(f->flags & G_REPEATED)) {
		bad_name(c, item->string, "Proto field is not repeating, cannot start list.");
		return;
	}
	size_t mark = c->path.size;
	text_format(&c->path, "%s%s", mark ? "." : "", f->name);
	if (f->flags & G_REPEATED)
		check_repeated(c, item, f);
	else
		google_check_check_value(c, item, f);
	text_cut(&c->path, mark);
	char camel[G_NAME_ROOM];
	g_camel(f->name, camel, sizeof(camel));
	if (strcmp(camel, item->string) != 0)
		json_rename(item, camel);
}

static void check_message(struct check *c, cJSON *object, const struct g_message *message)
{
	cJSON *next;
	for (cJSON *item = object->child; item; item = next) {
		next = item->next;
		if (!cJSON_IsNull(item)) {
			google_check_check_member(c, object, item, message);
			continue;
		}
		if (!g_field_find(message, item->string, strlen(item->string)))
			bad_name(c, item->string, "Cannot find field.");
		cJSON_Delete(cJSON_DetachItemViaPointer(object, item));
	}
}

cJSON *g_check_body(cJSON *body, const struct g_message *message, int version)
{
	struct check c = { .violations = cJSON_CreateArray(), .version = version };
	check_message(&c, body, message);
	cJSON *answer = NULL;
	if (c.lines.size) {
		answer = cJSON_CreateObject();
		cJSON *error = json_object(answer, "error");
		json_set(error, "code", cJSON_CreateNumber(400));
		json_set_text(error, "message", text_get(&c.lines));
		json_set_text(error, "status", "INVALID_ARGUMENT");
		cJSON *detail = cJSON_CreateObject();
		cJSON_AddItemToArray(json_array(error, "details"), detail);
		json_set_text(detail, "@type", "type.googleapis.com/google.rpc.BadRequest");
		json_set(detail, "fieldViolations", c.violations);
	} else {
		cJSON_Delete(c.violations);
	}
	text_free(&c.path);
	text_free(&c.lines);
	return answer;
}
