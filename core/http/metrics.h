/* Counters of the running server as Prometheus text. */
#ifndef AD_HTTP_METRICS_H
#define AD_HTTP_METRICS_H

#include "http/server.h"

/* Appends the metrics. Any thread. */
void ad_http_metrics(const struct ad_http_server *server, struct ad_text *out);

/* The listener of its own, where the configuration names one. */
bool ad_http_metrics_start(struct ad_http_server *server, char err[static 256]) AD_CHECK;
void ad_http_metrics_stop(struct ad_http_server *server);
/* Appends more, from `add`, at the end of each answer. Before the routes are used. */
void ad_http_metrics_more(struct ad_http_server *server,
			  void (*add)(void *arg, struct ad_text *out), void *arg);

#endif
