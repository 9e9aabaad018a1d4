/* Texts of DDL: made from the resource table, read for their columns. Private to this room. */
#ifndef AD_STORE_SCHEMA_DDL_H
#define AD_STORE_SCHEMA_DDL_H

#include "base/text.h"
#include "model/resource.h"

/* Texts on an arena. */
struct ad_ddl {
	struct ad_arena *arena;
	const char **text;
	size_t count, room;
};

/* Adds a text, which must live as long as the arena. */
void ad_ddl_add(struct ad_ddl *ddl, const char *text);
/* The table and indexes of a stored resource. */
void ad_ddl_resource(struct ad_ddl *ddl, const struct ad_resource *res);
/* True if a table of that name has a unique value beside its id. */
bool ad_ddl_unique(const char *table);

/* The table that a "CREATE TABLE IF NOT EXISTS name (…)" makes; absent for other texts. */
struct ad_str ad_ddl_table(struct ad_str text);
/*
 * The next column's definition ("name TEXT NOT NULL") of such a text, from *at (0 at first) on;
 * absent at the end. Constraints of the table are passed over.
 */
struct ad_str ad_ddl_column(struct ad_str text, size_t *at);
/* The first word of a definition. */
struct ad_str ad_ddl_name(struct ad_str definition);
/* The statement that adds a column to a table that may hold rows. */
const char *ad_ddl_add_column(struct ad_arena *arena, struct ad_str table,
			      struct ad_str definition);
/*
 * The text with every TEXT, BYTES and CLUSTERED outside of quotes replaced by the database's own
 * words.
 */
const char *ad_ddl_typed(struct ad_arena *arena, const char *text, const char *text_type,
			 const char *bytes_type, const char *clustered);

#endif
