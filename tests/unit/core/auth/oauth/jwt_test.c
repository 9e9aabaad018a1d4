#include "tests/unit/core/auth/world.h"

#include "auth/oauth/jwt.h"
#include "base/json_read.h"

static struct ad_claims good_claims(void)
{
	return (struct ad_claims){ .issuer = AD_S(WORLD_ISSUER),
				   .audience = AD_S(WORLD_MCP),
				   .subject = AD_S("acc_1"),
				   .client_id = AD_S("cli_1"),
				   .scope = AD_S("ads:read"),
				   .id = AD_S("jti_1"),
				   .grant_id = AD_S("grt_1"),
				   .issued_at = 1795262400,
				   .expires_at = 1795266000 };
}

/* A token of the server's key over any header and claims. */
static struct ad_str forge(struct world *w, const char *header, const char *claims)
{
	struct ad_keys *keys = ad_auth_keys(w->auth);
	const char *kid = ad_keys_signing_id(keys, ad_now());
	uint8_t signature[AD_ES256_SIZE];
	const char *hole = strstr(header, "KID");
	struct ad_str full =
		ad_arena_printf(w->arena, "%.*s%s%s", (int)(hole - header), header, kid, hole + 3);
	struct ad_str head = ad_base64url(w->arena, full.p, full.n);
	struct ad_str body = ad_base64url(w->arena, claims, strlen(claims));
	struct ad_str data = ad_arena_printf(w->arena, "%.*s.%.*s", AD_FMT(head), AD_FMT(body));

	assert_true(ad_keys_sign(keys, ad_str(kid), data, signature));
	struct ad_str tail = ad_base64url(w->arena, signature, sizeof(signature));
	return ad_arena_printf(w->arena, "%.*s.%.*s", AD_FMT(data), AD_FMT(tail));
}

#define CLAIMS                                                                                     \
	"\"iss\":\"i\",\"aud\":\"a\",\"sub\":\"s\",\"client_id\":\"c\",\"scope\":\"\","            \
	"\"jti\":\"j\",\"grant_id\":\"g\",\"iat\":1,\"exp\":2"
#define HEADER "{\"alg\":\"ES256\",\"kid\":\"KID\",\"typ\":\"at+jwt\"}"

static bool taken(struct world *w, struct ad_str token)
{
	struct ad_claims claims;

	return ad_jwt_read(ad_auth_keys(w->auth), w->arena, token, &claims);
}

static void what_is_written_is_read(void **state)
{
	struct world *w = world_open(state);
	struct ad_claims in = good_claims(), out;
	struct ad_str token = ad_jwt_write(ad_auth_keys(w->auth), w->arena, &in);

	assert_non_null(token.p);
	assert_true(ad_jwt_read(ad_auth_keys(w->auth), w->arena, token, &out));
	assert_true(ad_str_eq(in.audience, out.audience));
	assert_true(ad_str_eq(in.grant_id, out.grant_id));
	assert_true(ad_str_eq(in.scope, out.scope));
	assert_int_equal(in.expires_at, out.expires_at);
	world_close(w);
}

static void headers_choose_nothing(void **state)
{
	static const char *const bad[] = {
		"{\"alg\":\"none\",\"kid\":\"KID\",\"typ\":\"at+jwt\"}",
		"{\"alg\":\"HS256\",\"kid\":\"KID\",\"typ\":\"at+jwt\"}",
		"{\"alg\":\"es256\",\"kid\":\"KID\",\"typ\":\"at+jwt\"}",
		"{\"alg\":\"RS256\",\"kid\":\"KID\",\"typ\":\"at+jwt\"}",
		"{\"alg\":\"ES256\",\"kid\":\"KID\",\"typ\":\"JWT\"}",
		"{\"alg\":\"ES256\",\"kid\":\"KID\"}",
		"{\"alg\":\"ES256\",\"kid\":\"../KID\",\"typ\":\"at+jwt\"}",
		"{\"alg\":\"ES256\",\"kid\":[\"KID\"],\"typ\":\"at+jwt\"}",
		"{\"alg\":\"ES256\",\"kid\":\"KID\",\"typ\":\"at+jwt\",\"crit\":[\"b64\"]}",
		"{\"alg\":\"ES256\",\"kid\":\"KID\",\"typ\":\"at+jwt\",\"b64\":false}",
		"{\"alg\":\"none\",\"alg\":\"ES256\",\"kid\":\"KID\",\"typ\":\"at+jwt\"}",
		"[\"KID\"]",
	};
	struct world *w = world_open(state);

	assert_true(taken(w, forge(w, HEADER, "{" CLAIMS "}")));
	for (size_t i = 0; i < AD_LEN(bad); i++)
		if (taken(w, forge(w, bad[i], "{" CLAIMS "}")))
			fail_msg("taken: %s", bad[i]);
	world_close(w);
}

static void claims_are_all_there_and_of_their_type(void **state)
{
	static const char *const bad[] = {
		"[]",
		"{}",
		"{" CLAIMS ",\"exp\":3}",
		"{" CLAIMS "}x",
		"{\"iss\":\"i\",\"aud\":[\"a\",\"b\"],\"sub\":\"s\",\"client_id\":\"c\",\"scope\":"
		"\"\",\"jti\":\"j\",\"grant_id\":\"g\",\"iat\":1,\"exp\":2}",
		"{\"iss\":\"i\",\"aud\":\"a\",\"sub\":\"s\",\"client_id\":\"c\",\"scope\":"
		"\"\",\"jti\":\"j\",\"grant_id\":\"g\",\"iat\":1,\"exp\":\"2\"}",
		"{\"iss\":\"i\",\"aud\":\"a\",\"sub\":\"s\",\"client_id\":\"c\",\"scope\":"
		"\"\",\"jti\":\"j\",\"grant_id\":\"g\",\"iat\":1,\"exp\":2.5}",
		"{\"iss\":\"i\",\"aud\":\"a\",\"sub\":\"s\",\"client_id\":\"c\",\"scope\":"
		"\"\",\"jti\":\"j\",\"grant_id\":\"g\",\"iat\":1,\"exp\":1e300}",
		"{\"iss\":\"i\",\"aud\":\"a\",\"sub\":\"\",\"client_id\":\"c\",\"scope\":"
		"\"\",\"jti\":\"j\",\"grant_id\":\"g\",\"iat\":1,\"exp\":2}",
	};
	struct world *w = world_open(state);

	for (size_t i = 0; i < AD_LEN(bad); i++)
		if (taken(w, forge(w, HEADER, bad[i])))
			fail_msg("taken: %s", bad[i]);
	world_close(w);
}

static void signatures_are_exact(void **state)
{
	struct world *w = world_open(state);
	struct ad_str good = forge(w, HEADER, "{" CLAIMS "}");
	size_t first = 0;

	while (good.p[first] != '.')
		first++;
	/* Any one character changed, cut off or added. */
	for (size_t i = 0; i < good.n; i += 7) {
		struct ad_str bad = ad_arena_copy(w->arena, good);
		if (bad.p[i] == '.')
			continue;
		((char *)bad.p)[i] = bad.p[i] == 'A' ? 'B' : 'A';
		assert_false(taken(w, bad));
	}
	assert_false(taken(w, (struct ad_str){ good.p, good.n - 1 }));
	assert_false(taken(w, (struct ad_str){ good.p, first + 1 }));
	assert_false(taken(w, ad_arena_printf(w->arena, "%.*s=", AD_FMT(good))));
	assert_false(taken(w, ad_arena_printf(w->arena, "%.*s.", AD_FMT(good))));
	assert_false(taken(w, ad_arena_printf(w->arena, " %.*s", AD_FMT(good))));
	assert_false(taken(w, ad_arena_printf(w->arena, "%.*s.x", AD_FMT(good))));
	assert_false(taken(w, AD_S("..")));
	assert_false(taken(w, AD_S("")));
	world_close(w);
}

static void only_public_members_are_published(void **state)
{
	struct world *w = world_open(state);
	struct ad_text text = ad_text_on(w->arena);
	struct ad_json_error err;

	ad_keys_jwks(ad_auth_keys(w->auth), &text);
	const cJSON *set = ad_json_parse(w->arena, ad_text_str(&text), &err);
	const cJSON *key = cJSON_GetArrayItem(ad_json_get(set, "keys"), 0);
	assert_true(ad_str_is(ad_json_get_text(key, "kty"), "EC"));
	assert_true(ad_str_is(ad_json_get_text(key, "crv"), "P-256"));
	assert_int_equal(ad_json_get_text(key, "x").n, 43);
	assert_int_equal(ad_json_get_text(key, "y").n, 43);
	assert_null(ad_json_get(key, "d"));
	assert_int_equal(cJSON_GetArraySize(key), 7);
	world_close(w);
}

#define STORED(f) cmocka_unit_test_setup_teardown(f, fresh_database, drop_database)

int main(void)
{
	const struct CMUnitTest tests[] = {
		STORED(what_is_written_is_read),
		STORED(headers_choose_nothing),
		STORED(claims_are_all_there_and_of_their_type),
		STORED(signatures_are_exact),
		STORED(only_public_members_are_published),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
