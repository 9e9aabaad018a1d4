/* The connection to an ad account, and HTTP as an adapter uses it. */
#ifndef AD_PLATFORM_REQUEST_H
#define AD_PLATFORM_REQUEST_H

#include <cjson/cJSON.h>

#include "base/text.h"

enum ad_declared {
	AD_NOT_DECLARED,
	AD_DECLARED_NO,
	AD_DECLARED_YES,
};

/* The connection to one ad account. None of its members is ever logged. */
struct ad_link {
	struct ad_str api_url; /* without trailing slash */
	struct ad_str token_url;
	struct ad_str account_id;
	struct ad_str login_account_id;                        /* manager account, or absent */
	struct ad_str currency, timezone;                      /* the ad account's: "JPY", IANA's */
	const cJSON *settings;                                 /* the connection's, or NULL */
	int64_t now;                                           /* us: when it is used */
	struct ad_str developer_token;                         /* or absent */
	enum ad_declared eu_political;                         /* the connection's setting */
	struct ad_str client_id, client_secret, refresh_token; /* secret */
	struct ad_str access_token; /* secret: the current one, for a proof of it */
};

struct ad_http_header {
	const char *name;
	struct ad_str value;
};

#define AD_HTTP_HEADERS_MAX 6
#define AD_HTTP_HEARD_MAX 3

/* A request without its credential, which the sender adds as Authorization. */
struct ad_http_request {
	const char *method;
	struct ad_str url;
	struct ad_http_header headers[AD_HTTP_HEADERS_MAX];
	size_t header_count;
	struct ad_str body;
	bool changes; /* it changes something: a repeat has an effect */
	bool bare;    /* sent without the credential: the URL alone gives access */
	size_t parts; /* required number of answers in the answer; 0: a single one */
	/* The answer's headers that the adapter reads; NULL: no more. */
	const char *hears[AD_HTTP_HEARD_MAX];
};

struct ad_http_response {
	long status;
	struct ad_str body;
	size_t parts;                           /* as in the request */
	int64_t retry_after;                    /* seconds, from the header; 0: none */
	struct ad_str heard[AD_HTTP_HEARD_MAX]; /* the values of request.hears, absent or not */
};

/*
 * True if an answer with that HTTP status, which is no success, may follow a change that was made:
 * a server error, a timeout, or a status that refuses nothing (202, 204, a redirection).
 */
static inline bool ad_status_is_doubtful(long status)
{
	return status >= 500 || status == 408 || status == 499 || (status != 200 && status < 400);
}

#endif
