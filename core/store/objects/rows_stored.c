/* Stored answers, made anew by a newer build. */
#include "store/objects/rows.h"

#include "store/objects/rows_private.h"

#define STORED_PAGE 200 /* objects in memory at once */

static struct ad_stmt *page_after(struct ad_db *db, struct ad_arena *arena,
				  const struct ad_resource *res, const struct ad_row *last)
{
	struct ad_text sql = ad_text_on(arena);
	ad_text_adds(&sql, "SELECT ");
	ad_rows_add_columns(&sql, res);
	ad_text_addf(&sql,
		     " FROM %s WHERE (space_id, environment, id) > ($1, $2, $3)"
		     " ORDER BY space_id, environment, id LIMIT %d",
		     res->table, STORED_PAGE);
	struct ad_stmt *s = ad_sql(db, ad_text_str(&sql).p);
	ad_bind(s, 1, last ? last->space_id : AD_S(""));
	ad_bind(s, 2, last ? last->environment : AD_S(""));
	ad_bind(s, 3, last ? last->id : AD_S(""));
	return s;
}

static enum ad_db_status store_answer(struct ad_db *db, struct ad_arena *arena,
				      const struct ad_row *row)
{
	struct ad_text sql = ad_text_on(arena);
	ad_text_addf(&sql,
		     "UPDATE %s SET json = $4"
		     " WHERE space_id = $1 AND environment = $2 AND id = $3",
		     row->res->table);
	struct ad_stmt *s = ad_sql(db, ad_text_str(&sql).p);
	ad_bind(s, 1, row->space_id);
	ad_bind(s, 2, row->environment);
	ad_bind(s, 3, row->id);
	ad_bind(s, 4, row->json);
	return ad_step_later(s);
}

/* Renders the rows after *last anew, which becomes the last of them, or NULL after the end. */
static enum ad_db_status render_page(struct ad_db *db, struct ad_arena *arena,
				     const struct ad_resource *res, struct ad_row **last)
{
	struct ad_stmt *s = page_after(db, arena, res, *last);
	struct ad_row *rows[STORED_PAGE];
	enum ad_db_status status;
	size_t n = 0, changed = 0;

	while ((status = ad_step(s)) == AD_DB_ROW) {
		struct ad_row *row = ad_rows_read_row(arena, res, s);

		n++;
		*last = row;
		ad_rows_write_json(arena, row);
		if (!ad_str_eq(row->json, ad_col(s, C_JSON)))
			rows[changed++] = row;
	}
	for (size_t i = 0; i < changed && status == AD_DB_DONE; i++)
		status = store_answer(db, arena, rows[i]);
	if (n < STORED_PAGE)
		*last = NULL;
	return status;
}

enum ad_db_status ad_rows_render_all(struct ad_db *db)
{
	enum ad_db_status status = AD_DB_DONE;

	for (int i = 0; i < AD_RESOURCE_COUNT && status == AD_DB_DONE; i++) {
		const struct ad_resource *res = ad_resource_row((enum ad_resource_id)i);
		struct ad_arena *page = ad_arena_new(), *next;
		struct ad_row *last = NULL;

		if (res->table)
			status = render_page(db, page, res, &last);
		while (status == AD_DB_DONE && last) {
			next = ad_arena_new();
			status = render_page(db, next, res, &last);
			ad_arena_free(page);
			page = next;
		}
		ad_arena_free(page);
	}
	return status;
}
