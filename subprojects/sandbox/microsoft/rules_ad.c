/* Business rules of the service for ads and keywords. */
#include <string.h>
#include <strings.h>

#include "microsoft.h"

/* The texts of a responsive search ad: two lists with the same rules and other numbers. */
struct texts {
	const char *key, *pin;
	int fewest, most, pins;
	size_t width;
	enum ms_error none, few, many, twice, wide, empty, pinned;
};

static const struct texts both[] = {
	{ "Headlines", "Headline", 3, 15, 3, 30, ME_HEADLINES_NULL, ME_HEADLINES_FEW,
	  ME_HEADLINES_MANY, ME_HEADLINES_TWICE, ME_HEADLINE_LONG, ME_HEADLINE, ME_HEADLINE_PIN },
	{ "Descriptions", "Description", 2, 4, 2, 90, ME_DESCRIPTIONS_NULL, ME_DESCRIPTIONS_FEW,
	  ME_DESCRIPTIONS_MANY, ME_DESCRIPTIONS_TWICE, ME_DESCRIPTION_LONG, ME_DESCRIPTION,
	  ME_DESCRIPTION_PIN },
};

static bool is_pin(const struct texts *t, const char *pin)
{
	size_t n = strlen(t->pin);
	return strncmp(pin, t->pin, n) == 0 && pin[n] >= '1' && pin[n] < '1' + t->pins &&
	       pin[n + 1] == '\0';
}

static const char *microsoft_rules_ad_text_of(const cJSON *link)
{
	return json_text(json_at(link, "Asset"), "Text");
}

/* "{KeyWord:x}" counts as x. */
static size_t final_width(const char *text)
{
	size_t n = ms_width(text);
	const char *open = strcasestr(text, "{keyword:");
	return open && strchr(open, '}') ? n - 10 : n;
}

static void check_texts(struct ms_item *item, const struct texts *t)
{
	const cJSON *list = json_at(item->value, t->key);
	const cJSON *link, *other;
	int n = cJSON_GetArraySize(list);
	if (n == 0)
		ms_fail(item, t->none, t->key);
	else if (n < t->fewest)
		ms_fail(item, t->few, t->key);
	else if (n > t->most)
		ms_fail(item, t->many, t->key);
	cJSON_ArrayForEach(link, list)
	{
		const char *text = microsoft_rules_ad_text_of(link),
			   *pin = json_text(link, "PinnedField");
		if (!text || !*text) {
			ms_fail(item, t->empty, t->key);
			continue;
		}
		if (final_width(text) > t->width)
			ms_fail(item, t->wide, t->key);
		if (pin && !is_pin(t, pin))
			ms_fail(item, t->pinned, t->key);
		for (other = link->next; other; other = other->next)
			if (microsoft_rules_ad_text_of(other) &&
			    strcasecmp(text, microsoft_rules_ad_text_of(other)) == 0)
				ms_fail(item, t->twice, t->key);
	}
}

static void microsoft_rules_ad_check_status(struct ms_item *item, const char *otherwise)
{
	const char *status = json_text(item->value, "Status");
	if (!status)
		json_set_text(item->value, "Status", otherwise);
	else if (strcmp(status, "Active") != 0 && strcmp(status, "Paused") != 0)
		ms_fail(item, ME_STATUS, "Status");
	if (json_at(item->given, "EditorialStatus") &&
	    !cJSON_IsNull(json_at(item->given, "EditorialStatus")))
		ms_fail(item, ME_STATUS, "EditorialStatus");
}

struct twin {
	const struct ms_item *item;
	bool found;
};

static bool same_texts(const cJSON *a, const cJSON *b)
{
	a = a ? a->child : NULL;
	b = b ? b->child : NULL;
	for (; a && b; a = a->next, b = b->next)
		if (strcmp(microsoft_rules_ad_text_of(a), microsoft_rules_ad_text_of(b)) != 0)
			return false;
	return !a && !b;
}

static void microsoft_rules_ad_look(void *context, const char *tail, cJSON *value)
{
	struct twin *twin = context;
	const char *id = json_text(twin->item->value, "Id"), *status = json_text(value, "Status");
	bool same = true;
	static const char *const kept[] = { "FinalUrls", "UrlCustomParameters" };
	for (size_t i = 0; i < 2; i++) {
		const cJSON *a = json_at(value, kept[i]), *b = json_at(twin->item->value, kept[i]);
		same = same && ((!a && !b) || cJSON_Compare(a, b, true));
	}
	for (size_t i = 0; i < 2; i++)
		same = same && same_texts(json_at(value, both[i].key),
					  json_at(twin->item->value, both[i].key));
	if (same && !(id && strcmp(id, tail) == 0) && strcmp(status, "Deleted") != 0)
		twin->found = true;
	cJSON_Delete(value);
}

static bool is_responsive(const cJSON *ad)
{
	const char *type = json_text(ad, "Type");
	return !type || strncmp(type, "ResponsiveSearch", strlen("ResponsiveSearch")) == 0;
}

void ms_check_ad(struct ms_item *item)
{
	const char *path1 = json_text(item->value, "Path1"),
		   *path2 = json_text(item->value, "Path2");
	/* A test's edit makes ads of other types; requests can only change them. */
	if (!is_responsive(item->value)) {
		if (item->creating)
			ms_fail(item, ME_AD_TYPE_DIFFERS, "Type");
		microsoft_rules_ad_check_status(item, "Active");
		return;
	}
	if (!cJSON_GetArraySize(json_at(item->value, "FinalUrls")))
		ms_fail(item, ME_URL, "FinalUrls");
	ms_check_urls(item);
	check_texts(item, &both[0]);
	check_texts(item, &both[1]);
	if (path1 && ms_width(path1) > 15)
		ms_fail(item, ME_PATH1_LONG, "Path1");
	if (path2 && ms_width(path2) > 15)
		ms_fail(item, ME_PATH2_LONG, "Path2");
	if (path2 && !path1)
		ms_fail(item, ME_PATH2_ALONE, "Path2");
	microsoft_rules_ad_check_status(item, "Active");
	ms_check_parameters(item);
	struct twin twin = { item, false };
	if (!item->failed)
		store_walk_under(item->call->sandbox->store, item->call->account.id,
				 &(struct store_object){ .kind = MK_AD, .parent = item->parent },
				 microsoft_rules_ad_look, &twin);
	if (twin.found)
		ms_fail(item, ME_AD_DUPLICATE, NULL);
}

void ms_check_keyword(struct ms_item *item)
{
	static const char *const types[] = { "Exact", "Phrase", "Broad" };
	const char *text = json_text(item->value, "Text");
	const char *type = json_text(item->value, "MatchType");
	bool known = false;
	for (size_t i = 0; i < 3 && type; i++)
		known = known || strcmp(type, types[i]) == 0;
	if (!text || ms_width(text) > 100)
		ms_fail(item, ME_KEYWORD_TEXT, "Text");
	if (!known)
		ms_fail(item, ME_MATCH_TYPE, "MatchType");
	microsoft_rules_ad_check_status(item, "Active");
	ms_check_bid(item, "Bid");
	ms_check_urls(item);
	ms_check_parameters(item);
}
