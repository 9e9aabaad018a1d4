/* googleAds:search, in pages of 10,000 rows, and googleAds:searchStream. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "op.h"
#include "query_run.h"

enum {
	PAGE_ROWS = 10000
};

/* A page token is the query's digest and the number of rows already given. */
static void token_of(const char *query, long long offset, char *out, size_t room)
{
	char digest[G_TAIL_ROOM];
	g_criterion_id(query, digest);
	snprintf(out, room, "CP%s_%lld", digest, offset);
}

/* The offset a token stands for; -1 when it is not one of this query's. */
static long long offset_of(const char *query, const char *token)
{
	char expected[128];
	const char *mark = strrchr(token, '_');
	long long offset = mark ? sb_number(mark + 1) : -1;
	token_of(query, offset, expected, sizeof(expected));
	return offset > 0 && strcmp(expected, token) == 0 ? offset : -1;
}

static void put_field_mask(cJSON *answer, const struct g_query *query)
{
	struct text mask = { 0 };
	for (int i = 0; i < query->column_count; i++) {
		const struct q_column *c = &query->columns[i];
		text_format(&mask, "%s%s", i ? "," : "", c->resource);
		for (int k = 0; k < c->depth; k++) {
			char camel[G_NAME_ROOM];
			g_camel(c->path[k]->name, camel, sizeof(camel));
			text_format(&mask, ".%s", camel);
		}
	}
	json_set_text(answer, "fieldMask", text_get(&mask));
	text_free(&mask);
}

/* Moves rows `offset`… of `rows` to a page; how many there were in all. */
static long long cut_page(cJSON *rows, long long offset, cJSON *page)
{
	long long n = 0;
	cJSON *next;
	for (cJSON *row = rows->child; row; row = next) {
		next = row->next;
		if (n >= offset && n < offset + PAGE_ROWS)
			cJSON_AddItemToArray(page, cJSON_DetachItemViaPointer(rows, row));
		n++;
	}
	return n;
}

static cJSON *google_search_chunk(const struct g_query *query, cJSON *rows, long long offset,
				  long long *total)
{
	cJSON *answer = cJSON_CreateObject();
	cJSON *page = cJSON_CreateArray();
	*total = cut_page(rows, offset, page);
	if (page->child)
		json_set(answer, "results", page);
	else
		cJSON_Delete(page);
	put_field_mask(answer, query);
	json_set_long(answer, "queryResourceConsumption", 311);
	return answer;
}

static void answer_page(struct g_call *call, const struct g_query *query, long long offset,
			struct reply *reply)
{
	const cJSON *settings = json_at(call->body, "searchSettings");
	cJSON *rows = g_query_run(call, query);
	long long total;
	cJSON *answer = google_search_chunk(query, rows, offset, &total);
	if (total > offset + PAGE_ROWS) {
		char token[128];
		token_of(json_text(call->body, "query"), offset + PAGE_ROWS, token, sizeof(token));
		json_set_text(answer, "nextPageToken", token);
	}
	if (json_true(settings, "returnTotalResultsCount"))
		json_set_long(answer, "totalResultsCount", total);
	if (json_true(settings, "omitResults"))
		cJSON_DeleteItemFromObjectCaseSensitive(answer, "results");
	cJSON_Delete(rows);
	reply_json(reply, 200, answer);
}

static void answer_stream(struct g_call *call, const struct g_query *query, struct reply *reply)
{
	cJSON *rows = g_query_run(call, query);
	cJSON *list = cJSON_CreateArray();
	do {
		char id[23];
		long long total;
		cJSON *answer = google_search_chunk(query, rows, 0, &total);
		random_text(id, sizeof(id) - 1);
		json_set_text(answer, "requestId", id);
		cJSON_AddItemToArray(list, answer);
	} while (rows->child);
	cJSON_Delete(rows);
	reply_json(reply, 200, list);
}

void g_search(struct g_call *call, bool stream, struct reply *reply)
{
	const char *text = json_text(call->body, "query");
	const char *token = json_text(call->body, "pageToken");
	long long offset = 0;
	cJSON *errors = cJSON_CreateArray();
	if (json_at(call->body, "pageSize"))
		g_error_add(errors, E_PAGE_SIZE_NOT_SUPPORTED, "page_size", NULL);
	if (!text || !*text)
		g_error_add(errors, E_REQUEST_REQUIRED_FIELD_MISSING, "query", NULL);
	if (text && token && *token && (offset = offset_of(text, token)) < 0)
		g_error_add(errors, E_INVALID_PAGE_TOKEN, "page_token", token);
	struct g_query *query =
		text && !errors->child ? g_query_parse(text, call->today, errors) : NULL;
	if (errors->child) {
		reply_json(reply, 400, g_envelope(400, g_failure(call->version, errors)));
	} else {
		cJSON_Delete(errors);
		if (json_true(call->body, "validateOnly"))
			reply_json(reply, 200, cJSON_CreateObject());
		else if (stream)
			answer_stream(call, query, reply);
		else
			answer_page(call, query, offset, reply);
	}
	if (query)
		g_query_free(query);
}
