/* Rows of a query, before they are paged. */
#ifndef SANDBOX_GOOGLE_QUERY_RUN_H
#define SANDBOX_GOOGLE_QUERY_RUN_H

#include "query.h"

/* Every row that matches, ordered and limited, with only what was selected; owned by the caller. */
cJSON *g_query_run(struct g_call *call, const struct g_query *query);

#endif
