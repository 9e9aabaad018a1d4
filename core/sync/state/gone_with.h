/*
 * The things that go with an object when its removal succeeds: its attachments, and the objects
 * below it that no operation removes. They are journalled with the removal (`stood`), so that a
 * revert drafts them too.
 */
#ifndef AD_SYNC_GONE_WITH_H
#define AD_SYNC_GONE_WITH_H

#include "store/objects/rows.h"

struct ad_gone_with {
	struct ad_arena *arena; /* of the operation */
	enum ad_platform platform;
	struct ad_text links, below; /* members of the lists */
	bool is_cut;                 /* there was more than a journal may hold */
};

/* Begins an empty list on the arena, for a removal on the platform. */
void ad_gone_with_begin(struct ad_gone_with *w, struct ad_arena *arena, enum ad_platform platform);
/* Adds the attachments of an object, before they are dropped. */
enum ad_db_status ad_gone_with_links(struct ad_gone_with *w, struct ad_db *db,
				     const struct ad_row *row) AD_CHECK;
/* Adds an object that is marked REMOVED, as it was before, with its attachments. */
enum ad_db_status ad_gone_with_object(struct ad_gone_with *w, struct ad_db *db,
				      const struct ad_row *row) AD_CHECK;
/*
 * { "links": [ { id, assetId, resource, objectId, role } ], "below": [ { resource, id, live } ],
 * "cut": bool }; live: the values on the platform, if they differ from the synced ones.
 */
struct ad_str ad_gone_with_json(const struct ad_gone_with *w);

#endif
