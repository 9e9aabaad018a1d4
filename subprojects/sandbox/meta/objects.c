/* Parts that objects of every kind share: ids, storing, times, labels, statuses. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "meta.h"

/* Units of the currency on the wire in one: Meta's own table, where ISO 4217 says otherwise too. */
static const struct {
	const char *currency;
	int offset;
} offsets[] = {
	{ "CLP", 1 }, { "COP", 1 }, { "CRC", 1 }, { "HUF", 1 }, { "IDR", 1 }, { "ISK", 1 },
	{ "JPY", 1 }, { "KRW", 1 }, { "PYG", 1 }, { "TWD", 1 }, { "VND", 1 },
};

int m_offset(const char *currency)
{
	for (size_t i = 0; i < sizeof(offsets) / sizeof(offsets[0]); i++)
		if (strcmp(offsets[i].currency, currency) == 0)
			return offsets[i].offset;
	return 100;
}

/* About a dollar in any currency. */
long long m_least_budget(const char *currency)
{
	return strcmp(currency, "INR") == 0 ? 4000 : m_offset(currency) == 1 ? 150 : 100;
}

void m_new_id(struct m_call *call, char *out)
{
	long long n = store_number(call->sandbox->store, "meta/ids") + 1;
	store_set_number(call->sandbox->store, "meta/ids", n);
	snprintf(out, 24, "%lld", 120210000000000000 + n);
}

enum m_kind m_find(struct m_call *call, const char *id, cJSON **value)
{
	for (int kind = M_CAMPAIGN; kind < M_KIND_END; kind++) {
		*value = store_get(call->sandbox->store, call->account.id, kind, id);
		if (*value)
			return (enum m_kind)kind;
	}
	return M_KIND_END;
}

const char *m_parent_key(enum m_kind kind)
{
	return kind == M_ADSET ? "campaign_id" : kind == M_AD ? "adset_id" : "";
}

static const char *meta_objects_parent_of(enum m_kind kind, const cJSON *value)
{
	const char *parent = json_text(value, m_parent_key(kind));
	return parent ? parent : "";
}

void m_put(struct m_call *call, enum m_kind kind, const cJSON *value)
{
	const char *status = json_text(value, "status");
	const char *name = json_text(value, kind == M_IMAGE ? "hash" : "name");
	struct store_object object = {
		.kind = (int)kind,
		.tail = json_text(value, kind == M_IMAGE ? "hash" : "id"),
		.parent = meta_objects_parent_of(kind, value),
		.name = name ? name : "",
		.status = status && strcmp(status, "DELETED") != 0 ? status : "REMOVED",
	};
	store_put(call->sandbox->store, call->account.id, &object, value);
}

static bool only_validates(const struct m_call *call)
{
	const cJSON *item;
	cJSON_ArrayForEach(item, json_at(call->values, "execution_options"))
	{
		if (strcmp(item->valuestring, "validate_only") == 0)
			return true;
	}
	return false;
}

static void meta_objects_succeed(struct m_call *call)
{
	call->status = 200;
	call->answer = cJSON_CreateObject();
	json_set_bool(call->answer, "success", true);
}

void m_made(struct m_call *call, enum m_kind kind, cJSON *value)
{
	char id[24];
	if (m_refused(call))
		return;
	if (only_validates(call)) {
		meta_objects_succeed(call);
		return;
	}
	m_new_id(call, id);
	json_set_text(value, "id", id);
	json_set_text(value, "account_id", call->account.id);
	json_set(value, "_created", cJSON_CreateNumber((double)call->now));
	json_set(value, "_updated", cJSON_CreateNumber((double)call->now));
	cJSON_DeleteItemFromObjectCaseSensitive(value, "execution_options");
	m_labels(call, value);
	m_put(call, kind, value);
	call->status = 200;
	call->answer = cJSON_CreateObject();
	json_set_text(call->answer, "id", id);
	call->committed = true;
}

void m_changed(struct m_call *call, enum m_kind kind, cJSON *value)
{
	if (m_refused(call))
		return;
	if (!only_validates(call)) {
		json_set(value, "_updated", cJSON_CreateNumber((double)call->now));
		cJSON_DeleteItemFromObjectCaseSensitive(value, "execution_options");
		m_labels(call, value);
		m_put(call, kind, value);
		call->committed = true;
	}
	meta_objects_succeed(call);
}

void m_labels(struct m_call *call, cJSON *object)
{
	cJSON *label;
	cJSON_ArrayForEach(label, json_at(object, "adlabels"))
	{
		char id[24];
		const char *name = json_text(label, "name");
		if (!name || json_at(label, "id"))
			continue;
		if (!store_find(call->sandbox->store, call->account.id, M_LABEL, name, id,
				sizeof(id))) {
			cJSON *made = cJSON_CreateObject();
			m_new_id(call, id);
			json_set_text(made, "id", id);
			json_set_text(made, "name", name);
			json_set_text(made, "status", "ACTIVE");
			m_put(call, M_LABEL, made);
			cJSON_Delete(made);
		}
		json_set_text(label, "id", id);
	}
}

bool m_status(struct m_call *call, cJSON *object)
{
	const char *was = json_text(object, "status");
	const char *wanted = json_text(call->values, "status");
	const cJSON *item;
	bool archived = strcmp(was, "ARCHIVED") == 0;
	if (strcmp(was, "DELETED") == 0)
		m_refuse(call,
			 (struct m_refusal){ .code = 100,
					     .subcode = 1487566,
					     .title = "Deleted Objects Can't Be Edited" },
			 "The object was deleted and cannot be edited.");
	cJSON_ArrayForEach(item, call->values)
	{
		if (archived && strcmp(item->string, "name") != 0 &&
		    !(strcmp(item->string, "status") == 0 && strcmp(wanted, "DELETED") == 0))
			m_refuse(call,
				 (struct m_refusal){ .code = 100,
						     .subcode = 1487056,
						     .field = item->string,
						     .title = "Archived Objects Can't Be Edited" },
				 "Only the name of an archived object may change.");
	}
	return !m_refused(call);
}

void m_hide(cJSON *value)
{
	cJSON *next;
	for (cJSON *item = value ? value->child : NULL; item; item = next) {
		next = item->next;
		if (item->string && item->string[0] == '_')
			cJSON_Delete(cJSON_DetachItemViaPointer(value, item));
	}
}

bool m_time(const char *text, long long *out)
{
	struct tm tm = { 0 };
	char sign = 0;
	int hours = 0, minutes = 0, end = 0, got;
	if (*text && strspn(text, "0123456789") == strlen(text)) {
		*out = sb_number(text);
		return true;
	}
	got = sscanf(text, "%4d-%2d-%2dT%2d:%2d:%2d%n", &tm.tm_year, &tm.tm_mon, &tm.tm_mday,
		     &tm.tm_hour, &tm.tm_min, &tm.tm_sec, &end);
	if (got != 6 || tm.tm_mon < 1 || tm.tm_mon > 12 || tm.tm_mday < 1 || tm.tm_mday > 31)
		return false;
	if (strcmp(text + end, "Z") != 0 &&
	    (sscanf(text + end, "%c%2d%2d", &sign, &hours, &minutes) != 3 ||
	     (sign != '+' && sign != '-')))
		return false;
	tm.tm_year -= 1900;
	tm.tm_mon -= 1;
	*out = (long long)timegm(&tm) - (sign == '-' ? -1 : 1) * (hours * 3600 + minutes * 60);
	return true;
}

void m_time_text(const struct m_call *call, long long at, char *out)
{
	time_t t = (time_t)at;
	struct tm tm;
	setenv("TZ", call->account.timezone, 1);
	tzset();
	localtime_r(&t, &tm);
	strftime(out, 25, "%Y-%m-%dT%H:%M:%S%z", &tm);
}
