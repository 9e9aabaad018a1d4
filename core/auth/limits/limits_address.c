/* Minute buckets of addresses, in a table of bounded size: see limits.h. */
#include <stdlib.h>

#include "auth/limits/limits_private.h"
#include "base/cidr.h"
#include "base/digest.h"

#define SETS 2048 /* of WAYS addresses each */
#define WAYS 8

struct address {
	_Atomic uint64_t key; /* 0: free */
	struct ad_bucket bucket;
};

struct ad_limit_addresses {
	uint8_t seed[16];
	struct address set[SETS][WAYS];
};

struct ad_limit_addresses *ad_limit_addresses_new(void)
{
	struct ad_limit_addresses *addresses = ad_xcalloc(1, sizeof(*addresses));

	ad_random(addresses->seed, sizeof(addresses->seed));
	return addresses;
}

void ad_limit_addresses_free(struct ad_limit_addresses *addresses)
{
	free(addresses);
}

static uint64_t limits_address_key_of(const struct ad_limit_addresses *addresses,
				      const char *network, enum ad_address_use use)
{
	char text[AD_NETWORK_TEXT + 1];
	uint8_t digest[AD_SHA256_SIZE];
	uint64_t key;
	size_t n = strlen(network);

	memcpy(text, network, n);
	text[n++] = (char)use;
	ad_hmac_sha256((struct ad_str){ (const char *)addresses->seed, sizeof(addresses->seed) },
		       (struct ad_str){ text, n }, digest);
	memcpy(&key, digest, sizeof(key));
	return key ? key : 1;
}

/* The bucket of a key: its own, else a free one, else the one whose window began first. */
static struct ad_bucket *limits_address_bucket_of(struct ad_limit_addresses *addresses,
						  uint64_t key)
{
	struct address *set = addresses->set[key % SETS];

	for (int tries = 0; tries < 4; tries++) {
		struct address *oldest = &set[0];
		for (size_t i = 0; i < WAYS; i++) {
			if (atomic_load(&set[i].key) == key)
				return &set[i].bucket;
			if (atomic_load(&set[i].bucket.state) < atomic_load(&oldest->bucket.state))
				oldest = &set[i];
		}
		uint64_t was = atomic_load(&oldest->key);
		if (atomic_compare_exchange_strong(&oldest->key, &was, key)) {
			atomic_store(&oldest->bucket.state, 0);
			return &oldest->bucket;
		}
	}
	return &set[0].bucket;
}

static struct ad_bucket *limits_address_find(struct ad_limits *limits, struct ad_str address,
					     enum ad_address_use use)
{
	char network[AD_NETWORK_TEXT];

	ad_network_of(address, network);
	return limits_address_bucket_of(limits->addresses,
					limits_address_key_of(limits->addresses, network, use));
}

/* The wider networks of an IPv6 address: its /56 has twice the limit, its /48 four times. */
static bool take_wide(struct ad_limits *limits, struct ad_str address, enum ad_address_use use,
		      int64_t now, struct ad_limit *out)
{
	static const struct wide {
		int bits;
		int64_t times;
		const char *mark; /* so that a /48 is not one of its own /56 */
	} wide[] = { { 56, 2, "/56" }, { 48, 4, "/48" } };
	char network[AD_NETWORK_TEXT];
	int64_t limit = use == AD_ADDRESS_REGISTER ? AD_REGISTER_LIMIT : AD_ADDRESS_LIMIT;
	bool within = true;

	for (size_t i = 0; i < AD_LEN(wide) && within; i++) {
		struct ad_limit refused = { 0 };
		if (!ad_network_wide(address, wide[i].bits, network))
			return true;
		memcpy(network + strlen(network), wide[i].mark, sizeof("/56"));
		struct ad_bucket *bucket = limits_address_bucket_of(
			limits->addresses, limits_address_key_of(limits->addresses, network, use));
		within = ad_minute_take(bucket, limit * wide[i].times, now, 1, &refused);
		if (!within)
			*out = refused;
	}
	return within;
}

bool ad_limits_take_address(struct ad_limits *limits, struct ad_str address,
			    enum ad_address_use use, int64_t now, struct ad_limit *out)
{
	int64_t limit = use == AD_ADDRESS_REGISTER ? AD_REGISTER_LIMIT : AD_ADDRESS_LIMIT;

	*out = (struct ad_limit){ 0 };
	return ad_minute_take(limits_address_find(limits, address, use), limit, now, 1, out) &&
	       take_wide(limits, address, use, now, out);
}

void ad_limits_read_address(struct ad_limits *limits, struct ad_str address, int64_t now,
			    struct ad_limit *out)
{
	*out = (struct ad_limit){ 0 };
	(void)ad_minute_take(limits_address_find(limits, address, AD_ADDRESS_REQUEST),
			     AD_ADDRESS_LIMIT, now, 0, out);
	out->bucket = NULL;
	out->retry_after = 0;
}
