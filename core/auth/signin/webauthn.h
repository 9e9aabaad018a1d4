/*
 * The relying party's checks of WebAuthn (level 2, sections 7.1 and 7.2), pure: bytes in, a fault
 * or what they say out. Attestation is not asked for, and no statement of one is believed.
 * Challenges, and which credentials there are, are passkeys.h's.
 */
#ifndef AD_AUTH_WEBAUTHN_H
#define AD_AUTH_WEBAUTHN_H

#include "base/arena.h"

enum ad_webauthn_fault {
	AD_WEBAUTHN_OK,
	AD_WEBAUTHN_FORM,         /* not what the standard says: JSON, CBOR, lengths */
	AD_WEBAUTHN_TYPE,         /* made for the other ceremony */
	AD_WEBAUTHN_ORIGIN,       /* made on another site, or in a frame of one */
	AD_WEBAUTHN_RP,           /* made for another relying party */
	AD_WEBAUTHN_PRESENCE,     /* nobody touched the authenticator (UP) */
	AD_WEBAUTHN_VERIFICATION, /* it did not verify who did (UV) */
	AD_WEBAUTHN_BACKUP,       /* backed up though not eligible, or eligible only now (BE, BS) */
	AD_WEBAUTHN_COUNT,        /* the counter did not rise: a copy of it may be in use */
	AD_WEBAUTHN_KEY,          /* a key of another kind, or none */
	AD_WEBAUTHN_SIGNATURE,
};

/* A credential: what registering it gave, what a sign-in is checked against. */
struct ad_webauthn_credential {
	struct ad_str id;  /* bytes, at most 1,023 */
	struct ad_str key; /* COSE_Key, bytes */
	int64_t count;     /* of signatures; 0: the authenticator does not count */
	bool eligible;     /* may be backed up (BE) */
	bool backed_up;    /* is (BS) */
};

/* The bytes that the browser and the authenticator returned for a sign-in. */
struct ad_webauthn_answer {
	struct ad_str client_data, authenticator_data, signature;
};

/* "origin" and the like, for logs. */
const char *ad_webauthn_fault_name(enum ad_webauthn_fault fault);
/*
 * The browser's part (section 5.8.1): that it is of this type ("webauthn.create" or
 * "webauthn.get") and origin, in no frame of another. *challenge is as it stands there.
 */
enum ad_webauthn_fault ad_webauthn_client(struct ad_arena *arena, struct ad_str client_data,
					  const char *type, struct ad_str origin,
					  struct ad_str *challenge) AD_CHECK;
/*
 * The credential of an attestation object (section 7.1, from step 11 on): user present and
 * verified, a key of ES256, EdDSA (Ed25519) or RS256. It points into the input.
 */
enum ad_webauthn_fault ad_webauthn_register(struct ad_str attestation_object, struct ad_str rp_id,
					    struct ad_webauthn_credential *out) AD_CHECK;
/*
 * A sign-in with a credential (section 7.2, from step 13 on): user present and verified, signed by
 * its key. *credential is as it is kept; its count and backed_up are then as they are now.
 */
enum ad_webauthn_fault ad_webauthn_assert(const struct ad_webauthn_answer *answer,
					  struct ad_str rp_id,
					  struct ad_webauthn_credential *credential) AD_CHECK;

#endif
