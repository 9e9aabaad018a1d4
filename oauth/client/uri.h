/*
 * Inside oauth/: redirect URIs (OAuth 2.1 section 2.3, RFC 8252 section 7.3). Compared as strings,
 * never normalised; the one exception is the port of a loopback URI.
 */
#ifndef OAUTH_URI_H
#define OAUTH_URI_H

#include "adcore.h"

#define OAUTH_URI_MAX 2048

enum oauth_uri_kind {
	OAUTH_URI_BAD,      /* malformed or forbidden: never registered */
	OAUTH_URI_UNUSABLE, /* may be registered besides others, but is refused when used */
	OAUTH_URI_HTTPS,
	OAUTH_URI_LOOPBACK, /* http on localhost, 127.0.0.1 or [::1], any port */
	OAUTH_URI_APP,      /* a private scheme of a known editor */
};

/* Classifies a URI by the use that it allows. */
enum oauth_uri_kind oauth_uri_judge(struct ad_str uri);
/* True if a browser runs the scheme or reads it from the disk, ignoring leading blanks. */
bool oauth_uri_is_dangerous(struct ad_str uri);
/* True if the URI of a request matches the registered one. */
bool oauth_uri_match(struct ad_str registered, struct ad_str shown);
/*
 * The host for display, such as "claude.ai", "localhost:8787" or "cursor"; points into the URI.
 */
struct ad_str oauth_uri_host(struct ad_str uri);
/* True if a client_id is a URL, valid or not, and so names a metadata document. */
bool oauth_uri_is_document(struct ad_str client_id);
/*
 * Checks the URL of a client's metadata document or of its keys (Client ID Metadata Documents
 * section 3). Returns the fault as a phrase of plain ASCII that begins with "it", or NULL. The URL
 * is judged as written, never normalised.
 */
const char *oauth_uri_document_fault(struct ad_str url);
/* True if it is an absolute http(s) URL, which client metadata requires of links. */
bool oauth_uri_is_web(struct ad_str uri);

#endif
