/* The action that every collection has which can be written to: many writes in one request. */
#ifndef AD_MODEL_BATCH_H
#define AD_MODEL_BATCH_H

#include "model/resource.h"

#define AD_BATCH_BODY_MAX ((size_t)8 << 20) /* the same of a batch */
#define AD_BATCH_MAX 1000                   /* operations of a batch */

/* The input and output of every batch (model/resource_batch.c). */
extern const struct ad_shape ad_batch_input, ad_batch_output;
/* The action that every collection has which can be written to. */
#define AD_BATCH_ACTION(operation_id_, scopes_)                                                    \
	{ .verb = AD_V_BATCH,                                                                      \
	  .operation_id = operation_id_,                                                           \
	  .method = "POST",                                                                        \
	  .path = "/batch",                                                                        \
	  .scopes = scopes_,                                                                       \
	  .input = &ad_batch_input,                                                                \
	  .output = &ad_batch_output,                                                              \
	  .success = 200,                                                                          \
	  .body_max = AD_BATCH_BODY_MAX,                                                           \
	  .as_sent = true,                                                                         \
	  .summary = "Send several operations in one request",                                     \
	  .doc = ad_batch_doc }
extern const char ad_batch_doc[];

#endif
