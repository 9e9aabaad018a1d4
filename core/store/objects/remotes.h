/*
 * Assets on the ad platforms. An asset has a copy on each platform that it was sent to, and an
 * attachment there for each campaign or ad group. Both are rows of one table, because both are
 * sent, fail and are in doubt in the same way. The wanted state is elsewhere (assets, links.h).
 * Every function that writes runs on the writer's thread.
 */
#ifndef AD_STORE_REMOTES_H
#define AD_STORE_REMOTES_H

#include "store/objects/rows.h"

struct ad_remote_row {
	struct ad_str object_id; /* "ast_…" of a copy, "lnk_…" of a link */
	enum ad_platform platform;
	struct ad_str asset_id;
	struct ad_str resource, holder_id, role; /* of a link: "campaign", "cmp_…"; else absent */
	struct ad_str remote_id;                 /* absent: it is not there (yet) */
	struct ad_str synced;                    /* JSON of the AD_SENT fields as last sent */
	struct ad_str open_op;                   /* an operation that is not settled, or absent */
	bool failed;                             /* the last one failed */
	struct ad_str last_error;                /* JSON, or absent */
	int64_t last_synced_at;                  /* us, 0: never */
	bool detached_connector;                 /* a connector detached it; never stored */
};

struct ad_remote_rows {
	struct ad_remote_row *at;
	size_t n;
};

/* Loads one: AD_DB_ROW where there is one, AD_DB_DONE where not. */
enum ad_db_status ad_remote_load(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				 struct ad_str object_id, enum ad_platform platform,
				 struct ad_remote_row *out) AD_CHECK;
/* All copies of an asset, or, where asset_id is absent, all links that are no longer wanted. */
enum ad_db_status ad_remotes_load(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				  struct ad_str asset_id, struct ad_remote_rows *out) AD_CHECK;
/* Stores one, new or changed. */
enum ad_db_status ad_remote_store(struct ad_db *db, struct ad_realm realm,
				  const struct ad_remote_row *row) AD_CHECK;
/* It is there no more. Of a copy the links stay: whether they are there is another question. */
enum ad_db_status ad_remote_drop(struct ad_db *db, struct ad_realm realm,
				 const struct ad_remote_row *row) AD_CHECK;
/* A copy was found to be gone there, and so are the links that led to it. */
enum ad_db_status ad_remotes_drop_links(struct ad_db *db, struct ad_realm realm,
					struct ad_str asset_id, enum ad_platform platform) AD_CHECK;
/* AD_DB_ROW where the asset hangs on anything there, or it is in doubt; AD_DB_DONE where not. */
enum ad_db_status ad_remotes_linked(struct ad_db *db, struct ad_realm realm, struct ad_str asset_id,
				    enum ad_platform platform) AD_CHECK;
/* An asset, or an object that assets hung on, has gone for good. */
enum ad_db_status ad_remotes_forget(struct ad_db *db, struct ad_realm realm,
				    struct ad_str id) AD_CHECK;
/*
 * Brings the asset's own row in line with its copies: its remote part is that of the one that is
 * most in need of a look (under way, failed, behind the draft), else of the one sent last. Its
 * sync_revision rises. *out is the asset, where wanted; nothing where it has gone.
 */
enum ad_db_status ad_remotes_render(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				    struct ad_str asset_id, struct ad_row **out) AD_CHECK;

#endif
