/*
 * An ad platform's adapter: a small struct of pure functions, text in and text out. An adapter
 * builds the request of an operation of ours and reads the answer; it queries the objects on the
 * platform and returns them in our field names. It sends nothing itself (sync/run does, through
 * transport.h), keeps no state and does not use the database.
 *
 * Versions and hosts are rows of version.h, and limits are data. The same adapter reaches the
 * sandbox at other URLs.
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

/* One object on the platform, as the adapter read it. */
struct ad_remote {
	struct ad_remote *next;
	struct ad_str id;        /* as in remote.id */
	struct ad_str parent_id; /* remote id of its parent, absent for a campaign */
	struct ad_str mark;      /* id of our object that created it, or absent */
	struct ad_str status;    /* ENABLED | PAUSED | REMOVED */
	struct ad_str review_status, review_reasons; /* the platform's; JSON as in review.h */
	struct ad_str handle; /* the adapter's own (a budget's name), or absent */
	int64_t created;      /* us, by the platform's clock; 0: unknown */
	/*
	 * The object that the first step of a create made alone, which is not yet the wanted
	 * object; or NULL.
	 */
	const struct ad_made *part;
	/* Our field names and values as we would write them; a missing field was not returned. */
	const cJSON *fields;
	/*
	 * The object is paused and has no remote counterpart: the platform stores no paused objects
	 * of its kind.
	 */
	bool nowhere;
	/* The names of fields in which its remote parts differ ("a,b"), or absent. */
	struct ad_str mixed;
	bool own_locations; /* an ad group: locations there that adcore neither shows nor changes */
};

/* Why an operation failed: `operations[].error`. */
struct ad_platform_error {
	struct ad_str platform_code; /* "campaignError.DUPLICATE_CAMPAIGN_NAME", or absent */
	const char *code;            /* ours: DUPLICATE_NAME, POLICY_VIOLATION, REFUSED, … */
	struct ad_str message;
	bool retryable;
	struct ad_str details; /* JSON object, or absent */
};

/* The review status of an object that the platform shows without one. */
#define AD_REVIEW_UNKNOWN "UNKNOWN"

/* The code of a request that the platform finds too large: a smaller one may succeed. */
#define AD_TOO_MUCH_DATA "TOO_MUCH_DATA"

enum ad_outcome_kind {
	AD_DOUBT,   /* done or not: the platform must be queried; 0 claims nothing */
	AD_DID,     /* it succeeded */
	AD_REFUSED, /* certainly not done, and a repeat would not help */
	AD_AGAIN,   /* certainly not done; it may succeed later */
	AD_EXPIRED, /* certainly not done: the access token is invalid */
};

struct ad_outcome {
	enum ad_outcome_kind kind;
	struct ad_str remote_id; /* DID of a create */
	struct ad_made *made;    /* DID: the objects that this request made or changed, in order */
	struct ad_platform_error error;
	bool partly;  /* REFUSED: a part of the request may have been done */
	int64_t wait; /* us to wait before the next request; 0: not given */
};

enum ad_built {
	AD_BUILT,     /* the request is in *out */
	AD_BUILT_ALL, /* there is no such step: the operation is complete */
};

struct ad_platform_token {
	struct ad_str access_token;
	struct ad_str refresh_token; /* replaces the one that was sent, or absent */
	int64_t lifetime;            /* seconds */
};

struct ad_adapter {
	enum ad_platform platform;
	size_t batch_max;   /* maximum pieces per request */
	bool fetches_media; /* the platform fetches an ad's pictures and videos from URLs */

	/* True if this platform supports the field. */
	bool (*sends)(const struct ad_resource *res, const char *field);
	/*
	 * NULL-ended names of the campaign fields that the create of an ad group below it sends;
	 * NULL: none.
	 */
	const char *const *inherits;
	/*
	 * True if attachments in that role to an object of that kind are sent: the asset by an
	 * operation of its own, before the objects that use it; then its link (AD_R_ASSET_LINK) or,
	 * of an ad, the ad that shows it. NULL: no asset is sent.
	 */
	bool (*carries)(enum ad_resource_id holder, struct ad_str role);
	/* True if the platform can express a piece; otherwise false with *error. */
	bool (*can)(struct ad_arena *arena, const struct ad_piece *piece,
		    struct ad_platform_error *error);
	/* True if b can share a request with a (same kind, no order between them). */
	bool (*together)(const struct ad_piece *a, const struct ad_piece *b);
	/*
	 * Appends the platform's normal form of a field of an object in our form: values with the
	 * same text are equal on the platform.
	 */
	void (*normal)(struct ad_text *out, const struct ad_resource *res, const char *field,
		       const cJSON *object);
	/*
	 * Builds the request number `step` (from 0) of pieces that may share a request. A create
	 * resumes after the steps that are known to be done, and finds their objects in `made`; an
	 * update starts from the live state.
	 */
	enum ad_built (*build)(struct ad_arena *arena, const struct ad_link *link,
			       const struct ad_piece *pieces, size_t count, unsigned step,
			       struct ad_http_request *out);
	/* True if a piece sends that field of its `changed` in that step. */
	bool (*in_step)(const struct ad_piece *piece, unsigned step, const char *field);
	/*
	 * True if that step sends only a part of the field, because the whole takes several
	 * requests or several remote objects: the field may be written half-way. NULL: no field is.
	 */
	bool (*in_parts)(const struct ad_piece *piece, unsigned step, const char *field);
	/*
	 * True if the update of a piece also sends that field, which is not in its `changed`: a
	 * change by others since the last sync is then drift. NULL: no update does.
	 */
	bool (*rewrites)(const struct ad_piece *piece, const char *field);
	/* Reads the answer to build()'s request: one outcome per piece. */
	void (*read)(struct ad_arena *arena, const struct ad_piece *pieces, size_t count,
		     const struct ad_http_response *response, struct ad_outcome *outcomes);
	/* The next request of a query; false when all was read. */
	bool (*ask)(struct ad_arena *arena, const struct ad_link *link, struct ad_ask *ask,
		    struct ad_http_request *out);
	/* Reads the answer and adds to ask->found; any outcome but DID ends the query. */
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
	/* True if the figures can also be prepared as a report: ask->apart. */
	bool figures_apart;
	/* True if a remote object has the natural key of a create. */
	bool (*same_key)(const struct ad_piece *piece, const struct ad_remote *remote);
	/* True if objects of that kind carry our mark. */
	bool (*marks)(const struct ad_resource *res);
	/*
	 * Without a mark: true if the result of an earlier step proves that the create made the
	 * remote object, whatever others changed in it. NULL: no proof exists.
	 */
	bool (*made_of)(const struct ad_piece *piece, const struct ad_remote *remote);
	/* True if creating twice gives one object (the natural key is the identity). */
	bool (*set_like)(const struct ad_resource *res);
	/*
	 * True if a create makes only a part of the wanted object: an update then completes it,
	 * starting from the live object. NULL: a create always makes the whole object.
	 */
	bool (*completes)(const struct ad_piece *piece);
	/* True if a field is left to that update; NULL: all are. */
	bool (*completes_field)(const struct ad_resource *res, const char *field);
	const struct ad_uploader *uploader; /* NULL: no conversions are sent */
	/* Requests a new access token by the refresh token, and reads the answer. */
	void (*token_request)(struct ad_arena *arena, const struct ad_link *link,
			      struct ad_http_request *out);
	void (*token_read)(struct ad_arena *arena, const struct ad_http_response *response,
			   struct ad_platform_token *token, struct ad_outcome *outcome);
};

/* The adapter of a platform, or NULL if it is not built. */
const struct ad_adapter *ad_adapter_of(enum ad_platform platform);
/* "CREATE", … and back (AD_OP_COUNT if unknown, whose name is empty). */
const char *ad_op_name(enum ad_op op);
enum ad_op ad_op_of(struct ad_str name);

extern const struct ad_adapter ad_google;
extern const struct ad_adapter ad_meta;
extern const struct ad_adapter ad_microsoft;
extern const struct ad_adapter ad_reddit;

#endif
