/*
 * Offline conversions as an adapter sees them. They are not objects there: nothing is read back but
 * the answer, and what was counted stays. Each goes with a number of its own, by which the platform
 * counts it once however often it is sent.
 */
#ifndef AD_PLATFORM_UPLOAD_H
#define AD_PLATFORM_UPLOAD_H

#include "base/arena.h"
#include "platform/request.h"

struct ad_piece;
struct ad_outcome;
struct ad_platform_error;

/* One conversion for one platform; what is not known is absent. */
struct ad_upload {
	struct ad_str key;          /* its number there: the order's, else our id */
	struct ad_str action;       /* what happened, as the platform knows it (an id, a name) */
	int64_t occurred_at;        /* us */
	const cJSON *clicks;        /* clickIds, or NULL */
	struct ad_str email, phone; /* private: SHA-256 of the platform's normal form, hex */
	bool has_value;
	int64_t value; /* micros of `currency` */
	struct ad_str currency;
	struct ad_str order_id;
	struct ad_str source;                           /* our actionSource */
	struct ad_str ad_user_data, ad_personalization; /* GRANTED | DENIED */
};

/* Our code of a refusal that is about the conversion itself: no later push would mend it. */
#define AD_UPLOAD_REFUSED "CONVERSION_REFUSED"
/* Our code of one that may have been counted, and that sending again might count twice. */
#define AD_UPLOAD_UNCERTAIN "MAY_BE_COUNTED"

struct ad_uploader {
	size_t batch_max;
	int64_t oldest;          /* us after it happened: what is older is not taken any more */
	int64_t oldest_in_store; /* the same of what happened in a store; 0: equal */
	/* us within which one that is sent again is counted once; 0: however late that is */
	int64_t once;
	const char *setting; /* of the connection's, without which nothing can be sent, or NULL */
	/* One that is refused takes all of its request along: those are sent again one by one. */
	bool whole;
	/* Whether a conversion can be expressed there; false with *error. NULL: each can. */
	bool (*can)(struct ad_arena *arena, const struct ad_link *link,
		    const struct ad_upload *upload, struct ad_platform_error *error);
	void (*build)(struct ad_arena *arena, const struct ad_link *link,
		      const struct ad_piece *pieces, size_t count, struct ad_http_request *out);
	/* Reads the answer: an outcome a piece. That it was counted before is DID. */
	void (*read)(struct ad_arena *arena, const struct ad_piece *pieces, size_t count,
		     const struct ad_http_response *response, struct ad_outcome *outcomes);
};

#endif
