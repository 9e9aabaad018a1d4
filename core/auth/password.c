/* Passwords: see password.h. */
#include "auth/password.h"

#include <sodium.h>

#include "base/json_read.h"

#define PASSES 2
#define MEMORY (19 * 1024 * 1024)

_Static_assert(crypto_pwhash_STRBYTES <= AD_PASSWORD_HASH_SIZE, "a hash must fit");

/* The hash of nothing anybody knows: what an unknown account is measured against. */
static const char dummy[] = "$argon2id$v=19$m=19456,t=2,p=1$yk/5FMb6H2gZR4mGrgeaAg$"
			    "R7gB8WHPUPtQPtYAYwIbsg5KtLMdNM3wmLmNVFvCgF0";

const char *ad_password_fault(struct ad_str password)
{
	if (!ad_utf8_valid(password))
		return "The password must be UTF-8 text.";
	if (ad_utf8_length(password) < AD_PASSWORD_MIN)
		return "The password must have at least 12 characters.";
	if (password.n > AD_PASSWORD_MAX)
		return "The password must have at most 1,024 bytes.";
	return NULL;
}

bool ad_password_hash(struct ad_str password, char out[static AD_PASSWORD_HASH_SIZE])
{
	return sodium_init() >= 0 &&
	       crypto_pwhash_str_alg(out, password.p, password.n, PASSES, MEMORY,
				     crypto_pwhash_ALG_ARGON2ID13) == 0;
}

bool ad_password_verify(struct ad_str hash, struct ad_str password)
{
	char text[AD_PASSWORD_HASH_SIZE] = { 0 };
	bool known = hash.n > 0 && hash.n < sizeof(text);

	if (sodium_init() < 0 || password.n > AD_PASSWORD_MAX)
		return false;
	if (known)
		memcpy(text, hash.p, hash.n);
	else
		memcpy(text, dummy, sizeof(dummy));
	const char *bytes = password.p ? password.p : "";
	return crypto_pwhash_str_verify(text, bytes, password.n) == 0 && known;
}
