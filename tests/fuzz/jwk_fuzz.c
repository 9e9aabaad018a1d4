/*
 * Key sets of others: no input crashes; an accepted key has no private part, and has a valid
 * thumbprint; a refused one has a fault.
 */
#include "tests/fuzz/fuzz.h"

#include "auth/jose/jwk.h"

static void look(struct ad_arena *arena, const cJSON *json)
{
	const char *fault = NULL;
	struct ad_jwk key;

	if (ad_jwk_read(arena, json, &key, &fault)) {
		HOLDS(key.pkey != NULL && key.thumbprint.n == AD_JWK_THUMBPRINT);
		HOLDS(!ad_json_get(json, "d") && !ad_json_get(json, "k"));
	} else {
		HOLDS(fault != NULL);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_str in = ad_arena_copy(arena, (struct ad_str){ (const char *)data, size });
	struct ad_json_error err;
	const char *fault = NULL;
	struct ad_jwks set;
	struct ad_jwk key;

	if (ad_jwks_read(arena, in, &set, &fault)) {
		const cJSON *one;

		cJSON_ArrayForEach(one, set.keys) look(arena, one);
		if (ad_jwks_find(arena, &set, (struct ad_str){ 0 }, AD_ALG_ES256, &key))
			HOLDS(key.alg == AD_ALG_ES256 && ad_jwks_usable(arena, &set));
	} else {
		HOLDS(fault != NULL);
		look(arena, ad_json_parse(arena, in, &err));
	}
	ad_arena_free(arena);
	return 0;
}
