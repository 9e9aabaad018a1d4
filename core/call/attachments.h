/*
 * Where assets are attached, and that it is one truth: what an ad names in assetIds, or a business
 * as its logo, is attached there, and what is attached there is named by it. Called by objects.c
 * around every write, so that it holds on every door.
 */
#ifndef AD_CALL_ATTACHMENTS_H
#define AD_CALL_ATTACHMENTS_H

#include "call/call.h"
#include "model/row.h"
#include "store/links.h"

/* The role that an asset's type has unless said; absent for TEXT, which is attached nowhere. */
struct ad_str ad_attach_role(const struct ad_row *asset);
/*
 * Checks that an asset may be attached to the object in the role: by its type, and by what the
 * object's platform takes. Faults at the path; false where there were any.
 */
bool ad_attach_check(struct ad_call *call, const struct ad_row *asset, const struct ad_row *holder,
		     struct ad_str role, const char *path);

/* Faults for assets that a changed field names and that do not fit there. */
void ad_attached_check(struct ad_call *call, const struct ad_row *before,
		       const struct ad_row *after);
/*
 * After a write: attaches what the object names now and did not before, detaches what it named
 * before and does not now. before NULL: made; after NULL: gone. In the writing step.
 */
bool ad_attached_follow(struct ad_call *call, const struct ad_row *before,
			const struct ad_row *after) AD_CHECK;
/* Whether the link's asset hangs on its object in any role; false too where the call failed. */
bool ad_is_attached(struct ad_call *call, const struct ad_attached *link);
/* Whether an asset is attached nowhere; else false, as a conflict that tells where. */
bool ad_attached_nowhere(struct ad_call *call, const struct ad_row *asset) AD_CHECK;

/* Stores the bytes of an asset about to be inserted, where they are not there yet. Writing step. */
bool ad_asset_store(struct ad_call *call, const struct ad_row *row) AD_CHECK;
/* An asset's row has gone: its bytes go too unless another one has them. Writing step. */
bool ad_asset_gone(struct ad_call *call, const struct ad_row *row) AD_CHECK;

#endif
