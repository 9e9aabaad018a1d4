/*
 * The query language: SELECT … FROM … WHERE … AND … ORDER BY … LIMIT … PARAMETERS …, parsed and
 * resolved against the rows. https://developers.google.com/google-ads/api/docs/query/grammar
 */
#ifndef SANDBOX_GOOGLE_QUERY_H
#define SANDBOX_GOOGLE_QUERY_H

#include "google.h"

enum {
	Q_COLUMNS = 256,
	Q_CONDITIONS = 64,
	Q_ORDERS = 32,
	Q_DEPTH = 8,
};

enum q_source {
	Q_STORED, /* objects of a kind */
	Q_CUSTOMER,
	Q_PLACES,
	Q_LANGUAGES,
	Q_CHANGES,
	Q_ACTIONS,
	Q_NOTHING, /* a resource this sandbox never has rows of */
};

struct q_resource {
	const char *snake;
	const char *json;
	const struct g_message *message;
	enum q_source source;
	enum g_kind_id kind;
	const char *beside; /* resources whose fields may be selected too: " customer campaign " */
	bool metrics;       /* and metrics and segments */
};

struct q_column {
	char *text;           /* "campaign.network_settings.target_google_search" */
	const char *resource; /* its first part as a member of a row: "campaign" */
	const char *snake;    /* its first part */
	const struct g_field *path[Q_DEPTH];
	int depth;
	const struct g_field *leaf;
};

enum q_operator {
	Q_EQ,
	Q_NE,
	Q_GT,
	Q_GE,
	Q_LT,
	Q_LE,
	Q_IN,
	Q_NOT_IN,
	Q_LIKE,
	Q_NOT_LIKE,
	Q_CONTAINS_ANY,
	Q_CONTAINS_ALL,
	Q_CONTAINS_NONE,
	Q_IS_NULL,
	Q_IS_NOT_NULL,
	Q_DURING,
	Q_BETWEEN,
	Q_REGEXP,
	Q_NOT_REGEXP,
};

struct q_condition {
	struct q_column column;
	enum q_operator how;
	char **values; /* literals without quotes; DURING and BETWEEN become two dates */
	int count;
};

struct q_order {
	struct q_column column;
	bool descending;
};

struct g_query {
	const struct q_resource *from;
	struct q_column columns[Q_COLUMNS];
	int column_count;
	struct q_condition conditions[Q_CONDITIONS];
	int condition_count;
	struct q_order orders[Q_ORDERS];
	int order_count;
	long long limit;                  /* -1: none */
	char first_day[11], last_day[11]; /* of segments.date; "" when not filtered */
};

/* Parses `text`; faults go to `errors`. `today` is "yyyy-MM-dd…". Free it in either case. */
struct g_query *g_query_parse(const char *text, const char *today, cJSON *errors);
void g_query_free(struct g_query *query);

/* True if a row satisfies every condition except those on segments.date. */
bool g_query_matches(const struct g_query *query, const cJSON *row);
/* True if a value satisfies one condition. */
bool g_query_holds(const struct q_condition *condition, const cJSON *value);
/* The value of a column in a row, NULL when absent. */
const cJSON *g_query_value(const struct q_column *column, const cJSON *row);
/* -1, 0, 1: the rows in the query's order. */
int g_query_compare(const struct g_query *query, const cJSON *a, const cJSON *b);
bool g_query_selects(const struct g_query *query, const char *snake);

/* The resource of a FROM clause, by `size` bytes of its snake_case name; NULL where unknown. */
const struct q_resource *q_resource_named(const char *snake, size_t size);

/* "yyyy-MM-dd" moved by days; 11 bytes. */
void q_move_day(const char *day, int by, char *out);

#endif
