/*
 * The counterpart of 'adcore doctor --online': says how a request arrived behind the proxies. It
 * answers only a request with the header X-Adcore-Probe (auth/secret/probe_pass.h); any other one
 * gets the 404 of a path that does not exist.
 *
 *   POST             how the request arrived, and the length of its body, which is not kept
 *   GET              two events of a stream, AD_PROBE_GAP apart
 *   GET ?silence=N   200 after N seconds without a byte
 */
#ifndef AD_HTTP_PROBE_ROUTE_H
#define AD_HTTP_PROBE_ROUTE_H

#include "http/server.h"

#define AD_PROBE_PATH "/healthz/probe"
#define AD_PROBE_HEADER "X-Adcore-Probe"
#define AD_PROBE_GAP (2 * AD_SECOND) /* between the events */
#define AD_PROBE_SILENCE_MAX 600     /* s */
#define AD_PROBES_MAX 8              /* GETs that wait at a time; one more is 503 */

/* Answers a request to AD_PROBE_PATH. */
void ad_probe_handle(struct ad_exchange *x);

#endif
