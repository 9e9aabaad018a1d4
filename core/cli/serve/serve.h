/* Inside core/cli: what a running server is made of, put together in serve.c in this order. */
#ifndef AD_CLI_SERVE_H
#define AD_CLI_SERVE_H

#include "cli/serve/sandbox.h"
#include "http/server.h"
#include "rest/rest.h"

/* At most this many routes of all doors together. */
#define AD_ROUTES_MAX 96

struct ad_server {
	struct ad_config config;
	struct ad_core core;
	struct ad_arena *arena;
	struct ad_sandbox *sandbox;
	struct ad_http_server *http;
	struct ad_route routes[AD_ROUTES_MAX];
	size_t route_count;
	struct ad_rest_routes rest, app_api; /* with the paths that routes point into */
	int lock_fd[2];                      /* of the data folder, and of the database file */
	struct ad_webhook_workers *webhooks;
	bool upkeep;               /* of core.auth: started */
	struct ad_gauges *gauges;  /* what /metrics says of the database; NULL without /metrics */
	_Atomic int64_t probed_at; /* ad_monotonic() of the last look at the disk, or 0 */
	_Atomic bool unwritable;   /* the disk, at that moment */
};

/* Everything served, filled into routes (routes.c). */
void ad_serve_routes(struct ad_server *server);

#endif
