/* Bodies against the published messages: unknown members, wrong types, unknown enum values. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "microsoft.h"

struct check {
	struct text path;
	cJSON *errors; /* path -> [ reasons ] */
};

static void microsoft_check_wrong(struct check *c, const char *why)
{
	cJSON *list = json_array(c->errors, c->path.size ? text_get(&c->path) : "$");
	cJSON_AddItemToArray(list, cJSON_CreateString(why));
}

static bool microsoft_check_is_one_of(const char *const *values, const char *value, size_t n)
{
	for (; *values; values++)
		if (strlen(*values) == n && strncmp(*values, value, n) == 0)
			return true;
	return false;
}

static bool are_flags(const char *const *values, const char *text)
{
	for (;;) {
		size_t n = strcspn(text, ",");
		if (!microsoft_check_is_one_of(values, text, n))
			return false;
		if (!text[n])
			return true;
		text += n + 1;
	}
}

static bool is_long(const cJSON *value)
{
	const char *s = cJSON_IsString(value) ? value->valuestring : "";
	size_t n = strlen(s);
	return n > 0 && n < 20 && strspn(s, "0123456789") == n;
}

static bool microsoft_check_is_plain(const struct ms_field *f, const cJSON *value)
{
	switch (f->type) {
	case M_TEXT:
		return cJSON_IsString(value);
	case M_LONG:
		return is_long(value);
	case M_INT:
		return cJSON_IsNumber(value) && value->valuedouble == (double)value->valueint;
	case M_DOUBLE:
		return cJSON_IsNumber(value);
	case M_BOOL:
		return cJSON_IsBool(value);
	case M_ENUM:
		return cJSON_IsString(value) &&
		       microsoft_check_is_one_of(f->values, value->valuestring,
						 strlen(value->valuestring));
	case M_FLAGS:
		return cJSON_IsString(value) && are_flags(f->values, value->valuestring);
	case M_MESSAGE:
	case M_VARIANT:
		return cJSON_IsObject(value);
	case M_FOREIGN:
		break;
	}
	return false;
}

static void check_message(struct check *c, const cJSON *object, const struct ms_message *message);

static void check_variant(struct check *c, const cJSON *object, const struct ms_field *f)
{
	const char *type = json_text(object, "Type");
	for (const struct ms_variant *v = f->variants; v->type && type; v++) {
		if (strcmp(v->type, type) != 0)
			continue;
		check_message(c, object, v->message);
		return;
	}
	microsoft_check_wrong(c, "The member Type names nothing that may stand here.");
}

static void microsoft_check_check_value(struct check *c, const cJSON *value,
					const struct ms_field *f)
{
	if (f->type == M_FOREIGN)
		microsoft_check_wrong(c, "The sandbox does not take this member.");
	else if (!microsoft_check_is_plain(f, value))
		microsoft_check_wrong(c, "The JSON value could not be converted.");
	else if (f->type == M_MESSAGE)
		check_message(c, value, f->message);
	else if (f->type == M_VARIANT)
		check_variant(c, value, f);
}

static void microsoft_check_check_list(struct check *c, const cJSON *list, const struct ms_field *f)
{
	size_t mark = c->path.size;
	int i = 0;
	const cJSON *item;
	if (!cJSON_IsArray(list)) {
		microsoft_check_wrong(c, "The JSON value could not be converted.");
		return;
	}
	cJSON_ArrayForEach(item, list)
	{
		text_format(&c->path, "[%d]", i++);
		microsoft_check_check_value(c, item, f);
		text_cut(&c->path, mark);
	}
}

static const struct ms_field *microsoft_check_field_of(const struct ms_message *message,
						       const char *name)
{
	for (const struct ms_field *f = message->fields; f->name; f++)
		if (strcmp(f->name, name) == 0)
			return f;
	return NULL;
}

static void check_message(struct check *c, const cJSON *object, const struct ms_message *message)
{
	size_t mark = c->path.size;
	const cJSON *item;
	cJSON_ArrayForEach(item, object)
	{
		const struct ms_field *f = microsoft_check_field_of(message, item->string);
		text_format(&c->path, ".%s", item->string);
		if (!f)
			microsoft_check_wrong(
				c, "The JSON property could not be mapped to any .NET member.");
		else if (cJSON_IsNull(item))
			;
		else if (f->list)
			microsoft_check_check_list(c, item, f);
		else
			microsoft_check_check_value(c, item, f);
		text_cut(&c->path, mark);
	}
}

cJSON *ms_check_body(const cJSON *body, const struct ms_message *message)
{
	struct check c = { .errors = cJSON_CreateObject() };
	text_put(&c.path, "$");
	if (cJSON_IsObject(body))
		check_message(&c, body, message);
	else
		microsoft_check_wrong(&c, "The body is no JSON object.");
	text_free(&c.path);
	if (!c.errors->child) {
		cJSON_Delete(c.errors);
		return NULL;
	}
	cJSON *answer = cJSON_CreateObject();
	json_set_text(answer, "title", "One or more validation errors occurred.");
	json_set(answer, "status", cJSON_CreateNumber(400));
	json_set(answer, "errors", c.errors);
	return answer;
}
