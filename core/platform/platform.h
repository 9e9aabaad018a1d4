/*
 * What an ad platform is to the house: a small struct of functions, pure, text in and text out.
 * An adapter builds the request of an operation of ours and reads its answer; it asks for what
 * stands on the platform and hears it in our own field names. It never sends anything itself
 * (sync/run does, through transport.h), keeps no state and knows no database.
 *
 * Versions and hosts are rows of version.h, and limits are data. The sandbox is reached by the same
 * adapter at other URLs.
 */
#ifndef AD_PLATFORM_PLATFORM_H
#define AD_PLATFORM_PLATFORM_H

#include <cjson/cJSON.h>

#include "base/arena.h"
#include "base/json_write.h"
#include "model/resource.h"
#include "platform/listing.h"
#include "platform/made.h"
#include "platform/piece.h"
#include "platform/request.h"
#include "platform/upload.h"

/* What an adapter read of one object on the platform. */
struct ad_remote {
	struct ad_remote *next;
	struct ad_str id;        /* as in remote.id */
	struct ad_str parent_id; /* remote id of its parent, absent for a campaign */
	struct ad_str mark;      /* id of our object that made it, or absent */
	struct ad_str status;    /* ENABLED | PAUSED | REMOVED */
	struct ad_str review_status, review_reasons; /* its word, and JSON as in sync/review.h */
	struct ad_str handle; /* the adapter's own (a budget's name), or absent */
	int64_t created;      /* us, by the platform's clock; 0: not told */
	/* It is not the object, but what the first step alone of a create of it made; or NULL. */
	const struct ad_made *part;
	/* Our field names and values as we would write them; what is not there was not told. */
	const cJSON *fields;
	/* It is paused, and nothing stands there: a paused one of its kind is not kept there. */
	bool nowhere;
	/* Names of fields that its parts there have differently ("a,b"), or absent. */
	struct ad_str mixed;
};

/* Why an operation failed: `operations[].error`. */
struct ad_platform_error {
	struct ad_str platform_code; /* "campaignError.DUPLICATE_CAMPAIGN_NAME", or absent */
	const char *code;            /* ours: DUPLICATE_NAME, POLICY_VIOLATION, REFUSED, … */
	struct ad_str message;
	bool retryable;
	struct ad_str details; /* JSON object, or absent */
};

/* The review status of what the platform shows without a word on its review. */
#define AD_REVIEW_UNKNOWN "UNKNOWN"

/* The code of a request that the platform finds too large: a smaller one may go. */
#define AD_TOO_MUCH_DATA "TOO_MUCH_DATA"

enum ad_outcome_kind {
	AD_DID,     /* it stands */
	AD_REFUSED, /* certainly not done, and sending again would not help */
	AD_AGAIN,   /* certainly not done; later it may */
	AD_EXPIRED, /* certainly not done: the access token is no good */
	AD_DOUBT,   /* done or not: the platform must be asked */
};

struct ad_outcome {
	enum ad_outcome_kind kind;
	struct ad_str remote_id; /* DID of a create */
	struct ad_made *made;    /* DID: what this request made or changed, in its order */
	struct ad_platform_error error;
	bool partly;  /* REFUSED: a part of what the request carried may stand all the same */
	int64_t wait; /* us to wait before sending anything again; 0: not said */
};

enum ad_built {
	AD_BUILT,     /* a request stands in *out */
	AD_BUILT_ALL, /* there is no such step: the operation is complete */
};

struct ad_platform_token {
	struct ad_str access_token;
	struct ad_str refresh_token; /* takes the place of the one that was sent, or absent */
	int64_t lifetime;            /* seconds */
};

struct ad_adapter {
	enum ad_platform platform;
	size_t batch_max;   /* pieces in one request, at most */
	bool fetches_media; /* an ad's pictures and videos are fetched from URLs that it is given */

	/* Whether this platform carries that field of ours at all. */
	bool (*sends)(const struct ad_resource *res, const char *field);
	/*
	 * NULL-ended names of the fields of a campaign that the create of an ad group below it
	 * carries; NULL: none.
	 */
	const char *const *inherits;
	/*
	 * Whether what is attached in that role to an object of that kind is sent: the asset by an
	 * operation of its own, before what uses it; then its link (AD_R_ASSET_LINK), or, of an
	 * ad, the ad that shows it. NULL: of assets nothing is.
	 */
	bool (*carries)(enum ad_resource_id holder, struct ad_str role);
	/* Whether a piece can be expressed there; false with *error. */
	bool (*can)(struct ad_arena *arena, const struct ad_piece *piece,
		    struct ad_platform_error *error);
	/* Whether b may travel in one request with a (same kind, no order between them). */
	bool (*together)(const struct ad_piece *a, const struct ad_piece *b);
	/*
	 * Appends the platform's normal form of a field of an object in our form: two values with
	 * the same text mean the same there.
	 */
	void (*normal)(struct ad_text *out, const struct ad_resource *res, const char *field,
		       const cJSON *object);
	/*
	 * The request number `step` (from 0) of pieces that may travel together. A create goes on
	 * behind the steps that are known to be done, and finds what they made in `made`; an
	 * update starts from how things stand there.
	 */
	enum ad_built (*build)(struct ad_arena *arena, const struct ad_link *link,
			       const struct ad_piece *pieces, size_t count, unsigned step,
			       struct ad_http_request *out);
	/* Whether a piece sends that field of its `changed` in that step. */
	bool (*in_step)(const struct ad_piece *piece, unsigned step, const char *field);
	/*
	 * Whether that step sends a part of the field, of which the whole takes several requests or
	 * several objects there: it may stand half-way. NULL: no field does.
	 */
	bool (*in_parts)(const struct ad_piece *piece, unsigned step, const char *field);
	/* Reads the answer to build()'s request: an outcome a piece. */
	void (*read)(struct ad_arena *arena, const struct ad_piece *pieces, size_t count,
		     const struct ad_http_response *response, struct ad_outcome *outcomes);
	/* The next request of a conversation; false when all was heard. */
	bool (*ask)(struct ad_arena *arena, const struct ad_link *link, struct ad_ask *ask,
		    struct ad_http_request *out);
	/* Hears the answer, adds to ask->found; anything but DID ends the conversation. */
	void (*hear)(struct ad_arena *arena, struct ad_ask *ask,
		     const struct ad_http_response *response, struct ad_outcome *outcome);
	/* For pulls (listing.h); NULL: not built, nothing is pulled, no figures are collected. */
	bool (*list)(struct ad_arena *arena, const struct ad_link *link, struct ad_listing *listing,
		     struct ad_http_request *out);
	void (*list_hear)(struct ad_arena *arena, struct ad_listing *listing,
			  const struct ad_http_response *response, struct ad_outcome *outcome);
	bool (*figures)(struct ad_arena *arena, const struct ad_link *link,
			struct ad_figures_ask *ask, struct ad_http_request *out);
	void (*figures_hear)(struct ad_arena *arena, struct ad_figures_ask *ask,
			     const struct ad_http_response *response, struct ad_outcome *outcome);
	/* Whether a remote object stands under the natural key of a create. */
	bool (*same_key)(const struct ad_piece *piece, const struct ad_remote *remote);
	/* Whether objects of that kind carry our mark. */
	bool (*marks)(const struct ad_resource *res);
	/*
	 * Without a mark: whether what an earlier step of the create made tells that the create
	 * made the remote object, whatever others changed of it. NULL: nothing does.
	 */
	bool (*made_of)(const struct ad_piece *piece, const struct ad_remote *remote);
	/* Whether creating twice gives one object (the natural key is the identity). */
	bool (*set_like)(const struct ad_resource *res);
	/*
	 * Whether what a create makes is not yet all that the piece wants: it is then brought to it
	 * by an update, which starts from how it stands there. NULL: a create always makes it all.
	 */
	bool (*completes)(const struct ad_piece *piece);
	/* Whether a field is left to that update; NULL: all are. */
	bool (*completes_field)(const struct ad_resource *res, const char *field);
	const struct ad_uploader *uploader; /* NULL: it is sent no conversions */
	/* A new access token by the refresh token, and what the answer says. */
	void (*token_request)(struct ad_arena *arena, const struct ad_link *link,
			      struct ad_http_request *out);
	void (*token_read)(struct ad_arena *arena, const struct ad_http_response *response,
			   struct ad_platform_token *token, struct ad_outcome *outcome);
};

/* The adapter of a platform, or NULL where it is not built. */
const struct ad_adapter *ad_adapter_of(enum ad_platform platform);
/* "CREATE", … and back (AD_OP_COUNT where unknown, whose name is empty). */
const char *ad_op_name(enum ad_op op);
enum ad_op ad_op_of(struct ad_str name);

extern const struct ad_adapter ad_google;
extern const struct ad_adapter ad_meta;
extern const struct ad_adapter ad_microsoft;
extern const struct ad_adapter ad_reddit;

#endif
