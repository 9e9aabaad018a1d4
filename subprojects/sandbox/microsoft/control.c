/* Reads and edits of an account in the simulated Microsoft Advertising, for tests. */
#include <string.h>

#include "microsoft.h"

static const struct {
	enum ms_kind_id kind;
	const char *name, *above, *word;
} kinds[] = {
	{ MK_CAMPAIGN, "campaigns", NULL, "campaign" },
	{ MK_CRITERION, "campaignCriterions", "CampaignId", "campaignCriterion" },
	{ MK_AD_GROUP, "adGroups", "CampaignId", "adGroup" },
	{ MK_AD, "ads", "AdGroupId", "ad" },
	{ MK_KEYWORD, "keywords", "AdGroupId", "keyword" },
	{ MK_NEGATIVE, "negativeKeywords", "EntityId", "negativeKeyword" },
	{ MK_EXTENSION, "adExtensions", NULL, "adExtension" },
	{ MK_ASSOCIATION, "adExtensionAssociations", NULL, "adExtensionAssociation" },
	{ MK_CONVERSION, "offlineConversions", NULL, "conversion" },
	{ MK_UNATTRIBUTED, "unattributedConversions", NULL, NULL },
	{ MK_MEDIA, "media", NULL, "media" },
};

struct showing {
	struct ms_call call;
	size_t kind;
	cJSON *list;
};

/* With the parent's id, which the platform tells by where it was asked for. */
static void microsoft_control_collect(void *context, const char *tail, cJSON *value)
{
	struct showing *s = context;
	const char *parent = json_text(value, "_parent");
	(void)tail;
	if (kinds[s->kind].above && parent)
		json_set_text(value, kinds[s->kind].above, parent);
	ms_show(&s->call, kinds[s->kind].kind, value);
	cJSON_AddItemToArray(s->list, value);
}

static void microsoft_control_show(struct sandbox *sandbox, const char *account, cJSON *answer)
{
	struct showing s = { .call = { .sandbox = sandbox, .now = clock_now(sandbox) } };
	for (s.kind = 0; s.kind < sizeof(kinds) / sizeof(kinds[0]); s.kind++) {
		s.list = json_array(answer, kinds[s.kind].name);
		store_walk(sandbox->store, account, (int)kinds[s.kind].kind,
			   microsoft_control_collect, &s);
	}
}

/* { customerId, kind, id, set }: set null deletes. */
static void microsoft_control_edit(struct sandbox *sandbox, const cJSON *wish, struct reply *reply)
{
	struct ms_call call = { .sandbox = sandbox, .now = clock_now(sandbox) };
	const char *name = json_text(wish, "kind"), *id = json_text(wish, "id");
	const char *account = json_text(wish, "customerId");
	const cJSON *set = json_at(wish, "set");
	size_t k = 0;
	while (name && k < sizeof(kinds) / sizeof(kinds[0]) && strcmp(kinds[k].name, name) != 0)
		k++;
	if (!name || !id || !account || k == sizeof(kinds) / sizeof(kinds[0]) ||
	    !store_account(sandbox->store, account, &call.account)) {
		control_refuse(reply, 400, "customerId, kind and id name nothing");
		return;
	}
	cJSON *value = store_get(sandbox->store, account, (int)kinds[k].kind, id);
	if (!value) {
		control_refuse(reply, 404, "no such object");
		return;
	}
	if (!set || cJSON_IsNull(set))
		json_set_text(value, "Status", "Deleted");
	else
		control_merge(value, set);
	store_begin(sandbox->store);
	ms_store(&call, kinds[k].kind, value);
	store_commit(sandbox->store);
	reply_json(reply, 200, value);
}

static const char *microsoft_control_word(int kind)
{
	for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++)
		if ((int)kinds[k].kind == kind)
			return kinds[k].word;
	return NULL;
}

static bool microsoft_control_owns(const char *account)
{
	return strlen(account) == 9 && strspn(account, "0123456789") == 9;
}

static const char *const paths[] = { "/microsoft/", "/microsoft-oauth/", NULL };

const struct simulator microsoft_simulator = {
	.name = "microsoft",
	.paths = paths,
	.owns = microsoft_control_owns,
	.denials = (const char *const[]){ "UserIsNotAuthorized", "InvalidAccountId", NULL },
	.serve = ms_route,
	.show = microsoft_control_show,
	.edit = microsoft_control_edit,
	.word = microsoft_control_word,
};
