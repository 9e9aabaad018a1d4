/*
 * PostgreSQL plans a statement by what it last counted in the tables, once for as long as that
 * stands: what was planned over a few rows may go through all of a Space once there are many. Its
 * own daemon counts anew about once a minute, in which a pull brings in tens of thousands.
 */
#include <stdio.h>

#include "store/postgres/postgres.h"

/*
 * More than doubled since they were counted: by what its daemons were told of writes, which is a
 * second old, or by its file, which is as it is now.
 */
static const char grown[] =
	"SELECT quote_ident(c.relname) FROM pg_stat_user_tables AS s JOIN pg_class AS c ON c.oid ="
	" s.relid WHERE s.schemaname = current_schema() AND (s.n_mod_since_analyze > 50 +"
	" GREATEST(c.reltuples, 0) OR pg_relation_size(c.oid) / current_setting('block_size')::int"
	" > 8 + 2 * c.relpages)";

enum ad_db_status ad_postgres_look_anew(struct ad_db *db)
{
	struct ad_postgres_db *d = (struct ad_postgres_db *)db;
	PGresult *tables = PQexec(d->conn, grown);
	enum ad_db_status status = AD_DB_DONE;

	if (PQresultStatus(tables) != PGRES_TUPLES_OK)
		return ad_postgres_outcome(d, tables, grown);
	for (int i = 0; i < PQntuples(tables) && status == AD_DB_DONE; i++) {
		char sql[128];
		/* One that somebody counts already is let be. */
		snprintf(sql, sizeof(sql), "ANALYZE (SKIP_LOCKED) %s", PQgetvalue(tables, i, 0));
		status = ad_postgres_outcome(d, PQexec(d->conn, sql), sql);
	}
	PQclear(tables);
	return status;
}
