/*
 * Work on many objects, a part of it in each writing transaction: first without a savepoint an
 * object, which costs as much as the work. Where that fails the part is rolled back and done again
 * with them.
 */
#ifndef AD_CALL_PARTS_H
#define AD_CALL_PARTS_H

#include "call/call.h"

/* How a part ended. */
enum ad_part {
	AD_PART_DONE,
	AD_PART_TIME_UP, /* the rest goes into a transaction of its own */
	AD_PART_REFUSED, /* an object failed and left something behind that must be rolled back */
	AD_PART_BROKEN,  /* the database failed: the call's status says so */
};

/* Does a part; guarded: each object behind a savepoint of its own. */
typedef enum ad_part ad_part_fn(struct ad_call *call, void *progress, bool guarded);

/*
 * Runs a part behind a savepoint; what a validate-only call did is rolled back. progress, of size
 * bytes, is set back before the second attempt. Writing step only.
 */
enum ad_part ad_part_run(struct ad_call *call, void *progress, size_t size,
			 ad_part_fn *run) AD_CHECK;
/* Ends the savepoint of one object: keeps what it did, or rolls it back. False: the call failed. */
bool ad_part_end_object(struct ad_call *call, struct ad_call *sub) AD_CHECK;
/*
 * Before a later part: NULL where credential, membership and role still allow the call, whose Space
 * is then as it stands now. Else the call as it was refused, on its arena.
 */
const struct ad_call *ad_part_refusal(struct ad_call *call) AD_CHECK;
/* A work in parts: its steps. */
struct ad_parts {
	ad_part_fn *run;
	void (*done)(struct ad_call *call, void *progress); /* all parts are done: the answer */
	bool (*keep)(struct ad_call *call, void *progress); /* before the next part; may be NULL */
	ad_step_fn *again; /* the writing step of the next part; finds progress in call->work */
	ad_step_fn *lost;  /* answers what no part comes to */
};
/*
 * The writing step of a part. later: it is not the first, so the call is asked whether it is still
 * allowed; where not, *refusal says why and `lost` follows. Of a part that fails nothing is kept;
 * of earlier ones all is.
 */
void ad_parts_write(struct ad_call *call, const struct ad_parts *parts, void *progress, size_t size,
		    bool later, const struct ad_call **refusal);
/* Ends an object that no part comes to as the call was refused; NULL: as UNAVAILABLE. */
void ad_part_refuse(struct ad_call *sub, const struct ad_call *refusal);

#endif
