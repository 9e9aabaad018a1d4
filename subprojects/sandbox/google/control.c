/* Reads and edits of an account in the simulated Google Ads, for tests. */
#include <stdio.h>
#include <string.h>

#include "google.h"

static void google_control_collect(void *context, const char *tail, cJSON *value)
{
	cJSON *list = context;
	(void)tail;
	g_hide_private(value);
	cJSON_AddItemToArray(list, value);
}

static void google_control_show(struct sandbox *sandbox, const char *account, cJSON *answer)
{
	for (int k = 0; k < K_COUNT; k++)
		if (k != K_AD)
			store_walk(sandbox->store, account, k, google_control_collect,
				   json_array(answer, g_kinds[k].collection));
	store_walk(sandbox->store, account, G_CONVERSIONS, google_control_collect,
		   json_array(answer, "conversions"));
}

static void apply_edit(struct sandbox *sandbox, const char *account, cJSON *value, const cJSON *set)
{
	char flag[40];
	if (cJSON_IsNull(set) || !set) {
		json_set_text(value, "status", "REMOVED");
		return;
	}
	control_merge(value, set);
	json_set(value, "_edited", cJSON_CreateNumber((double)clock_now(sandbox)));
	if (json_at(set, "containsEuPoliticalAdvertising") &&
	    !json_at(value, "containsEuPoliticalAdvertising")) {
		json_set_bool(value, "_undeclared", true);
		snprintf(flag, sizeof(flag), "undeclared/%s", account);
		store_set_number(sandbox->store, flag, 1);
	}
}

static void google_control_edit(struct sandbox *sandbox, const cJSON *body, struct reply *reply)
{
	char account[16], tail[G_TAIL_ROOM], parent[G_TAIL_ROOM];
	const char *name = json_text(body, "resourceName");
	const char *customer = json_text(body, "customerId");
	const cJSON *set = json_at(body, "set");
	int kind = name ? g_parse_name(name, account, tail, sizeof(tail)) : -1;
	if (kind < 0 || (customer && strcmp(customer, account) != 0)) {
		control_refuse(reply, 400, "resourceName is none of customerId's");
		return;
	}
	cJSON *value = store_get(sandbox->store, account, kind, tail);
	if (!value) {
		control_refuse(reply, 404, "no such object");
		return;
	}
	store_begin(sandbox->store);
	apply_edit(sandbox, account, value, set);
	struct store_object columns = g_columns((enum g_kind_id)kind, tail, value, parent);
	store_put(sandbox->store, account, &columns, value);
	bool removed = cJSON_IsNull(set) || !set;
	struct text fields = { 0 };
	const cJSON *item;
	cJSON_ArrayForEach(item, set)
	{
		text_format(&fields, "%s%s", fields.size ? "," : "", item->string);
	}
	g_note_change(sandbox, account,
		      &(struct g_change){
			      .kind = (enum g_kind_id)kind,
			      .name = name,
			      .operation = removed ? "REMOVE" : "UPDATE",
			      .client = "GOOGLE_ADS_WEB_CLIENT",
			      .fields = text_get(&fields),
		      });
	store_commit(sandbox->store);
	text_free(&fields);
	g_hide_private(value);
	reply_json(reply, 200, value);
}

static const char *google_control_word(int kind)
{
	return kind == G_CONVERSIONS ? "conversion" : kind < K_COUNT ? g_kinds[kind].json : NULL;
}

static bool google_control_owns(const char *account)
{
	return strlen(account) == 10 && strspn(account, "0123456789") == 10;
}

static const char *const paths[] = { "/google/", "/google-oauth/", NULL };

const struct simulator google_simulator = {
	.name = "google",
	.paths = paths,
	.owns = google_control_owns,
	.denials = (const char *const[]){ "USER_PERMISSION_DENIED", "CUSTOMER_NOT_ENABLED", NULL },
	.serve = g_route,
	.show = google_control_show,
	.edit = google_control_edit,
	.word = google_control_word,
};
