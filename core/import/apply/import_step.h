/* POST import of the application: a bulk file into drafts, all rows or none. */
#ifndef AD_IMPORT_STEP_H
#define AD_IMPORT_STEP_H

#include "call/request/call.h"

#define AD_IMPORT_BYTES_MAX ((size_t)4 << 20)
#define AD_IMPORT_ROWS_MAX 5000

/*
 * The first step of a call whose account, Space, scopes and query are settled; call->body is the
 * file. Without the parameter apply=true it is a dry run, which stores nothing.
 */
ad_step_fn ad_import;

#endif
