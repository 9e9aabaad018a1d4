/*
 * Inside core/http: answers that are read piece by piece while they are sent (ad_http_feed()). The
 * connection is suspended while the slow lane reads the next piece.
 */
#ifndef AD_HTTP_FEED_H
#define AD_HTTP_FEED_H

#include <microhttpd.h>

#include "http/server.h"

/* The response that libmicrohttpd sends. Called on the loop's thread. */
struct MHD_Response *ad_http_feed_response(struct ad_exchange *x);
/* Takes the room that a piece needs; false where the budget of answers is used up. On the loop. */
bool ad_http_feed_hold(struct ad_exchange *x) AD_CHECK;
/* True where the exchange comes back with a piece; then it goes on being sent. On the loop. */
bool ad_http_feed_back(struct ad_exchange *x);
/* The request is over, or is answered otherwise. */
void ad_http_feed_end(struct ad_exchange *x);

#endif
