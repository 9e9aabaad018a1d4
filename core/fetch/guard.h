/*
 * The addresses that a URL from a user may lead to: those of the public internet. Pure. Not the
 * guardrails (call/objects/guardrails.h).
 */
#ifndef AD_FETCH_GUARD_H
#define AD_FETCH_GUARD_H

#include "base/cidr.h"

/* Networks that are let through although they are not public. */
struct ad_fetch_allow {
	const struct ad_cidr *at;
	size_t count;
};

/*
 * True if an address (IPv4 as ::ffff:a.b.c.d) belongs to the public internet: not loopback,
 * private, link-local, shared (CGNAT), documentation, benchmark, multicast or reserved, and no IPv6
 * form that carries an IPv4 address (6to4, Teredo, NAT64).
 */
bool ad_guard_public(const uint8_t address[static 16]);
/*
 * The same of what a socket is about to connect to (a struct sockaddr of that size): public and at
 * port 443, or at any port in a network that is let through. An IPv6 socket to ::ffff:a.b.c.d is
 * refused, let through or not.
 */
bool ad_guard_connect(const struct ad_fetch_allow *allow, const void *sockaddr, size_t size);

#endif
