/*
 * Reads and edits of tests behind Reddit's back: an account's state, edits in Reddit's own pages.
 */
#include <stdio.h>
#include <string.h>

#include "reddit.h"

static void reddit_control_collect(void *context, const char *tail, cJSON *value)
{
	(void)tail;
	cJSON_AddItemToArray(context, value);
}

void rd_show(struct sandbox *sandbox, const char *account, cJSON *answer)
{
	struct rd_call call = { .sandbox = sandbox, .now = clock_now(sandbox) };
	cJSON *object;
	if (!store_account(sandbox->store, account, &call.account))
		return;
	for (int k = 0; k < RD_KINDS; k++) {
		cJSON *list = json_array(answer, rd_kinds[k].collection);
		store_walk(sandbox->store, account, k, reddit_control_collect, list);
		cJSON_ArrayForEach(object, list)
		{
			rd_view(&call, (enum rd_kind_id)k, object);
		}
	}
	rd_events_show(sandbox, account, json_array(answer, "events"));
}

/* { "customerId", "resourceName": "ad_groups/<id>", "set" }; set null archives. */
void rd_edit(struct sandbox *sandbox, const cJSON *wish, struct reply *reply)
{
	struct rd_call call = { .sandbox = sandbox, .now = clock_now(sandbox) };
	const char *name = json_text(wish, "resourceName");
	const char *account = json_text(wish, "customerId");
	const char *slash = name ? strchr(name, '/') : NULL;
	const cJSON *set = json_at(wish, "set");
	char now[24];
	int kind = 0;
	while (slash && kind < RD_KINDS &&
	       (strlen(rd_kinds[kind].collection) != (size_t)(slash - name) ||
		strncmp(rd_kinds[kind].collection, name, (size_t)(slash - name)) != 0))
		kind++;
	if (!slash || kind == RD_KINDS || !account ||
	    !store_account(sandbox->store, account, &call.account)) {
		control_refuse(reply, 400, "resourceName is none of customerId's");
		return;
	}
	cJSON *object = rd_load(&call, (enum rd_kind_id)kind, slash + 1);
	if (!object) {
		control_refuse(reply, 404, "no such object");
		return;
	}
	if (cJSON_IsObject(set))
		control_merge(object, set);
	else
		json_set_text(object, "configured_status", "ARCHIVED");
	rd_time_text(call.now, now);
	json_set_text(object, "modified_at", now);
	json_set(object, "_modified", cJSON_CreateNumber((double)call.now));
	store_begin(sandbox->store);
	rd_keep(sandbox, account, (enum rd_kind_id)kind, object);
	store_commit(sandbox->store);
	rd_view(&call, (enum rd_kind_id)kind, object);
	reply_json(reply, 200, object);
}
