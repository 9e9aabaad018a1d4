/* From a path to a resource's action. */
#ifndef AD_REST_ROUTE_H
#define AD_REST_ROUTE_H

#include "core/http/server.h"

struct ad_rest_route {
	const struct ad_resource *res;
	const struct ad_action *action; /* NULL: the path takes other methods, see allow */
	struct ad_str id;               /* of the path, or absent */
	struct ad_str allow;            /* "GET, HEAD, POST, OPTIONS" */
};

/*
 * Finds what a path below /api/v1 ("/campaigns/cmp_…") and a method name. False: no such path.
 * With a method that the path does not take, action is NULL and allow is filled.
 */
bool ad_rest_route_find(struct ad_arena *arena, struct ad_str method, struct ad_str path,
			struct ad_rest_route *out) AD_CHECK;

#endif
