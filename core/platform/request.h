/* How an ad account is reached, and HTTP as an adapter sees it. */
#ifndef AD_PLATFORM_REQUEST_H
#define AD_PLATFORM_REQUEST_H

#include <cjson/cJSON.h>

#include "base/text.h"

enum ad_declared {
	AD_NOT_DECLARED,
	AD_DECLARED_NO,
	AD_DECLARED_YES,
};

/* How one ad account is reached. Nothing of it is ever logged. */
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
	struct ad_str access_token; /* secret: the one that goes along, for a proof of it */
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
	bool changes; /* it changes something there: sending it twice is never free */
	bool bare;    /* it goes without the credential: whoever has the URL may read it */
	size_t parts; /* how many answers the answer must hold; 0: it is one */
	/* Headers of the answer that the adapter wants to read; NULL: none further. */
	const char *hears[AD_HTTP_HEARD_MAX];
};

struct ad_http_response {
	long status;
	struct ad_str body;
	size_t parts;                           /* as in the request */
	int64_t retry_after;                    /* seconds, from the header; 0: none */
	struct ad_str heard[AD_HTTP_HEARD_MAX]; /* what request.hears asked for, absent or not */
};

#endif
