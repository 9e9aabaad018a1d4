/*
 * Attachments of assets. An asset named by an ad's assetIds, or by a business as its logo, is
 * attached there, and an attached asset is named by its holder: the two never differ. objects.c
 * calls these functions around every write, so that this holds for all front ends.
 */
#ifndef AD_CALL_ATTACHMENTS_H
#define AD_CALL_ATTACHMENTS_H

#include "call/request/call.h"
#include "model/row.h"
#include "store/objects/links.h"

/* The default role of an asset's type; absent for TEXT, which cannot be attached. */
struct ad_str ad_attach_role(const struct ad_row *asset);
/*
 * Checks that an asset may be attached to the object in the role: by the asset's type, and by the
 * media that the object's platform accepts. Adds faults at the path; false if there are any.
 */
bool ad_attach_check(struct ad_call *call, const struct ad_row *asset, const struct ad_row *holder,
		     struct ad_str role, const char *path);

/* Adds faults for assets that a changed field names and that do not fit the object. */
void ad_attached_check(struct ad_call *call, const struct ad_row *before,
		       const struct ad_row *after);
/*
 * After a write: attaches the assets that the object newly names, and detaches those that it no
 * longer names. before NULL: created; after NULL: deleted. In the writing step.
 */
bool ad_attached_follow(struct ad_call *call, const struct ad_row *before,
			const struct ad_row *after) AD_CHECK;
/* True if the link's asset is attached to its object in any role; also false if the call failed. */
bool ad_is_attached(struct ad_call *call, const struct ad_attached *link);
/* True if an asset is attached nowhere. Otherwise false, with a conflict that lists the holders. */
bool ad_attached_nowhere(struct ad_call *call, const struct ad_row *asset) AD_CHECK;

/*
 * Stores the bytes of an asset that is about to be inserted, unless they are already stored.
 * Writing step.
 */
bool ad_asset_store(struct ad_call *call, const struct ad_row *row) AD_CHECK;
/* Deletes the bytes of a deleted asset, unless another asset has the same bytes. Writing step. */
bool ad_asset_gone(struct ad_call *call, const struct ad_row *row) AD_CHECK;

#endif
