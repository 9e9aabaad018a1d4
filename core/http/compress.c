#include "http/compress.h"

#include <stdlib.h>
#include <strings.h>
#include <zlib.h>

#include "http/internal.h"

#define SUFFIX "-gzip"
#define LEVEL 1 /* 3 to 4 times as fast as 6, for a tenth more bytes */

void ad_http_compress(struct ad_exchange *x)
{
	x->priv->may_compress = true;
}

void ad_http_compress_as(struct ad_exchange *x, struct ad_str gzip)
{
	x->priv->may_compress = true;
	x->priv->packed = gzip;
}

/* --- what the request asks for --- */

/* The q of a coding's parameters, ";q=0.5", in thousandths; 1000 without. */
static int read_q(struct ad_str s)
{
	for (size_t i = 0; i + 2 < s.n; i++) {
		int q = 0, digits = 0;
		if ((s.p[i] != 'q' && s.p[i] != 'Q') || s.p[i + 1] != '=')
			continue;
		for (size_t k = i + 2; k < s.n && digits < 4; k++) {
			if (s.p[k] == '.')
				continue;
			if (s.p[k] < '0' || s.p[k] > '9')
				break;
			q = q * 10 + (s.p[k] - '0');
			digits++;
		}
		for (; digits < 4; digits++)
			q *= 10;
		return q;
	}
	return 1000;
}

bool ad_http_takes_gzip(const struct ad_exchange *x)
{
	struct ad_str list = ad_http_header(x, "Accept-Encoding");
	int named = -1, any = -1;

	while (list.n) {
		const char *comma = ad_str_find(list, ',');
		size_t n = comma ? (size_t)(comma - list.p) : list.n;
		const char *semi = memchr(list.p, ';', n);
		size_t head = semi ? (size_t)(semi - list.p) : n;
		struct ad_str coding = ad_str_trim((struct ad_str){ list.p, head });
		int q = read_q((struct ad_str){ list.p + head, n - head });
		if (ad_str_is_nocase(coding, "gzip") || ad_str_is_nocase(coding, "x-gzip"))
			named = q;
		else if (ad_str_is_nocase(coding, "*"))
			any = q;
		n += comma != NULL;
		list = (struct ad_str){ list.p + n, list.n - n };
	}
	return named >= 0 ? named > 0 : any > 0;
}

struct ad_str ad_http_etags(struct ad_arena *arena, struct ad_str header)
{
	struct ad_text out = ad_text_on(arena);
	const size_t n = sizeof(SUFFIX "\"") - 1;

	if (!header.p)
		return header;
	for (size_t i = 0; i < header.n; i++) {
		if (header.n - i >= n && memcmp(header.p + i, SUFFIX "\"", n) == 0)
			i += n - 1;
		ad_text_addc(&out, header.p[i]);
	}
	return ad_text_str(&out);
}

/* --- the bytes --- */

struct ad_str ad_gzip(struct ad_arena *arena, struct ad_str text)
{
	z_stream z = { 0 };
	struct ad_str out = { 0 };
	char *room;

	if (text.n > UINT32_MAX ||
	    deflateInit2(&z, LEVEL, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
		return out;
	/* An answer that does not get shorter by an eighth is sent as it is. */
	size_t size = text.n - text.n / 8;
	room = ad_xrealloc(NULL, size);
	z.next_in = (Bytef *)(uintptr_t)text.p;
	z.avail_in = (uInt)text.n;
	z.next_out = (Bytef *)room;
	z.avail_out = (uInt)size;
	if (deflate(&z, Z_FINISH) == Z_STREAM_END)
		out = ad_arena_copy(arena, (struct ad_str){ room, size - z.avail_out });
	free(room);
	deflateEnd(&z);
	return out;
}

/* --- the reply --- */

/* "3.1": the ETag of an object names its version, as the API promises, in every form. */
static bool is_version(struct ad_str etag)
{
	for (size_t i = 1; i + 1 < etag.n; i++)
		if (!((etag.p[i] >= '0' && etag.p[i] <= '9') || etag.p[i] == '.'))
			return false;
	return true;
}

/* Adds the suffix to the ETag that the answer has. */
static void mark_etag(struct ad_exchange *x)
{
	struct ad_http_private *p = x->priv;

	for (size_t i = 0; i < p->add_count; i++) {
		struct ad_str v = p->add[i].value;
		if (strcasecmp(p->add[i].name.p, "ETag") == 0 && v.n > 1 && v.p[v.n - 1] == '"' &&
		    !is_version(v))
			p->add[i].value = ad_arena_printf(x->call.arena, "%.*s" SUFFIX "\"",
							  (int)v.n - 1, v.p);
	}
}

static void pack_reply(struct ad_exchange *x)
{
	struct ad_http_private *p = x->priv;

	if (!p->packed.p)
		p->packed = ad_gzip(x->call.arena, x->reply);
}

static void run_pack(struct ad_job *job, void *state)
{
	(void)state;
	/* The call is the exchange's first member, and its job the call's. */
	pack_reply((struct ad_exchange *)(void *)job);
}

bool ad_http_pack_slow(struct ad_exchange *x)
{
	struct ad_http_private *p = x->priv;

	if (!p->may_compress || p->packed.p || p->was_packed || p->feed || p->stream ||
	    x->status != 200 || x->reply.n <= AD_COMPRESS_HERE || !ad_http_takes_gzip(x))
		return false;
	p->was_packed = true;
	p->is_packing = ad_http_submit_slow(x, run_pack);
	return p->is_packing;
}

bool ad_http_pack_back(struct ad_exchange *x)
{
	bool packing = x->priv->is_packing;

	x->priv->is_packing = false;
	return packing;
}

void ad_http_pack(struct ad_exchange *x)
{
	struct ad_http_private *p = x->priv;
	bool asked = ad_http_takes_gzip(x);

	if (!p->may_compress || p->feed || p->stream)
		return;
	ad_http_add(x, "Vary", AD_S("Accept-Encoding"));
	/* An unchanged answer was shown with the suffix, or was not. */
	if (x->status == 304 && asked &&
	    memmem(ad_http_header(x, "If-None-Match").p, ad_http_header(x, "If-None-Match").n,
		   SUFFIX "\"", sizeof(SUFFIX "\"") - 1))
		mark_etag(x);
	if (!asked || x->status < 200 || x->status > 202 || x->reply.n < AD_COMPRESS_MIN)
		return;
	if (!p->was_packed)
		pack_reply(x);
	if (!p->packed.p)
		return;
	x->reply = p->packed;
	ad_http_add(x, "Content-Encoding", AD_S("gzip"));
	mark_etag(x);
}
