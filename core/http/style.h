/*
 * The one stylesheet of all pages, made from style.css when it is built, and the one script, made
 * from passkey.js. The path of each holds a digest of its text, so that browsers may keep it for
 * ever.
 */
#ifndef AD_HTTP_STYLE_H
#define AD_HTTP_STYLE_H

#include "http/server.h"

#define AD_STYLE_PREFIX "/static/" /* of the route */

extern const char ad_style_text[]; /* not ended by a NUL */
extern const size_t ad_style_size; /* bytes */
extern const char ad_style_path[]; /* "/static/0123456789abcdef.css" */

/* The one script, of passkeys: on the pages that ad_page_reply_scripted() answers alone. */
extern const char ad_script_text[]; /* not ended by a NUL */
extern const size_t ad_script_size; /* bytes */
extern const char ad_script_path[]; /* "/static/0123456789abcdef.js" */

/* GET of the stylesheet or the script; anything else below the prefix is 404. */
void ad_style_handle(struct ad_exchange *x);

#endif
