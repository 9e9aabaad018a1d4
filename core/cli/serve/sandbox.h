/*
 * The simulators beside the server: finds adcore-sandbox next to our own executable, starts it,
 * restarts it when it dies, and tells the core where it answers. A thread of its own.
 */
#ifndef AD_CLI_SANDBOX_H
#define AD_CLI_SANDBOX_H

#include "call/request/core.h"

struct ad_sandbox;

/*
 * Starts it, state in DIR/sandbox.db; does not wait until it answers. The port and pid are written
 * to DIR/sandbox.json. Any `sandbox` but "auto" starts nothing. NULL where there is nothing to do
 * or no executable (said in the log).
 */
struct ad_sandbox *ad_sandbox_start(struct ad_core *core);
/* Ends it and its thread. NULL is allowed. */
void ad_sandbox_stop(struct ad_sandbox *sandbox);

#endif
