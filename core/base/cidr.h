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
 * What counts as one client, as text: an IPv4 address, an IPv6 network of 64 bits (who has one
 * address of it has all), else what was given, cut.
 */
void ad_network_of(struct ad_str address, char out[static AD_NETWORK_TEXT]);
/*
 * The IPv6 network of so many bits (a multiple of 8) that an address lies in, as text; false for
 * what is no IPv6 address.
 */
bool ad_network_wide(struct ad_str address, int bits, char out[static AD_NETWORK_TEXT]) AD_CHECK;
/* Whether an address lies in the network. */
bool ad_cidr_holds(const struct ad_cidr *cidr, const uint8_t address[static 16]);
/* The same of a numeric address as text; false too where it is malformed. */
bool ad_cidr_contains(const struct ad_cidr *cidr, const char *address);

#endif
