/*
 * The one stylesheet of all pages, made from style.css when it is built. Its path holds a digest of
 * its text, so that browsers may keep it for ever.
 */
#ifndef AD_HTTP_STYLE_H
#define AD_HTTP_STYLE_H

#include "http/server.h"

#define AD_STYLE_PREFIX "/static/" /* of the route */

extern const char ad_style_text[]; /* not ended by a NUL */
extern const size_t ad_style_size; /* bytes */
extern const char ad_style_path[]; /* "/static/0123456789abcdef.css" */

/* GET of the stylesheet; anything else below the prefix is 404. */
void ad_style_handle(struct ad_exchange *x);

#endif
