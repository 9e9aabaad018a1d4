/*
 * The values of a conversion that may be sent, and the server's own rules that forbid an upload.
 * Plans and runs use the same functions, so that no operation fails for a reason that the preview
 * knew.
 */
#ifndef AD_SYNC_UPLOAD_RULES_H
#define AD_SYNC_UPLOAD_RULES_H

#include "platform/platform.h"
#include "platform/upload.h"
#include "store/objects/rows.h"

/* The values of a conversion to send to a platform as `action`; without consent no hashes. */
struct ad_upload *ad_upload_of(struct ad_arena *arena, const struct ad_row *row,
			       enum ad_platform platform, struct ad_str action);
/* True if the conversion is older than the platform accepts. Fills *error with TOO_OLD. */
bool ad_upload_too_old(struct ad_arena *arena, enum ad_platform platform, int64_t now,
		       const struct ad_upload *upload, struct ad_platform_error *error);
/*
 * True if consent and the platform's rules allow the upload. False with *error: CONSENT_DENIED, or
 * the adapter's refusal.
 */
bool ad_upload_allowed(struct ad_arena *arena, const struct ad_link *link,
		       enum ad_platform platform, const struct ad_upload *upload,
		       struct ad_platform_error *error);

#endif
