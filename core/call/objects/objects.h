/*
 * Creating, changing and removing one stored object inside a writing step; shared by the generic
 * actions, nested creates, imports and batches. Each function returns false with the call's status
 * set; faults get the call's `fault_prefix` in front of their paths, if it is set.
 */
#ifndef AD_CALL_OBJECTS_H
#define AD_CALL_OBJECTS_H

#include "call/request/call.h"
#include "model/row.h"

/* Loads the object, or fails with NOT_FOUND. */
bool ad_object_load(struct ad_call *call, const struct ad_resource *res, struct ad_str id,
		    struct ad_row **out) AD_CHECK;
/* Converts and checks the input of a new object, on any connection; nothing is stored. */
bool ad_object_draft(struct ad_call *call, const struct ad_resource *res, const cJSON *input,
		     struct ad_row **out) AD_CHECK;
/*
 * Repeats the checks against other objects, then stores the object with its history. Writing step
 * only.
 */
bool ad_object_insert(struct ad_call *call, struct ad_row *row) AD_CHECK;
/*
 * Applies a merge patch to the object of that id. validateOnly: checks only. *before and *out are
 * the object before and after. If-Match and expectedVersion are compared.
 */
bool ad_object_patch(struct ad_call *call, const struct ad_resource *res, struct ad_str id,
		     const cJSON *input, struct ad_row **before, struct ad_row **out) AD_CHECK;
/* The same for an object that was loaded in this transaction. */
bool ad_object_patch_row(struct ad_call *call, const struct ad_row *before, const cJSON *input,
			 struct ad_row **out) AD_CHECK;
/*
 * Deletes a draft with everything below, or stages the removal of a pushed object with everything
 * below, drafts too, so that a restore brings all of it back. *out is the object afterwards.
 */
bool ad_object_delete(struct ad_call *call, const struct ad_resource *res, struct ad_str id,
		      bool store, struct ad_row **out) AD_CHECK;
/* Undoes a staged removal, for everything below too. */
bool ad_object_restore(struct ad_call *call, const struct ad_resource *res, struct ad_str id,
		       bool store, struct ad_row **out) AD_CHECK;

/* Most objects below one that the two above change inside a batch; more fails with CONFLICT. */
#define AD_REMOVE_MAX 20000

enum ad_remove_part {
	AD_REMOVE_LAST,   /* less than a part is left: the two above complete it */
	AD_REMOVE_MORE,   /* commit, and call again in the next transaction */
	AD_REMOVE_FAILED, /* the call has failed */
};

/*
 * Removes a part of what is below an object (or undoes a part of its staged removal), so that other
 * writes have a turn between the parts. The object itself is last. Each call repeats the checks.
 */
enum ad_remove_part ad_object_remove_part(struct ad_call *call, const struct ad_resource *res,
					  struct ad_str id, bool removal) AD_CHECK;
/* Compares If-Match and the input's expectedVersion (input may be NULL) with the row's version. */
bool ad_precondition(struct ad_call *call, const struct ad_row *row, const cJSON *input) AD_CHECK;
/* Sets data and ETag of the outcome to the object; id is null if only validated. */
void ad_object_answer(struct ad_call *call, const struct ad_row *row);

#endif
