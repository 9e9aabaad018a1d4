#include "model/errors.h"

#include <assert.h>

/* JSON-RPC codes: -32602 for bad input, -32603 for our faults; the rest ends as tool results. */
static const struct ad_status_row rows[AD_STATUS_COUNT] = {
	[AD_OK] = { "OK", 200, 0, "terminal", "Done." },
	[AD_INVALID] = { "VALIDATION_ERROR", 400, -32602, "correctable",
			 "The request is invalid; details.fields lists every fault." },
	[AD_UNAUTHENTICATED] = { "INVALID_CREDENTIALS", 401, -32603, "terminal",
				 "The token is missing, malformed, revoked or expired." },
	[AD_SUBSCRIPTION_REQUIRED] = { "SUBSCRIPTION_REQUIRED", 402, -32603, "terminal",
				       "The plan requires a subscription. Subscribe, then retry." },
	[AD_SUBSCRIPTION_EXPIRED] = { "SUBSCRIPTION_EXPIRED", 402, -32603, "terminal",
				      "The subscription expired. Renew it, then retry." },
	[AD_NO_API_IN_PLAN] = { "API_ACCESS_NOT_IN_PLAN", 402, -32603, "terminal",
				"The plan does not include API access. Change the plan, then "
				"retry." },
	[AD_FORBIDDEN_SCOPE] = { "INSUFFICIENT_SCOPE", 403, -32603, "terminal",
				 "The token lacks a required scope." },
	[AD_NOT_FOUND] = { "NOT_FOUND", 404, -32602, "terminal",
			   "This Space contains no such object." },
	[AD_METHOD_NOT_ALLOWED] = { "METHOD_NOT_ALLOWED", 405, -32601, "correctable",
				    "This path does not support the method; see the Allow "
				    "header." },
	[AD_CONFLICT] = { "CONFLICT", 409, -32603, "correctable",
			  "The request conflicts with the current state." },
	[AD_IDEMPOTENCY_CONFLICT] = { "IDEMPOTENCY_CONFLICT", 409, -32602, "correctable",
				      "This idempotency key was already used with a different "
				      "request." },
	[AD_PRECONDITION] = { "PRECONDITION_FAILED", 412, -32602, "correctable",
			      "The object changed after it was read. Read it again." },
	[AD_TOO_LARGE] = { "PAYLOAD_TOO_LARGE", 413, -32602, "correctable",
			   "The request body is too large." },
	[AD_UNSUPPORTED_MEDIA] = { "UNSUPPORTED_MEDIA_TYPE", 415, -32602, "correctable",
				   "Send the body as application/json." },
	[AD_GUARDRAIL] = { "GUARDRAIL_VIOLATION", 422, -32602, "correctable",
			   "The request violates a guardrail of this Space; details.violations "
			   "lists each violation." },
	[AD_RATE_LIMITED] = { "RATE_LIMITED", 429, -32603, "transient",
			      "Too many requests. Retry after Retry-After seconds." },
	[AD_INTERNAL] = { "INTERNAL_ERROR", 500, -32603, "transient",
			  "Internal error. Retrying is safe." },
	[AD_UNAVAILABLE] = { "UNAVAILABLE", 503, -32603, "transient",
			     "The service is temporarily unavailable; retry after Retry-After "
			     "seconds." },
};

const struct ad_status_row *ad_status_row(enum ad_status status)
{
	assert(status < AD_STATUS_COUNT);
	return &rows[status];
}
