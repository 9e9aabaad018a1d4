/*
 * Lists that are a query of their own, unlike those of staged objects: filters from the resource's
 * row, one page ordered by a key, the total, and a cursor by the same rules (cursor.h).
 */
#ifndef AD_CALL_PAGED_H
#define AD_CALL_PAGED_H

#include "call/call.h"
#include "model/row.h"

#define AD_PAGED_VALUES 60
/* Bytes from which a page of long objects ends early, with a cursor. */
#define AD_PAGE_BYTES ((size_t)8 << 20)

/* A list in the making; belongs to its call. */
struct ad_paged {
	struct ad_call *call;
	struct ad_text where, bound;
	struct ad_str values[AD_PAGED_VALUES];
	int first, count; /* the filters' values are $first … */
	bool ascending;
	int64_t limit, seen;
	const struct ad_text *out; /* what is written of the page: bounded in bytes; or NULL */
	struct ad_str after;       /* the key that the page begins behind, or absent */
	char last[AD_ID_SIZE];
	bool more;
};

/*
 * Reads limit, cursor, order, and (where the action is a list of the resource itself) the filters
 * of its row; their values are bound from $first on. Parameters of the action's own query are let
 * through, for the caller to read. False with faults for what is not understood.
 */
bool ad_paged_read(struct ad_call *call, struct ad_paged *page, int first) AD_CHECK;
/*
 * Adds a field of the action's own query as a filter where it was given (of a list by its items);
 * after ad_paged_read(), before the statements. False with a fault.
 */
bool ad_paged_filter(struct ad_paged *page, const struct ad_field *field) AD_CHECK;
/*
 * The statement of one page, its own values and the cursor's bound: from is "FROM … WHERE …", with
 * $1 … below first for the caller to bind; key is a column that is unique in the list.
 */
struct ad_stmt *ad_paged_sql(struct ad_paged *page, const char *columns, const char *from,
			     const char *key);
/* As ad_step(); AD_DB_DONE too where the page is full. Each row names its key before the next. */
enum ad_db_status ad_paged_step(struct ad_paged *page, struct ad_stmt *s) AD_CHECK;
void ad_paged_key(struct ad_paged *page, struct ad_str key);
/* The statement that counts the list, filters bound: what is "COUNT(*)", or a sum over cells. */
struct ad_stmt *ad_paged_total(struct ad_paged *page, const char *what, const char *from);
/* The same with COUNT(*). */
struct ad_stmt *ad_paged_count(struct ad_paged *page, const char *from);
/* Counts, and sets meta: nextCursor and total. */
void ad_paged_answer(struct ad_paged *page, struct ad_stmt *count);

/* Ends a GET as 304 where If-None-Match names the outcome's ETag. */
void ad_not_modified(struct ad_call *call);

#endif
