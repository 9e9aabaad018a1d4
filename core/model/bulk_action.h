/* The action that changes many objects of a collection by one rule. */
#ifndef AD_MODEL_BULK_ACTION_H
#define AD_MODEL_BULK_ACTION_H

#include "model/resource.h"

#define AD_BULK_MAX 10000                  /* objects of a call */
#define AD_BULK_BODY_MAX ((size_t)2 << 20) /* bytes of its body: 10,000 ids and a rule */

/* Its input and output, the same for every collection (model/resource_bulk.c). */
extern const struct ad_shape ad_bulk_input, ad_bulk_output;
#define AD_BULK_ACTION(operation_id_, scopes_)                                                     \
	{ .verb = AD_V_BULK,                                                                       \
	  .operation_id = operation_id_,                                                           \
	  .method = "POST",                                                                        \
	  .path = "/bulk",                                                                         \
	  .scopes = scopes_,                                                                       \
	  .input = &ad_bulk_input,                                                                 \
	  .output = &ad_bulk_output,                                                               \
	  .success = 200,                                                                          \
	  .body_max = AD_BULK_BODY_MAX,                                                            \
	  .summary = "Change several objects by one rule",                                         \
	  .doc = ad_bulk_doc }
extern const char ad_bulk_doc[];

#endif
