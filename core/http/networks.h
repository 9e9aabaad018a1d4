/*
 * The current load of each client network: open connections, bytes of request bodies, bytes of
 * answers. An IPv4 address is one network. An IPv6 address belongs to three: its /64, /56 and /48,
 * whose bounds are 1, 2 and 4 times the share. Any thread.
 */
#ifndef AD_HTTP_NETWORKS_H
#define AD_HTTP_NETWORKS_H

#include "base/base.h"

struct ad_networks;

enum ad_network_use {
	AD_NETWORK_CONNECTIONS,
	AD_NETWORK_BODIES,
	AD_NETWORK_ANSWERS,
	AD_NETWORK_USES
};

/* An empty table. The caller ends it with ad_networks_free(). */
struct ad_networks *ad_networks_new(void);
/* NULL is allowed. */
void ad_networks_free(struct ad_networks *networks);
/* True where `amount` more stays within the share of each network; counts nothing. */
bool ad_networks_fits(struct ad_networks *networks, const uint8_t address[static 16],
		      enum ad_network_use use, size_t amount, size_t share) AD_CHECK;
/* As ad_networks_fits(), and counts the amount where it fits. */
bool ad_networks_take(struct ad_networks *networks, const uint8_t address[static 16],
		      enum ad_network_use use, size_t amount, size_t share) AD_CHECK;
/* Gives back what ad_networks_take() counted. */
void ad_networks_give(struct ad_networks *networks, const uint8_t address[static 16],
		      enum ad_network_use use, size_t amount);
/* The current load of the address's smallest network. */
size_t ad_networks_held(struct ad_networks *networks, const uint8_t address[static 16],
			enum ad_network_use use);

#endif
