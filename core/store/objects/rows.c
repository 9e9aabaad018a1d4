#include "store/events/events.h"
#include "store/objects/rows.h"

#include "base/text.h"
#include "model/keyword_text.h"
#include "store/db/counters.h"
#include "store/objects/rows_private.h"
#include "store/ddl/schema_ddl.h"

/* The column removal. */
enum {
	REMOVAL_ASKED = 1,
	REMOVAL_WITH_PARENT = 2
};

static bool has_column(const struct ad_field *field)
{
	return !(field->flags & AD_INPUT_ONLY);
}

void ad_rows_add_columns(struct ad_text *sql, const struct ad_resource *res)
{
	char column[64];
	for (size_t i = 0; i < ad_row_column_count(res); i++) {
		if (i)
			ad_text_addc(sql, ',');
		ad_text_adds(sql, ad_row_columns[i].name);
	}
	for (size_t i = 0; i < res->shape.count; i++) {
		if (!has_column(&res->shape.fields[i]))
			continue;
		ad_column_name(res->shape.fields[i].name, column);
		ad_text_addc(sql, ',');
		ad_text_adds(sql, column);
	}
}

static struct ad_value rows_value_of(struct ad_arena *arena, const struct ad_field *field,
				     struct ad_stmt *s, int column)
{
	struct ad_value v = { .kind = AD_NULL };
	if (ad_col_is_null(s, column))
		return v;
	if (field->type == AD_T_MONEY || field->type == AD_T_INT || field->type == AD_T_BOOL ||
	    field->type == AD_T_TIME) {
		v.kind = AD_INT;
		v.i = ad_col_int(s, column);
	} else if (field->type == AD_T_NUMBER) {
		v.kind = AD_REAL;
		v.d = ad_col_double(s, column);
	} else {
		v.kind = AD_TEXT;
		v.s = ad_arena_copy(arena, ad_col(s, column));
	}
	return v;
}

static struct ad_str rows_text_at(struct ad_arena *arena, struct ad_stmt *s, int column)
{
	if (ad_col_is_null(s, column))
		return (struct ad_str){ NULL, 0 };
	return ad_arena_copy(arena, ad_col(s, column));
}

static void read_staged(struct ad_arena *arena, struct ad_row *row, struct ad_stmt *s)
{
	row->state = ad_sync_state_of(ad_col(s, C_STATE));
	row->remote_id = rows_text_at(arena, s, C_REMOTE_ID);
	row->remote_status = rows_text_at(arena, s, C_REMOTE_STATUS);
	row->review_status = rows_text_at(arena, s, C_REVIEW);
	row->last_synced_at = ad_col_int(s, C_SYNCED_AT);
	row->last_error = rows_text_at(arena, s, C_ERROR);
	row->synced = rows_text_at(arena, s, C_SYNCED);
	row->live = rows_text_at(arena, s, C_LIVE);
	row->unknown = rows_text_at(arena, s, C_UNKNOWN);
	row->defaults = rows_text_at(arena, s, C_DEFAULTS);
	row->open_op = rows_text_at(arena, s, C_OPEN_OP);
	row->failed = ad_col_int(s, C_FAILED) != 0;
	row->removal = ad_col_int(s, C_REMOVAL) != 0;
	row->with_parent = ad_col_int(s, C_REMOVAL) == REMOVAL_WITH_PARENT;
	row->removed = ad_col_int(s, C_REMOVED) != 0;
	row->connector_version = ad_col_int(s, C_CONNECTOR);
}

struct ad_row *ad_rows_read_row(struct ad_arena *arena, const struct ad_resource *res,
				struct ad_stmt *s)
{
	struct ad_row *row = ad_arena_zalloc(arena, sizeof(*row));
	row->res = res;
	row->id = rows_text_at(arena, s, C_ID);
	row->space_id = rows_text_at(arena, s, C_SPACE);
	row->environment = rows_text_at(arena, s, C_ENVIRONMENT);
	row->source = rows_text_at(arena, s, C_SOURCE);
	row->created_by = rows_text_at(arena, s, C_CREATED_BY);
	row->created_at = ad_col_int(s, C_CREATED);
	row->updated_at = ad_col_int(s, C_UPDATED);
	row->version = ad_col_int(s, C_VERSION);
	row->sync_revision = ad_col_int(s, C_REVISION);
	if (res->staged)
		read_staged(arena, row, s);
	int column = (int)ad_row_column_count(res);
	for (size_t i = 0; i < res->shape.count; i++)
		if (has_column(&res->shape.fields[i]))
			row->v[i] = rows_value_of(arena, &res->shape.fields[i], s, column++);
	return row;
}

/* The texts that a resource's row alone decides, kept with the connection. */
enum kept {
	KEPT_LOAD,
	KEPT_PAGE,
	KEPT_INSERT,
	KEPT_UPDATE,
	KEPT_CELL,
	KEPT_DELETE,
};

static void write_load(struct ad_text *sql, const void *owner)
{
	const struct ad_resource *res = owner;
	ad_text_adds(sql, "SELECT ");
	ad_rows_add_columns(sql, res);
	ad_text_addf(sql, " FROM %s WHERE space_id = $1 AND environment = $2 AND id = $3",
		     res->table);
}

enum ad_db_status ad_row_load(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
			      const struct ad_resource *res, struct ad_str id, struct ad_row **out)
{
	struct ad_stmt *s = ad_sql(db, ad_sql_kept(db, res, KEPT_LOAD, write_load));
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, id);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	*out = ad_rows_read_row(arena, res, s);
	ad_reset(s);
	return AD_DB_ROW;
}

static void write_page(struct ad_text *sql, const void *owner)
{
	const struct ad_resource *res = owner;
	ad_text_adds(sql, "SELECT ");
	ad_rows_add_columns(sql, res);
	ad_text_addf(sql, " FROM %s WHERE space_id = $1 AND environment = $2 AND id IN ",
		     res->table);
	ad_ids_write(sql, 3);
}

/* They come in any order. */
static enum ad_db_status load_page(struct ad_stmt *s, struct ad_arena *arena,
				   const struct ad_resource *res, struct ad_ids page,
				   struct ad_row **out)
{
	enum ad_db_status status;
	while ((status = ad_step(s)) == AD_DB_ROW) {
		struct ad_row *row = ad_rows_read_row(arena, res, s);
		for (size_t i = 0; i < page.n; i++)
			if (ad_str_eq(page.at[i], row->id))
				out[i] = row;
	}
	return status;
}

enum ad_db_status ad_rows_load(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
			       const struct ad_resource *res, struct ad_ids ids,
			       struct ad_row **out)
{
	enum ad_db_status status = AD_DB_DONE;
	for (size_t i = 0; i < ids.n; i++)
		out[i] = NULL;
	for (size_t at = 0; at < ids.n && status == AD_DB_DONE; at += AD_IDS_MAX) {
		struct ad_ids page = ad_ids_page(ids, at);
		struct ad_stmt *s = ad_sql(db, ad_sql_kept(db, res, KEPT_PAGE, write_page));
		ad_bind(s, 1, realm.space_id);
		ad_bind(s, 2, realm.environment);
		ad_ids_bind(s, 3, page);
		status = load_page(s, arena, res, page, out + at);
	}
	return status;
}

enum ad_db_status ad_row_children(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				  const struct ad_resource *res, struct ad_parent of,
				  struct ad_rows *out)
{
	struct ad_text sql = ad_text_on(arena);
	char column[64];
	ad_text_adds(&sql, "SELECT ");
	ad_rows_add_columns(&sql, res);
	ad_text_addf(&sql, " FROM %s WHERE space_id = $1 AND environment = $2%s", res->table,
		     res->staged ? " AND sync_state <> 'REMOVED'" : "");
	if (of.field) {
		ad_column_name(of.field, column);
		ad_text_addf(&sql, " AND %s = $3", column);
	}
	if (of.limit)
		ad_text_addf(&sql, " AND id > $%d ORDER BY id LIMIT %d", of.field ? 4 : 3,
			     of.limit);
	else
		ad_text_adds(&sql, " ORDER BY id");
	struct ad_stmt *s = ad_sql(db, ad_text_str(&sql).p);
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	if (of.field)
		ad_bind(s, 3, of.id);
	if (of.limit)
		ad_bind(s, of.field ? 4 : 3, of.after);
	size_t room = 16;
	size_t n = 0;
	struct ad_row **rows = ad_arena_alloc(arena, room * sizeof(struct ad_row *));
	enum ad_db_status status;
	while ((status = ad_step(s)) == AD_DB_ROW) {
		if (n == room) {
			struct ad_row **more =
				ad_arena_alloc(arena, 2 * room * sizeof(struct ad_row *));
			memcpy(more, rows, room * sizeof(struct ad_row *));
			rows = more;
			room *= 2;
		}
		rows[n++] = ad_rows_read_row(arena, res, s);
	}
	*out = (struct ad_rows){ rows, n };
	return status;
}

static void bind_value(struct ad_stmt *s, int n, const struct ad_field *field,
		       const struct ad_value *v)
{
	switch (v->kind) {
	case AD_NULL:
		ad_bind_null(s, n);
		break;
	case AD_INT:
		if (field->type == AD_T_BOOL)
			ad_bind_bool(s, n, v->i != 0);
		else
			ad_bind_int(s, n, v->i);
		break;
	case AD_REAL:
		ad_bind_double(s, n, v->d);
		break;
	case AD_TEXT:
		ad_bind_kept(s, n, v->s);
		break;
	}
}

static void bind_staged(struct ad_stmt *s, const struct ad_row *row)
{
	ad_bind_kept(s, C_STATE + 1, ad_str(ad_sync_state_name(row->state)));
	ad_bind_kept(s, C_REMOTE_ID + 1, row->remote_id);
	ad_bind_kept(s, C_REMOTE_STATUS + 1, row->remote_status);
	ad_bind_kept(s, C_REVIEW + 1, row->review_status);
	ad_bind_int(s, C_SYNCED_AT + 1, row->last_synced_at);
	ad_bind_kept(s, C_ERROR + 1, row->last_error);
	ad_bind_kept(s, C_SYNCED + 1, row->synced);
	ad_bind_kept(s, C_LIVE + 1, row->live);
	ad_bind_kept(s, C_UNKNOWN + 1, row->unknown);
	ad_bind_kept(s, C_DEFAULTS + 1, row->defaults);
	ad_bind_kept(s, C_OPEN_OP + 1, row->open_op);
	ad_bind_int(s, C_FAILED + 1, row->failed ? 1 : 0);
	ad_bind_int(s, C_REMOVAL + 1,
		    !row->removal      ? 0
		    : row->with_parent ? REMOVAL_WITH_PARENT
				       : REMOVAL_ASKED);
	ad_bind_int(s, C_REMOVED + 1, row->removed ? 1 : 0);
	ad_bind_int(s, C_CONNECTOR + 1, row->connector_version);
}

/* Binds the common columns from $1, then the fields'. */
static void bind_row(struct ad_stmt *s, const struct ad_row *row, struct ad_str json)
{
	ad_bind_kept(s, C_ID + 1, row->id);
	ad_bind_kept(s, C_SPACE + 1, row->space_id);
	ad_bind_kept(s, C_ENVIRONMENT + 1, row->environment);
	ad_bind_kept(s, C_SOURCE + 1, row->source);
	ad_bind_kept(s, C_CREATED_BY + 1, row->created_by);
	ad_bind_int(s, C_CREATED + 1, row->created_at);
	ad_bind_int(s, C_UPDATED + 1, row->updated_at);
	ad_bind_int(s, C_VERSION + 1, row->version);
	ad_bind_int(s, C_REVISION + 1, row->sync_revision);
	ad_bind_kept(s, C_JSON + 1, json);
	if (row->res->staged)
		bind_staged(s, row);
	int n = (int)ad_row_column_count(row->res);
	for (size_t i = 0; i < row->res->shape.count; i++)
		if (has_column(&row->res->shape.fields[i]))
			bind_value(s, ++n, &row->res->shape.fields[i], &row->v[i]);
}

/* A keyword is looked up by its text as the platform compares it. */
static void fold_keyword(struct ad_arena *arena, struct ad_row *row)
{
	if (row->res->id != AD_R_KEYWORD)
		return;
	*ad_row_value(row, AD_KEYWORD_FOLDED) = (struct ad_value){
		.kind = AD_TEXT,
		.s = ad_keyword_folded(arena, ad_platform_of(ad_row_text(row, "platform")),
				       ad_row_text(row, "text")),
	};
}

void ad_rows_write_json(struct ad_arena *arena, struct ad_row *row)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);
	(void)ad_text_reserve(&text, 1536);
	ad_row_write(&j, row);
	row->json = ad_text_str(&text);
}

static struct ad_str rows_render(struct ad_arena *arena, struct ad_row *row)
{
	fold_keyword(arena, row);
	ad_row_derive_state(row);
	ad_rows_write_json(arena, row);
	return row->json;
}

static struct ad_str field_text(const struct ad_row *row, const char *name)
{
	size_t index;
	if (!ad_field_find(&row->res->shape, ad_str(name), &index) || row->v[index].kind != AD_TEXT)
		return AD_S("");
	return row->v[index].s;
}

/* Adds n to the counter cell of a platform, status and state (each empty where it has none). */
static enum ad_db_status rows_count(struct ad_db *db, const struct ad_row *row,
				    struct ad_str platform, struct ad_str status,
				    struct ad_str state, int64_t n)
{
	struct ad_cell cell = { row->space_id, row->environment, ad_str(row->res->name),
				platform,      status,           state };

	return ad_count(db, &cell, n);
}

static enum ad_db_status count_row(struct ad_db *db, const struct ad_row *row, int64_t n)
{
	return rows_count(db, row, field_text(row, "platform"), field_text(row, "status"),
			  row->res->staged ? ad_str(ad_sync_state_name(row->state)) : AD_S(""), n);
}

/* Whoever makes what only one may be is told at once that there is one. */
static enum ad_db_status rows_store(struct ad_stmt *s, const struct ad_row *row)
{
	return ad_ddl_unique(row->res->table) ? ad_step(s) : ad_step_later(s);
}

static void write_insert(struct ad_text *sql, const void *owner)
{
	const struct ad_resource *res = owner;
	ad_text_addf(sql, "INSERT INTO %s (", res->table);
	ad_rows_add_columns(sql, res);
	ad_text_adds(sql, ") VALUES (");
	size_t count = ad_row_column_count(res);
	for (size_t i = 0; i < res->shape.count; i++)
		count += has_column(&res->shape.fields[i]);
	for (size_t i = 0; i < count; i++)
		ad_text_addf(sql, i ? ",$%zu" : "$%zu", i + 1);
	ad_text_addc(sql, ')');
}

enum ad_db_status ad_row_insert(struct ad_db *db, struct ad_arena *arena, struct ad_row *row)
{
	struct ad_str json = rows_render(arena, row);
	struct ad_stmt *s = ad_sql(db, ad_sql_kept(db, row->res, KEPT_INSERT, write_insert));
	bind_row(s, row, json);
	enum ad_db_status status = rows_store(s, row);
	return status == AD_DB_DONE ? count_row(db, row, 1) : status;
}

static void write_cell(struct ad_text *sql, const void *owner)
{
	const struct ad_resource *res = owner;
	bool has_platform = ad_field_find(&res->shape, AD_S("platform"), NULL) != NULL;
	bool has_status = ad_field_find(&res->shape, AD_S("status"), NULL) != NULL;
	ad_text_addf(sql,
		     "SELECT %s, %s, %s FROM %s"
		     " WHERE space_id = $1 AND environment = $2 AND id = $3",
		     has_platform ? "platform" : "''", has_status ? "status" : "''",
		     res->staged ? "sync_state" : "''", res->table);
}

/* The cell that the stored row is counted in; *state is the sync state that is stored. */
static enum ad_db_status count_out_stored(struct ad_db *db, struct ad_arena *arena,
					  const struct ad_row *row, struct ad_str *state)
{
	struct ad_stmt *s = ad_sql(db, ad_sql_kept(db, row->res, KEPT_CELL, write_cell));
	ad_bind(s, 1, row->space_id);
	ad_bind(s, 2, row->environment);
	ad_bind(s, 3, row->id);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	struct ad_str platform = ad_arena_copy(arena, ad_col(s, 0));
	struct ad_str wanted = ad_arena_copy(arena, ad_col(s, 1));
	*state = ad_arena_copy(arena, ad_col(s, 2));
	ad_reset(s);
	return rows_count(db, row, platform, wanted, *state, -1);
}

static void write_update(struct ad_text *sql, const void *owner)
{
	const struct ad_resource *res = owner;
	size_t n = ad_row_column_count(res);
	char column[64];
	ad_text_addf(sql, "UPDATE %s SET ", res->table);
	for (size_t i = C_SOURCE; i < n; i++)
		ad_text_addf(sql, "%s%s = $%zu", i == C_SOURCE ? "" : ", ", ad_row_columns[i].name,
			     i + 1);
	for (size_t i = 0; i < res->shape.count; i++) {
		if (!has_column(&res->shape.fields[i]))
			continue;
		ad_column_name(res->shape.fields[i].name, column);
		ad_text_addf(sql, ", %s = $%zu", column, ++n);
	}
	ad_text_adds(sql, " WHERE id = $1 AND space_id = $2 AND environment = $3");
}

/* A connector's draft that stands on the platform as drafted is no draft any more. */
static void end_connector(struct ad_arena *arena, struct ad_row *row)
{
	if (!row->connector_version || !row->remote_id.p || row->removal || row->open_op.p ||
	    row->unknown.n)
		return;
	if (!ad_row_sent_differs(row->res, ad_platform_of(field_text(row, "platform")), row->synced,
				 ad_row_sent_json(arena, row)))
		row->connector_version = 0;
}

/* Drift that was not there when the row was stored last is told as an event. */
static enum ad_db_status tell_drift(struct ad_db *db, const struct ad_row *row, struct ad_str was)
{
	if (!row->res->staged || row->state != AD_DRIFTED ||
	    ad_str_is(was, ad_sync_state_name(AD_DRIFTED)))
		return AD_DB_DONE;
	return ad_event_add_object(
		db, (struct ad_realm){ row->space_id, row->environment }, AD_EVENT_DRIFT_FOUND,
		&(struct ad_event_object){ .resource = ad_str(row->res->name),
					   .id = row->id,
					   .platform = field_text(row, "platform") });
}

enum ad_db_status ad_row_update(struct ad_db *db, struct ad_arena *arena, struct ad_row *row)
{
	end_connector(arena, row);
	struct ad_str was, json = rows_render(arena, row);
	enum ad_db_status status = count_out_stored(db, arena, row, &was);
	if (status != AD_DB_DONE)
		return status;
	struct ad_stmt *s = ad_sql(db, ad_sql_kept(db, row->res, KEPT_UPDATE, write_update));
	bind_row(s, row, json);
	status = rows_store(s, row);
	if (status == AD_DB_DONE)
		status = tell_drift(db, row, was);
	return status == AD_DB_DONE ? count_row(db, row, 1) : status;
}

static void write_delete(struct ad_text *sql, const void *owner)
{
	const struct ad_resource *res = owner;
	ad_text_addf(sql, "DELETE FROM %s WHERE space_id = $1 AND environment = $2 AND id = $3",
		     res->table);
}

enum ad_db_status ad_row_delete(struct ad_db *db, struct ad_arena *arena, struct ad_row *row)
{
	struct ad_str was;
	enum ad_db_status status = count_out_stored(db, arena, row, &was);
	if (status != AD_DB_DONE)
		return status;
	struct ad_stmt *s = ad_sql(db, ad_sql_kept(db, row->res, KEPT_DELETE, write_delete));
	ad_bind(s, 1, row->space_id);
	ad_bind(s, 2, row->environment);
	ad_bind(s, 3, row->id);
	return ad_step_later(s);
}
