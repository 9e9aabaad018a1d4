/*
 * Bytes of pictures and films, in the database, by their SHA-256 within a realm: two assets of a
 * Space and environment with the same bytes keep them once, and no realm can tell what another has.
 * They go in piece by piece, so that no transaction of the writer is longer than one piece.
 */
#ifndef AD_STORE_BLOBS_H
#define AD_STORE_BLOBS_H

#include "store/objects/rows.h"

#define AD_BLOB_PIECE ((size_t)512 * 1024)
#define AD_BLOB_IDLE (5 * INT64_C(60000000)) /* us without a piece: the upload failed */
#define AD_BLOB_UPLOADS_MAX 32               /* under way or just failed, of a realm */

/* Bytes from..from+size of a blob; from + size is at most its size. */
struct ad_blob_range {
	size_t from, size;
};

/* The number of pieces that a size needs. */
size_t ad_blob_pieces(size_t size);
/*
 * Stores the n-th piece (from 0) of all the bytes; nothing where it is there. Pieces that no asset
 * gets to own are deleted when the realm's next upload begins, once AD_BLOB_IDLE has passed, else
 * a day later. In the writer's transaction.
 */
enum ad_db_status ad_blob_put(struct ad_db *db, struct ad_realm realm, struct ad_str sha256,
			      struct ad_str bytes, size_t n) AD_CHECK;
/* Sets *whole to true if all pieces are stored. */
enum ad_db_status ad_blob_whole(struct ad_db *db, struct ad_realm realm, struct ad_str sha256,
				size_t size, bool *whole) AD_CHECK;
/* Counts the realm's uploads that are running or failed within AD_BLOB_IDLE. */
enum ad_db_status ad_blob_count_uploads(struct ad_db *db, struct ad_realm realm,
					int64_t *count) AD_CHECK;
/* An asset owns them now: they are on their way no more. */
enum ad_db_status ad_blob_settle(struct ad_db *db, struct ad_realm realm,
				 struct ad_str sha256) AD_CHECK;
/* Reads a part onto the arena; AD_DB_INVALID where a piece of it is not there. */
enum ad_db_status ad_blob_read(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
			       struct ad_str sha256, struct ad_blob_range range,
			       struct ad_str *out) AD_CHECK;
/*
 * Reads a part that lies within one piece onto the arena, and no more than that from the database;
 * AD_DB_INVALID where it is not there.
 */
enum ad_db_status ad_blob_slice(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				struct ad_str sha256, struct ad_blob_range range,
				struct ad_str *out) AD_CHECK;
/* Deletes all pieces; the caller knows that no asset has them. */
enum ad_db_status ad_blob_drop(struct ad_db *db, struct ad_realm realm,
			       struct ad_str sha256) AD_CHECK;

#endif
