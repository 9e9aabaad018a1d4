/* The parser of queries. */
#include "query_parser.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* True if fields of `resource` may be selected with the FROM clause's resource. */
static bool may_select(struct q_parser *p, const struct q_resource *resource, const char *text)
{
	const struct q_resource *from = p->query->from;
	char wanted[64];
	if (resource == from)
		return true;
	if (!resource->beside) {
		bool metrics = strcmp(resource->snake, "metrics") == 0;
		if (!from->metrics)
			q_fail(p, metrics ? E_QUERY_PROHIBITED_METRIC : E_QUERY_PROHIBITED_SEGMENT,
			       text);
		return from->metrics;
	}
	snprintf(wanted, sizeof(wanted), " %s ", resource->snake);
	if (!strstr(from->beside, wanted)) {
		q_fail(p, E_QUERY_PROHIBITED_RESOURCE, text);
		return false;
	}
	return true;
}

bool q_resolve(struct q_parser *p, const char *text, struct q_column *out)
{
	size_t n = strcspn(text, ".");
	const struct q_resource *resource = q_resource_named(text, n);
	if (!resource || !text[n]) {
		q_fail(p, E_QUERY_UNRECOGNIZED, text);
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
			q_fail(p, E_QUERY_UNRECOGNIZED, text);
			return false;
		}
		out->path[out->depth++] = f;
		out->leaf = f;
		message = f->flags & G_REPEATED ? NULL : f->message;
		at += n;
	}
	if (message || out->leaf->type == G_FOREIGN) {
		q_fail(p, E_QUERY_PROHIBITED_SELECT, text);
		return false;
	}
	out->text = sb_copy(text);
	return true;
}

/* The FROM clause decides which fields there are, so the SELECT list is kept as text until then. */
static void parse_select(struct q_parser *p, struct text *list)
{
	if (!q_accept(p, "SELECT")) {
		q_fail(p, E_QUERY_EXPECTED_SELECT, q_token(p));
		return;
	}
	while (!q_failed(p)) {
		if (p->type != T_WORD) {
			q_fail(p, p->type == T_END ? E_QUERY_END : E_QUERY_BAD_FIELD, q_token(p));
			return;
		}
		text_format(list, "%s,", q_token(p));
		q_advance(p);
		if (!q_is_symbol(p, ","))
			return;
		q_advance(p);
	}
}

static void parse_from(struct q_parser *p)
{
	if (!q_accept(p, "FROM")) {
		q_fail(p, E_QUERY_EXPECTED_FROM, q_token(p));
		return;
	}
	if (p->type == T_END) {
		q_fail(p, E_QUERY_END, NULL);
		return;
	}
	const struct q_resource *from = q_resource_named(q_token(p), strlen(q_token(p)));
	if (!from || !from->beside)
		q_fail(p, E_QUERY_BAD_FROM, q_token(p));
	p->query->from = from;
	q_advance(p);
}

static void resolve_select(struct q_parser *p, const struct text *list)
{
	for (const char *at = text_get(list); *at && !q_failed(p);) {
		size_t n = strcspn(at, ",");
		char *name = sb_copy_n(at, n);
		if (p->query->column_count == Q_COLUMNS)
			q_fail(p, E_QUERY_UNEXPECTED_INPUT, name);
		else if (q_resolve(p, name, &p->query->columns[p->query->column_count]))
			p->query->column_count++;
		free(name);
		at += n + 1;
	}
}

static void parse_order(struct q_parser *p)
{
	struct g_query *q = p->query;
	if (!q_accept(p, "BY")) {
		q_fail(p, E_QUERY_EXPECTED_BY, q_token(p));
		return;
	}
	do {
		if (q_is_symbol(p, ","))
			q_advance(p);
		if (p->type != T_WORD || q->order_count == Q_ORDERS) {
			q_fail(p, p->type == T_END ? E_QUERY_END : E_QUERY_BAD_FIELD, q_token(p));
			return;
		}
		struct q_order *o = &q->orders[q->order_count];
		if (!q_resolve(p, q_token(p), &o->column))
			return;
		q->order_count++;
		q_advance(p);
		o->descending = q_accept(p, "DESC");
		if (!o->descending)
			q_accept(p, "ASC");
	} while (q_is_symbol(p, ","));
}

static void parse_limit(struct q_parser *p)
{
	char *end;
	long long n = strtoll(q_token(p), &end, 10);
	if (p->type == T_END)
		q_fail(p, E_QUERY_END, NULL);
	else if (p->type != T_WORD || *end || end == q_token(p))
		q_fail(p, E_QUERY_BAD_LIMIT, q_token(p));
	else if (n < 1)
		q_fail(p, E_QUERY_LIMIT_LOW, q_token(p));
	p->query->limit = n;
	q_advance(p);
}

static void parse_parameters(struct q_parser *p)
{
	while (!q_failed(p) && p->type == T_WORD) {
		if (!q_is_word(p, "include_drafts") &&
		    !q_is_word(p, "omit_unselected_resource_names"))
			q_fail(p, E_QUERY_BAD_PARAMETER, q_token(p));
		q_advance(p);
		if (!q_is_symbol(p, "="))
			q_fail(p, E_QUERY_BAD_OPERATOR, q_token(p));
		q_advance(p);
		if (!q_accept(p, "true") && !q_accept(p, "false"))
			q_fail(p, E_QUERY_BAD_VALUE, q_token(p));
		if (q_is_symbol(p, ","))
			q_advance(p);
	}
}

static void parse_clauses(struct q_parser *p)
{
	if (!q_failed(p) && q_accept(p, "WHERE")) {
		do {
			q_parse_condition(p);
		} while (!q_failed(p) && q_accept(p, "AND"));
	}
	if (!q_failed(p) && q_accept(p, "ORDER"))
		parse_order(p);
	if (!q_failed(p) && q_accept(p, "LIMIT"))
		parse_limit(p);
	if (!q_failed(p) && q_accept(p, "PARAMETERS"))
		parse_parameters(p);
	if (!q_failed(p) && p->type != T_END)
		q_fail(p, E_QUERY_UNEXPECTED_INPUT, q_token(p));
}

/* Rows are ordered by what is selected, or by the resource itself. */
static void check_orders(struct q_parser *p)
{
	const struct g_query *q = p->query;
	for (int i = 0; i < q->order_count; i++) {
		const struct q_column *by = &q->orders[i].column;
		bool selected = strcmp(by->snake, q->from->snake) == 0;
		for (int k = 0; k < q->column_count; k++)
			selected = selected || strcmp(q->columns[k].text, by->text) == 0;
		if (!selected)
			q_fail(p, E_QUERY_EXPECTED_REFERENCED, by->text);
	}
}

/* The history of changes is only given for a range of dates, and so many of it. */
static void check_changes(struct q_parser *p)
{
	const struct g_query *q = p->query;
	bool dated = false;
	for (int i = 0; i < q->condition_count; i++)
		dated = dated ||
			strcmp(q->conditions[i].column.text, "change_event.change_date_time") == 0;
	if (!dated)
		q_fail(p, E_CHANGE_DATE_RANGE, NULL);
	if (q->limit < 0 || q->limit > 10000)
		q_fail(p, E_CHANGE_LIMIT, NULL);
}

/* Checks the clauses against each other. */
static void google_query_check_whole(struct q_parser *p)
{
	const struct g_query *q = p->query;
	bool range = *q->first_day && *q->last_day;
	if (g_query_selects(q, "segments") && !range)
		q_fail(p, E_QUERY_EXPECTED_DATE_FILTER, "segments.date");
	if (range && strcmp(q->first_day, q->last_day) > 0)
		q_fail(p, E_QUERY_DATE_NARROW, "segments.date");
	check_orders(p);
	if (q->from->source == Q_CHANGES)
		check_changes(p);
}

struct g_query *g_query_parse(const char *text, const char *today, cJSON *errors)
{
	struct q_parser p = { .at = text, .today = today, .errors = errors };
	struct text list = { 0 };
	p.query = sb_alloc(sizeof(*p.query));
	p.query->limit = -1;
	q_advance(&p);
	parse_select(&p, &list);
	if (!q_failed(&p))
		parse_from(&p);
	if (!q_failed(&p))
		resolve_select(&p, &list);
	parse_clauses(&p);
	if (!q_failed(&p))
		google_query_check_whole(&p);
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
