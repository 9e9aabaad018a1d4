/*
 * Sending the bytes of assets: as an answer, and by signed links that need no token and are valid
 * for a day. A link is bound to one asset of one realm; a link with a wrong signature is answered
 * as not found.
 */
#ifndef AD_CALL_MEDIA_H
#define AD_CALL_MEDIA_H

#include "call/request/call.h"
#include "store/objects/rows.h"

/* An answer of bytes instead of JSON. */
struct ad_media_reply {
	struct ad_realm realm;
	struct ad_str id, sha256, mime;
	size_t size;         /* of all bytes */
	size_t from, length; /* of the answered bytes */
	bool partial;        /* a range was requested: 206 */
	struct ad_str bytes; /* the first block, once it is read: see ad_media_block() */
};

#define AD_MEDIA_BLOCK ((size_t)64 * 1024) /* bytes of a file in memory per reader */

/*
 * Prepares an answer with the bytes of an asset (call->bytes, or 304); false if the asset does not
 * exist or has no bytes.
 */
bool ad_media_open(struct ad_call *call, struct ad_realm realm, struct ad_str id) AD_CHECK;

/*
 * Reads from byte `at` of the answered range: at most one block. AD_DB_INVALID if the bytes were
 * deleted. Any thread, with a database of its own.
 */
enum ad_db_status ad_media_block(struct ad_db *db, struct ad_arena *arena,
				 const struct ad_media_reply *reply, size_t at,
				 struct ad_str *out) AD_CHECK;

/*
 * Applies the single byte range of a Range header (RFC 9110 section 14); for anything else, also
 * several ranges, all bytes are answered.
 */
void ad_media_range(struct ad_media_reply *reply, struct ad_str range);

/* The URL below public_url that returns an asset's bytes until that time (us, whole seconds). */
struct ad_str ad_media_url(const struct ad_core *core, struct ad_arena *arena,
			   struct ad_realm realm, struct ad_str id, int64_t until);
/*
 * True if the URL's parameters were signed by this server for this asset and have not expired;
 * *realm is then the asset's realm.
 */
bool ad_media_signed(const struct ad_call *call, struct ad_str id, struct ad_realm *realm) AD_CHECK;

#endif
