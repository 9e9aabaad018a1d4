/*
 * Creating, changing and removing one stored object inside a writing step: what the generic
 * actions, nested creates, imports and batches share. Each returns false with the call's status
 * set; faults carry `prefix` in front of their paths where it is set on the call.
 */
#ifndef AD_CALL_OBJECTS_H
#define AD_CALL_OBJECTS_H

#include "call/call.h"
#include "model/row.h"

/* Takes and checks a new object from input, on any connection; nothing is stored. */
bool ad_object_draft(struct ad_call *call, const struct ad_resource *res, const cJSON *input,
		     struct ad_row **out) AD_CHECK;
/* Checks it again where other objects matter, stores it with its history. Writing step only. */
bool ad_object_insert(struct ad_call *call, struct ad_row *row) AD_CHECK;
/*
 * Applies a merge patch to the object of that id. validateOnly: checks only. *out is the object as
 * it then stands, *before as it stood. If-Match and expectedVersion are compared.
 */
bool ad_object_patch(struct ad_call *call, const struct ad_resource *res, struct ad_str id,
		     const cJSON *input, struct ad_row **before, struct ad_row **out) AD_CHECK;
/* The same of an object that was loaded in this transaction. */
bool ad_object_patch_row(struct ad_call *call, const struct ad_row *before, const cJSON *input,
			 struct ad_row **out) AD_CHECK;
/*
 * Deletes a draft with everything below, or stages the removal of what was pushed with everything
 * below, drafts too: a restore brings back what the delete took. *out as it then stands.
 */
bool ad_object_delete(struct ad_call *call, const struct ad_resource *res, struct ad_str id,
		      bool store, struct ad_row **out) AD_CHECK;
/* Undoes a staged removal, with everything below. */
bool ad_object_restore(struct ad_call *call, const struct ad_resource *res, struct ad_str id,
		       bool store, struct ad_row **out) AD_CHECK;
/* Compares If-Match and the input's expectedVersion (input may be NULL) with the row's version. */
bool ad_precondition(struct ad_call *call, const struct ad_row *row, const cJSON *input) AD_CHECK;
/* Sets data and ETag of the outcome to the object; id null where only validated. */
void ad_object_answer(struct ad_call *call, const struct ad_row *row);

#endif
