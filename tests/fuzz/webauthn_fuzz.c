/* A browser's passkey data: CBOR, keys, attestation objects, authenticator data, JSON. */
#include "tests/fuzz/fuzz.h"

#include "auth/signin/webauthn.h"
#include "base/cbor.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_str in = ad_arena_copy(arena, (struct ad_str){ (const char *)data, size });
	struct ad_str rest = in, challenge;
	struct ad_webauthn_credential made;
	struct ad_webauthn_credential kept = { .id = in, .key = in };
	struct ad_webauthn_answer answer = { in, in, in };

	if (ad_cbor_skip(&rest))
		HOLDS(rest.n < in.n && rest.p + rest.n == in.p + in.n);
	if (ad_webauthn_register(in, AD_S("localhost"), &made) == AD_WEBAUTHN_OK)
		HOLDS(made.id.n > 0 && made.id.n <= 1023 && made.key.n > 0 &&
		      made.key.p + made.key.n <= in.p + in.n && made.count >= 0 &&
		      made.count <= UINT32_MAX && (made.eligible || !made.backed_up));
	HOLDS(ad_webauthn_assert(&answer, AD_S("localhost"), &kept) != AD_WEBAUTHN_OK);
	if (ad_webauthn_client(arena, in, "webauthn.get", AD_S("http://localhost"), &challenge) ==
	    AD_WEBAUTHN_OK)
		HOLDS(challenge.p != NULL);
	ad_arena_free(arena);
	return 0;
}
