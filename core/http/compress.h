/*
 * Compressed answers (RFC 9110 section 8.4.1.3). A front end allows it for an answer that holds no
 * secret beside what a caller chose: neither pages with the token of a form nor answers with a new
 * secret. It then goes out as gzip where the request asks for that. Its ETag has "-gzip" behind it,
 * unless it is the version of an object; ad_http_etags() takes that away where a client shows it.
 */
#ifndef AD_HTTP_COMPRESS_H
#define AD_HTTP_COMPRESS_H

#include "http/server.h"

#define AD_COMPRESS_MIN ((size_t)1024)       /* bytes: less is sent as it is */
#define AD_COMPRESS_HERE ((size_t)64 * 1024) /* bytes: more is compressed on the slow lane */

/* Allows it for the reply that is made, or that will be. */
void ad_http_compress(struct ad_exchange *x);
/* The same of a static reply that is there compressed already. */
void ad_http_compress_as(struct ad_exchange *x, struct ad_str gzip);
/* True if Accept-Encoding asks for gzip: named, or *, with a q above 0. */
bool ad_http_takes_gzip(const struct ad_exchange *x);
/* The value of If-Match or If-None-Match without "-gzip", on the arena; absent stays absent. */
struct ad_str ad_http_etags(struct ad_arena *arena, struct ad_str header);
/* Compresses text onto the arena; absent where it does not get shorter. Any thread. */
struct ad_str ad_gzip(struct ad_arena *arena, struct ad_str text);

/* For core/http alone. */
/* Sends a long reply off to be compressed; true: it is away, and finishes when it is back. */
bool ad_http_pack_slow(struct ad_exchange *x) AD_CHECK;
/* True if the exchange came back from there. */
bool ad_http_pack_back(struct ad_exchange *x);
/* Makes the reply the compressed one where that was allowed and asked for. */
void ad_http_pack(struct ad_exchange *x);

#endif
