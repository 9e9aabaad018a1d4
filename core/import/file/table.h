/*
 * A table in text, row by row in bounded memory: fields separated by tab, comma or semicolon
 * (whichever the first line has most of, or the line "sep=;" in front names), quoted as RFC 4180
 * section 2 says, lines ended by LF, CRLF or CR. A row that cannot be read is told and left;
 * reading goes on behind it. Text without a byte-order mark is Windows-1252 from the first row on
 * that is no UTF-8, unless a row before it holds characters of UTF-8.
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
/* The row was a title above the table: the next row decides on the separator again. */
void ad_table_title_passed(struct ad_table *table);

/* True of the first bytes of a workbook (.xlsx, .xls, .ods) or another archive. */
bool ad_table_is_workbook(struct ad_str bytes) AD_CHECK;
#define AD_TABLE_WORKBOOK                                                                          \
	"The file is a workbook, or another archive, and only text can be read. Open it in a "     \
	"spreadsheet, choose Save as with the type CSV UTF-8, and import that file."

#endif
