/* The parser of queries. */
#include "query.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

enum token_type {
	T_END,
	T_WORD,   /* names, numbers, dates without quotes, keywords */
	T_STRING, /* quoted */
	T_SYMBOL,
};

struct parser {
	const char *at;
	const char *today;
	struct g_query *query;
	cJSON *errors;
	enum token_type type;
	struct text token; /* of a string: without quotes and escapes */
};

static bool failed(const struct parser *p)
{
	return p->errors->child != NULL;
}

static void fail(struct parser *p, enum g_error code, const char *trigger)
{
	if (!failed(p)) /* one fault stops the parser */
		g_error_add(p->errors, code, NULL, trigger);
}

static void scan_string(struct parser *p, char quote)
{
	p->type = T_STRING;
	for (p->at++; *p->at && *p->at != quote; p->at++) {
		if (*p->at == '\\' && p->at[1])
			p->at++;
		text_put_n(&p->token, p->at, 1);
	}
	if (!*p->at)
		fail(p, E_QUERY_UNTERMINATED, NULL);
	else
		p->at++;
}

static void advance(struct parser *p)
{
	static const char word[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				   "0123456789_.-/~:";
	text_cut(&p->token, 0);
	p->at += strspn(p->at, " \t\r\n");
	if (!*p->at) {
		p->type = T_END;
		return;
	}
	if (*p->at == '\'' || *p->at == '"') {
		scan_string(p, *p->at);
		return;
	}
	size_t n = strspn(p->at, word);
	p->type = n ? T_WORD : T_SYMBOL;
	if (!n)
		n = strspn(p->at, "=!<>") ? strspn(p->at, "=!<>") : 1;
	text_put_n(&p->token, p->at, n);
	p->at += n;
}

static const char *token(const struct parser *p)
{
	return text_get(&p->token);
}

static bool is_word(const struct parser *p, const char *word)
{
	return p->type == T_WORD && strcasecmp(token(p), word) == 0;
}

static bool is_symbol(const struct parser *p, const char *symbol)
{
	return p->type == T_SYMBOL && strcmp(token(p), symbol) == 0;
}

static bool accept(struct parser *p, const char *word)
{
	if (!is_word(p, word))
		return false;
	advance(p);
	return true;
}

/* Whether fields of `resource` may stand beside the FROM clause's. */
static bool may_select(struct parser *p, const struct q_resource *resource, const char *text)
{
	const struct q_resource *from = p->query->from;
	char wanted[64];
	if (resource == from)
		return true;
	if (!resource->beside) {
		bool metrics = strcmp(resource->snake, "metrics") == 0;
		if (!from->metrics)
			fail(p, metrics ? E_QUERY_PROHIBITED_METRIC : E_QUERY_PROHIBITED_SEGMENT,
			     text);
		return from->metrics;
	}
	snprintf(wanted, sizeof(wanted), " %s ", resource->snake);
	if (!strstr(from->beside, wanted)) {
		fail(p, E_QUERY_PROHIBITED_RESOURCE, text);
		return false;
	}
	return true;
}

static bool resolve(struct parser *p, const char *text, struct q_column *out)
{
	size_t n = strcspn(text, ".");
	const struct q_resource *resource = q_resource_named(text, n);
	if (!resource || !text[n]) {
		fail(p, E_QUERY_UNRECOGNIZED, text);
		return false;
	}
	if (!may_select(p, resource, text))
		return false;
	*out = (struct q_column){ .resource = resource->json, .snake = resource->snake };
	const struct g_message *message = resource->message;
	for (const char *at = text + n; *at == '.';) {
		n = strcspn(++at, ".");
		const struct g_field *f = message ? g_field_find(message, at, n) : NULL;
		if (!f || strncmp(f->name, at, n) != 0 || strlen(f->name) != n ||
		    out->depth == Q_DEPTH) {
			fail(p, E_QUERY_UNRECOGNIZED, text);
			return false;
		}
		out->path[out->depth++] = f;
		out->leaf = f;
		message = f->flags & G_REPEATED ? NULL : f->message;
		at += n;
	}
	if (message || out->leaf->type == G_FOREIGN) {
		fail(p, E_QUERY_PROHIBITED_SELECT, text);
		return false;
	}
	out->text = sb_copy(text);
	return true;
}

/* The FROM clause decides which fields there are, so the SELECT list is kept as text until then. */
static void parse_select(struct parser *p, struct text *list)
{
	if (!accept(p, "SELECT")) {
		fail(p, E_QUERY_EXPECTED_SELECT, token(p));
		return;
	}
	while (!failed(p)) {
		if (p->type != T_WORD) {
			fail(p, p->type == T_END ? E_QUERY_END : E_QUERY_BAD_FIELD, token(p));
			return;
		}
		text_format(list, "%s,", token(p));
		advance(p);
		if (!is_symbol(p, ","))
			return;
		advance(p);
	}
}

static void parse_from(struct parser *p)
{
	if (!accept(p, "FROM")) {
		fail(p, E_QUERY_EXPECTED_FROM, token(p));
		return;
	}
	if (p->type == T_END) {
		fail(p, E_QUERY_END, NULL);
		return;
	}
	const struct q_resource *from = q_resource_named(token(p), strlen(token(p)));
	if (!from || !from->beside)
		fail(p, E_QUERY_BAD_FROM, token(p));
	p->query->from = from;
	advance(p);
}

static void resolve_select(struct parser *p, const struct text *list)
{
	for (const char *at = text_get(list); *at && !failed(p);) {
		size_t n = strcspn(at, ",");
		char *name = sb_copy_n(at, n);
		if (p->query->column_count == Q_COLUMNS)
			fail(p, E_QUERY_UNEXPECTED_INPUT, name);
		else if (resolve(p, name, &p->query->columns[p->query->column_count]))
			p->query->column_count++;
		free(name);
		at += n + 1;
	}
}

static bool parse_operator(struct parser *p, enum q_operator *out)
{
	static const struct {
		const char *symbol;
		enum q_operator operator;
	} symbols[] = { { "=", Q_EQ },  { "!=", Q_NE }, { ">", Q_GT },
			{ ">=", Q_GE }, { "<", Q_LT },  { "<=", Q_LE } };
	for (size_t i = 0; i < sizeof(symbols) / sizeof(symbols[0]); i++) {
		if (is_symbol(p, symbols[i].symbol)) {
			*out = symbols[i].operator;
			advance(p);
			return true;
		}
	}
	bool not = accept(p, "NOT");
	if (accept(p, "IN"))
		*out = not ? Q_NOT_IN : Q_IN;
	else if (accept(p, "LIKE"))
		*out = not ? Q_NOT_LIKE : Q_LIKE;
	else if (accept(p, "REGEXP_MATCH"))
		*out = not ? Q_NOT_REGEXP : Q_REGEXP;
	else if (not)
		return false;
	else if (accept(p, "CONTAINS"))
		*out = accept(p, "ANY")    ? Q_CONTAINS_ANY
		       : accept(p, "ALL")  ? Q_CONTAINS_ALL
		       : accept(p, "NONE") ? Q_CONTAINS_NONE
					   : Q_EQ;
	else if (accept(p, "IS"))
		*out = accept(p, "NOT") ? Q_IS_NOT_NULL : Q_IS_NULL;
	else if (accept(p, "DURING"))
		*out = Q_DURING;
	else if (accept(p, "BETWEEN"))
		*out = Q_BETWEEN;
	else
		return false;
	if (*out == Q_IS_NULL || *out == Q_IS_NOT_NULL)
		return accept(p, "NULL");
	return *out != Q_EQ;
}

static void add_value(struct parser *p, struct q_condition *c)
{
	if (p->type == T_END) {
		fail(p, E_QUERY_END, NULL);
		return;
	}
	if (p->type == T_SYMBOL) {
		fail(p, is_symbol(p, "(") ? E_QUERY_EXPECTED_SINGLE : E_QUERY_BAD_VALUE, token(p));
		return;
	}
	char **bigger = realloc(c->values, sizeof(char *) * (size_t)(c->count + 1));
	if (!bigger)
		abort();
	c->values = bigger;
	c->values[c->count++] = sb_copy(token(p));
	advance(p);
}

static void parse_list(struct parser *p, struct q_condition *c)
{
	if (!is_symbol(p, "(")) {
		fail(p, E_QUERY_EXPECTED_LIST, token(p));
		return;
	}
	advance(p);
	if (is_symbol(p, ")")) {
		fail(p, E_QUERY_EMPTY_LIST, c->column.text);
		return;
	}
	while (!failed(p)) {
		add_value(p, c);
		if (is_symbol(p, ")"))
			break;
		if (!is_symbol(p, ","))
			fail(p, p->type == T_END ? E_QUERY_END : E_QUERY_BAD_VALUE, token(p));
		else
			advance(p);
	}
	advance(p);
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

static void check_literals(struct parser *p, const struct q_condition *c)
{
	const struct g_field *f = c->column.leaf;
	bool segment = strcmp(c->column.text, "segments.date") == 0;
	for (int i = 0; i < c->count; i++) {
		const char *v = c->values[i];
		char *end;
		if (f->type == G_ENUM && !g_enum_has(f->values, v))
			fail(p, E_QUERY_BAD_ENUM, v);
		else if (f->type == G_BOOL && strcasecmp(v, "TRUE") != 0 &&
			 strcasecmp(v, "FALSE") != 0)
			fail(p, E_QUERY_BAD_VALUE, v);
		else if ((f->type == G_INT64 || f->type == G_INT32 || f->type == G_DOUBLE) &&
			 (strtod(v, &end), *end || end == v))
			fail(p, E_QUERY_BAD_NUMBER, v);
		else if (segment && c->operator!= Q_DURING &&(!is_date(v) || v[10]))
			fail(p, E_QUERY_INVALID_DATE, v);
	}
}

static void check_operator(struct parser *p, const struct q_condition *c)
{
	const struct g_field *f = c->column.leaf;
	bool contains = c->operator== Q_CONTAINS_ANY || c->operator== Q_CONTAINS_ALL ||
			c->operator== Q_CONTAINS_NONE;
	bool text = c->operator== Q_LIKE || c->operator== Q_NOT_LIKE || c->operator== Q_REGEXP ||
		    c->operator== Q_NOT_REGEXP;
	bool ranged = c->operator== Q_GT || c->operator== Q_GE || c->operator== Q_LT ||
		      c->operator== Q_LE || c->operator== Q_BETWEEN || c->operator== Q_DURING;
	bool null = c->operator== Q_IS_NULL || c->operator== Q_IS_NOT_NULL;
	bool repeated = (f->flags & G_REPEATED) != 0;
	if ((repeated && !contains && !null) || (!repeated && contains) ||
	    (text && f->type != G_STRING) ||
	    (ranged && (f->type == G_ENUM || f->type == G_BOOL || f->type == G_MESSAGE)) ||
	    (f->type == G_MESSAGE && !null))
		fail(p, E_QUERY_OPERATOR_MISMATCH, c->column.text);
}

/* DURING and BETWEEN become two values; a condition on segments.date narrows the query's range. */
static void settle_dates(struct parser *p, struct q_condition *c)
{
	struct g_query *q = p->query;
	if (c->operator== Q_DURING) {
		char first[11], last[11];
		if (!named_range(c->values[0], p->today, first, last)) {
			fail(p, E_QUERY_INVALID_DURING, c->values[0]);
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
	if (c->operator== Q_GT || c->operator== Q_LT) {
		q_move_day(first, c->operator== Q_GT ? 1 : - 1, moved);
		first = last = moved;
	}
	bool lower = c->operator!= Q_LT && c->operator!= Q_LE;
	bool upper = c->operator!= Q_GT && c->operator!= Q_GE;
	if (lower && strcmp(first, q->first_day) > 0)
		snprintf(q->first_day, sizeof(q->first_day), "%s", first);
	if (upper && (!*q->last_day || strcmp(last, q->last_day) < 0))
		snprintf(q->last_day, sizeof(q->last_day), "%s", last);
}

static void parse_condition(struct parser *p)
{
	struct g_query *q = p->query;
	if (p->type != T_WORD || q->condition_count == Q_CONDITIONS) {
		fail(p, p->type == T_END ? E_QUERY_END : E_QUERY_BAD_FIELD, token(p));
		return;
	}
	struct q_condition *c = &q->conditions[q->condition_count];
	if (!resolve(p, token(p), &c->column))
		return;
	q->condition_count++;
	advance(p);
	if (!parse_operator(p, &c->operator)) {
		fail(p, p->type == T_END ? E_QUERY_END : E_QUERY_BAD_OPERATOR, token(p));
		return;
	}
	if (c->operator== Q_IN || c->operator== Q_NOT_IN || c->operator== Q_CONTAINS_ANY ||
	    c->operator== Q_CONTAINS_ALL || c->operator== Q_CONTAINS_NONE) {
		parse_list(p, c);
	} else if (c->operator!= Q_IS_NULL && c->operator!= Q_IS_NOT_NULL) {
		add_value(p, c);
		if (c->operator== Q_BETWEEN && !failed(p)) {
			if (!accept(p, "AND"))
				fail(p, E_QUERY_EXPECTED_AND, token(p));
			add_value(p, c);
		}
	}
	if (!failed(p))
		check_operator(p, c);
	if (!failed(p))
		check_literals(p, c);
	if (!failed(p) && c->count)
		settle_dates(p, c);
}

static void parse_order(struct parser *p)
{
	struct g_query *q = p->query;
	if (!accept(p, "BY")) {
		fail(p, E_QUERY_EXPECTED_BY, token(p));
		return;
	}
	do {
		if (is_symbol(p, ","))
			advance(p);
		if (p->type != T_WORD || q->order_count == Q_ORDERS) {
			fail(p, p->type == T_END ? E_QUERY_END : E_QUERY_BAD_FIELD, token(p));
			return;
		}
		struct q_order *o = &q->orders[q->order_count];
		if (!resolve(p, token(p), &o->column))
			return;
		q->order_count++;
		advance(p);
		o->descending = accept(p, "DESC");
		if (!o->descending)
			accept(p, "ASC");
	} while (is_symbol(p, ","));
}

static void parse_limit(struct parser *p)
{
	char *end;
	long long n = strtoll(token(p), &end, 10);
	if (p->type == T_END)
		fail(p, E_QUERY_END, NULL);
	else if (p->type != T_WORD || *end || end == token(p))
		fail(p, E_QUERY_BAD_LIMIT, token(p));
	else if (n < 1)
		fail(p, E_QUERY_LIMIT_LOW, token(p));
	p->query->limit = n;
	advance(p);
}

static void parse_parameters(struct parser *p)
{
	while (!failed(p) && p->type == T_WORD) {
		if (!is_word(p, "include_drafts") && !is_word(p, "omit_unselected_resource_names"))
			fail(p, E_QUERY_BAD_PARAMETER, token(p));
		advance(p);
		if (!is_symbol(p, "="))
			fail(p, E_QUERY_BAD_OPERATOR, token(p));
		advance(p);
		if (!accept(p, "true") && !accept(p, "false"))
			fail(p, E_QUERY_BAD_VALUE, token(p));
		if (is_symbol(p, ","))
			advance(p);
	}
}

static void parse_clauses(struct parser *p)
{
	if (!failed(p) && accept(p, "WHERE")) {
		do {
			parse_condition(p);
		} while (!failed(p) && accept(p, "AND"));
	}
	if (!failed(p) && accept(p, "ORDER"))
		parse_order(p);
	if (!failed(p) && accept(p, "LIMIT"))
		parse_limit(p);
	if (!failed(p) && accept(p, "PARAMETERS"))
		parse_parameters(p);
	if (!failed(p) && p->type != T_END)
		fail(p, E_QUERY_UNEXPECTED_INPUT, token(p));
}

/* What the clauses must be to one another. */
static void check_whole(struct parser *p)
{
	struct g_query *q = p->query;
	bool range = *q->first_day && *q->last_day;
	if (g_query_selects(q, "segments") && !range)
		fail(p, E_QUERY_EXPECTED_DATE_FILTER, "segments.date");
	if (range && strcmp(q->first_day, q->last_day) > 0)
		fail(p, E_QUERY_DATE_NARROW, "segments.date");
	for (int i = 0; i < q->order_count; i++) {
		bool selected = strcmp(q->orders[i].column.snake, q->from->snake) == 0;
		for (int k = 0; k < q->column_count; k++)
			selected = selected ||
				   strcmp(q->columns[k].text, q->orders[i].column.text) == 0;
		if (!selected)
			fail(p, E_QUERY_EXPECTED_REFERENCED, q->orders[i].column.text);
	}
	if (q->from->source != Q_CHANGES)
		return;
	bool dated = false;
	for (int i = 0; i < q->condition_count; i++)
		dated = dated ||
			strcmp(q->conditions[i].column.text, "change_event.change_date_time") == 0;
	if (!dated)
		fail(p, E_CHANGE_DATE_RANGE, NULL);
	if (q->limit < 0 || q->limit > 10000)
		fail(p, E_CHANGE_LIMIT, NULL);
}

struct g_query *g_query_parse(const char *text, const char *today, cJSON *errors)
{
	struct parser p = { .at = text, .today = today, .errors = errors };
	struct text list = { 0 };
	p.query = sb_alloc(sizeof(*p.query));
	p.query->limit = -1;
	advance(&p);
	parse_select(&p, &list);
	if (!failed(&p))
		parse_from(&p);
	if (!failed(&p))
		resolve_select(&p, &list);
	parse_clauses(&p);
	if (!failed(&p))
		check_whole(&p);
	text_free(&list);
	text_free(&p.token);
	return p.query;
}

void g_query_free(struct g_query *query)
{
	for (int i = 0; i < query->column_count; i++)
		free(query->columns[i].text);
	for (int i = 0; i < query->condition_count; i++) {
		struct q_condition *c = &query->conditions[i];
		for (int k = 0; k < c->count; k++)
			free(c->values[k]);
		free(c->values);
		free(c->column.text);
	}
	for (int i = 0; i < query->order_count; i++)
		free(query->orders[i].column.text);
	free(query);
}

bool g_query_selects(const struct g_query *query, const char *snake)
{
	for (int i = 0; i < query->column_count; i++)
		if (strcmp(query->columns[i].snake, snake) == 0)
			return true;
	return false;
}
