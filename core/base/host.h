/* Names of hosts, in the form that names one and the same machine. Any thread. */
#ifndef AD_BASE_HOST_H
#define AD_BASE_HOST_H

#include "base/arena.h"

/*
 * A host in lower case and in ASCII: labels in other letters are folded and encoded (RFC 3492,
 * "xn--…"). The host itself where it is not well-formed.
 */
struct ad_str ad_host_ascii(struct ad_arena *arena, struct ad_str host);
/* True if a host is `other`, or a name below it; "www." in front of either does not matter. */
bool ad_host_belongs(struct ad_str host, struct ad_str other);

#endif
