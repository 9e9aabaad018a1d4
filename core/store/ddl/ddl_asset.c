/* The tables of an asset's data and of its attachments, beside its own row. */
#include "store/ddl/ddl_texts.h"

const char *const ad_ddl_asset[] = {
	/* Bytes of pictures and films in pieces, once for all assets of a realm that have them. */
	"CREATE TABLE IF NOT EXISTS asset_bytes ("
	"space_id TEXT NOT NULL, "
	"environment TEXT NOT NULL, "
	"sha256 TEXT NOT NULL, "
	"n BIGINT NOT NULL, " /* which piece, from 0 */
	"data BYTES NOT NULL, "
	"PRIMARY KEY (space_id, environment, sha256, n))",

	/* Bytes on their way in: what was left behind by a crash is found and deleted by these. */
	"CREATE TABLE IF NOT EXISTS asset_uploads ("
	"space_id TEXT NOT NULL, "
	"environment TEXT NOT NULL, "
	"sha256 TEXT NOT NULL, "
	"at BIGINT NOT NULL, "
	"PRIMARY KEY (space_id, environment, sha256))",
	"CREATE INDEX IF NOT EXISTS asset_uploads_by_age ON asset_uploads (at)",

	/* Where assets are attached; id rises with time. */
	"CREATE TABLE IF NOT EXISTS asset_links ("
	"space_id TEXT NOT NULL, "
	"environment TEXT NOT NULL, "
	"asset_id TEXT NOT NULL, "
	"resource TEXT NOT NULL, "
	"object_id TEXT NOT NULL, "
	"role TEXT NOT NULL, "
	"id TEXT NOT NULL, "
	"at BIGINT NOT NULL, "
	"connector BIGINT, " /* 1: a connector attached it */
	"attached_by TEXT, " /* the account; NULL: unknown, an older version attached it */
	"PRIMARY KEY (space_id, environment, asset_id, resource, object_id, role))",
	"CREATE INDEX IF NOT EXISTS asset_links_by_time ON asset_links"
	" (space_id, environment, asset_id, id)",
	"CREATE INDEX IF NOT EXISTS asset_links_by_object ON asset_links"
	" (space_id, environment, object_id, id)",

	/*
	 * Assets on the platforms: a copy of an asset (resource is NULL), or its attachment to an
	 * object, whose id there is object_id. The wanted state is in assets and asset_links.
	 */
	"CREATE TABLE IF NOT EXISTS asset_remotes ("
	"space_id TEXT NOT NULL, "
	"environment TEXT NOT NULL, "
	"object_id TEXT NOT NULL, "
	"platform TEXT NOT NULL, "
	"asset_id TEXT NOT NULL, "
	"resource TEXT, "
	"holder_id TEXT, "
	"role TEXT, "
	"remote_id TEXT, "
	"synced TEXT, " /* the AD_SENT fields as last sent */
	"open_op TEXT, "
	"failed BIGINT NOT NULL, "
	"last_error TEXT, "
	"last_synced_at BIGINT NOT NULL, "
	/* The last detachment of an attachment, which deleted the row in asset_links. */
	"detached_by TEXT, "          /* the account */
	"detached_connector BIGINT, " /* 1: a connector detached it */
	"PRIMARY KEY (space_id, environment, object_id, platform))",
	"CREATE INDEX IF NOT EXISTS asset_remotes_by_asset ON asset_remotes"
	" (space_id, environment, asset_id)",
	"CREATE INDEX IF NOT EXISTS asset_remotes_by_holder ON asset_remotes"
	" (space_id, environment, holder_id)",
	NULL,
};
