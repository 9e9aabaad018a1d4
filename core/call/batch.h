/* Inside a batch: its operations as calls of their own, and what came of each. */
#ifndef AD_CALL_BATCH_H
#define AD_CALL_BATCH_H

#include "call/call.h"

struct ad_batch {
	size_t n;
	bool atomic;
	bool whole;               /* one transaction; else as many as keep others from waiting */
	struct ad_call *prepared; /* a call an operation, as far as the reading side brought it */
	struct ad_str *results;   /* rendered, an operation each */
	int *statuses;            /* the HTTP status of each */
	const struct ad_call *refusal; /* of a later part (parts.h), or NULL */
};

/* How far a batch is; a new one with each transaction, for a writing step may run twice. */
struct ad_batch_progress {
	struct ad_batch *batch;
	size_t at;     /* the operation that is next */
	size_t failed; /* operations so far */
	size_t bytes;  /* of results so far */
};

/*
 * Renders what came of the operation that is next, within what an answer may hold. The result is on
 * the call's arena; sub's may end.
 */
void ad_batch_result(struct ad_call *call, struct ad_batch_progress *p, const struct ad_call *sub);
/* The call's data: { "results": … } of all operations. */
void ad_batch_answer(struct ad_call *call, const struct ad_batch *batch);
/* Tells the faults of an operation as the batch's, at their path in it. */
void ad_batch_fault(struct ad_call *call, size_t index, const struct ad_call *sub);
/* Ends an atomic batch of which something failed: 400, with the results in details. */
void ad_batch_refuse(struct ad_call *call, const struct ad_batch_progress *p);

#endif
