/* Between the files of the query parser: words, fields, conditions. */
#ifndef SANDBOX_GOOGLE_QUERY_PARSER_H
#define SANDBOX_GOOGLE_QUERY_PARSER_H

#include "query.h"

enum token_type {
	T_END,
	T_WORD,   /* names, numbers, dates without quotes, keywords */
	T_STRING, /* quoted */
	T_SYMBOL,
};

struct q_parser {
	const char *at;
	const char *today;
	struct g_query *query;
	cJSON *errors;
	enum token_type type;
	struct text token; /* of a string: without quotes and escapes */
};

/* Notes a fault, unless there is one: the first stops the parser. */
void q_fail(struct q_parser *p, enum g_error code, const char *trigger);
bool q_failed(const struct q_parser *p);

/* Reads the next token. */
void q_advance(struct q_parser *p);
/* Its text, held by the parser until the next. */
const char *q_token(const struct q_parser *p);
/* True if the token is that word, in any case, or that symbol. */
bool q_is_word(const struct q_parser *p, const char *word);
bool q_is_symbol(const struct q_parser *p, const char *symbol);
/* Reads on when the token is that word; whether it was. */
bool q_accept(struct q_parser *p, const char *word);

/* The column a field's name stands for; false after a fault. */
bool q_resolve(struct q_parser *p, const char *text, struct q_column *out);
/* One condition of the WHERE clause, at its field. */
void q_parse_condition(struct q_parser *p);

#endif
