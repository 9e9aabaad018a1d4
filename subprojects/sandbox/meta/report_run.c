/*
 * Runs of reports: insights that are asked for by a POST, looked for until they are made, and read
 * by the run's own edge. A run is made at its third look; an edit of the control endpoints that
 * sets "_failed" has it fail.
 */
#include <stdio.h>
#include <string.h>

#include "meta.h"

enum {
	LOOKS = 3
};

/* A POST may have its fields as a list in JSON, as Meta's own library sends them. */
static void plain_fields(struct m_call *call)
{
	const char *given = json_text(call->params, "fields");
	cJSON *list = given && *given == '[' ? cJSON_Parse(given) : NULL;
	const cJSON *item;
	struct text all = { 0 };
	if (!list)
		return;
	cJSON_ArrayForEach(item, list)
	{
		text_put(&all, item == list->child ? "" : ",");
		text_put(&all, cJSON_IsString(item) ? item->valuestring : "?");
	}
	json_set_text(call->params, "fields", text_get(&all));
	text_free(&all);
	cJSON_Delete(list);
}

void m_run_start(struct m_call *call, const char *of)
{
	char id[24];
	plain_fields(call);
	if (!m_insights_checked(call))
		return;
	m_new_id(call, id);
	cJSON *run = cJSON_CreateObject();
	json_set_text(run, "id", id);
	json_set_text(run, "account_id", call->account.id);
	json_set(run, "asked", cJSON_Duplicate(call->values, true));
	json_set(run, "at", cJSON_CreateNumber((double)call->now));
	if (of)
		json_set_text(run, "of", of);
	m_put(call, M_RUN, run);
	cJSON_Delete(run);
	call->status = 200;
	call->answer = cJSON_CreateObject();
	json_set_text(call->answer, "report_run_id", id);
	call->committed = true;
}

/* The progress of a report run, in words of the API and in percent. Each look advances it. */
static void meta_report_run_look(struct m_call *call, cJSON *run)
{
	static const char *const words[] = { "Job Not Started", "Job Running", "Job Completed" };
	long long looks = json_long(run, "looks", 0);
	bool broken = json_true(run, "_failed");
	cJSON *out = cJSON_CreateObject();
	const cJSON *range = json_at(json_at(run, "asked"), "time_range");
	if (!m_check(call, &m_reading)) {
		cJSON_Delete(out);
		return;
	}
	json_set_text(out, "id", json_text(run, "id"));
	json_set_text(out, "account_id", json_text(run, "account_id"));
	json_set(out, "time_ref", cJSON_CreateNumber(json_double(run, "at", 0)));
	json_set_text(out, "async_status", broken ? "Job Failed" : words[looks]);
	json_set(out, "async_percent_completion",
		 cJSON_CreateNumber(broken ? 0 : (double)(looks * 100 / (LOOKS - 1))));
	json_set_text(out, "date_start", json_text(range, "since"));
	json_set_text(out, "date_stop", json_text(range, "until"));
	if (broken) {
		json_set(out, "error_code", cJSON_CreateNumber(2));
		json_set(out, "error_subcode", cJSON_CreateNumber(1504043));
		json_set_text(out, "error_message", "The report could not be made.");
	} else if (looks == LOOKS - 1) {
		json_set(out, "time_completed", cJSON_CreateNumber((double)call->now));
	} else {
		json_set(run, "looks", cJSON_CreateNumber((double)looks + 1));
		m_put(call, M_RUN, run);
		call->committed = true;
	}
	call->status = 200;
	call->answer = out;
}

/* The rows, a page of them. */
static void meta_report_run_tell(struct m_call *call, const cJSON *run)
{
	if (!m_check(call, &m_listing))
		return;
	if (json_long(run, "looks", 0) < LOOKS - 1 || json_true(run, "_failed")) {
		m_refuse(call,
			 (struct m_refusal){ .code = 2601,
					     .subcode = 1815107,
					     .title = "Error accessing adreport job." },
			 "Error accessing adreport job as job is not completed.");
		return;
	}
	cJSON *asked = cJSON_Duplicate(json_at(run, "asked"), true);
	cJSON_DeleteItemFromObjectCaseSensitive(asked, "after");
	control_merge(asked, call->values);
	cJSON_Delete(call->values);
	call->values = asked;
	m_insights_tell(call, json_text(run, "of"));
}

bool m_run(struct m_call *call, const char *id, const char *rest)
{
	bool rows = strcmp(rest, "insights") == 0;
	cJSON *run = NULL;
	if (strcmp(call->method, "GET") == 0 && (!*rest || rows))
		run = store_get(call->sandbox->store, call->account.id, M_RUN, id);
	if (run && rows)
		meta_report_run_tell(call, run);
	else if (run)
		meta_report_run_look(call, run);
	cJSON_Delete(run);
	return run != NULL;
}
