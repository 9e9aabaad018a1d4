/* Minute buckets of addresses, in a table of bounded size: see limits.h. */
#include <stdlib.h>

#include "auth/limits_private.h"
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

static uint64_t key_of(const struct ad_limit_addresses *addresses, struct ad_str address,
		       enum ad_address_use use)
{
	char text[AD_NETWORK_TEXT + 1];
	uint8_t digest[AD_SHA256_SIZE];
	uint64_t key;

	ad_network_of(address, text);
	size_t n = strlen(text);
	text[n++] = (char)use;
	ad_hmac_sha256((struct ad_str){ (const char *)addresses->seed, sizeof(addresses->seed) },
		       (struct ad_str){ text, n }, digest);
	memcpy(&key, digest, sizeof(key));
	return key ? key : 1;
}

/* The bucket of a key: its own, else a free one, else the one whose window began first. */
static struct ad_bucket *bucket_of(struct ad_limit_addresses *addresses, uint64_t key)
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

static struct ad_bucket *find(struct ad_limits *limits, struct ad_str address,
			      enum ad_address_use use)
{
	return bucket_of(limits->addresses, key_of(limits->addresses, address, use));
}

bool ad_limits_take_address(struct ad_limits *limits, struct ad_str address,
			    enum ad_address_use use, int64_t now, struct ad_limit *out)
{
	int64_t limit = use == AD_ADDRESS_REGISTER ? AD_REGISTER_LIMIT : AD_ADDRESS_LIMIT;

	*out = (struct ad_limit){ 0 };
	return ad_minute_take(find(limits, address, use), limit, now, 1, out);
}

void ad_limits_read_address(struct ad_limits *limits, struct ad_str address, int64_t now,
			    struct ad_limit *out)
{
	*out = (struct ad_limit){ 0 };
	(void)ad_minute_take(find(limits, address, AD_ADDRESS_REQUEST), AD_ADDRESS_LIMIT, now, 0,
			     out);
	out->bucket = NULL;
	out->retry_after = 0;
}
