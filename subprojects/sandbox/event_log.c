#include "event_log.h"

#include <stdio.h>

static bool was_counted(struct store *store, const char *account, const struct event_log *log,
			const char *name, long long now)
{
	char tail[24];
	if (!*name || !store_find(store, account, log->kind, name, tail, sizeof(tail)))
		return false;
	cJSON *known = store_get(store, account, log->kind, tail);
	bool again = json_long(known, "_received", 0) > now - log->once;
	cJSON_Delete(known);
	return again;
}

void event_log_add(struct store *store, const char *account, const struct event_log *log,
		   const char *name, const cJSON *event, long long now)
{
	char tail[24];
	if (was_counted(store, account, log, name, now))
		return;
	long long n = store_number(store, log->numbers) + 1;
	store_set_number(store, log->numbers, n);
	snprintf(tail, sizeof(tail), "%lld", n);
	cJSON *kept = cJSON_Duplicate(event, true);
	json_set(kept, "_received", cJSON_CreateNumber((double)now));
	store_put(store, account,
		  &(struct store_object){ .kind = log->kind,
					  .tail = tail,
					  .parent = "",
					  .name = name,
					  .status = "RECEIVED" },
		  kept);
	cJSON_Delete(kept);
}
