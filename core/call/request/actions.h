/* The step of each action: one table, which the call pipeline reads after its checks. */
#ifndef AD_CALL_ACTIONS_H
#define AD_CALL_ACTIONS_H

#include "call/request/call.h"

/*
 * The first step of an action, called AD_HERE with a reading connection after the token, limits,
 * scope, Space and body were checked and the input was validated against the action's shape. NULL
 * if the action is not built.
 */
ad_step_fn *ad_action_step(enum ad_resource_id resource, enum ad_verb verb);

/* Steps of single modules. */
ad_step_fn ad_identity_get; /* call/spaces/identity.c: GET /me */
ad_step_fn ad_spaces_list;  /* call/request/spaces.c */
ad_step_fn ad_spaces_get;
ad_step_fn ad_spaces_update;    /* call/spaces/space_change.c */
ad_step_fn ad_spaces_members;   /* call/spaces/members.c */
ad_step_fn ad_spaces_access;    /* call/spaces/space_access.c */
ad_step_fn ad_connections_list; /* call/connections/connections.c */
ad_step_fn ad_connections_get;
ad_step_fn ad_history_list; /* call/objects/history_read.c */
ad_step_fn ad_history_get;
ad_step_fn ad_events_list; /* call/objects/events.c */
ad_step_fn ad_events_get;
ad_step_fn ad_webhooks_list; /* call/webhooks/webhooks.c */
ad_step_fn ad_webhooks_get;
ad_step_fn ad_webhooks_create; /* call/webhooks/webhook_change.c */
ad_step_fn ad_webhooks_update;
ad_step_fn ad_webhooks_delete;
ad_step_fn ad_webhooks_rotate;
ad_step_fn ad_webhooks_test; /* call/webhooks/webhook_test.c */
ad_step_fn ad_sync_preview;  /* call/sync/sync_steps.c */
ad_step_fn ad_sync_create;
ad_step_fn ad_sync_list;
ad_step_fn ad_sync_get;
ad_step_fn ad_sync_cancel;
ad_step_fn ad_sync_retry;
ad_step_fn ad_sync_approve;
ad_step_fn ad_sync_drift; /* call/sync/sync_drift.c */
ad_step_fn ad_sync_resolve;
ad_step_fn ad_sync_revert;          /* call/sync/sync_revert.c */
ad_step_fn ad_sync_comment;         /* call/sync/sync_comment.c */
ad_step_fn ad_sync_pause_all;       /* call/sync/sync_pause.c */
ad_step_fn ad_campaign_copy;        /* call/objects/copy.c */
ad_step_fn ad_batch;                /* call/objects/batch.c: of any collection */
ad_step_fn ad_bulk;                 /* call/objects/bulk_step.c: of any collection that has it */
ad_step_fn ad_generic_list;         /* call/generic.c and its siblings: any stored resource */
ad_step_fn ad_reports_performance;  /* call/reports/report.c */
ad_step_fn ad_reports_disapprovals; /* call/reports/disapprovals.c */
ad_step_fn ad_generic_get;
ad_step_fn ad_generic_create;
ad_step_fn ad_generic_update;
ad_step_fn ad_generic_delete;
ad_step_fn ad_generic_restore;
/* The parts of a create, for resources that run steps of their own between them. */
bool ad_create_draft(struct ad_call *call) AD_CHECK; /* call->draft; false: the call has ended */
ad_step_fn ad_create_write;  /* writing step: stores call->draft and answers */
ad_step_fn ad_assets_create; /* call/assets/assets.c */
ad_step_fn ad_assets_content;
ad_step_fn ad_assets_link;
ad_step_fn ad_keyword_lists_attach; /* call/objects/keyword_list_attach.c */
ad_step_fn ad_assets_attach;        /* call/assets/attach_steps.c */
ad_step_fn ad_assets_attachments;
ad_step_fn ad_assets_detach;

#endif
