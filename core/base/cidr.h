/* Numeric addresses and networks of them. IPv4 is held as ::ffff:a.b.c.d. Pure. */
#ifndef AD_BASE_CIDR_H
#define AD_BASE_CIDR_H

#include "base/base.h"

#define AD_NETWORK_TEXT 64 /* bytes of what ad_network_of() writes, with its NUL */

/* A network: an address and how many of its leading bits count. IPv4 as ::ffff:a.b.c.d. */
struct ad_cidr {
	uint8_t bytes[16];
	int bits; /* 0..128 */
};

/* Reads a numeric address of either kind; is_v4: it was written as IPv4. */
bool ad_address_parse(const char *text, uint8_t out[static 16], bool *is_v4) AD_CHECK;
/* Reads "10.0.0.0/8", "fd00::/8" or a single address; false where malformed or with bits left over.
 */
bool ad_cidr_parse(const char *text, struct ad_cidr *out) AD_CHECK;
/*
 * Writes the network that counts as one client: an IPv4 address, or the /64 of an IPv6 address (the
 * holder of one address has them all). Any other input is copied, cut to the size.
 */
void ad_network_of(struct ad_str address, char out[static AD_NETWORK_TEXT]);
/*
 * The IPv6 network of so many bits (a multiple of 8) that an address lies in, as text; false for
 * what is no IPv6 address.
 */
bool ad_network_wide(struct ad_str address, int bits, char out[static AD_NETWORK_TEXT]) AD_CHECK;
/* True if an address lies in the network. */
bool ad_cidr_holds(const struct ad_cidr *cidr, const uint8_t address[static 16]);
/* The same of a numeric address as text; false too where it is malformed. */
bool ad_cidr_contains(const struct ad_cidr *cidr, const char *address);

#endif
