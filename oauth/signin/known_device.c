/* See known_device.h. */
#include "oauth/signin/known_device.h"

#define DAYS 180
#define NONCE 22 /* characters: 16 bytes as base64url */
#define MAC 43

/* One cookie per account, so that several accounts can share a browser. */
static const char *cookie_name(const struct ad_exchange *x, struct ad_str email)
{
	uint8_t digest[AD_SHA256_SIZE];
	char tag[2 * AD_SHA256_SIZE + 1];

	ad_sha256(email, digest);
	ad_hex(digest, sizeof(digest), tag);
	return ad_arena_printf(x->call.arena, "%sadcore_device_%.8s",
			       ad_http_secure(x) ? "__Host-" : "", tag)
		.p;
}

static struct ad_str device_mac(const struct ad_exchange *x, struct ad_str email,
				struct ad_str nonce)
{
	struct ad_text all = ad_text_on(x->call.arena);

	ad_text_add(&all, nonce);
	ad_text_addc(&all, '\n');
	ad_text_add(&all, email);
	return ad_secrets_mac64(ad_auth_secrets(x->call.core->auth), x->call.arena, "known_device",
				ad_text_str(&all));
}

bool oauth_device_known(struct ad_exchange *x, struct ad_attempt *attempt)
{
	struct ad_str value = ad_cookie(x, cookie_name(x, attempt->email));
	struct ad_str nonce = { value.p, NONCE };

	if (value.n != NONCE + 1 + MAC || value.p[NONCE] != '.')
		return false;
	struct ad_str mac = { value.p + NONCE + 1, MAC };
	if (!ad_secret_eq(mac, device_mac(x, attempt->email, nonce)))
		return false;
	attempt->address = ad_arena_printf(x->call.arena, "browser:%.*s", AD_FMT(nonce));
	return true;
}

void oauth_device_remember(struct ad_exchange *x, struct ad_str email)
{
	struct ad_attempt known = { .email = email };
	uint8_t random[16];

	if (oauth_device_known(x, &known))
		return;
	ad_random(random, sizeof(random));
	struct ad_str nonce = ad_base64url(x->call.arena, random, sizeof(random));
	struct ad_str mac = device_mac(x, email, nonce);
	ad_cookie_set(x, cookie_name(x, email),
		      ad_arena_printf(x->call.arena, "%.*s.%.*s", AD_FMT(nonce), AD_FMT(mac)),
		      (int64_t)DAYS * 86400);
}
