/* Inside core/http: request bodies and answers, and the memory that all of them may hold. */
#ifndef AD_HTTP_BODY_H
#define AD_HTTP_BODY_H

#include <microhttpd.h>
#include <stdatomic.h>

#include "http/server.h"

#define AD_HTTP_SMALL ((size_t)16 * 1024)           /* bytes of a body that count for no budget */
#define AD_HTTP_DROP_MAX ((size_t)16 * 1024 * 1024) /* bytes of a body read only to be dropped */

enum ad_http_pool {
	AD_POOL_KNOWN,   /* bodies of callers with a valid credential */
	AD_POOL_UNKNOWN, /* bodies of anybody */
	AD_POOL_ANSWERS, /* answers that are being read */
	AD_POOL_COUNT
};

/* Bytes of each pool: for all requests together, and for one network. */
struct ad_http_budgets {
	size_t all[AD_POOL_COUNT], each[AD_POOL_COUNT];
	_Atomic size_t held[AD_POOL_COUNT];
};

/* Bytes of a pool that one request holds. */
struct ad_http_budget {
	enum ad_http_pool pool;
	size_t bytes;
	uint8_t address[16]; /* the client's: valid where bytes are held */
};

/* The budgets of a configuration. */
void ad_http_budgets_init(struct ad_http_budgets *budgets, const struct ad_config *config);
/*
 * Raises what a request holds to `bytes`; false where that is more than the pool or the share of
 * the client's network. Loop thread only.
 */
bool ad_http_budget_take(struct ad_exchange *x, struct ad_http_budget *budget,
			 size_t bytes) AD_CHECK;
/* Gives back all that it holds. */
void ad_http_budget_give(struct ad_exchange *x, struct ad_http_budget *budget);

/*
 * Decides from the headers what becomes of a body of that length (SIZE_MAX: chunked). True: the
 * refusal is made, and goes out at once.
 */
bool ad_http_body_expect(struct ad_exchange *x, size_t length) AD_CHECK;
/* The slow lane has looked at the credential: goes on with the body, or drops it. */
void ad_http_body_admitted(struct ad_exchange *x);
/* Takes a piece of the body. MHD_NO closes the connection. */
enum MHD_Result ad_http_body_add(struct ad_exchange *x, const char *data, size_t size);
/* Frees the body and gives its memory back. */
void ad_http_body_drop(struct ad_exchange *x);

#endif
