#include "store/objects/blobs.h"

#include "base/clock.h"

size_t ad_blob_pieces(size_t size)
{
	return (size + AD_BLOB_PIECE - 1) / AD_BLOB_PIECE;
}

static struct ad_stmt *blobs_keyed(struct ad_db *db, const char *sql, struct ad_realm realm,
				   struct ad_str sha256)
{
	struct ad_stmt *s = ad_sql(db, sql);

	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, sha256);
	return s;
}

/* Several small bytes are whole at once: only what takes its time is noted. */
static enum ad_db_status blobs_note(struct ad_db *db, struct ad_realm realm, struct ad_str sha256)
{
	struct ad_stmt *s =
		blobs_keyed(db,
			    "INSERT INTO asset_uploads (space_id, environment, sha256, at)"
			    " VALUES ($1, $2, $3, $4)"
			    " ON CONFLICT (space_id, environment, sha256)"
			    " DO UPDATE SET at = excluded.at",
			    realm, sha256);

	ad_bind_int(s, 4, ad_now());
	return ad_step(s);
}

enum ad_db_status ad_blob_count_uploads(struct ad_db *db, struct ad_realm realm, int64_t *count)
{
	struct ad_stmt *s = ad_sql(db, "SELECT COUNT(*) FROM asset_uploads WHERE space_id = $1 AND"
				       " environment = $2 AND at >= $3");
	enum ad_db_status status;

	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind_int(s, 3, ad_now() - AD_BLOB_IDLE);
	status = ad_step(s);
	*count = status == AD_DB_ROW ? ad_col_int(s, 0) : 0;
	ad_reset(s);
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

/* Deletes the pieces of uploads of the realm that failed. */
static enum ad_db_status delete_failed(struct ad_db *db, struct ad_realm realm)
{
	static const char *const texts[] = {
		"DELETE FROM asset_bytes WHERE space_id = $1 AND environment = $2 AND sha256 IN"
		" (SELECT u.sha256 FROM asset_uploads u WHERE u.space_id = $1 AND u.environment ="
		" $2 AND u.at < $3 AND NOT EXISTS (SELECT 1 FROM assets a WHERE a.space_id = $1 AND"
		" a.environment = $2 AND a.sha256 = u.sha256))",
		"DELETE FROM asset_uploads WHERE space_id = $1 AND environment = $2 AND at < $3",
	};
	int64_t before = ad_now() - AD_BLOB_IDLE;
	enum ad_db_status status = AD_DB_DONE;

	for (size_t i = 0; i < AD_LEN(texts) && status == AD_DB_DONE; i++) {
		struct ad_stmt *s = ad_sql(db, texts[i]);

		ad_bind(s, 1, realm.space_id);
		ad_bind(s, 2, realm.environment);
		ad_bind_int(s, 3, before);
		status = ad_step(s);
	}
	return status;
}

enum ad_db_status ad_blob_put(struct ad_db *db, struct ad_realm realm, struct ad_str sha256,
			      struct ad_str bytes, size_t n)
{
	enum ad_db_status status = AD_DB_DONE;
	size_t from = n * AD_BLOB_PIECE;
	struct ad_stmt *s;

	if (ad_blob_pieces(bytes.n) > 1 && n == 0)
		status = delete_failed(db, realm);
	if (status == AD_DB_DONE && ad_blob_pieces(bytes.n) > 1)
		status = blobs_note(db, realm, sha256);
	if (status != AD_DB_DONE)
		return status;
	s = blobs_keyed(db,
			"INSERT INTO asset_bytes (space_id, environment, sha256, n, data)"
			" VALUES ($1, $2, $3, $4, $5)"
			" ON CONFLICT (space_id, environment, sha256, n) DO NOTHING",
			realm, sha256);
	ad_bind_int(s, 4, (int64_t)n);
	ad_bind_bytes(s, 5,
		      (struct ad_str){ bytes.p + from, bytes.n - from < AD_BLOB_PIECE
							       ? bytes.n - from
							       : AD_BLOB_PIECE });
	return ad_step(s);
}

enum ad_db_status ad_blob_whole(struct ad_db *db, struct ad_realm realm, struct ad_str sha256,
				size_t size, bool *whole)
{
	struct ad_stmt *s = blobs_keyed(db,
					"SELECT COUNT(*) FROM asset_bytes WHERE space_id = $1"
					" AND environment = $2 AND sha256 = $3",
					realm, sha256);
	enum ad_db_status status = ad_step(s);

	if (status != AD_DB_ROW)
		return status == AD_DB_DONE ? AD_DB_INVALID : status;
	*whole = ad_col_int(s, 0) == (int64_t)ad_blob_pieces(size);
	ad_reset(s);
	return AD_DB_DONE;
}

enum ad_db_status ad_blob_settle(struct ad_db *db, struct ad_realm realm, struct ad_str sha256)
{
	return ad_step(
		blobs_keyed(db,
			    "DELETE FROM asset_uploads WHERE space_id = $1 AND environment = $2"
			    " AND sha256 = $3",
			    realm, sha256));
}

/* Copies what of a piece lies in the range; false where the piece is too short for it. */
static bool blobs_take(struct ad_str piece, size_t n, struct ad_blob_range range, char *out)
{
	size_t start = n * AD_BLOB_PIECE;
	size_t from = range.from > start ? range.from - start : 0;
	size_t end = range.from + range.size - start;

	if (end > AD_BLOB_PIECE)
		end = AD_BLOB_PIECE;
	if (end > piece.n)
		return false;
	memcpy(out + (start + from - range.from), piece.p + from, end - from);
	return true;
}

enum ad_db_status ad_blob_read(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
			       struct ad_str sha256, struct ad_blob_range range, struct ad_str *out)
{
	size_t first = range.from / AD_BLOB_PIECE;
	size_t behind = ad_blob_pieces(range.from + range.size);
	char *bytes = ad_arena_alloc(arena, range.size + 1);
	size_t next = first;
	enum ad_db_status status;
	struct ad_stmt *s = blobs_keyed(db,
					"SELECT n, data FROM asset_bytes WHERE space_id = $1 AND"
					" environment = $2 AND sha256 = $3 AND n >= $4 AND n < $5"
					" ORDER BY n",
					realm, sha256);

	ad_bind_int(s, 4, (int64_t)first);
	ad_bind_int(s, 5, (int64_t)behind);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		if (ad_col_int(s, 0) != (int64_t)next ||
		    !blobs_take(ad_col_bytes(s, 1), next, range, bytes)) {
			ad_reset(s);
			return AD_DB_INVALID;
		}
		next++;
	}
	if (status == AD_DB_DONE && next != behind)
		return AD_DB_INVALID;
	*out = (struct ad_str){ bytes, range.size };
	return status;
}

enum ad_db_status ad_blob_slice(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				struct ad_str sha256, struct ad_blob_range range,
				struct ad_str *out)
{
	struct ad_stmt *s =
		blobs_keyed(db,
			    "SELECT substr(data, CAST($5 AS INTEGER), CAST($6 AS INTEGER))"
			    " FROM asset_bytes WHERE space_id = $1 AND environment = $2"
			    " AND sha256 = $3 AND n = $4",
			    realm, sha256);

	ad_bind_int(s, 4, (int64_t)(range.from / AD_BLOB_PIECE));
	ad_bind_int(s, 5, (int64_t)(range.from % AD_BLOB_PIECE) + 1);
	ad_bind_int(s, 6, (int64_t)range.size);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status == AD_DB_DONE ? AD_DB_INVALID : status;
	*out = ad_arena_copy(arena, ad_col_bytes(s, 0));
	ad_reset(s);
	return out->n == range.size ? AD_DB_DONE : AD_DB_INVALID;
}

enum ad_db_status ad_blob_drop(struct ad_db *db, struct ad_realm realm, struct ad_str sha256)
{
	return ad_step(
		blobs_keyed(db,
			    "DELETE FROM asset_bytes WHERE space_id = $1 AND environment = $2"
			    " AND sha256 = $3",
			    realm, sha256));
}
