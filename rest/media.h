/* Bytes of assets as HTTP answers: behind a token (rest.c), and by signed links under /media/. */
#ifndef AD_REST_MEDIA_H
#define AD_REST_MEDIA_H

#include "core/http/server.h"

#define AD_MEDIA_PREFIX "/media/"

/* The handler of every path under /media/: no token, a signature instead. */
void ad_media_handle(struct ad_exchange *x);
/* Turns call->media into the reply: type, length, range, and headers that keep it a file. */
void ad_media_reply(struct ad_exchange *x);

#endif
