/* Inside core/http: one line of the log for each request. */
#ifndef AD_HTTP_ACCESS_LOG_H
#define AD_HTTP_ACCESS_LOG_H

#include "http/server.h"

/*
 * Logs a request that is over: method, route, status, bytes, milliseconds, request id, network and
 * front end. Nothing that the client wrote is in it but a known method: no path, query, header or
 * name. Does nothing where config->access_log_off is set. On the loop.
 */
void ad_http_access_log(const struct ad_exchange *x);
/*
 * The network of an address, on out: "192.0.2.0/24" or "2001:db8:1::/48"; else "unknown".
 */
void ad_http_network_of(struct ad_str address, char out[static 64]);

#endif
