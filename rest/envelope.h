/*
 * Shared by the JSON front ends: /api/v1 and the application's /app/api. They differ in who may
 * call; the door of the call (call->door) decides what an answer says of its own address.
 */
#ifndef AD_REST_ENVELOPE_H
#define AD_REST_ENVELOPE_H

#include "rest/rest.h"
#include "rest/route.h"

/* Fills a call from the request and its route: all but door, principal and credential. */
void ad_rest_fill(struct ad_exchange *x, const struct ad_rest_route *route);
/*
 * Finds the route of a path below the prefix and fills the call; a path or method that is not there
 * is call->route_status. True for OPTIONS of a known path, which ad_rest_say_options() answers.
 */
bool ad_rest_open(struct ad_exchange *x, struct ad_str path) AD_CHECK;
/* Turns the call's outcome into the reply. */
void ad_rest_render(struct ad_exchange *x);
/* Answers OPTIONS: what may be done with the path (RFC 9110 section 9.3.7), and nothing else. */
void ad_rest_say_options(struct ad_exchange *x);
/* Adds the routes below a prefix: the prefix itself, and the paths whose bodies may be longer. */
void ad_rest_add_routes(struct ad_rest_routes *out, const char *prefix,
			const struct ad_route *like);
/* Adds the route of one path below a prefix. */
void ad_rest_add_route(struct ad_rest_routes *out, const char *prefix, const char *path,
		       size_t body_max, const struct ad_route *like);

#endif
