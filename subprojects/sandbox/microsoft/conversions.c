/*
 * POST OfflineConversions/Apply. Each conversion stands or falls by itself; what was taken is
 * counted once by its key (click, goal, moment, hashes of the person) and otherwise kept with the
 * reason why it is not counted, as the reports of the platform tell it.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "microsoft.h"

enum {
	CONVERSIONS_MAX = 1000,
	WINDOW_DAYS = 90,
	DAY = 86400,
	CLICK_DIGITS = 32,
};

static bool microsoft_conversions_has_text(const cJSON *object, const char *key)
{
	const char *text = json_text(object, key);
	return text && *text;
}

static bool is_hex(const char *text, size_t n)
{
	return strlen(text) == n && strspn(text, "0123456789abcdefABCDEF") == n;
}

static void check_match(struct ms_item *item)
{
	const char *click = json_text(item->given, "MicrosoftClickId");
	if (click && *click && !is_hex(click, CLICK_DIGITS))
		ms_fail(item, ME_CONVERSION_CLICK, "MicrosoftClickId");
	else if (!(click && *click) &&
		 !microsoft_conversions_has_text(item->given, "HashedEmailAddress") &&
		 !microsoft_conversions_has_text(item->given, "HashedPhoneNumber"))
		ms_fail(item, ME_CONVERSION_CLICK_NULL, "MicrosoftClickId");
}

static void microsoft_conversions_check_goal(struct ms_item *item)
{
	const char *name = json_text(item->given, "ConversionName");
	if (!name || !*name) {
		ms_fail(item, ME_CONVERSION_NAME_NULL, "ConversionName");
		return;
	}
	if (!ms_goal_takes(name))
		ms_fail(item, ME_CONVERSION_NAME, "ConversionName");
}

/* "2026-11-20T13:05:00Z", with decimals or without, in seconds since 1970; -1 where it is none. */
static long long microsoft_conversions_read_time(const char *text)
{
	struct tm tm = { 0 };
	int end = 0;
	if (sscanf(text, "%4d-%2d-%2dT%2d:%2d:%2d%n", &tm.tm_year, &tm.tm_mon, &tm.tm_mday,
		   &tm.tm_hour, &tm.tm_min, &tm.tm_sec, &end) != 6)
		return -1;
	if (text[end] == '.')
		end += 1 + (int)strspn(text + end + 1, "0123456789");
	/* UTC alone; Microsoft's own library writes it as an offset. */
	if (strcmp(text + end, "Z") != 0 && strcmp(text + end, "+00:00") != 0)
		return -1;
	tm.tm_year -= 1900;
	tm.tm_mon -= 1;
	return (long long)timegm(&tm);
}

static void microsoft_conversions_check_time(struct ms_item *item)
{
	const char *text = json_text(item->given, "ConversionTime");
	long long at = text && *text ? microsoft_conversions_read_time(text) : 0;
	if (!text || !*text)
		ms_fail(item, ME_CONVERSION_TIME_NULL, "ConversionTime");
	else if (at < 0)
		ms_fail(item, ME_CONVERSION_TIME, "ConversionTime");
	else if (at > item->call->now + 60)
		ms_fail(item, ME_CONVERSION_FUTURE, "ConversionTime");
	else if (at < item->call->now - (long long)WINDOW_DAYS * DAY)
		ms_fail(item, ME_CONVERSION_WINDOW, "ConversionTime");
}

static void check_worth(struct ms_item *item)
{
	const char *currency = json_text(item->given, "ConversionCurrencyCode");
	if (json_double(item->given, "ConversionValue", 0) < 0)
		ms_fail(item, ME_CONVERSION_VALUE, "ConversionValue");
	if (currency && *currency &&
	    (strlen(currency) != 3 || strspn(currency, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != 3))
		ms_fail(item, ME_CONVERSION_CURRENCY, "ConversionCurrencyCode");
}

/* Why one that is taken is counted nowhere, or NULL; its key, by which it is counted once. */
static const char *microsoft_conversions_unattributed(const struct ms_item *item, char *key,
						      size_t room)
{
	static const char *const parts[] = { "MicrosoftClickId", "ConversionName", "ConversionTime",
					     "HashedEmailAddress", "HashedPhoneNumber" };
	char tail[24];
	size_t used = 0;
	*key = '\0';
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		const char *part = json_text(item->given, parts[i]);
		/* Of a moment the whole seconds tell. */
		int n = i == 2 ? 19 : 700;
		used += (size_t)snprintf(key + used, room - used, "%s%.*s", i ? " " : "", n,
					 part ? part : "");
	}
	for (size_t i = 3; i < 5; i++)
		if (microsoft_conversions_has_text(item->given, parts[i]) &&
		    !is_hex(json_text(item->given, parts[i]), 64))
			return "MalformedData";
	if (store_find(item->call->sandbox->store, item->call->account.id, MK_CONVERSION, key, tail,
		       sizeof(tail)))
		return "DuplicateConversionKey";
	return NULL;
}

static void microsoft_conversions_keep(struct ms_item *item)
{
	struct ms_call *call = item->call;
	char key[3600], id[24];
	const char *reason = microsoft_conversions_unattributed(item, key, sizeof(key));
	cJSON *kept = cJSON_Duplicate(item->given, true);
	ms_new_id(call, id);
	if (reason)
		json_set_text(kept, "UnattributedReason", reason);
	store_put(call->sandbox->store, call->account.id,
		  &(struct store_object){ .kind = reason ? MK_UNATTRIBUTED : MK_CONVERSION,
					  .tail = id,
					  .parent = "",
					  .name = reason ? "" : key,
					  .status = "ENABLED" },
		  kept);
	cJSON_Delete(kept);
	call->committed = true;
}

void ms_conversions_apply(struct ms_call *call, const struct ms_kind *kind)
{
	const cJSON *list = json_at(call->body, "OfflineConversions"), *given;
	struct ms_item item = { .call = call, .index = -1 };
	(void)kind;
	if (!cJSON_GetArraySize(list))
		call->whole = ME_CONVERSIONS_NULL;
	else if (cJSON_GetArraySize(list) > CONVERSIONS_MAX)
		call->whole = ME_CONVERSIONS_LIMIT;
	if (call->whole != ME_NONE)
		return;
	item.errors = json_array(call->answer, "PartialErrors");
	cJSON_ArrayForEach(given, list)
	{
		item.index++;
		item.given = given;
		item.failed = false;
		check_match(&item);
		microsoft_conversions_check_goal(&item);
		microsoft_conversions_check_time(&item);
		check_worth(&item);
		if (!item.failed)
			microsoft_conversions_keep(&item);
	}
}
