/*
 * Parts that the browser-facing front ends share: cookies, the session of a cookie, forms, the
 * origin of a request, and redirects.
 */
#ifndef AD_HTTP_BROWSER_H
#define AD_HTTP_BROWSER_H

#include "http/server.h"

#define AD_APP_PATH "/app" /* the application: where a browser goes that came for nothing else */

/* True if the public URL is https; cookies are then Secure and "__Host-". */
bool ad_http_secure(const struct ad_exchange *x);
/* A cookie's value, or absent. */
struct ad_str ad_cookie(const struct ad_exchange *x, const char *name);
/*
 * Sets one as the public URL's scheme wants it; seconds 0: until the browser ends, negative: it is
 * taken away.
 */
void ad_cookie_set(struct ad_exchange *x, const char *name, struct ad_str value, int64_t seconds);
/*
 * The signed-in session, if any; token is the cookie's value. AD_DB_ROW, AD_DB_DONE, or what the
 * database said.
 */
enum ad_db_status ad_browser_session(struct ad_exchange *x, struct ad_session *out,
				     struct ad_str *token) AD_CHECK;
/* The origin of the public URL: "https://ads.example.com". */
struct ad_str ad_http_origin(const struct ad_exchange *x);
/*
 * The relying party of passkeys (WebAuthn section 5.1.2): the public URL's host. Absent if that is
 * an IP address: browsers keep no passkeys for these.
 */
struct ad_str ad_http_rp_id(const struct ad_exchange *x);
/*
 * True if a POST comes from one of our own pages, by Sec-Fetch-Site, else by Origin (absent:
 * unknown).
 */
bool ad_same_origin(const struct ad_exchange *x);
/*
 * The form of a POST. False where the type is not application/x-www-form-urlencoded (fault: says
 * so) or the text does not decode.
 */
bool ad_form_read(struct ad_exchange *x, struct ad_param **out, size_t *count,
		  const char **fault) AD_CHECK;
/* 303 to a URL of our own or a checked one. */
void ad_redirect(struct ad_exchange *x, struct ad_str url);
/*
 * Counts the request against its address and sets the X-RateLimit headers. False:
 * too many; Retry-After is set and the front end writes the reply.
 */
bool ad_address_passes(struct ad_exchange *x, enum ad_address_use use) AD_CHECK;
/*
 * True if a redirect after sign-in may lead to this address: a path of the application, with or
 * without a query, of plain characters, so that no parameter can lead to another site.
 */
bool ad_back_valid(struct ad_str path);

#endif
