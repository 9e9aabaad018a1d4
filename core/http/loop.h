/* Inside core/http: a loop's thread. A test may also turn a loop on a thread of its own. */
#ifndef AD_HTTP_LOOP_H
#define AD_HTTP_LOOP_H

#include "http/internal.h"

/* server.c: a server whose loops are neither opened nor started. ad_http_free() frees it. */
struct ad_http_server *ad_http_server_new(struct ad_core *core, const struct ad_route *routes,
					  size_t route_count);

/* A thread's main function: opens the loop, turns it until the server stops, closes it. */
void *ad_http_loop_main(void *loop);
/* Starts libmicrohttpd on the loop's listen_fd; false with a sentence. */
bool ad_http_loop_open(struct ad_http_loop *loop, char err[static 256]) AD_CHECK;
/* Waits until there is something to do, and does it. */
void ad_http_loop_turn(struct ad_http_loop *loop);
/* Ends the connections and libmicrohttpd. */
void ad_http_loop_close(struct ad_http_loop *loop);

#endif
