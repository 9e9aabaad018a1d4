/* One-time passwords by time: see totp.h. */
#include "auth/signin/totp.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "base/clock.h"
#include "base/digest.h"
#include "base/text.h"

#define SHA1_SIZE 20

uint32_t ad_totp_value(struct ad_str secret, uint64_t counter)
{
	uint8_t message[8], mac[SHA1_SIZE];
	unsigned n = sizeof(mac);

	for (int i = 0; i < 8; i++)
		message[i] = (uint8_t)(counter >> (56 - 8 * i));
	if (!HMAC(EVP_sha1(), secret.p, (int)secret.n, message, sizeof(message), mac, &n))
		abort();
	const uint8_t *at = mac + (mac[SHA1_SIZE - 1] & 15);
	uint32_t value =
		(at[0] & 0x7fu) << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
	OPENSSL_cleanse(mac, sizeof(mac));
	return value;
}

/* The digits of what was typed; false where it is anything but six of them and spaces. */
static bool read_digits(struct ad_str typed, char out[static AD_TOTP_DIGITS + 1])
{
	size_t n = 0;

	for (size_t i = 0; i < typed.n; i++) {
		if (typed.p[i] == ' ')
			continue;
		if (n == AD_TOTP_DIGITS || !isdigit((unsigned char)typed.p[i]))
			return false;
		out[n++] = typed.p[i];
	}
	out[n] = '\0';
	return n == AD_TOTP_DIGITS;
}

bool ad_totp_check(struct ad_str secret, struct ad_str typed, int64_t now, int64_t *counter)
{
	char digits[AD_TOTP_DIGITS + 1], right[16];
	int64_t step = now / (AD_TOTP_STEP_S * AD_SECOND), found = -1;

	if (!read_digits(typed, digits))
		return false;
	/* All three are computed and compared, whichever fits. */
	for (int64_t at = step + 1; at >= step - 1; at--) {
		uint32_t value = ad_totp_value(secret, (uint64_t)at) % 1000000;
		snprintf(right, sizeof(right), "%06u", value);
		if (CRYPTO_memcmp(right, digits, AD_TOTP_DIGITS) == 0 && at > *counter)
			found = at;
	}
	if (found < 0)
		return false;
	*counter = found;
	return true;
}

static void add_escaped(struct ad_text *out, struct ad_str s)
{
	for (size_t i = 0; i < s.n; i++) {
		unsigned char c = (unsigned char)s.p[i];
		if ((c < 0x80 && isalnum(c)) || (c && strchr("-._~", c)))
			ad_text_addc(out, (char)c);
		else
			ad_text_addf(out, "%%%02X", c);
	}
}

struct ad_str ad_totp_uri(struct ad_arena *arena, struct ad_str issuer, struct ad_str label,
			  struct ad_str secret)
{
	struct ad_text uri = ad_text_on(arena);

	ad_text_adds(&uri, "otpauth://totp/");
	add_escaped(&uri, issuer);
	ad_text_addc(&uri, ':');
	add_escaped(&uri, label);
	ad_text_adds(&uri, "?secret=");
	ad_text_add(&uri, ad_base32(arena, secret.p, secret.n));
	ad_text_adds(&uri, "&issuer=");
	add_escaped(&uri, issuer);
	return ad_text_str(&uri);
}
