/* Matching of a row against a query's conditions, and the order of two rows. */
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "query.h"

const cJSON *g_query_value(const struct q_column *column, const cJSON *row)
{
	const cJSON *at = json_at(row, column->resource);
	for (int i = 0; at && i < column->depth; i++) {
		char camel[G_NAME_ROOM];
		g_camel(column->path[i]->name, camel, sizeof(camel));
		at = json_at(at, camel);
	}
	return at;
}

/* -1, 0, 1; an absent number or boolean counts as 0 or false. */
static int compare_literal(const struct g_field *f, const cJSON *value, const char *literal)
{
	if (f->type == G_INT64) {
		long long a = cJSON_IsString(value) ? strtoll(value->valuestring, NULL, 10) : 0;
		long long b = strtoll(literal, NULL, 10);
		return (a > b) - (a < b);
	}
	if (f->type == G_INT32 || f->type == G_DOUBLE) {
		double a = cJSON_IsNumber(value) ? value->valuedouble : 0;
		double b = strtod(literal, NULL);
		return (a > b) - (a < b);
	}
	if (f->type == G_BOOL)
		return (int)cJSON_IsTrue(value) - (strcasecmp(literal, "TRUE") == 0);
	int c = strcmp(cJSON_IsString(value) ? value->valuestring : "", literal);
	return (c > 0) - (c < 0);
}

/* LIKE: % is any text, _ any character, [x] the character x; case does not matter. */
static bool google_query_match_like(const char *text, const char *pattern)
{
	for (; *pattern; pattern++) {
		if (*pattern == '%') {
			for (;; text++) {
				if (google_query_match_like(text, pattern + 1))
					return true;
				if (!*text)
					return false;
			}
		}
		if (!*text)
			return false;
		if (*pattern == '[' && pattern[1] && pattern[2] == ']') {
			if (*text != pattern[1])
				return false;
			pattern += 2;
		} else if (*pattern != '_' && strncasecmp(pattern, text, 1) != 0) {
			return false;
		}
		text++;
	}
	return !*text;
}

static bool google_query_match_regexp(const char *text, const char *pattern)
{
	regex_t compiled;
	struct text whole = { 0 };
	text_format(&whole, "^(%s)$", pattern);
	bool match = false;
	if (regcomp(&compiled, text_get(&whole), REG_EXTENDED | REG_NOSUB) == 0) {
		match = regexec(&compiled, text, 0, NULL, 0) == 0;
		regfree(&compiled);
	}
	text_free(&whole);
	return match;
}

static bool one_of(const struct q_condition *c, const cJSON *value)
{
	for (int i = 0; i < c->count; i++)
		if (compare_literal(c->column.leaf, value, c->values[i]) == 0)
			return true;
	return false;
}

/* Counts the condition's values that the list holds. */
static int google_query_match_contained(const struct q_condition *c, const cJSON *list)
{
	int n = 0;
	for (int i = 0; i < c->count; i++) {
		const cJSON *item;
		cJSON_ArrayForEach(item, list)
		{
			if (cJSON_IsString(item) && strcmp(item->valuestring, c->values[i]) == 0) {
				n++;
				break;
			}
		}
	}
	return n;
}

/* A date and time is compared with a date by its first ten characters. */
static bool google_query_match_between(const struct q_condition *c, const cJSON *value)
{
	const char *first = c->values[0], *last = c->values[1];
	if (c->column.leaf->type == G_STRING && strlen(last) == 10) {
		const char *text = cJSON_IsString(value) ? value->valuestring : "";
		return strncmp(text, first, 10) >= 0 && strncmp(text, last, 10) <= 0;
	}
	return compare_literal(c->column.leaf, value, first) >= 0 &&
	       compare_literal(c->column.leaf, value, last) <= 0;
}

static bool google_query_match_holds_text(const struct q_condition *c, const cJSON *value)
{
	const char *text = cJSON_IsString(value) ? value->valuestring : "";
	bool pattern = c->how == Q_LIKE || c->how == Q_NOT_LIKE;
	bool match = pattern ? google_query_match_like(text, c->values[0])
			     : google_query_match_regexp(text, c->values[0]);
	return match == (c->how == Q_LIKE || c->how == Q_REGEXP);
}

static bool holds_order(const struct q_condition *c, const cJSON *value)
{
	int order = compare_literal(c->column.leaf, value, c->values[0]);
	bool equal = c->how == Q_EQ || c->how == Q_GE || c->how == Q_LE;
	bool above = c->how == Q_GT || c->how == Q_GE || c->how == Q_NE;
	bool below = c->how == Q_LT || c->how == Q_LE || c->how == Q_NE;
	return order == 0 ? equal : order > 0 ? above : below;
}

bool g_query_holds(const struct q_condition *c, const cJSON *value)
{
	switch (c->how) {
	case Q_EQ:
	case Q_NE:
	case Q_GT:
	case Q_GE:
	case Q_LT:
	case Q_LE:
		return holds_order(c, value);
	case Q_IN:
	case Q_NOT_IN:
		return one_of(c, value) == (c->how == Q_IN);
	case Q_LIKE:
	case Q_NOT_LIKE:
	case Q_REGEXP:
	case Q_NOT_REGEXP:
		return google_query_match_holds_text(c, value);
	case Q_CONTAINS_ANY:
		return google_query_match_contained(c, value) > 0;
	case Q_CONTAINS_ALL:
		return google_query_match_contained(c, value) == c->count;
	case Q_CONTAINS_NONE:
		return google_query_match_contained(c, value) == 0;
	case Q_IS_NULL:
	case Q_IS_NOT_NULL:
		return (value == NULL) == (c->how == Q_IS_NULL);
	case Q_DURING:
	case Q_BETWEEN:
		return google_query_match_between(c, value);
	}
	return false;
}

bool g_query_matches(const struct g_query *query, const cJSON *row)
{
	for (int i = 0; i < query->condition_count; i++) {
		const struct q_condition *c = &query->conditions[i];
		if (strcmp(c->column.text, "segments.date") != 0 &&
		    !g_query_holds(c, g_query_value(&c->column, row)))
			return false;
	}
	return true;
}

static int compare_values(const struct g_field *f, const cJSON *a, const cJSON *b)
{
	if (f->type == G_INT64) {
		long long x = cJSON_IsString(a) ? strtoll(a->valuestring, NULL, 10) : 0;
		long long y = cJSON_IsString(b) ? strtoll(b->valuestring, NULL, 10) : 0;
		return (x > y) - (x < y);
	}
	if (cJSON_IsNumber(a) || cJSON_IsNumber(b)) {
		double x = cJSON_IsNumber(a) ? a->valuedouble : 0;
		double y = cJSON_IsNumber(b) ? b->valuedouble : 0;
		return (x > y) - (x < y);
	}
	int c = strcmp(cJSON_IsString(a) ? a->valuestring : "",
		       cJSON_IsString(b) ? b->valuestring : "");
	return (c > 0) - (c < 0);
}

int g_query_compare(const struct g_query *query, const cJSON *a, const cJSON *b)
{
	for (int i = 0; i < query->order_count; i++) {
		const struct q_order *o = &query->orders[i];
		int c = compare_values(o->column.leaf, g_query_value(&o->column, a),
				       g_query_value(&o->column, b));
		if (c)
			return o->descending ? -c : c;
	}
	return 0;
}
