#include "http/networks.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/id.h"

enum {
	CHAINS = 4096
};

/* A network that holds anything. */
struct network {
	struct network *next;
	uint8_t prefix[16];
	int bits;
	size_t held[AD_NETWORK_USES];
};

struct ad_networks {
	pthread_mutex_t lock;
	uint64_t seed;
	struct network *chains[CHAINS];
};

struct level {
	int bits;
	size_t times; /* of the share */
};

static const struct level levels_v4[] = { { 128, 1 } };
static const struct level levels_v6[] = { { 64, 1 }, { 56, 2 }, { 48, 4 } };

static size_t levels_of(const uint8_t address[static 16], const struct level **out)
{
	static const uint8_t mapped[12] = { [10] = 0xff, [11] = 0xff };
	bool is_v4 = memcmp(address, mapped, sizeof(mapped)) == 0;

	*out = is_v4 ? levels_v4 : levels_v6;
	return is_v4 ? AD_LEN(levels_v4) : AD_LEN(levels_v6);
}

struct ad_networks *ad_networks_new(void)
{
	struct ad_networks *n = ad_xcalloc(1, sizeof(*n));

	pthread_mutex_init(&n->lock, NULL);
	ad_random(&n->seed, sizeof(n->seed));
	return n;
}

void ad_networks_free(struct ad_networks *n)
{
	if (!n)
		return;
	for (size_t i = 0; i < CHAINS; i++) {
		while (n->chains[i]) {
			struct network *first = n->chains[i];
			n->chains[i] = first->next;
			free(first);
		}
	}
	pthread_mutex_destroy(&n->lock);
	free(n);
}

/* The seed keeps the chains short also where the addresses were chosen to collide. */
static size_t chain_of(const struct ad_networks *n, const uint8_t prefix[static 16], int bits)
{
	uint64_t words[2], hash = n->seed ^ (uint64_t)bits;

	memcpy(words, prefix, sizeof(words));
	for (size_t i = 0; i < 2; i++) {
		hash = (hash ^ words[i]) * UINT64_C(0x9e3779b97f4a7c15);
		hash ^= hash >> 29;
		hash *= n->seed | 1;
		hash ^= hash >> 32;
	}
	return hash % CHAINS;
}

/* The link that points to a network, or to NULL at the end of its chain. */
static struct network **network_find(struct ad_networks *n, const uint8_t address[static 16],
				     int bits, uint8_t prefix[static 16])
{
	memset(prefix, 0, 16);
	memcpy(prefix, address, (size_t)bits / 8);
	struct network **at = &n->chains[chain_of(n, prefix, bits)];

	while (*at && ((*at)->bits != bits || memcmp((*at)->prefix, prefix, 16) != 0))
		at = &(*at)->next;
	return at;
}

static bool network_fits(struct ad_networks *n, const uint8_t address[static 16],
			 enum ad_network_use use, size_t amount, size_t share)
{
	const struct level *levels;
	size_t count = levels_of(address, &levels);
	uint8_t prefix[16];

	for (size_t i = 0; i < count; i++) {
		struct network *found = *network_find(n, address, levels[i].bits, prefix);
		size_t held = found ? found->held[use] : 0;
		if (held + amount > share * levels[i].times)
			return false;
	}
	return true;
}

static void network_add(struct ad_networks *n, const uint8_t address[static 16],
			enum ad_network_use use, size_t amount)
{
	const struct level *levels;
	size_t count = levels_of(address, &levels);
	uint8_t prefix[16];

	for (size_t i = 0; i < count; i++) {
		struct network **at = network_find(n, address, levels[i].bits, prefix);
		if (!*at) {
			*at = ad_xcalloc(1, sizeof(**at));
			(*at)->bits = levels[i].bits;
			memcpy((*at)->prefix, prefix, sizeof(prefix));
		}
		(*at)->held[use] += amount;
	}
}

bool ad_networks_fits(struct ad_networks *n, const uint8_t address[static 16],
		      enum ad_network_use use, size_t amount, size_t share)
{
	pthread_mutex_lock(&n->lock);
	bool fits = network_fits(n, address, use, amount, share);
	pthread_mutex_unlock(&n->lock);
	return fits;
}

bool ad_networks_take(struct ad_networks *n, const uint8_t address[static 16],
		      enum ad_network_use use, size_t amount, size_t share)
{
	pthread_mutex_lock(&n->lock);
	bool fits = network_fits(n, address, use, amount, share);
	if (fits && amount > 0)
		network_add(n, address, use, amount);
	pthread_mutex_unlock(&n->lock);
	return fits;
}

static bool network_is_empty(const struct network *network)
{
	size_t held = 0;

	for (size_t i = 0; i < AD_NETWORK_USES; i++)
		held += network->held[i];
	return held == 0;
}

void ad_networks_give(struct ad_networks *n, const uint8_t address[static 16],
		      enum ad_network_use use, size_t amount)
{
	const struct level *levels;
	size_t count = levels_of(address, &levels);
	uint8_t prefix[16];

	pthread_mutex_lock(&n->lock);
	for (size_t i = 0; i < count && amount > 0; i++) {
		struct network **at = network_find(n, address, levels[i].bits, prefix);
		struct network *found = *at;
		if (!found)
			continue;
		found->held[use] -= amount < found->held[use] ? amount : found->held[use];
		if (!network_is_empty(found))
			continue;
		*at = found->next;
		free(found);
	}
	pthread_mutex_unlock(&n->lock);
}

size_t ad_networks_held(struct ad_networks *n, const uint8_t address[static 16],
			enum ad_network_use use)
{
	const struct level *levels;
	uint8_t prefix[16];

	(void)levels_of(address, &levels);
	pthread_mutex_lock(&n->lock);
	struct network *found = *network_find(n, address, levels[0].bits, prefix);
	size_t held = found ? found->held[use] : 0;
	pthread_mutex_unlock(&n->lock);
	return held;
}
