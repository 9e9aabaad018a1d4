/* Collections: filters, and pages that go on at an absolute next_url. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reddit.h"

enum {
	SIZE_DEFAULT = 100,
	SIZE_MAX_ALLOWED = 1000,
	IDS_MAX = 200,
};

static const char *const filters[] = {
	"id", "campaign_id", "ad_group_id", "configured_status", "effective_status", NULL
};

struct listing {
	struct rd_call *call;
	enum rd_kind_id kind;
	cJSON *rows;
	long long skip, left; /* of what matches */
	bool filtered, more;
};

/* True if the comma-separated list has the word. */
static bool reddit_paging_listed(const char *list, const char *word)
{
	size_t n = strlen(word);
	while (*list) {
		size_t size = strcspn(list, ",");
		if (size == n && strncmp(list, word, n) == 0)
			return true;
		list += size + (list[size] == ',');
	}
	return false;
}

/* Takes it, unless it is not wanted; false once the page is full and there is more. */
static bool reddit_paging_take(void *context, const char *tail, cJSON *object)
{
	struct listing *l = context;
	bool wanted = true;
	(void)tail;
	rd_view(l->call, l->kind, object);
	for (const char *const *f = filters; wanted && l->filtered && *f; f++) {
		const char *asked = request_argument(l->call->request, *f);
		const char *is = json_text(object, *f);
		wanted = !asked || (is && reddit_paging_listed(asked, is));
	}
	if (wanted && l->skip > 0)
		l->skip--;
	else if (wanted && l->left == 0)
		l->more = true;
	else if (wanted) {
		l->left--;
		cJSON_AddItemToArray(l->rows, object);
		return true;
	}
	cJSON_Delete(object);
	return !l->more;
}

/*
 * Walks the objects that the store can find by itself; the other filters are applied to each
 * object.
 */
static void reddit_paging_walk(struct listing *l)
{
	const struct request *request = l->call->request;
	const char *parent = rd_kinds[l->kind].parent;
	struct store_choice choice = {
		.kind = (int)l->kind,
		.tails = request_argument(request, "id"),
		.parents = parent ? request_argument(request, parent) : NULL,
	};
	if (!l->filtered) {
		choice.skip = l->skip;
		l->skip = 0;
	}
	store_walk_chosen(l->call->sandbox->store, l->call->account.id, &choice, reddit_paging_take,
			  l);
}

static bool reddit_paging_number(const char *text, long long least, long long most, long long *out)
{
	char *end;
	*out = strtoll(text, &end, 10);
	return *text && !*end && *out >= least && *out <= most;
}

static void next_url(const struct rd_call *call, long long size, long long next, struct text *url)
{
	const char *host = request_header(call->request, "Host");
	text_format(url, "http://%s%s?page.size=%lld&page.token=p%lld", host ? host : "localhost",
		    call->request->path, size, next);
	for (const char *const *f = filters; *f; f++) {
		const char *asked = request_argument(call->request, *f);
		if (asked)
			text_format(url, "&%s=%s", *f, asked);
	}
}

static long long ids_in(const char *list)
{
	long long n = 1;
	for (; list && *list; list++)
		n += *list == ',';
	return n;
}

bool rd_page(struct rd_call *call, struct rd_page *page, struct reply *reply)
{
	const char *size = request_argument(call->request, "page.size");
	const char *token = request_argument(call->request, "page.token");
	*page = (struct rd_page){ .size = SIZE_DEFAULT };
	if (size && !reddit_paging_number(size, 1, SIZE_MAX_ALLOWED, &page->size)) {
		rd_refuse(reply, 400, "page.size must be between 1 and 1000");
		return false;
	}
	if (token &&
	    (token[0] != 'p' || !reddit_paging_number(token + 1, 1, 1LL << 40, &page->start))) {
		rd_refuse(reply, 400, "page.token is invalid");
		return false;
	}
	return true;
}

void rd_paginate(const struct rd_call *call, const struct rd_page *page, bool more, cJSON *body)
{
	struct text url = { 0 };
	cJSON *pagination = json_object(body, "pagination");
	if (more)
		next_url(call, page->size, page->start + page->size, &url);
	json_set(pagination, "next_url",
		 more ? cJSON_CreateString(text_get(&url)) : cJSON_CreateNull());
	json_set(pagination, "previous_url", cJSON_CreateNull());
	text_free(&url);
}

void rd_list(struct rd_call *call, enum rd_kind_id kind, struct reply *reply)
{
	struct rd_page page;
	if (!rd_page(call, &page, reply))
		return;
	if (ids_in(request_argument(call->request, "id")) > IDS_MAX) {
		rd_refuse(reply, 400, "id takes at most 200 values");
		return;
	}
	struct listing l = { .call = call,
			     .kind = kind,
			     .rows = cJSON_CreateArray(),
			     .skip = page.start,
			     .left = page.size };
	for (const char *const *f = filters; *f; f++)
		l.filtered = l.filtered || request_argument(call->request, *f);
	reddit_paging_walk(&l);
	cJSON *body = cJSON_CreateObject();
	json_set(body, "data", l.rows);
	rd_paginate(call, &page, l.more, body);
	reply_json(reply, 200, body);
}
