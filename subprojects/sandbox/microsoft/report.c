/*
 * The reporting service: a report is submitted, is Pending when it is first looked for, and then
 * has an address for five minutes, which gives it once. Tests have it go wrong by a fault of the
 * type "error" whose errorCode is "Report." and one of these words:
 *
 *   of a look:      Pending (it is not made yet), Error (it could not be made), Elsewhere (an
 *                   address that is nobody's here)
 *   of the address: Truncated, Columns (one more), Twice (a line), Currency, Many (100,000 lines)
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "microsoft.h"

enum {
	KEY_LENGTH = 32,
	ADDRESS_SECONDS = 300,
	REPORT_SECONDS = 2 * 86400,
	RUNNING_MOST = 5,
	NAME_MOST = 200
};

static bool microsoft_report_holds(const cJSON *columns, const char *name)
{
	const cJSON *item;
	cJSON_ArrayForEach(item, columns) if (strcmp(item->valuestring, name) == 0) return true;
	return false;
}

static enum ms_error check_columns(const cJSON *asked)
{
	static const char *const measures[] = { "Impressions", "Clicks", "Spend", "Conversions",
						"Revenue" };
	const cJSON *columns = json_at(asked, "Columns"), *item;
	const char *aggregation = json_text(asked, "Aggregation");
	bool measured = false, summary = aggregation && strcmp(aggregation, "Summary") == 0;
	if (cJSON_GetArraySize(columns) == 0)
		return ME_REPORT_COLUMNS;
	cJSON_ArrayForEach(item, columns)
	{
		const cJSON *other = columns->child;
		for (; other != item; other = other->next)
			if (strcmp(other->valuestring, item->valuestring) == 0)
				return ME_REPORT_TWICE;
	}
	for (size_t i = 0; i < sizeof(measures) / sizeof(measures[0]); i++)
		measured = measured || microsoft_report_holds(columns, measures[i]);
	if (!measured)
		return ME_REPORT_MEASURE;
	if (summary)
		return microsoft_report_holds(columns, "TimePeriod") ? ME_REPORT_SUMMARY : ME_NONE;
	return microsoft_report_holds(columns, "TimePeriod") ? ME_NONE : ME_REPORT_REQUIRED;
}

/* "yyyy-MM-dd" of a Date; false where it is none. */
static bool read_date(const cJSON *date, char out[40])
{
	static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	int year = (int)json_double(date, "Year", 0), month = (int)json_double(date, "Month", 0);
	int day = (int)json_double(date, "Day", 0);
	bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
	if (year < 2000 || year > 2100 || month < 1 || month > 12 || day < 1 ||
	    day > days[month - 1] + (month == 2 && leap))
		return false;
	snprintf(out, 40, "%04d-%02d-%02d", year, month, day);
	return true;
}

static enum ms_error microsoft_report_check_time(const struct ms_call *call, const cJSON *asked)
{
	const cJSON *time = json_at(asked, "Time");
	const cJSON *start = json_at(time, "CustomDateRangeStart");
	const cJSON *end = json_at(time, "CustomDateRangeEnd");
	char first[40], last[40], today[24];
	if (!start || !end || cJSON_IsNull(start) || cJSON_IsNull(end))
		return ME_REPORT_TIME;
	if (!read_date(start, first))
		return ME_REPORT_START;
	if (!read_date(end, last))
		return ME_REPORT_END;
	if (strcmp(last, first) < 0)
		return ME_REPORT_ORDER;
	clock_local(call->now, call->account.timezone, today);
	today[10] = '\0';
	if (strcmp(first, today) > 0)
		return ME_REPORT_FUTURE;
	return json_true(asked, "ReturnOnlyCompleteData") && strcmp(last, today) >= 0
		       ? ME_REPORT_INCOMPLETE
		       : ME_NONE;
}

static enum ms_error microsoft_report_check(const struct ms_call *call, const cJSON *asked)
{
	const cJSON *ids = json_at(json_at(asked, "Scope"), "AccountIds"), *id;
	const char *aggregation = json_text(asked, "Aggregation");
	const char *format = json_text(asked, "Format"), *name = json_text(asked, "ReportName");
	const char *version = json_text(asked, "FormatVersion");
	enum ms_error error;
	if (name && strlen(name) > NAME_MOST)
		return ME_REPORT_NAME;
	if (cJSON_GetArraySize(ids) == 0)
		return ME_REPORT_SCOPE;
	cJSON_ArrayForEach(id, ids) if (strcmp(id->valuestring, call->account.id) !=
					0) return ME_REPORT_ACCOUNT;
	error = check_columns(asked);
	if (error == ME_NONE)
		error = microsoft_report_check_time(call, asked);
	/* The sandbox makes reports of one kind: Csv, 2.0, a line a day. */
	if (error == ME_NONE && (!aggregation || strcmp(aggregation, "Daily") != 0))
		error = ME_REPORT_AGGREGATION;
	if (error == ME_NONE &&
	    (!format || strcmp(format, "Csv") != 0 || !version || strcmp(version, "2.0") != 0))
		error = ME_REPORT_NULL;
	return error;
}

static void microsoft_report_keep(struct ms_call *call, cJSON *report, const char *status)
{
	store_put(call->sandbox->store, call->account.id,
		  &(struct store_object){ .kind = MK_REPORT,
					  .tail = json_text(report, "Id"),
					  .parent = "",
					  .name = "",
					  .status = status },
		  report);
	call->committed = true;
}

void ms_report_submit(struct ms_call *call, const struct ms_kind *kind)
{
	const cJSON *asked = json_at(call->body, "ReportRequest");
	char id[24], whole[40];
	(void)kind;
	call->whole = asked && !cJSON_IsNull(asked) ? microsoft_report_check(call, asked)
						    : ME_REPORT_NULL;
	if (call->whole == ME_NONE && store_count(call->sandbox->store, call->account.id, MK_REPORT,
						  "", "PENDING") >= RUNNING_MOST)
		call->whole = ME_REPORTS_RUNNING;
	if (call->whole != ME_NONE)
		return;
	ms_new_id(call, id);
	snprintf(whole, sizeof(whole), "30000000%s", id);
	cJSON *report = cJSON_CreateObject();
	json_set_text(report, "Id", whole);
	json_set(report, "asked", cJSON_Duplicate(asked, true));
	json_set(report, "at", cJSON_CreateNumber((double)call->now));
	microsoft_report_keep(call, report, "PENDING");
	json_set_text(call->answer, "ReportRequestId", whole);
	cJSON_Delete(report);
}

static bool is_trick(const struct ms_call *call, const char *word)
{
	return call->trick && strcmp(call->trick, word) == 0;
}

/* A fresh address of the report. */
static void give_address(struct ms_call *call, cJSON *report, cJSON *status)
{
	char key[KEY_LENGTH + 1];
	struct text url = { 0 };
	random_text(key, KEY_LENGTH);
	json_set_text(report, "key", key);
	json_set(report, "until", cJSON_CreateNumber((double)(call->now + ADDRESS_SECONDS)));
	text_format(&url, "http://%s/microsoft/ReportDownload/Download.aspx?q=%s.%s.%s",
		    is_trick(call, "Elsewhere") ? "elsewhere.example"
		    : call->host                ? call->host
						: "",
		    call->account.id, json_text(report, "Id"), key);
	json_set_text(status, "ReportDownloadUrl", text_get(&url));
	text_free(&url);
}

static void microsoft_report_poll(struct ms_call *call, cJSON *report)
{
	cJSON *status = json_object(call->answer, "ReportRequestStatus");
	bool looked = json_true(report, "looked");
	json_set(status, "ReportDownloadUrl", cJSON_CreateNull());
	json_set_bool(report, "looked", true);
	if (is_trick(call, "Error")) {
		json_set_text(status, "Status", "Error");
		microsoft_report_keep(call, report, "FAILED");
	} else if (!looked || is_trick(call, "Pending")) {
		json_set_text(status, "Status", "Pending");
		microsoft_report_keep(call, report, "PENDING");
	} else {
		char *file = ms_report_file(call, json_at(report, "asked"));
		json_set_text(status, "Status", "Success");
		if (file)
			give_address(call, report, status);
		microsoft_report_keep(call, report, "DONE");
		free(file);
	}
}

void ms_report_poll(struct ms_call *call, const struct ms_kind *kind)
{
	const char *id = json_text(call->body, "ReportRequestId");
	(void)kind;
	if (!id || !*id || strspn(id, "0123456789") != strlen(id)) {
		call->whole = ME_REPORT_ID;
		return;
	}
	cJSON *report = store_get(call->sandbox->store, call->account.id, MK_REPORT, id);
	if (!report || call->now > json_long(report, "at", 0) + REPORT_SECONDS)
		call->whole = ME_REPORT_GONE;
	else
		microsoft_report_poll(call, report);
	cJSON_Delete(report);
}

/* The report that the key of an address opens now, owned by the caller, or NULL. */
static cJSON *open_report(struct ms_call *call, const char *key)
{
	char account[16], id[40], secret[KEY_LENGTH + 1];
	if (!key || sscanf(key, "%15[0-9].%39[0-9].%32s", account, id, secret) != 3 ||
	    !store_account(call->sandbox->store, account, &call->account))
		return NULL;
	cJSON *report = store_get(call->sandbox->store, account, MK_REPORT, id);
	const char *own = json_text(report, "key");
	if (own && strcmp(own, secret) == 0 && call->now <= json_long(report, "until", 0))
		return report;
	cJSON_Delete(report);
	return NULL;
}

void ms_report_download(struct ms_call *call, const char *key, struct reply *reply)
{
	cJSON *report = open_report(call, key);
	if (!report) {
		reply_text(reply, 404, "text/plain", "The address is not valid any more.\n");
		return;
	}
	char *file = ms_report_file(call, json_at(report, "asked"));
	cJSON_DeleteItemFromObjectCaseSensitive(report, "key");
	store_begin(call->sandbox->store);
	microsoft_report_keep(call, report, "DONE");
	store_commit(call->sandbox->store);
	reply_text(reply, 200, "application/x-zip-compressed", "");
	free(reply->body);
	reply->body = ms_zip("report.csv", file ? file : "", file ? strlen(file) : 0, &reply->size);
	if (is_trick(call, "Truncated"))
		reply->size /= 2;
	free(file);
	cJSON_Delete(report);
}
