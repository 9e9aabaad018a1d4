/*
 * Tokens of others: no input crashes; an accepted token is two objects and a signature of an
 * allowed algorithm; only a key of that algorithm verifies a token.
 */
#include "tests/fuzz/fuzz.h"

#include "auth/jose/jws.h"

static void verify(struct ad_arena *arena, const struct ad_jws *jws)
{
	const char *fault = NULL;
	struct ad_jwk key;

	/* A DPoP proof has its own key in its header. */
	if (!ad_jwk_read(arena, ad_json_get(jws->header, "jwk"), &key, &fault))
		return;
	if (ad_jws_verify(jws, &key))
		HOLDS(key.alg == jws->alg);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_str in = ad_arena_copy(arena, (struct ad_str){ (const char *)data, size });
	const char *fault = NULL;
	struct ad_jws jws;
	int64_t exp;

	if (ad_jws_read(arena, in, &jws, &fault)) {
		HOLDS(cJSON_IsObject(jws.header) && cJSON_IsObject(jws.claims));
		HOLDS(!ad_json_get(jws.header, "crit") && jws.signature.n > 0);
		HOLDS(!ad_jws_time(jws.claims, "exp", &exp) || exp >= 0);
		HOLDS(!ad_jws_is(&jws, "dpop+jwt") || jws.typ.n >= 8);
		verify(arena, &jws);
	} else {
		HOLDS(fault != NULL);
	}
	ad_arena_free(arena);
	return 0;
}
