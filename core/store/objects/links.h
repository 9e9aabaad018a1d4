/*
 * Where assets are attached. One row an asset, object and role; what an asset answers as its
 * attachments is rendered from them whenever they change. What an object names by itself (an ad's
 * assetIds, a business's logo) stands here too, kept alike by call/objects/attachments.c.
 */
#ifndef AD_STORE_LINKS_H
#define AD_STORE_LINKS_H

#include "store/objects/rows.h"

struct ad_attached {
	struct ad_str id; /* "lnk_…", of what was loaded; it is the same while it is sent */
	struct ad_str asset_id;
	struct ad_str resource, object_id; /* "campaign", "cmp_…" */
	struct ad_str role;
	int64_t at;       /* us */
	struct ad_str by; /* the account that attaches or detaches; never loaded */
	bool connector;   /* a connector attaches or detaches; never loaded */
};

struct ad_attached_list {
	struct ad_attached *at;
	size_t n;
};

/* Adds one; *added says whether it was not there before. at is set. */
enum ad_db_status ad_link_add(struct ad_db *db, struct ad_realm realm, struct ad_attached *link,
			      bool *added) AD_CHECK;
/*
 * Removes one; *link gets its time. AD_DB_ROW where it was there, AD_DB_DONE where not. What is on
 * a platform keeps link->by and link->connector, because the row that had them is deleted.
 */
enum ad_db_status ad_link_remove(struct ad_db *db, struct ad_realm realm,
				 struct ad_attached *link) AD_CHECK;
/* All of an asset, or, where asset_id is absent, of an object; oldest first. */
enum ad_db_status ad_links_load(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				struct ad_attached of, struct ad_attached_list *out) AD_CHECK;
/*
 * Renders the asset's attachments anew and stores it: its sync_revision rises, for what it answers
 * changes, its version does not, for it was not edited. Nothing where the asset has gone. *out is
 * the asset, where wanted.
 */
enum ad_db_status ad_links_render(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				  struct ad_str asset_id, struct ad_row **out) AD_CHECK;

/* An object has gone: nothing hangs on it any more, nor is known to hang on it there. */
enum ad_db_status ad_links_drop(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				struct ad_str object_id) AD_CHECK;

#endif
