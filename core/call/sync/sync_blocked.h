/* The kill switch, as previews, pushes and the connector report it. */
#ifndef AD_CALL_SYNC_BLOCKED_H
#define AD_CALL_SYNC_BLOCKED_H

#include "call/request/call.h"

struct ad_sync_plan;

#define AD_PUSHES_BLOCKED "PUSHES_BLOCKED"

/* One sentence: pushes are blocked, and how an owner of the Space allows them again. */
const char *ad_sync_block_message(const struct ad_call *call);
/* Adds the violation PUSHES_BLOCKED as the plan's first while the kill switch is on. */
void ad_sync_add_block(const struct ad_call *call, struct ad_sync_plan *plan);

#endif
