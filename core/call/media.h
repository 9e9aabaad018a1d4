/*
 * The bytes of assets going out: as an answer, and by signed links that need no token and are good
 * for a day. A link is bound to one asset of one realm; what its signature does not fit does not
 * exist.
 */
#ifndef AD_CALL_MEDIA_H
#define AD_CALL_MEDIA_H

#include "call/call.h"
#include "store/rows.h"

/* An answer of bytes instead of JSON. */
struct ad_media_reply {
	struct ad_realm realm;
	struct ad_str id, sha256, mime;
	size_t size;         /* of all bytes */
	size_t from, length; /* of those that are answered */
	bool partial;        /* a range was asked for: 206 */
	struct ad_str bytes; /* the first of them, once they are read: see ad_media_block() */
};

#define AD_MEDIA_BLOCK ((size_t)64 * 1024) /* bytes of a file that are held for one reader */

/*
 * Sets the call off to answer with the bytes of an asset (call->bytes, or 304); false where there
 * is no such asset, or it has none.
 */
bool ad_media_open(struct ad_call *call, struct ad_realm realm, struct ad_str id) AD_CHECK;

/*
 * Reads on from byte `at` of those that are answered: one block or less. AD_DB_INVALID
 * where they are not there any more. Any thread, with a database of its own.
 */
enum ad_db_status ad_media_block(struct ad_db *db, struct ad_arena *arena,
				 const struct ad_media_reply *reply, size_t at,
				 struct ad_str *out) AD_CHECK;

/*
 * Takes the one range of bytes that a Range header asks for (RFC 9110 section 14); for anything
 * else, several ranges too, all bytes are answered.
 */
void ad_media_range(struct ad_media_reply *reply, struct ad_str range);

/* The URL below public_url that gives an asset's bytes until then (us, whole seconds). */
struct ad_str ad_media_url(const struct ad_core *core, struct ad_arena *arena,
			   struct ad_realm realm, struct ad_str id, int64_t until);
/*
 * Whether the parameters of such a URL are ours, for this asset and not over; *realm is where the
 * asset is.
 */
bool ad_media_signed(const struct ad_call *call, struct ad_str id, struct ad_realm *realm) AD_CHECK;

#endif
