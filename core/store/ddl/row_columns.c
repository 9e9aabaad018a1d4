/* The common columns, in the order of their places: see row_columns.h. */
#include "store/ddl/row_columns.h"

const struct ad_column ad_row_columns[] = {
	[C_ID] = { "id", "TEXT NOT NULL" },
	[C_SPACE] = { "space_id", "TEXT NOT NULL" },
	[C_ENVIRONMENT] = { "environment", "TEXT NOT NULL" },
	[C_SOURCE] = { "source", "TEXT NOT NULL" },
	[C_CREATED_BY] = { "created_by", "TEXT NOT NULL" },
	[C_CREATED] = { "created_at", "BIGINT NOT NULL" },
	[C_UPDATED] = { "updated_at", "BIGINT NOT NULL" },
	[C_VERSION] = { "version", "BIGINT NOT NULL" },
	[C_REVISION] = { "sync_revision", "BIGINT NOT NULL" },
	[C_JSON] = { "json", "TEXT NOT NULL" },
	[C_STATE] = { "sync_state", "TEXT NOT NULL" },
	[C_REMOTE_ID] = { "remote_id", "TEXT" },
	[C_REMOTE_STATUS] = { "remote_status", "TEXT" },
	[C_REVIEW] = { "review_status", "TEXT" },
	[C_SYNCED_AT] = { "last_synced_at", "BIGINT NOT NULL" },
	[C_ERROR] = { "last_error", "TEXT" },
	[C_SYNCED] = { "synced", "TEXT" },
	[C_LIVE] = { "live", "TEXT" },
	[C_UNKNOWN] = { "unknown_fields", "TEXT" },
	[C_DEFAULTS] = { "default_fields", "TEXT" },
	[C_OPEN_OP] = { "open_op", "TEXT" },
	[C_FAILED] = { "failed", "BIGINT NOT NULL" },
	[C_REMOVAL] = { "removal", "BIGINT NOT NULL" },
	[C_REMOVED] = { "removed", "BIGINT NOT NULL" },
	[C_CONNECTOR] = { "connector_version", "BIGINT" },
};

size_t ad_row_column_count(const struct ad_resource *res)
{
	return res->staged ? C_COUNT : C_PLAIN_COUNT;
}
