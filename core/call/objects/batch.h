/* The state of a batch: its operations as calls of their own, and their results. */
#ifndef AD_CALL_BATCH_H
#define AD_CALL_BATCH_H

#include "call/request/call.h"

struct ad_batch {
	size_t n;
	bool atomic;
	bool whole;               /* one transaction; else several, so that others need not wait */
	struct ad_call *prepared; /* a call per operation, as the reading side prepared it */
	struct ad_str *results;   /* rendered, an operation each */
	int *statuses;            /* the HTTP status of each */
	const struct ad_call *refusal; /* of a later part (parts.h), or NULL */
};

/* The progress of a batch. Each transaction has a new one, because a writing step may run twice. */
struct ad_batch_progress {
	struct ad_batch *batch;
	size_t at;     /* the operation that is next */
	size_t failed; /* operations so far */
	size_t bytes;  /* of results so far */
};

/*
 * Renders the result of the next operation, within the size limit of an answer. The result is on
 * the call's arena; sub's arena may end.
 */
void ad_batch_result(struct ad_call *call, struct ad_batch_progress *p, const struct ad_call *sub);
/* The call's data: { "results": … } of all operations. */
void ad_batch_answer(struct ad_call *call, const struct ad_batch *batch);
/* Adds the faults of an operation to the batch's, at their path in the batch. */
void ad_batch_fault(struct ad_call *call, size_t index, const struct ad_call *sub);
/* Ends an atomic batch with a failed operation: 400, with the results in details. */
void ad_batch_refuse(struct ad_call *call, const struct ad_batch_progress *p);

#endif
