/* DPoP proofs: see dpop.h. */
#include "auth/oauth/dpop.h"

#include <stdlib.h>
#include <strings.h>

#include "base/clock.h"
#include "base/digest.h"
#include "base/url.h"

#define NONCE_PERIOD (AD_DPOP_WINDOW_S / 2 * AD_SECOND)

static enum ad_dpop_result dpop_refuse(const char **fault, const char *sentence)
{
	*fault = sentence;
	return AD_DPOP_BAD;
}

/* --- htu ----------------------------------------------------------------------------------- */

/* "http" has ":80" for nothing, "https" ":443" (RFC 3986 section 6.2.3). */
static struct ad_str without_default_port(const struct ad_url *url)
{
	const char *port = url->scheme.n == 5 ? ":443" : ":80";
	struct ad_str s = url->authority;
	size_t n = strlen(port);

	if (s.n > n && memcmp(s.p + s.n - n, port, n) == 0)
		s.n -= n;
	return s;
}

/* An absolute http or https URL, its query and fragment dropped. */
static bool read_url(struct ad_str s, struct ad_url *out)
{
	if (!ad_url_split(s, out) || !ad_url_is_web(out))
		return false;
	out->authority = without_default_port(out);
	return out->authority.n > 0;
}

static bool same_case_aside(struct ad_str a, struct ad_str b)
{
	return a.n == b.n && strncasecmp(a.p, b.p, a.n) == 0;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The path as it is routed by: percent-escapes decoded, "/" where it is empty. */
static struct ad_str dpop_decoded(struct ad_arena *arena, struct ad_str path)
{
	char *out = ad_arena_alloc(arena, path.n + 2);
	size_t n = 0;

	for (size_t i = 0; i < path.n; i++) {
		int high = -1, low = -1;
		if (path.p[i] == '%' && i + 2 < path.n) {
			high = hex_digit(path.p[i + 1]);
			low = hex_digit(path.p[i + 2]);
		}
		if (high >= 0 && low >= 0)
			i += 2;
		out[n++] = high >= 0 && low >= 0 ? (char)(high << 4 | low) : path.p[i];
	}
	if (n == 0)
		out[n++] = '/';
	return (struct ad_str){ out, n };
}

static bool for_this_url(struct ad_arena *arena, struct ad_str htu,
			 const struct ad_dpop_wanted *wanted)
{
	struct ad_url shown, base;

	if (!read_url(htu, &shown) || !read_url(wanted->base, &base) ||
	    !same_case_aside(shown.scheme, base.scheme) ||
	    !same_case_aside(shown.authority, base.authority))
		return false;
	return ad_str_eq(
		dpop_decoded(arena, shown.path),
		ad_arena_printf(arena, "%.*s%.*s", AD_FMT(base.path), AD_FMT(wanted->path)));
}

/* --- the nonce ----------------------------------------------------------------------------- */

static struct ad_str nonce_of(const struct ad_secrets *secrets, struct ad_arena *arena,
			      int64_t period)
{
	return ad_secrets_mac64(secrets, arena, "dpop_nonce",
				ad_arena_printf(arena, "%lld", (long long)period));
}

struct ad_str ad_dpop_nonce(const struct ad_secrets *secrets, struct ad_arena *arena)
{
	return nonce_of(secrets, arena, ad_now() / NONCE_PERIOD);
}

static bool nonce_good(const struct ad_secrets *secrets, struct ad_arena *arena,
		       struct ad_str nonce)
{
	int64_t period = ad_now() / NONCE_PERIOD;

	return nonce.p && (ad_secret_eq(nonce, nonce_of(secrets, arena, period)) ||
			   ad_secret_eq(nonce, nonce_of(secrets, arena, period - 1)));
}

/* --- a proof ------------------------------------------------------------------------------- */

/* That it is one, and of the key that it brings. */
static enum ad_dpop_result read_signed(struct ad_arena *arena, struct ad_str text,
				       struct ad_jws *jws, struct ad_jwk *key, const char **fault)
{
	if (!ad_jws_read(arena, text, jws, fault))
		return AD_DPOP_BAD;
	if (!ad_jws_is(jws, "dpop+jwt"))
		return dpop_refuse(fault, "The typ of the proof must be dpop+jwt.");
	if (!ad_jwk_read(arena, ad_json_get(jws->header, "jwk"), key, fault))
		return AD_DPOP_BAD;
	if (!ad_jws_verify(jws, key))
		return dpop_refuse(fault, "The proof is not signed by the key of its header.");
	return AD_DPOP_OK;
}

static bool token_is(struct ad_arena *arena, const cJSON *claims, struct ad_str token)
{
	uint8_t digest[AD_SHA256_SIZE];

	ad_sha256(token, digest);
	return ad_str_eq(ad_json_get_text(claims, "ath"),
			 ad_base64url(arena, digest, sizeof(digest)));
}

/* That it is for this request, and of now. */
static enum ad_dpop_result check_claims(struct ad_arena *arena, const cJSON *claims,
					const struct ad_dpop_wanted *wanted, const char **fault)
{
	struct ad_str jti = ad_json_get_text(claims, "jti");
	int64_t iat, now = ad_now() / AD_SECOND;

	if (jti.n == 0 || jti.n > AD_DPOP_JTI_MAX)
		return dpop_refuse(fault,
				   "The jti of the proof must be a string of 1 to 256 bytes.");
	if (!ad_str_eq(ad_json_get_text(claims, "htm"), wanted->method))
		return dpop_refuse(fault, "The htm of the proof is not the method of the request.");
	if (!for_this_url(arena, ad_json_get_text(claims, "htu"), wanted))
		return dpop_refuse(fault, "The htu of the proof is not the URL of the request.");
	if (!ad_jws_time(claims, "iat", &iat))
		return dpop_refuse(fault, "The iat of the proof must be a number.");
	if (iat < now - AD_DPOP_WINDOW_S || iat > now + AD_DPOP_WINDOW_S)
		return dpop_refuse(fault,
				   "The iat of the proof is more than five minutes from now: "
				   "make a new one, and look at the clock.");
	if (wanted->token.p && !token_is(arena, claims, wanted->token))
		return dpop_refuse(fault,
				   "The ath of the proof is not the hash of the access token.");
	return AD_DPOP_OK;
}

/* One name for a key's jti, whatever bytes it holds. */
static struct ad_str claim_id(struct ad_arena *arena, struct ad_str jkt, struct ad_str jti)
{
	struct ad_str both = ad_arena_printf(arena, "%.*s.%.*s", AD_FMT(jkt), AD_FMT(jti));
	uint8_t digest[AD_SHA256_SIZE];

	ad_sha256(both, digest);
	return ad_base64url(arena, digest, sizeof(digest));
}

enum ad_dpop_result ad_dpop_read(const struct ad_secrets *secrets, struct ad_arena *arena,
				 struct ad_str text, const struct ad_dpop_wanted *wanted,
				 struct ad_dpop_proof *out, const char **fault)
{
	struct ad_jws jws;
	struct ad_jwk key;
	int64_t iat = 0;

	*out = (struct ad_dpop_proof){ 0 };
	enum ad_dpop_result result = read_signed(arena, text, &jws, &key, fault);
	if (result == AD_DPOP_OK)
		result = check_claims(arena, jws.claims, wanted, fault);
	if (result != AD_DPOP_OK || !ad_jws_time(jws.claims, "iat", &iat))
		return result;
	if (wanted->nonce && !nonce_good(secrets, arena, ad_json_get_text(jws.claims, "nonce"))) {
		*fault = "The proof must hold the nonce of the header DPoP-Nonce.";
		return AD_DPOP_NONCE;
	}
	out->jkt = key.thumbprint;
	out->id = claim_id(arena, key.thumbprint, ad_json_get_text(jws.claims, "jti"));
	out->expires_at = (iat + AD_DPOP_WINDOW_S + 1) * AD_SECOND;
	return AD_DPOP_OK;
}

enum ad_db_status ad_dpop_claim(struct ad_db *db, const struct ad_dpop_proof *proof, bool *fresh)
{
	struct ad_stmt *s = ad_sql(db, "INSERT INTO oauth_proofs (id, expires_at) VALUES ($1, $2)"
				       " ON CONFLICT (id) DO NOTHING");

	ad_bind(s, 1, proof->id);
	ad_bind_int(s, 2, proof->expires_at);
	enum ad_db_status status = ad_step(s);
	*fresh = status == AD_DB_DONE && ad_db_changes(db) == 1;
	return status;
}
