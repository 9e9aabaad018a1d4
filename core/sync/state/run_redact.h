/*
 * The parts of a run that may name objects of any resource, redacted for the reader's scopes.
 * Private to core/sync.
 */
#ifndef AD_SYNC_RUN_REDACT_H
#define AD_SYNC_RUN_REDACT_H

#include "base/json_write.h"

/* True if the scopes allow reading objects of that resource. */
bool ad_run_may_read(struct ad_str resource, uint32_t scopes);
/* Writes the error of an operation (JSON, or absent) as the member "error". */
void ad_run_write_error(struct ad_json *j, struct ad_str error, uint32_t scopes);
/* Writes the counts and warnings of a pull (JSON, or absent) as the member "pulled". */
void ad_run_write_pulled(struct ad_json *j, struct ad_str pulled, uint32_t scopes);

#endif
