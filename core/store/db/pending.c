#include "store/db/pending.h"

#include <assert.h>
#include <stdlib.h>

#include "store/db/driver.h"

/* Where so much waits that it is written before the end of the transaction. */
#define MUCH ((size_t)1024 * 1024)

struct ad_pending *ad_pending_of(struct ad_db *db)
{
	if (!db->pending) {
		db->pending = ad_xcalloc(1, sizeof(*db->pending));
		db->pending->arena = ad_arena_new();
	}
	return db->pending;
}

void ad_pending_mark(struct ad_db *db)
{
	struct ad_pending *p = ad_pending_of(db);

	assert(p->depth < AD_SAVEPOINTS_MAX);
	p->marks[p->depth].steps = p->step_count;
	p->marks[p->depth].events = p->event_count;
	p->marks[p->depth++].entries = p->entry_count;
}

void ad_pending_unmark(struct ad_db *db, bool keep)
{
	struct ad_pending *p = ad_pending_of(db);

	assert(p->depth > 0);
	p->depth--;
	if (keep)
		return;
	while (p->step_count > p->marks[p->depth].steps) {
		const struct ad_cell_step *step = &p->steps[--p->step_count];

		p->cells[step->cell].n -= step->n;
	}
	p->entry_count = p->marks[p->depth].entries;
	p->event_count = p->marks[p->depth].events;
}

void ad_pending_drop(struct ad_db *db)
{
	struct ad_pending *p = db->pending;

	if (!p)
		return;
	ad_arena_reset(p->arena);
	*p = (struct ad_pending){ .arena = p->arena };
}

enum ad_db_status ad_pending_flush(struct ad_db *db)
{
	struct ad_pending *p = db->pending;
	enum ad_db_status status;

	if (!p || (!p->step_count && !p->entry_count && !p->event_count))
		return AD_DB_DONE;
	assert(p->depth == 0);
	status = ad_pending_write(db, p);
	ad_pending_drop(db);
	return status;
}

enum ad_db_status ad_pending_added(struct ad_db *db)
{
	struct ad_pending *p = db->pending;

	if (p->depth > 0 || (db->in_tx && ad_arena_used(p->arena) < MUCH))
		return AD_DB_DONE;
	return ad_pending_flush(db);
}

void ad_pending_free(struct ad_pending *pending)
{
	if (!pending)
		return;
	ad_arena_free(pending->arena);
	free(pending);
}
