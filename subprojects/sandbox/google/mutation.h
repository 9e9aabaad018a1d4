/* A mutate request under way: between mutate.c, which walks it, and op.c, which serves rules. */
#ifndef SANDBOX_GOOGLE_MUTATION_H
#define SANDBOX_GOOGLE_MUTATION_H

#include "../table.h"
#include "op.h"

struct g_mutation {
	struct g_call *call;
	cJSON *operations;   /* held by the call's body */
	enum g_kind_id kind; /* K_COUNT: each operation names its own */
	bool partial;
	bool validate_only;
	bool whole_resource; /* MUTABLE_RESOURCE */
	bool any_failed;
	cJSON *errors;
	cJSON *results;
	cJSON *kept;            /* array: what rules loaded lives as long as the request */
	struct table temporary; /* temporary name -> real name, "" when it failed */
	struct table temporary_ids;
	struct table touched;
};

#endif
