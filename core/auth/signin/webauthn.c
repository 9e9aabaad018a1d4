/* The relying party's checks of WebAuthn: see webauthn.h. */
#include "auth/signin/webauthn.h"

#include <openssl/evp.h>

#include "auth/jose/cose.h"
#include "base/cbor.h"
#include "base/digest.h"
#include "base/json_read.h"

#define RP_HASH 32
#define AAGUID 16
#define ID_MAX 1023
#define CLIENT_DATA_MAX 4096
#define SIGNATURE_MAX 512

/* Bits of the flags (section 6.1). */
enum {
	FLAG_UP = 0x01,
	FLAG_UV = 0x04,
	FLAG_BE = 0x08,
	FLAG_BS = 0x10,
	FLAG_AT = 0x40,
	FLAG_ED = 0x80,
};

/* Authenticator data, taken apart. */
struct data {
	struct ad_str rp_hash;
	unsigned flags;
	int64_t count;
	struct ad_str id, key; /* with FLAG_AT alone */
};

const char *ad_webauthn_fault_name(enum ad_webauthn_fault fault)
{
	static const char *const names[] = { "none",  "form",     "type",         "origin",
					     "rp",    "presence", "verification", "backup",
					     "count", "key",      "signature" };

	return (size_t)fault < AD_LEN(names) ? names[fault] : "";
}

enum ad_webauthn_fault ad_webauthn_client(struct ad_arena *arena, struct ad_str client_data,
					  const char *type, struct ad_str origin,
					  struct ad_str *challenge)
{
	struct ad_json_error err;
	const cJSON *json =
		client_data.n <= CLIENT_DATA_MAX ? ad_json_parse(arena, client_data, &err) : NULL;

	*challenge = ad_json_get_text(json, "challenge");
	if (!cJSON_IsObject(json) || !challenge->p)
		return AD_WEBAUTHN_FORM;
	if (!ad_str_is(ad_json_get_text(json, "type"), type))
		return AD_WEBAUTHN_TYPE;
	const cJSON *cross = ad_json_get(json, "crossOrigin");
	if (!ad_str_eq(ad_json_get_text(json, "origin"), origin) ||
	    (cross && !cJSON_IsFalse(cross)) || ad_json_get(json, "topOrigin"))
		return AD_WEBAUTHN_ORIGIN;
	return AD_WEBAUTHN_OK;
}

static bool webauthn_take(struct ad_str *in, size_t size, struct ad_str *out)
{
	if (in->n < size)
		return false;
	*out = (struct ad_str){ in->p, size };
	in->p += size;
	in->n -= size;
	return true;
}

/* Attested credential data (section 6.5.1). */
static enum ad_webauthn_fault take_credential(struct ad_str *in, struct data *d)
{
	struct ad_str aaguid, length;

	if (!webauthn_take(in, AAGUID, &aaguid) || !webauthn_take(in, 2, &length))
		return AD_WEBAUTHN_FORM;
	size_t n = (size_t)((uint8_t)length.p[0] << 8 | (uint8_t)length.p[1]);
	if (n == 0 || n > ID_MAX || !webauthn_take(in, n, &d->id))
		return AD_WEBAUTHN_FORM;
	struct ad_str from = *in;
	EVP_PKEY *key = ad_cose_read(in);
	if (!key)
		return AD_WEBAUTHN_KEY;
	EVP_PKEY_free(key);
	d->key = (struct ad_str){ from.p, from.n - in->n };
	return AD_WEBAUTHN_OK;
}

/* Takes it apart to the last byte. */
static enum ad_webauthn_fault take_apart(struct ad_str in, struct data *d)
{
	struct ad_str flags, count;
	struct ad_cbor_item head;

	*d = (struct data){ 0 };
	if (!webauthn_take(&in, RP_HASH, &d->rp_hash) || !webauthn_take(&in, 1, &flags) ||
	    !webauthn_take(&in, 4, &count))
		return AD_WEBAUTHN_FORM;
	d->flags = (uint8_t)flags.p[0];
	for (size_t i = 0; i < count.n; i++)
		d->count = d->count << 8 | (uint8_t)count.p[i];
	if (d->flags & FLAG_AT) {
		enum ad_webauthn_fault fault = take_credential(&in, d);
		if (fault != AD_WEBAUTHN_OK)
			return fault;
	}
	if (d->flags & FLAG_ED) {
		struct ad_str map = in;
		if (!ad_cbor_read(&map, &head) || head.type != AD_CBOR_MAP || !ad_cbor_skip(&in))
			return AD_WEBAUTHN_FORM;
	}
	return in.n == 0 ? AD_WEBAUTHN_OK : AD_WEBAUTHN_FORM;
}

/* Checks that registration and sign-in share. */
static enum ad_webauthn_fault check_flags(const struct data *d, struct ad_str rp_id)
{
	uint8_t hash[AD_SHA256_SIZE];

	ad_sha256(rp_id, hash);
	if (memcmp(hash, d->rp_hash.p, sizeof(hash)) != 0)
		return AD_WEBAUTHN_RP;
	if (!(d->flags & FLAG_UP))
		return AD_WEBAUTHN_PRESENCE;
	if (!(d->flags & FLAG_UV))
		return AD_WEBAUTHN_VERIFICATION;
	return d->flags & FLAG_BS && !(d->flags & FLAG_BE) ? AD_WEBAUTHN_BACKUP : AD_WEBAUTHN_OK;
}

/* The members of an attestation object, each at most once. */
struct attestation {
	struct ad_str format, statement, data;
};

/*
 * One member of an attestation object. The statement is stepped over: without a list of makers to
 * trust it says nothing.
 */
static bool take_member(struct ad_str *in, struct attestation *a)
{
	struct ad_cbor_item name, value;

	if (!ad_cbor_read(in, &name) || name.type != AD_CBOR_TEXT)
		return false;
	struct ad_str from = *in, head = *in;
	if (!ad_cbor_skip(in) || !ad_cbor_read(&head, &value))
		return false;
	struct ad_str whole = { from.p, from.n - in->n };
	struct ad_str *to = ad_str_is(name.bytes, "fmt")        ? &a->format
			    : ad_str_is(name.bytes, "attStmt")  ? &a->statement
			    : ad_str_is(name.bytes, "authData") ? &a->data
								: NULL;
	if (!to || to->p)
		return false;
	*to = to == &a->statement ? whole : value.bytes;
	return value.type == (to == &a->format      ? AD_CBOR_TEXT
			      : to == &a->statement ? AD_CBOR_MAP
						    : AD_CBOR_BYTES);
}

/* The authenticator data of an attestation object: a map of fmt, attStmt and authData. */
static bool open_attestation(struct ad_str in, struct ad_str *data)
{
	struct attestation a = { 0 };
	struct ad_cbor_item map;

	if (!ad_cbor_read(&in, &map) || map.type != AD_CBOR_MAP || map.number != 3)
		return false;
	for (int i = 0; i < 3; i++)
		if (!take_member(&in, &a))
			return false;
	*data = a.data;
	return in.n == 0;
}

enum ad_webauthn_fault ad_webauthn_register(struct ad_str attestation_object, struct ad_str rp_id,
					    struct ad_webauthn_credential *out)
{
	struct ad_str bytes;
	struct data d;

	if (!open_attestation(attestation_object, &bytes))
		return AD_WEBAUTHN_FORM;
	enum ad_webauthn_fault fault = take_apart(bytes, &d);
	if (fault == AD_WEBAUTHN_OK)
		fault = check_flags(&d, rp_id);
	if (fault == AD_WEBAUTHN_OK && !(d.flags & FLAG_AT))
		fault = AD_WEBAUTHN_FORM;
	if (fault == AD_WEBAUTHN_OK)
		*out = (struct ad_webauthn_credential){ .id = d.id,
							.key = d.key,
							.count = d.count,
							.eligible = d.flags & FLAG_BE,
							.backed_up = d.flags & FLAG_BS };
	return fault;
}

static bool signed_by(const struct ad_webauthn_credential *credential,
		      const struct ad_webauthn_answer *answer)
{
	struct ad_str in = credential->key;
	EVP_PKEY *key = ad_cose_read(&in);
	struct ad_text data = ad_text_on(NULL);
	uint8_t hash[AD_SHA256_SIZE];

	ad_sha256(answer->client_data, hash);
	ad_text_add(&data, answer->authenticator_data);
	ad_text_add(&data, (struct ad_str){ (const char *)hash, sizeof(hash) });
	bool good = key && in.n == 0 && answer->signature.n <= SIGNATURE_MAX &&
		    ad_cose_verify(key, ad_text_str(&data), answer->signature);
	ad_text_free(&data);
	EVP_PKEY_free(key);
	return good;
}

enum ad_webauthn_fault ad_webauthn_assert(const struct ad_webauthn_answer *answer,
					  struct ad_str rp_id,
					  struct ad_webauthn_credential *credential)
{
	struct data d;
	enum ad_webauthn_fault fault = take_apart(answer->authenticator_data, &d);

	if (fault == AD_WEBAUTHN_OK && d.flags & FLAG_AT)
		fault = AD_WEBAUTHN_FORM;
	if (fault == AD_WEBAUTHN_OK)
		fault = check_flags(&d, rp_id);
	if (fault != AD_WEBAUTHN_OK)
		return fault;
	if (!(d.flags & FLAG_BE) != !credential->eligible)
		return AD_WEBAUTHN_BACKUP;
	if (!signed_by(credential, answer))
		return AD_WEBAUTHN_SIGNATURE;
	if ((d.count != 0 || credential->count != 0) && d.count <= credential->count)
		return AD_WEBAUTHN_COUNT;
	credential->count = d.count;
	credential->backed_up = d.flags & FLAG_BS;
	return AD_WEBAUTHN_OK;
}
