/* Creating an asset from bytes or a URL; returning its bytes, and signed links to them. */
#include "auth/auth.h"
#include "base/clock.h"
#include "base/digest.h"
#include "call/request/actions.h"
#include "call/request/core.h"
#include "call/request/idempotency.h"
#include "call/objects/media.h"
#include "call/objects/objects.h"
#include "call/request/paged.h"
#include "call/request/params.h"
#include "call/request/quota.h"
#include "call/rules/asset_rules.h"
#include "call/rules/rules.h"
#include "fetch/fetch.h"
#include "store/objects/blobs.h"

#define FETCH_MAX ((size_t)12 << 20) /* bytes */
#define FETCH_MS 20000
#define FETCH_REDIRECTS 3

/* --- making ---------------------------------------------------------------------------------- */

/*
 * The state of a create between its steps. A step may run twice, so each step allocates the state
 * of the next one.
 */
struct making {
	struct ad_str fetched; /* the bytes at sourceUrl */
	size_t piece;          /* the next to be stored */
};

static void next_of(struct ad_call *call, struct making now)
{
	struct making *m = ad_arena_alloc(call->arena, sizeof(*m));
	*m = now;
	call->work = m;
}

static struct ad_str assets_bytes_of(const struct ad_call *call)
{
	return ad_row_text(call->draft, "data");
}

static void put_piece(struct ad_call *call);

/*
 * Continues with the next piece; after the last but one, stores the asset together with the last
 * piece.
 */
static void assets_go_on(struct ad_call *call)
{
	const struct making *m = call->work;
	if (m->piece + 1 < ad_blob_pieces(assets_bytes_of(call).n))
		ad_call_next(call, AD_WRITE, put_piece);
	else
		ad_call_next(call, AD_WRITE, ad_create_write);
}

/*
 * Stores one piece per transaction, so that the writer serves other calls between them. After a
 * crash the pieces are not an asset, and are deleted a day later.
 */
static void put_piece(struct ad_call *call)
{
	const struct making *m = call->work;
	struct ad_str sha = ad_row_text(call->draft, "sha256");
	ad_call_fresh(call);
	enum ad_db_status status =
		ad_blob_put(call->db, ad_call_realm(call), sha, assets_bytes_of(call), m->piece);
	if (status != AD_DB_DONE) {
		ad_fail_db(call, status);
		return;
	}
	next_of(call, (struct making){ .piece = m->piece + 1 });
	assets_go_on(call);
}

/*
 * True if the upload may start: the number of unfinished uploads is limited, so that failing
 * uploads cannot fill the disk.
 */
static bool may_upload(struct ad_call *call)
{
	int64_t count = 0;
	if (ad_blob_pieces(assets_bytes_of(call).n) < 2)
		return true;
	enum ad_db_status status = ad_blob_count_uploads(call->db, ad_call_realm(call), &count);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	if (count < AD_BLOB_UPLOADS_MAX)
		return true;
	call->retry_after = 60;
	return ad_fail(call, AD_UNAVAILABLE,
		       "%lld uploads of this Space are in progress or failed in the last 5 "
		       "minutes. Try again in a minute.",
		       (long long)count);
}

/* The draft is complete: validates it only, or stores it. */
static void assets_store(struct ad_call *call)
{
	struct ad_str sha = ad_row_text(call->draft, "sha256");
	bool whole = false;
	if (call->status != AD_OK) {
		ad_idempotency_fail(call);
		return;
	}
	if (call->validate_only) {
		ad_object_answer(call, call->draft);
		return;
	}
	next_of(call, (struct making){ .piece = 0 });
	if (!ad_quota_bytes(call, assets_bytes_of(call).n)) {
		ad_idempotency_fail(call);
		return;
	}
	if (sha.p) {
		enum ad_db_status status = ad_blob_whole(call->db, ad_call_realm(call), sha,
							 assets_bytes_of(call).n, &whole);
		if (status != AD_DB_DONE) {
			ad_fail_db(call, status);
			return;
		}
	}
	if (whole)
		ad_call_next(call, AD_WRITE, ad_create_write);
	else if (may_upload(call))
		assets_go_on(call);
}

static void take_fetched(struct ad_call *call)
{
	/* The call has waited, so its permissions are checked again. */
	if (!ad_call_still_allowed(call))
		return;
	if (call->status == AD_OK)
		(void)ad_asset_take(call, call->draft, "sourceUrl",
				    ((const struct making *)call->work)->fetched);
	assets_store(call);
}

static void fetch_fault(struct ad_call *call, const struct ad_fetched *got)
{
	static const char *const words[] = {
		[AD_FETCH_URL] = "must be an https URL on port 443 without user name and password",
		[AD_FETCH_UNREACHABLE] =
			"must be a public https address; this address cannot be reached",
		[AD_FETCH_TOO_SLOW] = "did not return its bytes within 20 seconds",
	};
	if (got->end == AD_FETCH_TOO_LARGE)
		ad_fault_limit(
			call, "sourceUrl", "TOO_LARGE", (int64_t)FETCH_MAX,
			"The file at sourceUrl is larger than %zu bytes. Use a smaller file.",
			FETCH_MAX);
	else if (got->end == AD_FETCH_STATUS)
		ad_fault(call, "sourceUrl", "FETCH_FAILED",
			 "sourceUrl returned HTTP status %ld; the URL must return the file itself.",
			 got->status);
	else
		ad_fault(call, "sourceUrl", "FETCH_FAILED", "sourceUrl %s.", words[got->end]);
	ad_fault_suggest(call, "Alternatively send the bytes as data.");
}

static void assets_fetch(struct ad_call *call)
{
	const struct ad_config *config = call->core->config;
	struct ad_fetched got;
	struct ad_fetch_ask ask = {
		.url = ad_row_text(call->draft, "sourceUrl").p,
		.accept = "image/*, video/*",
		.max = FETCH_MAX,
		.timeout_ms = FETCH_MS,
		.redirects = FETCH_REDIRECTS,
		.allow = &config->fetch_allow,
		.ca_file = config->fetch_ca,
	};
	if (!ad_fetch_enter(call->core->fetches, call->space.id)) {
		call->retry_after = 2;
		ad_fail(call, AD_UNAVAILABLE,
			"Other URLs of this Space are being fetched. Try again when these requests "
			"are finished.");
		return;
	}
	ad_fetch(call->arena, &ask, &got);
	ad_fetch_leave(call->core->fetches, call->space.id);
	if (got.end == AD_FETCHED)
		next_of(call, (struct making){ .fetched = got.body });
	else
		fetch_fault(call, &got);
	ad_call_next(call, AD_SLOW, take_fetched);
}

void ad_assets_create(struct ad_call *call)
{
	if (!ad_create_draft(call))
		return;
	bool far = ad_row_text(call->draft, "sourceUrl").p != NULL;
	if (far && call->inside)
		ad_fault(call, "sourceUrl", "UNSUPPORTED",
			 "sourceUrl is supported only by POST /assets, for one asset. Use data "
			 "here.");
	if (far && !call->inside)
		ad_call_next(call, AD_FAR, assets_fetch);
	else
		assets_store(call);
}

/* --- bytes ----------------------------------------------------------------------------------- */

enum ad_db_status ad_media_block(struct ad_db *db, struct ad_arena *arena,
				 const struct ad_media_reply *reply, size_t at, struct ad_str *out)
{
	size_t from = reply->from + at, left = reply->length - at;
	size_t size = AD_MEDIA_BLOCK - from % AD_MEDIA_BLOCK; /* so it lies within one piece */

	if (left == 0) {
		*out = AD_S("");
		return AD_DB_DONE;
	}
	return ad_blob_slice(db, arena, reply->realm, reply->sha256,
			     (struct ad_blob_range){ from, size < left ? size : left }, out);
}

static void read_bytes(struct ad_call *call)
{
	struct ad_media_reply *m = call->bytes;
	enum ad_db_status status = ad_media_block(call->db, call->arena, m, 0, &m->bytes);
	if (status == AD_DB_INVALID) /* deleted since the asset was read */
		ad_fail(call, AD_NOT_FOUND, "%s", "");
	else if (status != AD_DB_DONE)
		ad_fail_db(call, status);
	else if (m->partial)
		call->http_status = 206;
}

bool ad_media_open(struct ad_call *call, struct ad_realm realm, struct ad_str id)
{
	struct ad_media_reply *m = ad_arena_zalloc(call->arena, sizeof(*m));
	struct ad_row *row;
	enum ad_db_status status =
		ad_row_load(call->db, call->arena, realm, ad_resource_row(AD_R_ASSET), id, &row);
	if (status != AD_DB_ROW)
		return status == AD_DB_DONE ? ad_fail(call, AD_NOT_FOUND, "%s", "")
					    : ad_fail_db(call, status);
	m->realm = realm;
	m->sha256 = ad_row_text(row, "sha256");
	if (!m->sha256.p)
		return ad_fail(call, AD_NOT_FOUND,
			       "An asset of type %.*s has no bytes. The asset's text field "
			       "contains its text.",
			       AD_FMT(ad_row_text(row, "type")));
	m->mime = ad_row_text(row, "mimeType");
	m->id = row->id;
	m->size = m->length = (size_t)ad_row_value(row, "bytes")->i;
	call->bytes = m;
	call->etag = ad_arena_printf(call->arena, "\"%.*s\"", AD_FMT(m->sha256));
	ad_not_modified(call);
	if (call->http_status == 304)
		return true;
	if (!call->if_range.p || ad_str_eq(call->if_range, call->etag))
		ad_media_range(m, call->range);
	ad_call_next(call, AD_HERE, read_bytes);
	return true;
}

void ad_assets_content(struct ad_call *call)
{
	if (!ad_no_params(call))
		return;
	if (!ad_media_open(call, ad_call_realm(call), call->id))
		return;
}

void ad_assets_link(struct ad_call *call)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_row *row;
	if (!ad_no_params(call))
		return;
	enum ad_db_status status =
		ad_row_load(call->db, call->arena, ad_call_realm(call), call->res, call->id, &row);
	if (status != AD_DB_ROW) {
		if (status == AD_DB_DONE)
			ad_fail(call, AD_NOT_FOUND, "%s", "");
		else
			ad_fail_db(call, status);
		return;
	}
	if (!ad_row_text(row, "sha256").p) {
		ad_fail(call, AD_NOT_FOUND,
			"An asset of type %.*s has no bytes. The asset's text field contains its "
			"text.",
			AD_FMT(ad_row_text(row, "type")));
		return;
	}
	int64_t until = ad_now() / AD_SECOND * AD_SECOND + AD_DAY;
	ad_json_object(&j);
	ad_json_kstr(&j, "url",
		     ad_media_url(call->core, call->arena, ad_call_realm(call), row->id, until));
	ad_json_ktime(&j, "expiresAt", until);
	ad_json_object_end(&j);
	call->data = ad_text_str(&text);
}
