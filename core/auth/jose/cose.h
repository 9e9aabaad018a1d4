/* Public keys as COSE_Key (RFC 9052, RFC 9053, RFC 8812), of the three kinds that passkeys have. */
#ifndef AD_AUTH_COSE_H
#define AD_AUTH_COSE_H

#include "base/base.h"

struct evp_pkey_st; /* OpenSSL's */

/*
 * The key that *in begins with, which is moved behind it: ES256 on P-256, EdDSA on Ed25519, RS256
 * of 2048 to 4096 bits. The caller frees it with EVP_PKEY_free(). NULL where it is any other, a
 * parameter is missing, there twice or not of its length, or the point is not on the curve.
 */
struct evp_pkey_st *ad_cose_read(struct ad_str *in) AD_CHECK;
/* Verifies a signature over the data with the key. ES256 signatures are DER, as in WebAuthn. */
bool ad_cose_verify(struct evp_pkey_st *key, struct ad_str data, struct ad_str signature) AD_CHECK;

#endif
