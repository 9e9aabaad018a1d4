/* Counters of the running server as Prometheus text. */
#ifndef AD_HTTP_METRICS_H
#define AD_HTTP_METRICS_H

#include "http/server.h"

/* Appends the metrics. Any thread. */
void ad_http_metrics(const struct ad_http_server *server, struct ad_text *out);

#endif
