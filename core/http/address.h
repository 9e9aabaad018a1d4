/*
 * Addresses: what to listen on, what a Host may look like, who the client is. Pure: text in, values
 * out.
 */
#ifndef AD_HTTP_ADDRESS_H
#define AD_HTTP_ADDRESS_H

#include "base/arena.h"
#include "base/cidr.h"

/* Where to listen: a numeric address and a port. */
struct ad_listen {
	char host[64];
	int port; /* 0: any free one */
};

/* Reads "127.0.0.1:8080", "[::1]:8080", "localhost:8080" (127.0.0.1) or ":8080" (0.0.0.0). */
bool ad_listen_parse(const char *text, struct ad_listen *out) AD_CHECK;
/* True if s is a host with an optional port, as in a Host header (RFC 9110 section 7.2). */
bool ad_host_valid(struct ad_str s);
/*
 * An origin as browsers write it (RFC 6454 section 6.2; URL standard, hosts): "HTTPS://Ads.Example:
 * 443/" is "https://ads.example". NULL with the origin on the arena, or what is wrong with the
 * text: a sentence without its subject, such as "must not hold a query".
 */
const char *ad_origin_normal(struct ad_arena *arena, struct ad_str url, struct ad_str *out);
/*
 * The client's address: the peer's own, or, where the peer is in the trusted network, the last
 * X-Forwarded-For entry that is not. lists are the header's values in order. The result is on
 * `out` (64 bytes). trusted may be NULL.
 */
void ad_client_address(const struct ad_cidr *trusted, const char *peer, const struct ad_str *lists,
		       size_t count, char out[static 64]);

#endif
