/* POST /sync { mode: "PULL" }: imports the objects of the ad accounts into the drafts. */
#include "base/clock.h"
#include "base/json_read.h"
#include "call/request/connector.h"
#include "call/sync/sync_steps.h"
#include "sync/state/link.h"
#include "sync/pull/pull.h"

/* Sets *connected if a usable ad account is connected on the platform. */
static bool is_connected(struct ad_call *call, enum ad_platform platform, bool *connected)
{
	struct ad_connection connection;
	enum ad_db_status status = ad_connection_load(call->db, call->arena, ad_sync_realm(call),
						      platform, &connection);
	*connected = status == AD_DB_ROW && ad_str_is(connection.status, "CONNECTED");
	return status == AD_DB_ROW || status == AD_DB_DONE || ad_fail_db(call, status);
}

/* Limits the platforms to those that can be pulled; a named platform must be one of them. */
static bool take_platforms(struct ad_call *call, bool named, struct ad_plan_filter *filter)
{
	for (int i = 0; i < AD_PLATFORM_COUNT; i++) {
		enum ad_platform platform = (enum ad_platform)i;
		const struct ad_adapter *adapter = ad_adapter_of(platform);
		bool connected = false;
		if (!(filter->platforms & (1u << i)))
			continue;
		if (adapter && adapter->list && !is_connected(call, platform, &connected))
			return false;
		if (connected)
			continue;
		filter->platforms &= ~(1u << i);
		if (named && adapter && adapter->list)
			return ad_sync_conflict(call, "CONNECTION_REQUIRED", NULL,
						"A requested platform has no usable ad account. "
						"Connect an ad account in the application.");
		if (named)
			ad_fault(call, "platforms", "UNSUPPORTED",
				 "Pulling from %s is not supported yet. Omit it.",
				 ad_platform_name(platform));
	}
	return call->status == AD_OK;
}

static int sync_pull_count_of(uint32_t bits)
{
	int n = 0;
	for (; bits; bits &= bits - 1)
		n++;
	return n;
}

static bool sync_pull_lease(struct ad_call *call, struct ad_str run_id, uint32_t platforms)
{
	struct ad_str holder = { NULL, 0 };
	return ad_sync_held(call,
			    ad_run_lease_platforms(call->db, call->arena, ad_sync_realm(call),
						   run_id, platforms, &holder),
			    &holder);
}

static bool start_run(struct ad_call *call, const struct ad_plan_filter *filter)
{
	char id[AD_ID_SIZE];
	int64_t now = ad_now();
	struct ad_sync_plan none = { 0 };
	bool empty = !filter->platforms || !filter->campaigns;
	struct ad_run_row run = {
		.mode = AD_S("PULL"),
		.status = empty ? AD_S("SUCCEEDED") : AD_S("QUEUED"),
		.filters = ad_plan_filter_json(call->arena, filter),
		.source = ad_str(ad_sync_source(call)),
		.created_by = ad_str(call->who->account_id),
		.credential_id = ad_str(call->who->credential_id),
		.connector = ad_call_is_connector(call),
		.total = empty ? 0
			       : (int64_t)sync_pull_count_of(filter->platforms) *
					 AD_PULL_STAGE_COUNT,
		.created_at = now,
		.started_at = empty ? now : 0,
		.finished_at = empty ? now : 0,
	};
	if (call->validate_only)
		return ad_sync_checked(call, &run);
	ad_id_make("syn", id);
	run.id = ad_str(id);
	enum ad_db_status status = ad_run_insert(call->db, ad_sync_realm(call), &run, &none);
	/* The pull leaves objects in doubt unchanged; they are reconciled after it. */
	if (status == AD_DB_DONE && !empty)
		status = ad_run_ask_unknown(call->db, ad_sync_realm(call),
					    (struct ad_str){ NULL, 0 }, filter->platforms);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	if (!ad_sync_note(call, &run, "CREATE", (struct ad_str){ NULL, 0 }, run.status) ||
	    (!empty && !sync_pull_lease(call, run.id, filter->platforms)) ||
	    !ad_sync_answer(call, run.id))
		return false;
	call->http_status = 202;
	call->location = ad_arena_printf(call->arena, "/sync/%s", id);
	return true;
}

bool ad_sync_pull(struct ad_call *call, const cJSON *input)
{
	struct ad_plan_filter filter;
	const cJSON *platforms = ad_json_get(input, "platforms");
	if (ad_json_get_text(input, "planHash").p)
		ad_fault(call, "planHash", "UNSUPPORTED",
			 "A pull sends nothing, so it has no plan. Omit planHash.");
	if (cJSON_IsTrue(ad_json_get(input, "activate")))
		ad_fault(call, "activate", "UNSUPPORTED",
			 "A pull sends nothing, so it cannot set objects live. Omit activate.");
	if (cJSON_IsArray(ad_json_get(input, "adGroupIds")))
		ad_fault(call, "adGroupIds", "UNSUPPORTED",
			 "A pull imports whole campaigns. Use campaignIds.");
	return call->status == AD_OK && ad_sync_filter(call, input, &filter) &&
	       take_platforms(call, cJSON_IsArray(platforms) && platforms->child, &filter) &&
	       start_run(call, &filter);
}
