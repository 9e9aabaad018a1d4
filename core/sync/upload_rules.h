/*
 * What may be sent of a conversion, and where it may not be sent at all by a rule of our own. A
 * plan and a run ask the same question, so that no operation fails for what the preview knew.
 */
#ifndef AD_SYNC_UPLOAD_RULES_H
#define AD_SYNC_UPLOAD_RULES_H

#include "platform/platform.h"
#include "platform/upload.h"
#include "store/rows.h"

/* What is sent of a conversion to a platform as `action`; without consent no hashes. */
struct ad_upload *ad_upload_of(struct ad_arena *arena, const struct ad_row *row,
			       enum ad_platform platform, struct ad_str action);
/* Whether it happened longer ago than the platform accepts. Fills *error with TOO_OLD. */
bool ad_upload_too_old(struct ad_arena *arena, enum ad_platform platform, int64_t now,
		       const struct ad_upload *upload, struct ad_platform_error *error);
/*
 * Whether consent and the platform's rules let it be sent. False with *error: CONSENT_DENIED, or
 * what the adapter refuses.
 */
bool ad_upload_allowed(struct ad_arena *arena, const struct ad_link *link,
		       enum ad_platform platform, const struct ad_upload *upload,
		       struct ad_platform_error *error);

#endif
