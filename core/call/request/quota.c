#include "call/request/quota.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "auth/auth.h"
#include "base/clock.h"
#include "base/disk.h"
#include "base/log.h"
#include "call/request/core.h"
#include "model/row.h"
#include "store/db/counters.h"
#include "store/events/events.h"
#include "call/request/outcome.h"

#define LEASE_US (5 * AD_SECOND)
#define LOOK_US (2 * AD_SECOND)
#define SPACES 64 /* stored leases, one per owner; other owners are counted each time */

/* --- the plan --- */

struct plan_use {
	char owner[AD_ID_SIZE];
	char plan[32];
	int64_t used;
};

/* Reads the owner's plan and the usage of all Spaces of the owner. sql: takes a Space's id. */
static bool read_use(struct ad_call *call, const char *sql, struct plan_use *out)
{
	struct ad_stmt *s = ad_sql(call->db, sql);
	enum ad_db_status status;

	ad_bind_cstr(s, 1, call->space.id);
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return ad_fail_db(call, status == AD_DB_DONE ? AD_DB_INVALID : status);
	snprintf(out->owner, sizeof(out->owner), "%.*s", AD_FMT(ad_col(s, 0)));
	snprintf(out->plan, sizeof(out->plan), "%.*s", AD_FMT(ad_col(s, 1)));
	out->used = ad_col_int(s, 2);
	ad_reset(s);
	return true;
}

#define OF_OWNER " FROM spaces s JOIN accounts a ON a.id = s.owner_account_id WHERE s.id = $1"

static const char objects_sql[] =
	"SELECT a.id, a.plan, CAST((SELECT COALESCE(SUM(c.n), 0) FROM counters c JOIN spaces o ON "
	"o.id ="
	" c.space_id WHERE o.owner_account_id = s.owner_account_id AND c.resource NOT IN"
	" ('history', '" AD_COUNT_LIST_BYTES "')) AS BIGINT)" OF_OWNER;
/* Pictures and videos, keyword lists, and the history, which is never deleted. */
static const char bytes_sql[] =
	"SELECT a.id, a.plan, CAST((SELECT COALESCE(SUM(x.bytes), 0) FROM assets x JOIN spaces o "
	"ON o.id"
	" = x.space_id WHERE o.owner_account_id = s.owner_account_id) + (SELECT"
	" COALESCE(SUM(c.n), 0) FROM spaces o JOIN counters c ON c.space_id = o.id AND"
	" c.environment IN ('test', 'live') AND c.resource = '" AD_COUNT_LIST_BYTES "' WHERE"
	" o.owner_account_id = s.owner_account_id) + (SELECT COALESCE(SUM(h.bytes), 0) FROM"
	" spaces o JOIN history_heads h ON h.space_id = o.id WHERE o.owner_account_id ="
	" s.owner_account_id) AS BIGINT)" OF_OWNER;

static const struct ad_plan *plan_of(const struct ad_call *call, const struct plan_use *use)
{
	const struct ad_auth_spec *spec = ad_auth_spec(call->core->auth);

	return ad_plan_find(spec->plans, spec->plan_count, ad_str(use->plan));
}

static bool quota_exceeded(struct ad_call *call, const char *what, int64_t limit, int64_t actual)
{
	call->details = ad_arena_printf(call->arena,
					"\"reason\":\"QUOTA_EXCEEDED\",\"quota\":\"%s\","
					"\"limit\":%lld,\"actual\":%lld",
					what, (long long)limit, (long long)actual);
	call->suggestion = "Delete unused objects, or ask the server's operator for a larger plan.";
	return ad_fail(call, AD_CONFLICT,
		       "The plan of the Space's owner allows %lld %s over all Spaces; %lld exist.",
		       (long long)limit, what, (long long)actual);
}

/* --- objects: a lease of a few seconds, so that a batch is counted once --- */

struct lease {
	char space_id[AD_ID_SIZE], owner[AD_ID_SIZE];
	int64_t until; /* ad_monotonic() */
	int64_t left;
};

/* Used only on the writer's thread. */
struct ad_quotas {
	struct lease at[SPACES];
	size_t next;
	struct {
		char space_id[AD_ID_SIZE];
		int64_t until; /* ad_monotonic(): the owner has bytes left until then */
	} room[SPACES];
	size_t next_room;
};

struct ad_quotas *ad_quotas_new(void)
{
	return ad_xcalloc(1, sizeof(struct ad_quotas));
}

void ad_quotas_free(struct ad_quotas *quotas)
{
	free(quotas);
}

static bool lease_take(struct ad_quotas *quotas, const char *space_id, int64_t now)
{
	for (size_t i = 0; quotas && i < SPACES; i++) {
		struct lease *lease = &quotas->at[i];
		if (strcmp(lease->space_id, space_id) != 0 || lease->until <= now ||
		    lease->left <= 0)
			continue;
		lease->left--;
		return true;
	}
	return false;
}

/* Only one Space of an owner has a lease at a time, because all of them share the rest. */
static void lease_keep(struct ad_quotas *quotas, const struct lease *kept)
{
	size_t i = 0;

	if (!quotas)
		return;
	while (i < SPACES && strcmp(quotas->at[i].owner, kept->owner) != 0)
		i++;
	quotas->at[i < SPACES ? i : quotas->next++ % SPACES] = *kept;
}

bool ad_quota_object(struct ad_call *call)
{
	int64_t now = ad_monotonic();
	struct plan_use use;

	/* The operator's commands have no plan and no quota. */
	if (!call->core || !call->core->auth || lease_take(call->core->quotas, call->space.id, now))
		return true;
	if (!read_use(call, objects_sql, &use))
		return false;
	const struct ad_plan *plan = plan_of(call, &use);
	if (!plan)
		return true;
	use.used += ad_count_pending(call->db, ad_str(call->space.id));
	int64_t left = plan->max_objects - use.used;
	if (left <= 0)
		return quota_exceeded(call, "objects", plan->max_objects, use.used);
	struct lease lease = { .until = now + LEASE_US,
			       .left = (left < AD_QUOTA_STEP ? left : AD_QUOTA_STEP) - 1 };
	memcpy(lease.space_id, call->space.id, sizeof(lease.space_id));
	memcpy(lease.owner, use.owner, sizeof(lease.owner));
	lease_keep(call->core->quotas, &lease);
	return true;
}

bool ad_quota_bytes(struct ad_call *call, size_t bytes)
{
	struct plan_use use;

	if (bytes == 0 || !call->core || !call->core->auth)
		return true;
	if (!read_use(call, bytes_sql, &use))
		return false;
	const struct ad_plan *plan = plan_of(call, &use);
	if (!plan || use.used + (int64_t)bytes <= plan->max_bytes)
		return true;
	return quota_exceeded(call, "bytes", plan->max_bytes, use.used);
}

bool ad_quota_change(struct ad_call *call)
{
	struct ad_quotas *quotas = call->core ? call->core->quotas : NULL;
	int64_t now = ad_monotonic();
	size_t i = 0;

	if (!quotas)
		return ad_quota_bytes(call, 1);
	while (i < SPACES && strcmp(quotas->room[i].space_id, call->space.id) != 0)
		i++;
	if (i < SPACES && quotas->room[i].until > now)
		return true;
	if (!ad_quota_bytes(call, 1))
		return false;
	if (i == SPACES)
		i = quotas->next_room++ % SPACES;
	memcpy(quotas->room[i].space_id, call->space.id, sizeof(quotas->room[i].space_id));
	quotas->room[i].until = now + LEASE_US;
	return true;
}

static int64_t list_bytes(const struct ad_row *row)
{
	return row ? (int64_t)ad_row_text(row, "keywords").n : 0;
}

bool ad_quota_list(struct ad_call *call, const struct ad_row *before, const struct ad_row *after)
{
	const struct ad_row *row = after ? after : before;

	if (row->res->id != AD_R_KEYWORD_LIST)
		return true;
	int64_t more = list_bytes(after) - list_bytes(before);
	if (more > 0 && !ad_quota_bytes(call, (size_t)more))
		return false;
	if (more == 0)
		return true;
	struct ad_cell cell = { row->space_id, row->environment, AD_S(AD_COUNT_LIST_BYTES),
				AD_S(""),      AD_S(""),         AD_S("") };
	enum ad_db_status status = ad_count(call->db, &cell, more);
	return status == AD_DB_DONE || ad_fail_db(call, status);
}

bool ad_quota_alarm(struct ad_call *call)
{
	struct plan_use use;

	if (!call->core || !call->core->auth)
		return true;
	if (!read_use(call, bytes_sql, &use))
		return false;
	const struct ad_plan *plan = plan_of(call, &use);
	if (!plan || plan->max_bytes <= 0)
		return true;
	int64_t percent = (int64_t)((double)use.used * 100 / (double)plan->max_bytes);
	struct ad_str data =
		ad_arena_printf(call->arena, "{\"percent\":%lld,\"bytes\":%lld,\"limit\":%lld}",
				(long long)ad_alarm_level(percent), (long long)use.used,
				(long long)plan->max_bytes);
	enum ad_db_status status = ad_event_alarm(call->db, ad_call_realm(call),
						  AD_EVENT_STORAGE_ALARM, percent, data);
	return status == AD_DB_DONE || ad_fail_db(call, status);
}

/* --- the disk --- */

/* Logs a warning, once an hour. */
static void warn_of(struct ad_storage *storage, const struct ad_disk *room, int64_t now)
{
	int64_t before = atomic_load(&storage->warned_at);
	char mib[24], percent[24];

	if (!ad_disk_is_low(room) || (before && now - before < AD_HOUR) ||
	    !atomic_compare_exchange_strong(&storage->warned_at, &before, now))
		return;
	snprintf(mib, sizeof(mib), "%llu", (unsigned long long)(room->free >> 20));
	snprintf(percent, sizeof(percent), "%llu",
		 (unsigned long long)(room->free / (room->total / 100 + 1)));
	ad_log(AD_LOG_WARN, "storage_low", "free_mib", mib, "free_percent", percent, NULL);
}

/* Queries the system at most every LOOK_US. */
static bool quota_is_full(struct ad_core *core)
{
	struct ad_storage *storage = &core->storage;
	int64_t now = ad_monotonic();
	int64_t looked = atomic_load_explicit(&storage->looked_at, memory_order_relaxed);
	struct ad_disk room;

	if (!core->config || core->config->disk_reserve <= 0)
		return false;
	if ((looked && now - looked < LOOK_US) ||
	    !atomic_compare_exchange_strong(&storage->looked_at, &looked, now))
		return atomic_load_explicit(&storage->full, memory_order_relaxed);
	bool full = ad_disk_read(core->config->database, core->config->data_dir, &room) &&
		    room.free >> 20 < (uint64_t)core->config->disk_reserve;
	atomic_store_explicit(&storage->full, full, memory_order_relaxed);
	warn_of(storage, &room, now);
	return full;
}

/*
 * True if the call stores data. Calls that free storage or stop spend must work even if the disk is
 * full.
 */
static bool stores_something(const struct ad_call *call)
{
	const struct ad_action *action = call->action;

	return strcmp(action->method, "GET") != 0 && strcmp(action->method, "DELETE") != 0 &&
	       !ad_str_is(ad_call_param(call, "validateOnly"), "true") &&
	       action->verb != AD_V_CANCEL && action->verb != AD_V_PAUSE_ALL &&
	       action->verb != AD_V_PREVIEW;
}

bool ad_storage_check(struct ad_call *call)
{
	return !stores_something(call) || ad_storage_has_room(call);
}

bool ad_storage_has_room(struct ad_call *call)
{
	if (!call->core || !quota_is_full(call->core))
		return true;
	call->details = AD_S("\"reason\":\"STORAGE_FULL\"");
	call->retry_after = 60;
	return ad_fail(
		call, AD_UNAVAILABLE,
		"The server's disk is almost full, so new data is rejected. Deleting, cancelling "
		"and the kill switch still work. The server's operator must free disk space.");
}
