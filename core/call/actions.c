#include "call/request/actions.h"

/* Stored resources share the generic steps; the rest have their own. */
static ad_step_fn *const generic[AD_VERB_COUNT] = {
	[AD_V_LIST] = ad_generic_list,     [AD_V_GET] = ad_generic_get,
	[AD_V_CREATE] = ad_generic_create, [AD_V_UPDATE] = ad_generic_update,
	[AD_V_DELETE] = ad_generic_delete, [AD_V_RESTORE] = ad_generic_restore,
};

/* A campaign has all of the generic steps and one more. */
static ad_step_fn *const campaign_steps[AD_VERB_COUNT] = {
	[AD_V_LIST] = ad_generic_list,     [AD_V_GET] = ad_generic_get,
	[AD_V_CREATE] = ad_generic_create, [AD_V_UPDATE] = ad_generic_update,
	[AD_V_DELETE] = ad_generic_delete, [AD_V_RESTORE] = ad_generic_restore,
	[AD_V_COPY] = ad_campaign_copy,
};

static ad_step_fn *const identity_steps[AD_VERB_COUNT] = { [AD_V_GET] = ad_identity_get };
static ad_step_fn *const space_steps[AD_VERB_COUNT] = {
	[AD_V_LIST] = ad_spaces_list,          [AD_V_GET] = ad_spaces_get,
	[AD_V_UPDATE] = ad_spaces_update,      [AD_V_MEMBERS] = ad_spaces_members,
	[AD_V_CREDENTIALS] = ad_spaces_access,
};
static ad_step_fn *const connection_steps[AD_VERB_COUNT] = {
	[AD_V_LIST] = ad_connections_list,
	[AD_V_GET] = ad_connections_get,
};
static ad_step_fn *const history_steps[AD_VERB_COUNT] = {
	[AD_V_LIST] = ad_history_list,
	[AD_V_GET] = ad_history_get,
};
static ad_step_fn *const event_steps[AD_VERB_COUNT] = {
	[AD_V_LIST] = ad_events_list,
	[AD_V_GET] = ad_events_get,
};
static ad_step_fn *const webhook_steps[AD_VERB_COUNT] = {
	[AD_V_LIST] = ad_webhooks_list,     [AD_V_GET] = ad_webhooks_get,
	[AD_V_CREATE] = ad_webhooks_create, [AD_V_UPDATE] = ad_webhooks_update,
	[AD_V_DELETE] = ad_webhooks_delete, [AD_V_TEST] = ad_webhooks_test,
	[AD_V_ROTATE] = ad_webhooks_rotate,
};
static ad_step_fn *const sync_steps[AD_VERB_COUNT] = {
	[AD_V_LIST] = ad_sync_list,       [AD_V_GET] = ad_sync_get,
	[AD_V_CREATE] = ad_sync_create,   [AD_V_PREVIEW] = ad_sync_preview,
	[AD_V_CANCEL] = ad_sync_cancel,   [AD_V_PREVIEW_GET] = ad_sync_preview,
	[AD_V_RETRY] = ad_sync_retry,     [AD_V_APPROVE] = ad_sync_approve,
	[AD_V_DRIFT] = ad_sync_drift,     [AD_V_RESOLVE] = ad_sync_resolve,
	[AD_V_REVERT] = ad_sync_revert,   [AD_V_PAUSE_ALL] = ad_sync_pause_all,
	[AD_V_COMMENT] = ad_sync_comment,
};

static ad_step_fn *const report_steps[AD_VERB_COUNT] = {
	[AD_V_PERFORMANCE] = ad_reports_performance,
	[AD_V_DISAPPROVALS] = ad_reports_disapprovals,
};

static ad_step_fn *const asset_steps[AD_VERB_COUNT] = {
	[AD_V_LIST] = ad_generic_list,     [AD_V_GET] = ad_generic_get,
	[AD_V_CREATE] = ad_assets_create,  [AD_V_UPDATE] = ad_generic_update,
	[AD_V_DELETE] = ad_generic_delete, [AD_V_RESTORE] = ad_generic_restore,
	[AD_V_ATTACH] = ad_assets_attach,  [AD_V_ATTACHMENTS] = ad_assets_attachments,
	[AD_V_DETACH] = ad_assets_detach,  [AD_V_CONTENT] = ad_assets_content,
	[AD_V_LINK] = ad_assets_link,
};

static ad_step_fn *const keyword_list_steps[AD_VERB_COUNT] = {
	[AD_V_LIST] = ad_generic_list,     [AD_V_GET] = ad_generic_get,
	[AD_V_CREATE] = ad_generic_create, [AD_V_UPDATE] = ad_generic_update,
	[AD_V_DELETE] = ad_generic_delete, [AD_V_ATTACH] = ad_keyword_lists_attach,
};

static ad_step_fn *const *const steps[AD_RESOURCE_COUNT] = {
	[AD_R_IDENTITY] = identity_steps,
	[AD_R_SPACE] = space_steps,
	[AD_R_CONNECTION] = connection_steps,
	[AD_R_CAMPAIGN] = campaign_steps,
	[AD_R_AD_GROUP] = generic,
	[AD_R_AD] = generic,
	[AD_R_KEYWORD] = generic,
	[AD_R_KEYWORD_LIST] = keyword_list_steps,
	[AD_R_BUSINESS] = generic,
	[AD_R_CONVERSION] = generic,
	[AD_R_ASSET] = asset_steps,
	[AD_R_SYNC] = sync_steps,
	[AD_R_HISTORY] = history_steps,
	[AD_R_REPORT] = report_steps,
	[AD_R_EVENT] = event_steps,
	[AD_R_WEBHOOK] = webhook_steps,
};

ad_step_fn *ad_action_step(enum ad_resource_id resource, enum ad_verb verb)
{
	if (verb == AD_V_BATCH)
		return ad_batch; /* it calls the resource's own steps */
	if (verb == AD_V_BULK)
		return ad_bulk;
	return steps[resource] ? steps[resource][verb] : NULL;
}
