/* Conditions of a query: operators, literals, ranges of dates. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "query_parser.h"

/* One or more words, longest first where one begins another. */
static const struct {
	const char *words;
	enum q_operator how;
} operators[] = {
	{ "=", Q_EQ },
	{ "!=", Q_NE },
	{ ">", Q_GT },
	{ ">=", Q_GE },
	{ "<", Q_LT },
	{ "<=", Q_LE },
	{ "IN", Q_IN },
	{ "NOT IN", Q_NOT_IN },
	{ "LIKE", Q_LIKE },
	{ "NOT LIKE", Q_NOT_LIKE },
	{ "REGEXP_MATCH", Q_REGEXP },
	{ "NOT REGEXP_MATCH", Q_NOT_REGEXP },
	{ "CONTAINS ANY", Q_CONTAINS_ANY },
	{ "CONTAINS ALL", Q_CONTAINS_ALL },
	{ "CONTAINS NONE", Q_CONTAINS_NONE },
	{ "IS NOT NULL", Q_IS_NOT_NULL },
	{ "IS NULL", Q_IS_NULL },
	{ "DURING", Q_DURING },
	{ "BETWEEN", Q_BETWEEN },
};

/* Reads the words of one operator; goes back when they are not all there. */
static bool accept_words(struct q_parser *p, const char *words)
{
	struct q_parser before = *p;
	before.token = (struct text){ 0 };
	text_put(&before.token, q_token(p));
	for (const char *at = words; *at;) {
		size_t n = strcspn(at, " ");
		if ((p->type != T_WORD && p->type != T_SYMBOL) || strlen(q_token(p)) != n ||
		    strncasecmp(q_token(p), at, n) != 0) {
			text_free(&p->token);
			*p = before;
			return false;
		}
		q_advance(p);
		at += n + (at[n] == ' ');
	}
	text_free(&before.token);
	return true;
}

static bool parse_operator(struct q_parser *p, enum q_operator *out)
{
	for (size_t i = 0; i < sizeof(operators) / sizeof(operators[0]); i++) {
		if (accept_words(p, operators[i].words)) {
			*out = operators[i].how;
			return true;
		}
	}
	return false;
}

static void google_query_condition_add_value(struct q_parser *p, struct q_condition *c)
{
	if (p->type == T_END) {
		q_fail(p, E_QUERY_END, NULL);
		return;
	}
	if (p->type == T_SYMBOL) {
		q_fail(p, q_is_symbol(p, "(") ? E_QUERY_EXPECTED_SINGLE : E_QUERY_BAD_VALUE,
		       q_token(p));
		return;
	}
	char **bigger = realloc(c->values, sizeof(char *) * (size_t)(c->count + 1));
	if (!bigger)
		abort();
	c->values = bigger;
	c->values[c->count++] = sb_copy(q_token(p));
	q_advance(p);
}

static void parse_list(struct q_parser *p, struct q_condition *c)
{
	if (!q_is_symbol(p, "(")) {
		q_fail(p, E_QUERY_EXPECTED_LIST, q_token(p));
		return;
	}
	q_advance(p);
	if (q_is_symbol(p, ")")) {
		q_fail(p, E_QUERY_EMPTY_LIST, c->column.text);
		return;
	}
	while (!q_failed(p)) {
		google_query_condition_add_value(p, c);
		if (q_is_symbol(p, ")"))
			break;
		if (!q_is_symbol(p, ","))
			q_fail(p, p->type == T_END ? E_QUERY_END : E_QUERY_BAD_VALUE, q_token(p));
		else
			q_advance(p);
	}
	q_advance(p);
}

static bool is_date(const char *s)
{
	static const char shape[] = "dddd-dd-dd";
	for (size_t i = 0; i < sizeof(shape) - 1; i++)
		if (shape[i] == 'd' ? !isdigit((unsigned char)s[i]) : s[i] != '-')
			return false;
	return s[10] == '\0' || s[10] == ' ';
}

void q_move_day(const char *day, int by, char *out)
{
	struct tm tm = {
		.tm_year = (int)sb_number(day) - 1900,
		.tm_mon = (int)sb_number(day + 5) - 1,
		.tm_mday = (int)sb_number(day + 8),
	};
	time_t t = timegm(&tm) + (time_t)by * 86400;
	gmtime_r(&t, &tm);
	strftime(out, 11, "%Y-%m-%d", &tm);
}

/* The first and last day of a named range. */
static bool named_range(const char *name, const char *today, char *first, char *last)
{
	static const struct {
		const char *name;
		int from, to;
	} fixed[] = { { "TODAY", 0, 0 },
		      { "YESTERDAY", -1, -1 },
		      { "LAST_7_DAYS", -7, -1 },
		      { "LAST_14_DAYS", -14, -1 },
		      { "LAST_30_DAYS", -30, -1 } };
	for (size_t i = 0; i < sizeof(fixed) / sizeof(fixed[0]); i++) {
		if (strcasecmp(fixed[i].name, name) == 0) {
			q_move_day(today, fixed[i].from, first);
			q_move_day(today, fixed[i].to, last);
			return true;
		}
	}
	char month[11];
	snprintf(month, sizeof(month), "%.8s01", today);
	if (strcasecmp(name, "THIS_MONTH") == 0) {
		snprintf(first, 11, "%.10s", month);
		snprintf(last, 11, "%.10s", today);
		return true;
	}
	if (strcasecmp(name, "LAST_MONTH") == 0) {
		q_move_day(month, -1, last);
		snprintf(first, 11, "%.8s01", last);
		return true;
	}
	return false;
}

static bool google_query_condition_is_number(const char *text)
{
	char *end;
	strtod(text, &end);
	return *text && !*end;
}

/* The fault of a literal for a field, or E_NONE. */
static enum g_error literal_fault(const struct g_field *f, const char *v)
{
	switch (f->type) {
	case G_ENUM:
		return g_enum_has(f->values, v) ? E_NONE : E_QUERY_BAD_ENUM;
	case G_BOOL:
		return strcasecmp(v, "TRUE") == 0 || strcasecmp(v, "FALSE") == 0
			       ? E_NONE
			       : E_QUERY_BAD_VALUE;
	case G_INT32:
	case G_INT64:
	case G_DOUBLE:
		return google_query_condition_is_number(v) ? E_NONE : E_QUERY_BAD_NUMBER;
	case G_STRING:
	case G_BYTES:
	case G_MASK:
	case G_MESSAGE:
	case G_FOREIGN:
		break;
	}
	return E_NONE;
}

static void check_literals(struct q_parser *p, const struct q_condition *c)
{
	bool day = strcmp(c->column.text, "segments.date") == 0 && c->how != Q_DURING;
	for (int i = 0; i < c->count; i++) {
		enum g_error code = literal_fault(c->column.leaf, c->values[i]);
		if (code == E_NONE && day && (!is_date(c->values[i]) || c->values[i][10]))
			code = E_QUERY_INVALID_DATE;
		if (code != E_NONE)
			q_fail(p, code, c->values[i]);
	}
}

/* The sorts of operators: each sort fits only some fields. */
enum sort {
	SORT_EQUAL,
	SORT_RANGE,
	SORT_TEXT,
	SORT_LIST,
	SORT_NULL,
};

static const enum sort sorts[] = {
	[Q_EQ] = SORT_EQUAL,          [Q_NE] = SORT_EQUAL,           [Q_IN] = SORT_EQUAL,
	[Q_NOT_IN] = SORT_EQUAL,      [Q_GT] = SORT_RANGE,           [Q_GE] = SORT_RANGE,
	[Q_LT] = SORT_RANGE,          [Q_LE] = SORT_RANGE,           [Q_BETWEEN] = SORT_RANGE,
	[Q_DURING] = SORT_RANGE,      [Q_LIKE] = SORT_TEXT,          [Q_NOT_LIKE] = SORT_TEXT,
	[Q_REGEXP] = SORT_TEXT,       [Q_NOT_REGEXP] = SORT_TEXT,    [Q_CONTAINS_ANY] = SORT_LIST,
	[Q_CONTAINS_ALL] = SORT_LIST, [Q_CONTAINS_NONE] = SORT_LIST, [Q_IS_NULL] = SORT_NULL,
	[Q_IS_NOT_NULL] = SORT_NULL,
};

static bool google_query_condition_suits(enum sort sort, const struct g_field *f)
{
	bool repeated = (f->flags & G_REPEATED) != 0;
	bool message = f->type == G_MESSAGE;
	switch (sort) {
	case SORT_EQUAL:
		return !repeated && !message;
	case SORT_RANGE:
		return !repeated && !message && f->type != G_ENUM && f->type != G_BOOL;
	case SORT_TEXT:
		return !repeated && f->type == G_STRING;
	case SORT_LIST:
		return repeated && !message;
	case SORT_NULL:
		break;
	}
	return true;
}

/* DURING and BETWEEN become two values; a condition on segments.date narrows the query's range. */
static void settle_dates(struct q_parser *p, struct q_condition *c)
{
	struct g_query *q = p->query;
	if (c->how == Q_DURING) {
		char first[11], last[11];
		if (!named_range(c->values[0], p->today, first, last)) {
			q_fail(p, E_QUERY_INVALID_DURING, c->values[0]);
			return;
		}
		free(c->values[0]);
		free(c->values);
		c->values = sb_alloc(2 * sizeof(char *));
		c->values[0] = sb_copy(first);
		c->values[1] = sb_copy(last);
		c->count = 2;
	}
	if (strcmp(c->column.text, "segments.date") != 0)
		return;
	const char *first = c->values[0], *last = c->values[c->count - 1];
	char moved[11];
	if (c->how == Q_GT || c->how == Q_LT) {
		q_move_day(first, c->how == Q_GT ? 1 : -1, moved);
		first = last = moved;
	}
	bool lower = c->how != Q_LT && c->how != Q_LE;
	bool upper = c->how != Q_GT && c->how != Q_GE;
	if (lower && strcmp(first, q->first_day) > 0)
		snprintf(q->first_day, sizeof(q->first_day), "%s", first);
	if (upper && (!*q->last_day || strcmp(last, q->last_day) < 0))
		snprintf(q->last_day, sizeof(q->last_day), "%s", last);
}

/* Parses the values after the operator. */
static void parse_values(struct q_parser *p, struct q_condition *c)
{
	if (sorts[c->how] == SORT_NULL)
		return;
	if (c->how == Q_IN || c->how == Q_NOT_IN || sorts[c->how] == SORT_LIST) {
		parse_list(p, c);
		return;
	}
	google_query_condition_add_value(p, c);
	if (c->how != Q_BETWEEN || q_failed(p))
		return;
	if (!q_accept(p, "AND"))
		q_fail(p, E_QUERY_EXPECTED_AND, q_token(p));
	google_query_condition_add_value(p, c);
}

void q_parse_condition(struct q_parser *p)
{
	struct g_query *q = p->query;
	if (p->type != T_WORD || q->condition_count == Q_CONDITIONS) {
		q_fail(p, p->type == T_END ? E_QUERY_END : E_QUERY_BAD_FIELD, q_token(p));
		return;
	}
	struct q_condition *c = &q->conditions[q->condition_count];
	if (!q_resolve(p, q_token(p), &c->column))
		return;
	q->condition_count++;
	q_advance(p);
	if (!parse_operator(p, &c->how)) {
		q_fail(p, p->type == T_END ? E_QUERY_END : E_QUERY_BAD_OPERATOR, q_token(p));
		return;
	}
	parse_values(p, c);
	if (!q_failed(p) && !google_query_condition_suits(sorts[c->how], c->column.leaf))
		q_fail(p, E_QUERY_OPERATOR_MISMATCH, c->column.text);
	if (!q_failed(p))
		check_literals(p, c);
	if (!q_failed(p) && c->count)
		settle_dates(p, c);
}
