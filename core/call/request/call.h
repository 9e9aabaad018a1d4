/*
 * A call: one request, from any front end. It lives on its own arena and belongs to one thread at a
 * time, so its members need no lock.
 *
 * A call advances by steps. A step does its part and sets the next step and its place with
 * ad_call_next(); a step that sets none ends the call, and the front end renders the outcome.
 *
 * The places: AD_HERE, the thread that runs readers (an event loop, or a slow-lane thread if the
 * database is remote), db is a reading connection. AD_WRITE, the writer's thread, inside a
 * savepoint, db writes; ending with status != AD_OK rolls this call's changes back; the step may
 * run twice, so it starts from its inputs. AD_SLOW, a worker for large bodies and long counts, db
 * reads. AD_HASH, passwords, with a short queue. AD_FAR, a worker that may wait for remote servers
 * (fetches), without a database. AD_WAIT, later: when ad_core_notify() is called or wait_until is
 * reached.
 */
#ifndef AD_CALL_CALL_H
#define AD_CALL_CALL_H

#include <cjson/cJSON.h>

#include "auth/limits/limits.h"
#include "auth/credential/principal.h"
#include "base/arena.h"
#include "base/json_write.h"
#include "call/request/call_states.h"
#include "call/request/proof.h"
#include "model/errors.h"
#include "model/resource.h"
#include "store/db/store.h"
#include "store/db/writer.h"

struct ad_call;
struct ad_core;
struct ad_media_reply;
struct ad_row;

typedef void ad_step_fn(struct ad_call *call);
#define AD_FAULTS_MAX 1000 /* reported faults of a call */

enum ad_place {
	AD_HERE,
	AD_WRITE,
	AD_SLOW,
	AD_HASH,
	AD_FAR,
	AD_WAIT,
};

enum ad_door {
	AD_DOOR_API,
	AD_DOOR_MCP,
	AD_DOOR_APP,
	AD_DOOR_PULL,
	AD_DOOR_IMPORT,
};

/* The Space of a call, resolved by the call pipeline. */
struct ad_space {
	char id[AD_ID_SIZE];
	char currency[4];
	char timezone[64];
	enum ad_role role;
	/* Guardrails; 0 micros and negative percent mean "no limit". */
	int64_t max_campaign_daily_budget;
	int64_t max_total_daily_budget;
	int64_t max_budget_increase_percent, max_bid;
	uint32_t allowed_platforms; /* bit per enum ad_platform */
	const char *blocked_terms;  /* JSON array of strings, lower case */
	char require_approval_live[12], require_approval_test[12];
	bool pushes_blocked, require_second_factor, ended_tokens; /* the last: space_access.h */
};

struct ad_call {
	struct ad_change change; /* first: the writer's handle on this call */
	struct ad_core *core;
	struct ad_arena *arena;
	struct ad_db *db; /* of the thread that runs the step; NULL while between threads */

	/* Advance */
	ad_step_fn *next;
	enum ad_place place;
	int64_t wait_until; /* us of ad_now(), for AD_WAIT */
	bool ending;        /* the server stops: answer at once with what is there */

	/* From the front end */
	enum ad_door door;
	struct ad_str request_id;
	struct ad_str credential;       /* the token as presented; absent: none */
	struct ad_proof_shown proof;    /* of the key that the token is bound to */
	struct ad_str audience;         /* the required audience of an OAuth access token */
	struct ad_str space_header;     /* X-Space-Id, or absent */
	struct ad_str address;          /* the caller's, for limits and logs */
	const struct ad_resource *res;  /* the row */
	const struct ad_action *action; /* its action: scopes, name */
	struct ad_str id, body;         /* object id, or absent; raw input, for idempotency */
	const char *body_mac;           /* its HMAC in hex, once it was needed; or NULL */
	const cJSON *input, *patch;     /* parsed input; what the change at hand states; or NULL */
	const struct ad_param *params;  /* query parameters */
	size_t param_count;
	bool bad_query; /* they do not decode */
	struct ad_str idempotency_key;
	struct ad_str if_match, if_none_match;
	struct ad_str range, if_range, accept; /* of a GET: which bytes, and as what */
	bool validate_only;
	bool inside;    /* an operation of a batch: its steps must not leave the database */
	bool rehearsed; /* done and rolled back by the caller: answered as validated only */
	bool body_too_large;
	struct ad_str content_type, content_encoding; /* of the body, as sent */
	enum ad_status route_status;    /* AD_NOT_FOUND, AD_METHOD_NOT_ALLOWED: no such route */
	struct ad_str allow;            /* methods of the path, for METHOD_NOT_ALLOWED */
	struct ad_str idempotency_path; /* method and path that the key belongs to, or absent */
	const char *fault_prefix;       /* put before the faults' paths ("adGroups[0]."), or NULL */
	struct ad_row *draft;           /* a create's object, drafted on the reading side */
	enum ad_rules_pass rules;       /* the checks that a resource's rules make now */
	struct ad_row *parent_hint;     /* a parent being created by this call, or NULL */
	void *door_data;                /* the front end's own */
	void *work;                     /* the action's own, between its steps */
	struct ad_sync_kept *kept_plan; /* of a push, made before its writing step, or NULL */
	ad_step_fn *lost;               /* runs AD_HERE instead of a 503 if a write failed */

	/* Resolved */
	const struct ad_principal *who; /* a copy on the arena */
	struct ad_space space;
	uint32_t scopes; /* effective: granted ∩ role */

	/* Outcome */
	enum ad_status status;
	const char *message;     /* NULL: the status row's sentence */
	const char *suggestion;  /* NULL: none */
	struct ad_fault *faults; /* details.fields, in the order found */
	struct ad_fault **faults_end;
	struct ad_fault *last_fault;   /* the fault that ad_fault_suggest() refers to */
	size_t fault_count, fault_max; /* reported at most; 0: AD_FAULTS_MAX */
	struct ad_violation *violations;
	uint32_t required_scopes; /* INSUFFICIENT_SCOPE: the missing scopes */
	int64_t retry_after;      /* seconds; 0: none */
	const char *bucket;       /* RATE_LIMITED: "minute" or "daily" */
	struct ad_str details;    /* further members of details, rendered "\"k\":v,…", or absent */
	struct ad_str data;       /* rendered JSON of `data` */
	struct ad_media_reply *bytes; /* answered instead of data (call/objects/media.h), or NULL */
	struct ad_str meta;           /* further members of meta, rendered, or absent */
	int http_status;              /* 0: by the verb; else 200, 201, 202, 304 */
	struct ad_str etag, location; /* with its quotes; below base_url ("/campaigns/cmp_…") */
	const char *media;            /* NULL: JSON in its envelope; else the media type of data */
	struct ad_str file_name, next_cursor; /* of an answer that is not JSON: or absent */
	struct ad_str error_json;      /* replayed error { code, message, details }, or absent */
	struct ad_str list_bound;      /* the text that binds a list's cursor (cursor.h) */
	const struct ad_str *fields;   /* the fields of a list (list_fields.h), or NULL: all */
	const struct ad_str *row_keys; /* the cursor key of each row if it is not the id; or NULL */
	struct ad_limit rate;          /* the buckets, for headers; set by the call pipeline */
	enum ad_key_state key;         /* the idempotency key: who answers */
	int64_t idempotency_bytes;     /* counted so far for the stored outcome */
	bool keep_changes;             /* a writing step commits although status is not AD_OK */
};

struct ad_param {
	struct ad_str name, value;
};

/* Sets the next step and its place; core/http/executor.c runs the steps of all front ends. */
void ad_call_next(struct ad_call *call, enum ad_place place, ad_step_fn *step);

/* Ends the call with a status and a sentence ("": that of the status row); returns false. */
bool ad_fail(struct ad_call *call, enum ad_status status, const char *fmt, ...) AD_PRINTF(3, 4);
/* Adds a fault of the input at a path; the call ends as AD_INVALID. Stores the first 1,000. */
void ad_fault(struct ad_call *call, const char *path, const char *code, const char *fmt, ...)
	AD_PRINTF(4, 5);
/* As ad_fault(), with the limit that was exceeded. */
void ad_fault_limit(struct ad_call *call, const char *path, const char *code, int64_t limit,
		    const char *fmt, ...) AD_PRINTF(5, 6);
/* True if the maximum number of faults is stored, so that further checks are useless. */
bool ad_faults_full(const struct ad_call *call);
/* Adds advice to the last fault; the advice to the first fault is details.suggestion. */
void ad_fault_suggest(struct ad_call *call, const char *fmt, ...) AD_PRINTF(2, 3);
/* Maps a database failure to the call's status and logs it; returns false. */
bool ad_fail_db(struct ad_call *call, enum ad_db_status status);
/* The value of a query parameter, or absent. */
struct ad_str ad_call_param(const struct ad_call *call, const char *name);

/*
 * The call pipeline. Starts a call whose front-end members are set: authentication, billing,
 * limits, scope, Space, input, then the action's own steps. When the call (and every step that it
 * named) has ended, the outcome members are set.
 */
void ad_call_start(struct ad_call *call);
/* Checks scopes and key and runs the steps; the front end has authenticated and set the Space. */
void ad_call_start_action(struct ad_call *call);
/* Resets the outcome, for a writing step that may run twice. */
void ad_call_fresh(struct ad_call *call);
/* Resolves the Space and the effective scopes, after authentication. */
bool ad_call_resolve_space(struct ad_call *call) AD_CHECK;
/*
 * For a call that has waited: true if the credential, the membership and the role still allow it.
 * False with the call ended as a new request would be; nothing is counted against its limits.
 */
bool ad_call_still_allowed(struct ad_call *call) AD_CHECK;
/* Requires all of the scopes among the effective ones. */
bool ad_call_require(struct ad_call *call, uint32_t scopes) AD_CHECK;
#endif
