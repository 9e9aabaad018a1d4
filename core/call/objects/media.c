#include "call/objects/media.h"

#include "auth/auth.h"
#include "base/clock.h"
#include "base/digest.h"
#include "call/request/core.h"

/*
 * Masks the realm of the asset, so that only this server can read it in a link: the pad differs for
 * each asset and time. Masking twice gives the text back.
 */
static struct ad_str media_covered(const struct ad_core *core, struct ad_arena *arena,
				   struct ad_str where, struct ad_str what)
{
	uint8_t pad[AD_SHA256_SIZE];
	char *out = ad_arena_alloc(arena, where.n + 1);
	for (size_t i = 0; i < where.n; i++) {
		if (i % sizeof(pad) == 0)
			ad_secrets_mac(ad_auth_secrets(core->auth), "media place",
				       ad_arena_printf(arena, "%zu\n%.*s", i, AD_FMT(what)), pad);
		out[i] = (char)((uint8_t)where.p[i] ^ pad[i % sizeof(pad)]);
	}
	out[where.n] = '\0';
	return (struct ad_str){ out, where.n };
}

/* Signs the realm (needed to find the asset by its whole key) and the other parameters. */
static void media_sign(const struct ad_core *core, struct ad_arena *arena, struct ad_str where,
		       struct ad_str what, uint8_t mac[static AD_SHA256_SIZE])
{
	struct ad_text all = ad_text_on(arena);
	/* Added as bytes, because a forged text may contain a NUL. */
	ad_text_add(&all, where);
	ad_text_addc(&all, '\n');
	ad_text_add(&all, what);
	ad_secrets_mac(ad_auth_secrets(core->auth), "media", ad_text_str(&all), mac);
}

struct ad_str ad_media_url(const struct ad_core *core, struct ad_arena *arena,
			   struct ad_realm realm, struct ad_str id, int64_t until)
{
	uint8_t mac[AD_SHA256_SIZE];
	struct ad_text raw = ad_text_on(arena);
	long long seconds = (long long)(until / AD_SECOND);
	struct ad_str where = ad_arena_printf(arena, "%.*s/%.*s", AD_FMT(realm.environment),
					      AD_FMT(realm.space_id));
	struct ad_str what = ad_arena_printf(arena, "%.*s\n%lld", AD_FMT(id), seconds);
	media_sign(core, arena, where, what, mac);
	ad_text_add(&raw, (struct ad_str){ (const char *)mac, sizeof(mac) });
	ad_text_add(&raw, media_covered(core, arena, where, what));
	return ad_arena_printf(arena, "%s/media/%.*s?exp=%lld&sig=%.*s", core->config->public_url,
			       AD_FMT(id), seconds, AD_FMT(ad_base64url(arena, raw.p, raw.n)));
}

/* Reads seconds in the form that this server writes: digits without a leading zero. */
static bool read_seconds(struct ad_str s, int64_t *out)
{
	*out = 0;
	if (!s.n || s.n > 11 || s.p[0] == '0')
		return false;
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] < '0' || s.p[i] > '9')
			return false;
		*out = *out * 10 + (s.p[i] - '0');
	}
	return true;
}

bool ad_media_signed(const struct ad_call *call, struct ad_str id, struct ad_realm *realm)
{
	uint8_t mac[AD_SHA256_SIZE];
	struct ad_str exp = ad_call_param(call, "exp");
	struct ad_str sig = ad_call_param(call, "sig");
	struct ad_str raw;
	int64_t until;
	if (call->param_count != 2 || !read_seconds(exp, &until) || !sig.p || sig.n > 200 ||
	    !ad_unbase64url(call->arena, sig, &raw) || raw.n <= sizeof(mac))
		return false;
	struct ad_str what = ad_arena_printf(call->arena, "%.*s\n%.*s", AD_FMT(id), AD_FMT(exp));
	struct ad_str where =
		media_covered(call->core, call->arena,
			      (struct ad_str){ raw.p + sizeof(mac), raw.n - sizeof(mac) }, what);
	media_sign(call->core, call->arena, where, what, mac);
	const char *slash = ad_str_find(where, '/');
	if (!ad_secret_eq((struct ad_str){ raw.p, sizeof(mac) },
			  (struct ad_str){ (const char *)mac, sizeof(mac) }) ||
	    !slash || until * AD_SECOND <= ad_now())
		return false;
	size_t n = (size_t)(slash - where.p);
	*realm = (struct ad_realm){ { slash + 1, where.n - n - 1 }, { where.p, n } };
	return true;
}

/* Reads a number at the start of the text; false if there is none. */
static bool take_number(struct ad_str *s, size_t *out)
{
	size_t n = 0;
	*out = 0;
	while (n < s->n && n < 15 && s->p[n] >= '0' && s->p[n] <= '9')
		*out = *out * 10 + (size_t)(s->p[n++] - '0');
	s->p += n;
	s->n -= n;
	return n > 0;
}

void ad_media_range(struct ad_media_reply *m, struct ad_str range)
{
	size_t from, to;
	if (!ad_str_starts(range, "bytes=") || !m->size)
		return;
	range = (struct ad_str){ range.p + 6, range.n - 6 };
	bool has_from = take_number(&range, &from);
	if (!range.n || range.p[0] != '-')
		return;
	range = (struct ad_str){ range.p + 1, range.n - 1 };
	bool has_to = take_number(&range, &to);
	if (range.n || (!has_from && (!has_to || !to)))
		return;
	if (!has_from) {
		from = to < m->size ? m->size - to : 0;
		to = m->size - 1;
	} else if (!has_to || to >= m->size) {
		to = m->size - 1;
	}
	if (from > to)
		return;
	m->from = from;
	m->length = to - from + 1;
	m->partial = true;
}
