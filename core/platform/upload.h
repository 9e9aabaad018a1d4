/*
 * Offline conversions as an adapter sees them. They are not objects of the platform: only the
 * answer is read, and a counted conversion stays counted. Each has a number of its own, so that the
 * platform counts it once however often it is sent.
 */
#ifndef AD_PLATFORM_UPLOAD_H
#define AD_PLATFORM_UPLOAD_H

#include "base/arena.h"
#include "platform/request.h"

struct ad_piece;
struct ad_outcome;
struct ad_platform_error;

/* One conversion for one platform; unknown values are absent. */
struct ad_upload {
	struct ad_str key;          /* its number at the platform: the order's, otherwise our id */
	struct ad_str action;       /* the event, in the platform's terms (an id, a name) */
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

/* Our code of a refusal that concerns the conversion itself: a later push would not help. */
#define AD_UPLOAD_REFUSED "CONVERSION_REFUSED"
/* Our code of a conversion that may have been counted, and that a repeat might count twice. */
#define AD_UPLOAD_UNCERTAIN "MAY_BE_COUNTED"

struct ad_uploader {
	size_t batch_max;
	int64_t oldest;          /* us after the event: older conversions are not accepted */
	int64_t oldest_in_store; /* the same for an event in a store; 0: equal */
	/* us within which a repeated conversion is counted once; 0: without limit */
	int64_t once;
	const char *setting; /* the connection's setting that is required, or NULL */
	/* One refused conversion fails its whole request: the others are then sent one by one. */
	bool whole;
	/*
	 * True if the platform can express a conversion; otherwise false with *error. NULL: every
	 * one.
	 */
	bool (*can)(struct ad_arena *arena, const struct ad_link *link,
		    const struct ad_upload *upload, struct ad_platform_error *error);
	void (*build)(struct ad_arena *arena, const struct ad_link *link,
		      const struct ad_piece *pieces, size_t count, struct ad_http_request *out);
	/* Reads the answer: one outcome per piece. A conversion that was counted before is DID. */
	void (*read)(struct ad_arena *arena, const struct ad_piece *pieces, size_t count,
		     const struct ad_http_response *response, struct ad_outcome *outcomes);
};

#endif
