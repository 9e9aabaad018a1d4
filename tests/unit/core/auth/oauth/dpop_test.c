#include "tests/unit/core/auth/world.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>

#include "auth/oauth/dpop.h"
#include "base/clock.h"

#define TOKEN_URL WORLD_ISSUER "/token"

/* The holder of a key, who makes proofs. */
struct holder {
	struct world *w;
	EVP_PKEY *pkey;
	struct ad_str jwk;
};

static struct holder holder_open(struct world *w)
{
	struct holder h = { .w = w, .pkey = EVP_EC_gen("P-256") };
	uint8_t point[65];
	size_t n = 0;

	assert_int_equal(EVP_PKEY_get_octet_string_param(h.pkey, OSSL_PKEY_PARAM_PUB_KEY, point,
							 sizeof(point), &n),
			 1);
	h.jwk = ad_arena_printf(
		w->arena, "{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"%s\",\"y\":\"%s\"}",
		ad_base64url(w->arena, point + 1, 32).p, ad_base64url(w->arena, point + 33, 32).p);
	return h;
}

/* A proof over these claims, as JSON members after jti and iat. */
static struct ad_str prove(const struct holder *h, int64_t iat, const char *members)
{
	struct ad_arena *arena = h->w->arena;
	uint8_t signature[AD_ES256_SIZE];
	struct ad_str head = ad_arena_printf(
		arena, "{\"alg\":\"ES256\",\"typ\":\"dpop+jwt\",\"jwk\":%s}", h->jwk.p);
	struct ad_str body =
		ad_arena_printf(arena, "{\"jti\":\"one\",\"iat\":%lld%s}", (long long)iat, members);
	struct ad_str data = ad_arena_printf(arena, "%s.%s", ad_base64url(arena, head.p, head.n).p,
					     ad_base64url(arena, body.p, body.n).p);

	assert_true(ad_es256_sign(h->pkey, data, signature));
	return ad_arena_printf(arena, "%s.%s", data.p,
			       ad_base64url(arena, signature, sizeof(signature)).p);
}

static enum ad_dpop_result judged(const struct holder *h, struct ad_str text,
				  const struct ad_dpop_wanted *wanted, struct ad_dpop_proof *out)
{
	const char *fault = NULL;
	enum ad_dpop_result result =
		ad_dpop_read(ad_auth_secrets(h->w->auth), h->w->arena, text, wanted, out, &fault);

	assert_true((result == AD_DPOP_OK) == (fault == NULL));
	return result;
}

static const struct ad_dpop_wanted at_token = { .method = { "POST", 4 },
						.base = { WORLD_ISSUER, sizeof(WORLD_ISSUER) - 1 },
						.path = { "/token", 6 } };

#define GOOD ",\"htm\":\"POST\",\"htu\":\"" TOKEN_URL "\""

static void time_is_within_five_minutes(void **state)
{
	struct world *w = world_open(state);
	struct holder h = holder_open(w);
	struct ad_dpop_proof proof;
	int64_t now = ad_now() / AD_SECOND;
	static const struct {
		int64_t off;
		enum ad_dpop_result result;
	} rows[] = {
		{ 0, AD_DPOP_OK },          { -290, AD_DPOP_OK }, { 290, AD_DPOP_OK },
		{ -310, AD_DPOP_BAD },      { 310, AD_DPOP_BAD }, { INT32_MIN, AD_DPOP_BAD },
		{ INT32_MAX, AD_DPOP_BAD },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++)
		if (judged(&h, prove(&h, now + rows[i].off, GOOD), &at_token, &proof) !=
		    rows[i].result)
			fail_msg("%lld s off", (long long)rows[i].off);
	EVP_PKEY_free(h.pkey);
	world_close(w);
}

/* A claim outlives the moment from which the same proof would be refused as too old. */
static void a_proof_is_claimed_once(void **state)
{
	struct world *w = world_open(state);
	struct holder h = holder_open(w), other = holder_open(w);
	struct ad_dpop_proof proof, same, foreign;
	int64_t now = ad_now() / AD_SECOND;
	bool fresh;

	assert_int_equal(judged(&h, prove(&h, now, GOOD), &at_token, &proof), AD_DPOP_OK);
	assert_int_equal(judged(&h, prove(&h, now + 1, GOOD), &at_token, &same), AD_DPOP_OK);
	assert_int_equal(judged(&other, prove(&other, now, GOOD), &at_token, &foreign), AD_DPOP_OK);
	assert_true(proof.expires_at > (now + AD_DPOP_WINDOW_S) * AD_SECOND);
	assert_int_equal(ad_dpop_claim(w->db, &proof, &fresh), AD_DB_DONE);
	assert_true(fresh);
	assert_int_equal(ad_dpop_claim(w->db, &proof, &fresh), AD_DB_DONE);
	assert_false(fresh);
	assert_int_equal(ad_dpop_claim(w->db, &same, &fresh), AD_DB_DONE);
	assert_false(fresh);
	assert_int_equal(ad_dpop_claim(w->db, &foreign, &fresh), AD_DB_DONE);
	assert_true(fresh);
	EVP_PKEY_free(h.pkey);
	EVP_PKEY_free(other.pkey);
	world_close(w);
}

static void nonces_are_ours(void **state)
{
	struct world *w = world_open(state);
	struct holder h = holder_open(w);
	struct ad_dpop_wanted wanted = at_token;
	struct ad_dpop_proof proof;
	int64_t now = ad_now() / AD_SECOND;
	struct ad_str nonce = ad_dpop_nonce(ad_auth_secrets(w->auth), w->arena);
	struct ad_str members = ad_arena_printf(w->arena, GOOD ",\"nonce\":\"%s\"", nonce.p);

	assert_int_equal(judged(&h, prove(&h, now, members.p), &wanted, &proof), AD_DPOP_OK);
	wanted.nonce = true;
	assert_int_equal(judged(&h, prove(&h, now, members.p), &wanted, &proof), AD_DPOP_OK);
	assert_int_equal(judged(&h, prove(&h, now, GOOD), &wanted, &proof), AD_DPOP_NONCE);
	assert_null(proof.jkt.p);
	assert_int_equal(judged(&h, prove(&h, now, GOOD ",\"nonce\":\"x\""), &wanted, &proof),
			 AD_DPOP_NONCE);
	assert_int_equal(judged(&h, prove(&h, now, GOOD ",\"nonce\":1"), &wanted, &proof),
			 AD_DPOP_NONCE);
	EVP_PKEY_free(h.pkey);
	world_close(w);
}

static void urls_are_compared_as_routed(void **state)
{
	static const struct {
		const char *base, *path, *htu;
		bool same;
	} rows[] = {
		{ "https://ads.example", "/mcp", "https://ads.example/mcp", true },
		{ "https://ads.example", "/mcp", "https://ads.example:443/mcp", true },
		{ "https://ads.example", "/mcp", "HTTPS://Ads.Example/mcp", true },
		{ "https://ads.example", "/mcp", "https://ads.example/m%63p?x#y", true },
		{ "https://ads.example:8443", "/mcp", "https://ads.example:8443/mcp", true },
		{ "http://127.0.0.1:80", "/mcp", "http://127.0.0.1/mcp", true },
		{ "https://ads.example/t1", "/mcp", "https://ads.example/t1/mcp", true },
		{ "https://ads.example", "/", "https://ads.example", true },
		{ "https://ads.example", "/a%41", "https://ads.example/a%2541", true },
		{ "https://ads.example", "/mcp", "https://ads.example:80/mcp", false },
		{ "https://ads.example", "/mcp", "http://ads.example/mcp", false },
		{ "https://ads.example", "/mcp", "https://ads.example/MCP", false },
		{ "https://ads.example", "/mcp", "https://ads.example/mcp/", false },
		{ "https://ads.example", "/mcp", "https://ads.example.evil/mcp", false },
		{ "https://ads.example", "/mcp", "https://u@ads.example/mcp", false },
		{ "https://ads.example", "/mcp", "https:///mcp", false },
		{ "https://ads.example", "/mcp", "ads.example/mcp", false },
		{ "https://ads.example", "/mcp", "/mcp", false },
		{ "https://ads.example", "/mcp", "", false },
		{ "https://ads.example", "/mcp", "ftp://ads.example/mcp", false },
		{ "https://ads.example/t1", "/mcp", "https://ads.example/mcp", false },
	};
	struct world *w = world_open(state);
	struct holder h = holder_open(w);
	struct ad_dpop_proof proof;
	int64_t now = ad_now() / AD_SECOND;

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		const struct ad_dpop_wanted wanted = { .method = AD_S("GET"),
						       .base = ad_str(rows[i].base),
						       .path = ad_str(rows[i].path) };
		struct ad_str members =
			ad_arena_printf(w->arena, ",\"htm\":\"GET\",\"htu\":\"%s\"", rows[i].htu);
		bool same = judged(&h, prove(&h, now, members.p), &wanted, &proof) == AD_DPOP_OK;
		if (same != rows[i].same)
			fail_msg("%s%s and %s", rows[i].base, rows[i].path, rows[i].htu);
	}
	EVP_PKEY_free(h.pkey);
	world_close(w);
}

static void the_token_is_named_where_there_is_one(void **state)
{
	struct world *w = world_open(state);
	struct holder h = holder_open(w);
	struct ad_dpop_wanted wanted = at_token;
	struct ad_dpop_proof proof;
	int64_t now = ad_now() / AD_SECOND;

	/* SHA-256 of "abc". */
	struct ad_str members = ad_arena_printf(w->arena, GOOD ",\"ath\":\"%s\"",
						"ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0");
	wanted.token = AD_S("abc");
	assert_int_equal(judged(&h, prove(&h, now, members.p), &wanted, &proof), AD_DPOP_OK);
	assert_int_equal(judged(&h, prove(&h, now, GOOD), &wanted, &proof), AD_DPOP_BAD);
	wanted.token = AD_S("abd");
	assert_int_equal(judged(&h, prove(&h, now, members.p), &wanted, &proof), AD_DPOP_BAD);
	EVP_PKEY_free(h.pkey);
	world_close(w);
}

#define STORED(f) cmocka_unit_test_setup_teardown(f, fresh_database, drop_database)

int main(void)
{
	const struct CMUnitTest tests[] = {
		STORED(time_is_within_five_minutes),
		STORED(a_proof_is_claimed_once),
		STORED(nonces_are_ours),
		STORED(urls_are_compared_as_routed),
		STORED(the_token_is_named_where_there_is_one),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
