#include "store/db/counters.h"

#include "store/db/pending.h"
#include "store/db/round_trips.h"
#include "store/db/driver.h"

static bool same_cell(const struct ad_cell *a, const struct ad_cell *b)
{
	return ad_str_eq(a->sync_state, b->sync_state) && ad_str_eq(a->status, b->status) &&
	       ad_str_eq(a->platform, b->platform) && ad_str_eq(a->resource, b->resource) &&
	       ad_str_eq(a->environment, b->environment) && ad_str_eq(a->space_id, b->space_id);
}

static size_t add_cell(struct ad_pending *p, const struct ad_cell *cell)
{
	AD_ARENA_GROW(p->arena, p->cells, p->cell_count, p->cell_room);
	p->cells[p->cell_count] = (struct ad_cell_sum){
		.cell = { ad_arena_copy(p->arena, cell->space_id),
			  ad_arena_copy(p->arena, cell->environment),
			  ad_arena_copy(p->arena, cell->resource),
			  ad_arena_copy(p->arena, cell->platform),
			  ad_arena_copy(p->arena, cell->status),
			  ad_arena_copy(p->arena, cell->sync_state) },
	};
	return p->cell_count++;
}

static size_t find_cell(struct ad_pending *p, const struct ad_cell *cell)
{
	/* A group is mostly about one or two cells. */
	if (p->last_cell < p->cell_count && same_cell(&p->cells[p->last_cell].cell, cell))
		return p->last_cell;
	for (size_t i = 0; i < p->cell_count; i++) {
		if (same_cell(&p->cells[i].cell, cell))
			return i;
	}
	return add_cell(p, cell);
}

void ad_count_later(struct ad_pending *p, const struct ad_cell *cell, int64_t n)
{
	AD_ARENA_GROW(p->arena, p->steps, p->step_count, p->step_room);
	p->last_cell = find_cell(p, cell);
	p->cells[p->last_cell].n += n;
	p->steps[p->step_count++] = (struct ad_cell_step){ p->last_cell, n };
}

enum ad_db_status ad_count(struct ad_db *db, const struct ad_cell *cell, int64_t n)
{
	ad_count_later(ad_pending_of(db), cell, n);
	return ad_pending_added(db);
}

int64_t ad_count_pending(struct ad_db *db, struct ad_str space_id)
{
	const struct ad_pending *p = ad_pending_of(db);
	int64_t sum = 0;

	for (size_t i = 0; i < p->cell_count; i++) {
		const struct ad_cell *cell = &p->cells[i].cell;
		if (ad_str_eq(cell->space_id, space_id) && !ad_str_is(cell->resource, "history") &&
		    !ad_str_is(cell->resource, AD_COUNT_LIST_BYTES))
			sum += p->cells[i].n;
	}
	return sum;
}

enum ad_db_status ad_counters_write(struct ad_db *db, struct ad_pending *p)
{
	enum ad_db_status status = AD_DB_DONE;

	for (size_t i = 0; i < p->cell_count && status == AD_DB_DONE; i++) {
		const struct ad_cell *cell = &p->cells[i].cell;
		struct ad_stmt *s;

		if (p->cells[i].n == 0)
			continue;
		s = ad_sql(db, "INSERT INTO counters (space_id, environment, resource, platform,"
			       " status, sync_state, n) VALUES ($1, $2, $3, $4, $5, $6, $7)"
			       " ON CONFLICT (space_id, environment, resource, platform, status,"
			       " sync_state) DO UPDATE SET n = counters.n + excluded.n");
		ad_bind_kept(s, 1, cell->space_id);
		ad_bind_kept(s, 2, cell->environment);
		ad_bind_kept(s, 3, cell->resource);
		ad_bind_kept(s, 4, cell->platform);
		ad_bind_kept(s, 5, cell->status);
		ad_bind_kept(s, 6, cell->sync_state);
		ad_bind_int(s, 7, p->cells[i].n);
		status = ad_step_later(s);
	}
	return status;
}
