/* Reads and edits of tests behind the API's back. */
#include <string.h>

#include "meta.h"

static void meta_control_collect(void *context, const char *tail, cJSON *value)
{
	(void)tail;
	m_hide(value);
	cJSON_AddItemToArray(context, value);
}

void m_show(struct sandbox *sandbox, const char *account, cJSON *answer)
{
	static const char *const names[] = { "campaigns", "adsets",   "ads",     "adcreatives",
					     "adimages",  "advideos", "adlabels" };
	for (int i = 0; i < M_KIND_END - M_CAMPAIGN; i++)
		store_walk(sandbox->store, account, M_CAMPAIGN + i, meta_control_collect,
			   json_array(answer, names[i]));
	store_walk(sandbox->store, account, M_EVENT, meta_control_collect,
		   json_array(answer, "events"));
}

/* An edit made in the platform's own UI: nothing is checked but that the object exists. */
void m_edit(struct sandbox *sandbox, const cJSON *wish, struct reply *reply)
{
	struct m_call call = { .sandbox = sandbox, .now = clock_now(sandbox) };
	const char *account = json_text(wish, "customerId");
	const char *id = json_text(wish, "id");
	const cJSON *set = json_at(wish, "set");
	cJSON *value = NULL;
	if (!account || !id || !store_account(sandbox->store, account, &call.account)) {
		control_refuse(reply, 400, "customerId and id must name an object");
		return;
	}
	enum m_kind kind = m_find(&call, id, &value);
	if (!value) {
		kind = M_RUN;
		value = store_get(sandbox->store, account, M_RUN, id);
	}
	if (!value) {
		control_refuse(reply, 404, "no such object");
		return;
	}
	if (!set || cJSON_IsNull(set))
		json_set_text(value, "status", "DELETED");
	else
		control_merge(value, set);
	json_set(value, "_updated", cJSON_CreateNumber((double)call.now));
	store_begin(sandbox->store);
	m_put(&call, kind, value);
	store_commit(sandbox->store);
	m_hide(value);
	reply_json(reply, 200, value);
}
