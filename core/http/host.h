/*
 * The names and origins that this server answers to. A Host that is not one of them may be a page
 * of elsewhere that had its own name lead here (DNS rebinding).
 */
#ifndef AD_HTTP_HOST_H
#define AD_HTTP_HOST_H

#include "http/server.h"

/*
 * True for the public URL's host and port, for loopback names where the server listens on
 * loopback, and for the numeric address that the connection came to. `host` is a valid Host.
 */
bool ad_http_host_is_own(struct ad_exchange *x, struct ad_str host);
/*
 * True where an Origin header is the public URL's, with the same scheme and port, or, where the
 * server listens on loopback, an http(s) origin of a loopback name. It must be written as browsers
 * write it; "null" is no origin.
 */
bool ad_http_origin_is_own(const struct ad_exchange *x, struct ad_str origin);

#endif
