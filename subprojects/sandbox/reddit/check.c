/* Checks of a body against its schema alone, in the words of JSON Schema validators. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../text.h"
#include "schema.h"

void rd_fault(cJSON *faults, const char *field, const char *message, ...)
{
	char text[600];
	va_list args;
	va_start(args, message);
	vsnprintf(text, sizeof(text), message, args);
	va_end(args);
	cJSON *fault = cJSON_CreateObject();
	json_set_text(fault, "field", field);
	json_set_text(fault, "message", text);
	cJSON_AddItemToArray(faults, fault);
}

bool rd_has(const char *const *values, const char *word)
{
	for (; *values; values++)
		if (strcmp(*values, word) == 0)
			return true;
	return false;
}

static const char *const type_names[] = {
	[RD_STRING] = "string",   [RD_INTEGER] = "integer", [RD_NUMBER] = "number",
	[RD_BOOLEAN] = "boolean", [RD_ENUM] = "string",     [RD_OBJECT] = "object",
	[RD_LIST] = "array",
};

static bool is_of(const cJSON *value, enum rd_type type)
{
	switch (type) {
	case RD_STRING:
	case RD_ENUM:
		return cJSON_IsString(value);
	case RD_INTEGER:
		return cJSON_IsNumber(value) && floor(value->valuedouble) == value->valuedouble &&
		       fabs(value->valuedouble) < 9007199254740992.0;
	case RD_NUMBER:
		return cJSON_IsNumber(value);
	case RD_BOOLEAN:
		return cJSON_IsBool(value);
	case RD_OBJECT:
		return cJSON_IsObject(value);
	case RD_LIST:
		return cJSON_IsArray(value);
	}
	return false;
}

/* A value as messages show it: 'text', or JSON. */
static char *reddit_check_shown(const cJSON *value)
{
	struct text t = { 0 };
	if (cJSON_IsString(value)) {
		text_format(&t, "'%.200s'", value->valuestring);
		return text_take(&t);
	}
	char *json = json_print(value);
	text_format(&t, "%.200s", json);
	free(json);
	return text_take(&t);
}

static void wrong_enum(const struct rd_field *row, const char *path, const char *word,
		       cJSON *faults)
{
	struct text t = { 0 };
	for (const char *const *v = row->values; *v; v++)
		text_format(&t, "%s'%s'", v == row->values ? "" : ", ", *v);
	rd_fault(faults, path, "'%.100s' is not one of [%.450s]", word, text_get(&t));
	text_free(&t);
}

/* Characters, not bytes. */
static long long length_of(const char *s)
{
	long long n = 0;
	for (; *s; s++)
		n += ((unsigned char)*s & 0xc0) != 0x80;
	return n;
}

static void check_bounds(const struct rd_field *row, const char *path, const cJSON *value,
			 cJSON *faults)
{
	char *text = reddit_check_shown(value);
	if (row->type == RD_INTEGER || row->type == RD_NUMBER) {
		if (value->valuedouble < (double)row->least)
			rd_fault(faults, path, "%s is less than the minimum of %lld", text,
				 row->least);
		if (row->most && value->valuedouble > (double)row->most)
			rd_fault(faults, path, "%s is greater than the maximum of %lld", text,
				 row->most);
	} else {
		long long n = row->type == RD_LIST ? cJSON_GetArraySize(value)
						   : length_of(value->valuestring);
		if (n < row->least)
			rd_fault(faults, path, "%s is too short", text);
		if (row->most && n > row->most)
			rd_fault(faults, path, "%s is too long", text);
	}
	free(text);
}

static void check_members(const cJSON *object, const struct rd_field *rows, const char *path,
			  cJSON *faults);

static void reddit_check_check_value(const struct rd_field *row, const char *path,
				     const cJSON *value, cJSON *faults)
{
	if (cJSON_IsNull(value) && row->flags & RD_NULL)
		return;
	if (!is_of(value, row->type)) {
		char *text = reddit_check_shown(value);
		rd_fault(faults, path, "%s is not of type '%s'", text, type_names[row->type]);
		free(text);
		return;
	}
	if (row->type == RD_ENUM) {
		if (!rd_has(row->values, value->valuestring))
			wrong_enum(row, path, value->valuestring, faults);
		return;
	}
	if (row->type == RD_OBJECT) {
		if (row->fields)
			check_members(value, row->fields, path, faults);
		return;
	}
	if (row->type == RD_BOOLEAN)
		return;
	check_bounds(row, path, value, faults);
	if (row->start && row->type == RD_STRING &&
	    strncmp(value->valuestring, row->start, strlen(row->start)) != 0)
		rd_fault(faults, path, "'%.100s' does not match '^%s'", value->valuestring,
			 row->start);
	if (row->type != RD_LIST)
		return;
	struct rd_field each = *row;
	const cJSON *item;
	char below[300];
	int i = 0;
	each.type = row->item;
	each.flags = 0;
	each.least = row->item == RD_STRING ? 1 : 0;
	each.most = 0;
	cJSON_ArrayForEach(item, value)
	{
		snprintf(below, sizeof(below), "%.250s/%d", path, i++);
		reddit_check_check_value(&each, below, item, faults);
	}
}

static void check_members(const cJSON *object, const struct rd_field *rows, const char *path,
			  cJSON *faults)
{
	const cJSON *item;
	char below[300];
	for (const struct rd_field *row = rows; row->name; row++)
		if (row->flags & RD_REQUIRED && !json_at(object, row->name))
			rd_fault(faults, path, "'%s' is a required property", row->name);
	cJSON_ArrayForEach(item, object)
	{
		const struct rd_field *row = rows;
		while (row->name && strcmp(row->name, item->string) != 0)
			row++;
		snprintf(below, sizeof(below), "%.200s/%.80s", path, item->string);
		if (row->name)
			reddit_check_check_value(row, below, item, faults);
		else
			rd_fault(faults, path,
				 "Additional properties are not allowed ('%.100s' was unexpected)",
				 item->string);
	}
}

void rd_check(const cJSON *body, const struct rd_field *rows, cJSON *faults)
{
	const cJSON *item;
	if (!cJSON_IsObject(body)) {
		rd_fault(faults, "", "the body is not of type 'object'");
		return;
	}
	if (!json_at(body, "data"))
		rd_fault(faults, "", "'data' is a required property");
	cJSON_ArrayForEach(item, body)
	{
		if (strcmp(item->string, "data") != 0)
			rd_fault(faults, "",
				 "Additional properties are not allowed ('%.100s' was unexpected)",
				 item->string);
		else if (!cJSON_IsObject(item))
			rd_fault(faults, "data", "data is not of type 'object'");
		else
			check_members(item, rows, "data", faults);
	}
}
