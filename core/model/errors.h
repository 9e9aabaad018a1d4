/*
 * Every way a call can end, in one table: code -> name on the wire, HTTP status, JSON-RPC code,
 * recovery, sentence. Only the doors turn a status into their protocol.
 */
#ifndef AD_MODEL_ERRORS_H
#define AD_MODEL_ERRORS_H

#include "base/base.h"

enum ad_status {
	AD_OK = 0,
	AD_INVALID,               /* 400 VALIDATION_ERROR */
	AD_UNAUTHENTICATED,       /* 401 INVALID_CREDENTIALS */
	AD_SUBSCRIPTION_REQUIRED, /* 402 */
	AD_SUBSCRIPTION_EXPIRED,  /* 402 */
	AD_NO_API_IN_PLAN,        /* 402 API_ACCESS_NOT_IN_PLAN */
	AD_FORBIDDEN_SCOPE,       /* 403 INSUFFICIENT_SCOPE */
	AD_NOT_FOUND,             /* 404 */
	AD_METHOD_NOT_ALLOWED,    /* 405 */
	AD_CONFLICT,              /* 409 CONFLICT */
	AD_IDEMPOTENCY_CONFLICT,  /* 409 */
	AD_PRECONDITION,          /* 412 PRECONDITION_FAILED */
	AD_TOO_LARGE,             /* 413 PAYLOAD_TOO_LARGE */
	AD_UNSUPPORTED_MEDIA,     /* 415 UNSUPPORTED_MEDIA_TYPE */
	AD_GUARDRAIL,             /* 422 GUARDRAIL_VIOLATION */
	AD_RATE_LIMITED,          /* 429 */
	AD_INTERNAL,              /* 500 INTERNAL_ERROR */
	AD_UNAVAILABLE,           /* 503 */
	AD_STATUS_COUNT
};

struct ad_status_row {
	const char *code;     /* name on the wire */
	int http;             /* HTTP status */
	int jsonrpc;          /* JSON-RPC code where a protocol error is called for */
	const char *recovery; /* transient | correctable | terminal */
	const char *sentence; /* the message where nothing better is known */
};

/* The row of a status. */
const struct ad_status_row *ad_status_row(enum ad_status status);

/* One fault of the input, at its path. The codes are those of `details.fields[].code`. */
struct ad_fault {
	struct ad_fault *next;
	const char *path;    /* "headlines[3].text"; "" is the whole body */
	const char *code;    /* REQUIRED, UNKNOWN_FIELD, READ_ONLY, WRONG_TYPE, TOO_LONG, … */
	const char *message; /* one sentence that says what is wrong and what would be right */
	int64_t limit;       /* the bound, where has_limit */
	bool has_limit;
	const char *suggestion; /* NULL, or what to do next (nearest allowed values) */
};

/* The codes of faults and their meanings, in alphabetical order. */
struct ad_fault_code {
	const char *code;
	const char *doc; /* one sentence */
};
extern const struct ad_fault_code ad_fault_codes[];
extern const size_t ad_fault_code_count;

/* One broken guardrail: `details.violations[]`. */
struct ad_violation {
	struct ad_violation *next;
	const char *rule;   /* maxCampaignDailyBudget, … */
	const char *limit;  /* rendered JSON */
	const char *actual; /* rendered JSON */
	const char *id;     /* object, or NULL */
	const char *message;
};

#endif
