/*
 * The parts of a URL as they are written (RFC 3986 section 3): nothing is decoded, folded or
 * normalized, because redirect URIs and addresses of people's sites are compared and shown as
 * written. Pure.
 */
#ifndef AD_BASE_URL_H
#define AD_BASE_URL_H

#include "base/base.h"

/* All parts point into the URL. */
struct ad_url {
	struct ad_str scheme;    /* before the first ':' */
	struct ad_str authority; /* between "//" and the path; absent without "//" */
	struct ad_str path;      /* empty if there is none */
	struct ad_str tail;      /* everything after the authority: path, query, fragment */
};

/* Splits at the marks alone. False without a scheme (RFC 3986 section 3.1). */
bool ad_url_split(struct ad_str url, struct ad_url *out) AD_CHECK;
/* True if the scheme is http or https, in either case, and there is an authority. */
bool ad_url_is_web(const struct ad_url *url);
/*
 * Splits "host", "host:port" and "[v6]:port"; the host keeps its brackets, and its characters are
 * not checked. port: -1 if there is none. False: user information, an empty host, brackets without
 * a pair, or no port from 0 to 65535.
 */
bool ad_authority_split(struct ad_str authority, struct ad_str *host, int *port) AD_CHECK;
/* Decimal digits alone, from 0 to 65535; -1 otherwise. */
int ad_port_parse(struct ad_str text);
/* The host of an absolute URL, without its port; absent if the URL has no authority. */
struct ad_str ad_url_host(struct ad_str url);

#endif
