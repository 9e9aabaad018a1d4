/*
 * Lists with a query of their own, unlike those of staged objects: filters from the resource's row,
 * one page ordered by a key, the total, and a cursor by the rules of cursor.h.
 */
#ifndef AD_CALL_PAGED_H
#define AD_CALL_PAGED_H

#include "call/request/call.h"
#include "model/row.h"

#define AD_PAGED_VALUES 60
/* Bytes from which a page of long objects ends early, with a cursor. */
#define AD_PAGE_BYTES ((size_t)8 << 20)

/* The state of a list; belongs to its call. */
struct ad_paged {
	struct ad_call *call;
	struct ad_text where, bound;
	struct ad_str values[AD_PAGED_VALUES];
	int first, count; /* the filters' values are $first … */
	bool ascending;
	int64_t limit, seen;
	const struct ad_text *out; /* the text of the page: limited in bytes; or NULL */
	struct ad_str after;       /* the key after which the page starts, or absent */
	char last[AD_ID_SIZE];
	bool more;
};

/*
 * Reads limit, cursor, order, and (if the action lists the resource itself) the filters of its row;
 * their values are bound from $first on. Parameters of the action's own query are ignored, for the
 * caller to read. False with faults for unknown ones.
 */
bool ad_paged_read(struct ad_call *call, struct ad_paged *page, int first) AD_CHECK;
/*
 * Adds a field of the action's own query as a filter if the request has it (a list by its items);
 * after ad_paged_read(), before the statements. False with a fault.
 */
bool ad_paged_filter(struct ad_paged *page, const struct ad_field *field) AD_CHECK;
/*
 * The statement of one page, with its own values and the cursor's bound: from is "FROM … WHERE …",
 * with $1 … below first for the caller to bind; key is a column that is unique in the list.
 */
struct ad_stmt *ad_paged_sql(struct ad_paged *page, const char *columns, const char *from,
			     const char *key);
/*
 * As ad_step(); also AD_DB_DONE if the page is full. The caller sets each row's key before the next
 * step.
 */
enum ad_db_status ad_paged_step(struct ad_paged *page, struct ad_stmt *s) AD_CHECK;
void ad_paged_key(struct ad_paged *page, struct ad_str key);
/* The statement that counts the list, filters bound: `what` is "COUNT(*)", or a sum over cells. */
struct ad_stmt *ad_paged_total(struct ad_paged *page, const char *what, const char *from);
/* The same with COUNT(*). */
struct ad_stmt *ad_paged_count(struct ad_paged *page, const char *from);
/* Counts, and sets nextCursor and total in meta. */
void ad_paged_answer(struct ad_paged *page, struct ad_stmt *count);

/* Ends a GET as 304 if If-None-Match contains the outcome's ETag. */
void ad_not_modified(struct ad_call *call);

#endif
