/* The words of a query. */
#include <string.h>
#include <strings.h>

#include "query_parser.h"

bool q_failed(const struct q_parser *p)
{
	return p->errors->child != NULL;
}

void q_fail(struct q_parser *p, enum g_error code, const char *trigger)
{
	if (!q_failed(p)) /* one fault stops the parser */
		g_error_add(p->errors, code, NULL, trigger);
}

static void scan_string(struct q_parser *p, char quote)
{
	p->type = T_STRING;
	for (p->at++; *p->at && *p->at != quote; p->at++) {
		if (*p->at == '\\' && p->at[1])
			p->at++;
		text_put_n(&p->token, p->at, 1);
	}
	if (!*p->at)
		q_fail(p, E_QUERY_UNTERMINATED, NULL);
	else
		p->at++;
}

void q_advance(struct q_parser *p)
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
	while (((unsigned char)p->at[n] & 0xc0) == 0x80) /* the rest of one character */
		n++;
	text_put_n(&p->token, p->at, n);
	p->at += n;
}

const char *q_token(const struct q_parser *p)
{
	return text_get(&p->token);
}

bool q_is_word(const struct q_parser *p, const char *word)
{
	return p->type == T_WORD && strcasecmp(q_token(p), word) == 0;
}

bool q_is_symbol(const struct q_parser *p, const char *symbol)
{
	return p->type == T_SYMBOL && strcmp(q_token(p), symbol) == 0;
}

bool q_accept(struct q_parser *p, const char *word)
{
	if (!q_is_word(p, word))
		return false;
	q_advance(p);
	return true;
}
