#include "quota.h"

#include <string.h>

bool quota_set(struct sandbox *sandbox, const cJSON *wish, const char **why)
{
	const char *account = json_text(wish, "customerId");
	if (!account) {
		*why = "customerId is missing";
		return false;
	}
	if (json_at(wish, "quota") && json_long(wish, "quota", 0) < 1) {
		*why = "quota must be a number above 0";
		return false;
	}
	cJSON *own = json_object(sandbox->quotas, account);
	cJSON_DeleteItemFromObjectCaseSensitive(own, "windows");
	cJSON_DeleteItemFromObjectCaseSensitive(own, "quota");
	cJSON_DeleteItemFromObjectCaseSensitive(own, "used");
	if (!json_at(wish, "quota"))
		return true;
	json_set(own, "quota", cJSON_CreateNumber((double)json_long(wish, "quota", 0)));
	json_set(own, "used", cJSON_CreateNumber((double)json_long(wish, "used", 0)));
	return true;
}

struct quota_state quota_take(struct sandbox *sandbox, const char *account,
			      const struct quota *quota, long long n)
{
	cJSON *own = json_object(sandbox->quotas, account);
	cJSON *window = json_object(json_object(own, "windows"), quota->name);
	long long now = clock_now(sandbox), from = json_long(window, "from", -1);
	long long used = json_long(window, "used", json_long(own, "used", 0));
	struct quota_state state = { .most = json_long(own, "quota", quota->most) };
	if (from >= 0 && now >= from + quota->window)
		from = -1, used = 0;
	if (from < 0)
		from = now;
	state.left = state.most - used - n;
	state.wait = from + quota->window - now;
	json_set(window, "from", cJSON_CreateNumber((double)from));
	json_set(window, "used", cJSON_CreateNumber((double)(state.left < 0 ? used : used + n)));
	return state;
}
