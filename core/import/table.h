/*
 * A table in text, row by row in bounded memory: fields separated by tab, comma or semicolon
 * (whichever the first line has most of), quoted as RFC 4180 section 2 says, lines ended by LF,
 * CRLF or CR. A row that cannot be read is told and left; reading goes on behind it.
 */
#ifndef AD_IMPORT_TABLE_H
#define AD_IMPORT_TABLE_H

#include "base/base.h"

#define AD_TABLE_ROW_MAX ((size_t)256 << 10) /* bytes of one row in UTF-8 */
#define AD_TABLE_CELLS_MAX 1000

/* Reads up to room bytes; fewer than that only at the end. */
typedef size_t ad_table_read_fn(void *arg, char *out, size_t room);

struct ad_table;

enum ad_table_status {
	AD_TABLE_ROW,
	AD_TABLE_BAD, /* fault says why; the cells are none */
	AD_TABLE_END,
};

/* A row; its cells live until the next one is read. */
struct ad_table_row {
	size_t line; /* of its first line, from 1 */
	size_t count;
	struct ad_str *cells;
	const char *fault;
	char separator; /* of the table: '\t', ',' or ';' */
};

/* A table at its first row; ad_table_close() ends it. arg belongs to the caller. */
struct ad_table *ad_table_open(ad_table_read_fn *read, void *arg);
void ad_table_close(struct ad_table *table);
/* The next row that is not empty. */
enum ad_table_status ad_table_next(struct ad_table *table, struct ad_table_row *row);

#endif
