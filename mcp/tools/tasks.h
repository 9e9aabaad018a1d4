/*
 * The extension io.modelcontextprotocol/tasks (SEP-2663): the run of a push, as a client sees it
 * that polls. A task has no row of its own: its id is the run's, with a code that only the grant it
 * was made by can show, and what is said of it is what the run says.
 */
#ifndef AD_MCP_TASKS_H
#define AD_MCP_TASKS_H

#include "mcp/protocol/request.h"

/* True if this request's client declared the extension. */
bool mcp_declares_tasks(const struct mcp_request *r);
/* Ends the request: it needs a client that declared the extension (-32021). */
void mcp_tasks_undeclared(struct mcp_request *r);
/* Makes the answer of the running tool a task: the run is durable by now. */
void mcp_task_created(struct mcp_request *r, struct ad_str run_id);
/* The run of a task that the caller's credential made in this Space; false: there is none. */
bool mcp_task_run(struct mcp_request *r, struct ad_str task_id, struct ad_str *run_id) AD_CHECK;
/*
 * Writes the members of a task as it stands, with the result where it has one. False with the
 * call's status set.
 */
bool mcp_task_write(struct mcp_request *r, struct ad_str run_id, struct ad_json *j) AD_CHECK;

/* tasks/get: how it stands, with its result once it has one. */
void mcp_tasks_get(struct mcp_request *r);
/* tasks/update: nothing is ever asked of a client here, so what it answers is ignored. */
void mcp_tasks_update(struct mcp_request *r);
/* tasks/cancel: asks the run to stop; that it has ended already is no fault. */
void mcp_tasks_cancel(struct mcp_request *r);

#endif
