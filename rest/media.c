#include "rest/media.h"

/* Its own end ("image/jpeg" -> "jpeg"), for people who save it. */
static struct ad_str media_ending(struct ad_str mime)
{
	const char *slash = ad_str_find(mime, '/');
	size_t n = slash ? (size_t)(slash - mime.p) + 1 : 0;
	if (ad_str_is(mime, "video/quicktime"))
		return AD_S("mov");
	return (struct ad_str){ mime.p + n, mime.n - n };
}

static bool read_more(struct ad_exchange *x, struct ad_db *db, struct ad_arena *arena, size_t at,
		      struct ad_str *out)
{
	return ad_media_block(db, arena, x->call.bytes, at, out) == AD_DB_DONE;
}

void ad_media_reply(struct ad_exchange *x)
{
	struct ad_call *call = &x->call;
	const struct ad_media_reply *m = call->bytes;
	ad_http_add(x, "X-Content-Type-Options", AD_S("nosniff"));
	ad_http_add(x, "Content-Security-Policy", AD_S("default-src 'none'; sandbox"));
	ad_http_add(x, "Accept-Ranges", AD_S("bytes"));
	ad_http_add(x, "Content-Disposition",
		    ad_arena_printf(call->arena, "inline; filename=\"%.*s.%.*s\"", AD_FMT(m->id),
				    AD_FMT(media_ending(m->mime))));
	if (m->partial)
		ad_http_add(x, "Content-Range",
			    ad_arena_printf(call->arena, "bytes %zu-%zu/%zu", m->from,
					    m->from + m->length - 1, m->size));
	ad_http_reply(x, call->http_status ? call->http_status : 200,
		      ad_arena_copy(call->arena, m->mime).p, m->bytes);
	if (m->bytes.n < m->length)
		ad_http_feed(x, m->length, m->bytes, read_more);
}

/* All that is not there looks alike: no link, a forged one, one that is over, a deleted asset. */
static void media_nothing(struct ad_exchange *x, int status)
{
	ad_http_add(x, "Cache-Control", AD_S("no-store"));
	ad_http_reply(x, status, "text/plain; charset=utf-8",
		      status == 404   ? AD_S("The file does not exist or has expired.\n")
		      : status == 405 ? AD_S("Only GET and HEAD are supported.\n")
		      : status == 429 ? AD_S("Too many requests.\n")
				      : AD_S("Try again.\n"));
}

static void media_render(struct ad_exchange *x)
{
	struct ad_call *call = &x->call;
	if (call->status == AD_UNAVAILABLE || call->status == AD_INTERNAL) {
		ad_http_add(x, "Retry-After", AD_S("1"));
		media_nothing(x, 503);
		return;
	}
	if (call->status != AD_OK || !call->bytes) {
		media_nothing(x, 404);
		return;
	}
	ad_http_add(x, "ETag", call->etag);
	ad_http_add(x, "Cache-Control", AD_S("private, max-age=3600"));
	ad_http_add(x, "Referrer-Policy", AD_S("no-referrer"));
	if (call->http_status == 304)
		ad_http_reply(x, 304, "text/plain", AD_S(""));
	else
		ad_media_reply(x);
}

void ad_media_handle(struct ad_exchange *x)
{
	struct ad_call *call = &x->call;
	struct ad_realm realm;
	struct ad_str id = { x->path.p + sizeof(AD_MEDIA_PREFIX) - 1,
			     x->path.n - (sizeof(AD_MEDIA_PREFIX) - 1) };
	if (!ad_limits_take_address(ad_auth_limits(call->core->auth), call->address,
				    AD_ADDRESS_REQUEST, ad_now(), &call->rate)) {
		ad_http_add(
			x, "Retry-After",
			ad_arena_printf(call->arena, "%lld", (long long)call->rate.retry_after));
		media_nothing(x, 429);
		return;
	}
	if (!ad_str_is(x->method, "GET")) {
		ad_http_add(x, "Allow", AD_S("GET, HEAD"));
		media_nothing(x, 405);
		return;
	}
	call->params = x->params;
	call->param_count = x->param_count;
	call->if_none_match = ad_http_header(x, "If-None-Match");
	call->range = ad_http_header(x, "Range");
	call->if_range = ad_http_header(x, "If-Range");
	x->render = media_render;
	if (!ad_id_valid("ast", id) || !ad_media_signed(call, id, &realm))
		call->status = AD_NOT_FOUND;
	else if (!ad_media_open(call, realm, id))
		return;
}
