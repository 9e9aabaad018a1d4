/*
 * Work on many objects, one part per writing transaction: first without a savepoint per object,
 * because savepoints cost as much as the work. If that fails, the part is rolled back and repeated
 * with savepoints.
 */
#ifndef AD_CALL_PARTS_H
#define AD_CALL_PARTS_H

#include "call/request/call.h"

/* The result of a part. */
enum ad_part {
	AD_PART_DONE,
	AD_PART_TIME_UP, /* the rest runs in another transaction */
	AD_PART_REFUSED, /* an object failed and left changes that must be rolled back */
	AD_PART_BROKEN,  /* the database failed: see the call's status */
};

/* Runs a part; guarded: with a savepoint per object. */
typedef enum ad_part ad_part_fn(struct ad_call *call, void *progress, bool guarded);

/*
 * Runs a part behind a savepoint; the changes of a validate-only call are rolled back. progress, of
 * size bytes, is restored before the second attempt. Writing step only.
 */
enum ad_part ad_part_run(struct ad_call *call, void *progress, size_t size,
			 ad_part_fn *run) AD_CHECK;
/*
 * Ends the savepoint of one object: keeps its changes, or rolls them back. False: the call failed.
 */
bool ad_part_end_object(struct ad_call *call, struct ad_call *sub) AD_CHECK;
/*
 * Before a later part: NULL if the credential, the membership and the role still allow the call;
 * its Space is then reloaded. Otherwise the refused call, on its arena.
 */
const struct ad_call *ad_part_refusal(struct ad_call *call) AD_CHECK;
/* The steps of a work in parts. */
struct ad_parts {
	ad_part_fn *run;
	void (*done)(struct ad_call *call, void *progress); /* all parts are done: answers */
	bool (*keep)(struct ad_call *call, void *progress); /* before the next part; may be NULL */
	ad_step_fn *again; /* the writing step of the next part; finds progress in call->work */
	ad_step_fn *lost;  /* answers for the objects without a part */
};
/*
 * The writing step of a part. later: not the first part, so the permissions are checked again; if
 * they are gone, *refusal has the reason and `lost` follows. A failed part is rolled back; earlier
 * parts stay.
 */
void ad_parts_write(struct ad_call *call, const struct ad_parts *parts, void *progress, size_t size,
		    bool later, const struct ad_call **refusal);
/* Ends an object that no part reached like the refused call; NULL: as UNAVAILABLE. */
void ad_part_refuse(struct ad_call *sub, const struct ad_call *refusal);

#endif
