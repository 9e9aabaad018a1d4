/*
 * subscriptions/listen (MCP 2026-07-28, basic/patterns/subscriptions). The first event names the
 * accepted part of the filter; then each change is sent as notifications/resources/updated with the
 * subscription's id. Campaigns and runs can be followed, and tasks as notifications/tasks
 * (mcp/tools/tasks.h). Objects that do not exist in the caller's Space and environment are left out
 * of the accepted part. Lists and guides do not change.
 */
#include "mcp/methods.h"
#include <stdio.h>

#include "mcp/protocol/stream.h"
#include "mcp/tools/tasks.h"
#include "mcp/tools/tool.h"

#define EACH_MAX 50 /* URIs, and tasks */

struct subscription {
	struct ad_watch_key key;
	struct ad_str name;   /* a URI, or a task's id */
	bool task;            /* its notification says how it stands */
	struct ad_str params; /* of a URI's notification */
	struct ad_watch *watch;
	uint64_t seen;
};

struct listen {
	struct mcp_stream stream;
	struct ad_watches *watches;
	struct subscription *all;
	size_t count;
};

static const struct {
	const char *prefix;
	enum ad_watch_kind kind;
	enum ad_resource_id resource;
} kinds[] = {
	{ "adcore://campaign/", AD_WATCH_CAMPAIGN, AD_R_CAMPAIGN },
	{ "adcore://sync/", AD_WATCH_RUN, AD_R_SYNC },
};

/* --- the filter ------------------------------------------------------------------------------- */

static bool listen_malformed(struct mcp_request *r, const char *message)
{
	mcp_error(r, 200, RPC_INVALID_PARAMS, message, (struct ad_str){ NULL, 0 });
	return false;
}

static bool listen_has(const struct listen *l, struct ad_str name)
{
	for (size_t i = 0; i < l->count; i++)
		if (ad_str_eq(l->all[i].name, name))
			return true;
	return false;
}

static struct subscription *listen_put(struct mcp_request *r, struct listen *l,
				       enum ad_watch_kind kind, struct ad_str id)
{
	struct subscription *s = &l->all[l->count++];
	s->key.kind = kind;
	ad_watch_key_set(&s->key, r->call, id);
	return s;
}

/* The scopes of reading a resource are needed for as long as it is listened to. */
static void listen_need(struct mcp_request *r, struct listen *l, enum ad_resource_id resource)
{
	r->call->res = ad_resource_row(resource);
	r->call->action = ad_action_of(r->call->res, AD_V_GET);
	l->stream.scopes |= r->call->action->scopes;
}

/* Adds what a URI names, once, if it is of a kind that changes. */
static void add_uri(struct mcp_request *r, struct listen *l, struct ad_str uri)
{
	if (listen_has(l, uri))
		return;
	for (size_t i = 0; i < AD_LEN(kinds); i++) {
		size_t n = strlen(kinds[i].prefix);
		if (!ad_str_starts(uri, kinds[i].prefix))
			continue;
		listen_put(r, l, kinds[i].kind, (struct ad_str){ uri.p + n, uri.n - n })->name =
			uri;
		listen_need(r, l, kinds[i].resource);
	}
}

/* Adds a task of the caller's, once. */
static void add_task(struct mcp_request *r, struct listen *l, struct ad_str id)
{
	struct ad_str run_id;
	if (listen_has(l, id) || !mcp_task_run(r, id, &run_id))
		return;
	struct subscription *s = listen_put(r, l, AD_WATCH_RUN, run_id);
	s->name = id;
	s->task = true;
	listen_need(r, l, AD_R_SYNC);
}

static bool listen_read_names(struct mcp_request *r, struct listen *l, const cJSON *list,
			      void (*add_one)(struct mcp_request *r, struct listen *l,
					      struct ad_str name))
{
	const cJSON *item;
	if (!list)
		return true;
	if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) > EACH_MAX)
		return listen_malformed(
			r, "resourceSubscriptions must be a list of at most 50 URIs, and "
			   "taskIds a list of at most 50 ids. Open another stream for more.");
	cJSON_ArrayForEach(item, list)
	{
		if (!cJSON_IsString(item))
			return listen_malformed(
				r, "resourceSubscriptions and taskIds must be lists of "
				   "strings.");
		add_one(r, l, ad_json_text(item));
	}
	return true;
}

static bool read_filter(struct mcp_request *r, struct listen *l)
{
	const cJSON *filter = ad_json_get(r->params, "notifications");
	const cJSON *tasks = ad_json_get(filter, "taskIds");
	if (!cJSON_IsObject(filter))
		return listen_malformed(
			r, "params.notifications must name at least one notification.");
	if (tasks && !mcp_declares_tasks(r)) {
		mcp_tasks_undeclared(r);
		return false;
	}
	l->all = ad_arena_zalloc(r->call->arena, 2 * EACH_MAX * sizeof(*l->all));
	return listen_read_names(r, l, ad_json_get(filter, "resourceSubscriptions"), add_uri) &&
	       listen_read_names(r, l, tasks, add_task);
}

/* Reads how they stand and keeps those that are there. */
static bool keep_existing(struct mcp_request *r, struct listen *l)
{
	size_t kept = 0;
	for (size_t i = 0; i < l->count; i++) {
		struct subscription *s = &l->all[i];
		enum ad_db_status status = ad_watch_stamps(r->call->db, s->key.kind, &s->key, 1);
		if (status != AD_DB_DONE)
			return ad_fail_db(r->call, status);
		if (s->key.stamp[0])
			l->all[kept++] = *s;
	}
	l->count = kept;
	return true;
}

/* --- the stream ------------------------------------------------------------------------------- */

static void add_subscription_id(struct ad_json *j, struct ad_str id)
{
	ad_json_key(j, "_meta");
	ad_json_object(j);
	ad_json_kraw(j, "io.modelcontextprotocol/subscriptionId", id);
	ad_json_object_end(j);
}

/* The honoured ones of a kind, where there are any. */
static void write_names(struct ad_json *j, const struct listen *l, const char *key, bool tasks)
{
	bool any = false;
	for (size_t i = 0; i < l->count; i++) {
		if (l->all[i].task != tasks)
			continue;
		if (!any) {
			ad_json_key(j, key);
			ad_json_array(j);
		}
		any = true;
		ad_json_str(j, l->all[i].name);
	}
	if (any)
		ad_json_array_end(j);
}

static struct ad_str listen_acknowledgement(struct mcp_request *r, const struct listen *l)
{
	struct ad_text text = ad_text_on(r->call->arena);
	struct ad_json j = ad_json_on(&text);
	ad_json_object(&j);
	ad_json_key(&j, "notifications");
	ad_json_object(&j);
	write_names(&j, l, "resourceSubscriptions", false);
	write_names(&j, l, "taskIds", true);
	ad_json_object_end(&j);
	add_subscription_id(&j, r->id);
	ad_json_object_end(&j);
	return ad_text_str(&text);
}

/* The graceful end: the request's result. */
static void listen_complete(struct mcp_request *r)
{
	struct ad_text text = ad_text_on(r->call->arena);
	struct ad_json j = ad_json_on(&text);
	ad_json_object(&j);
	ad_json_kcstr(&j, "jsonrpc", "2.0");
	ad_json_kraw(&j, "id", r->id);
	ad_json_key(&j, "result");
	ad_json_object(&j);
	ad_json_kcstr(&j, "resultType", "complete");
	add_subscription_id(&j, r->id);
	ad_json_object_end(&j);
	ad_json_object_end(&j);
	ad_stream_event(r->x, ad_text_str(&text));
}

static bool listen_worth(struct ad_exchange *x)
{
	const struct mcp_request *r = x->call.door_data;
	const struct listen *l = r->tool_data;
	for (size_t i = 0; i < l->count; i++)
		if (ad_watch_count(l->all[i].watch) != l->all[i].seen)
			return true;
	return mcp_stream_woken(&l->stream);
}

/* A task's whole state; what it takes to write that is not kept. False: the call has failed. */
static bool tell_task(struct mcp_request *r, const struct subscription *s)
{
	struct ad_call *call = r->call;
	struct ad_arena *own = call->arena;
	struct ad_str run_id = ad_str(s->key.id);
	call->arena = ad_arena_new();
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	ad_json_object(&j);
	bool ok = mcp_task_write(r, run_id, &j);
	add_subscription_id(&j, r->id);
	ad_json_object_end(&j);
	if (ok)
		mcp_stream_notify(r, "notifications/tasks", ad_text_str(&text));
	ad_arena_free(call->arena);
	call->arena = own;
	call->data = call->etag = (struct ad_str){ NULL, 0 };
	if (!ok)
		call->message = NULL;
	return ok;
}

static bool listen_tell(struct mcp_request *r, const struct subscription *s)
{
	if (s->task)
		return tell_task(r, s);
	mcp_stream_notify(r, "notifications/resources/updated", s->params);
	return true;
}

static void listen_step(struct ad_call *call)
{
	struct mcp_request *r = call->door_data;
	struct listen *l = r->tool_data;
	if (atomic_load(&l->stream.cancelled))
		return;
	if (call->ending) {
		listen_complete(r);
		return;
	}
	if (!mcp_stream_allowed(r, &l->stream)) {
		mcp_refuse(r);
		return;
	}
	for (size_t i = 0; i < l->count; i++) {
		struct subscription *s = &l->all[i];
		uint64_t count = ad_watch_count(s->watch);
		if (count != s->seen && !listen_tell(r, s)) {
			mcp_refuse(r);
			return;
		}
		s->seen = count;
	}
	call->wait_until = l->stream.check_at;
	ad_call_next(call, AD_WAIT, listen_step);
}

static void give_watches(void *thing)
{
	struct listen *l = thing;
	for (size_t i = 0; i < l->count; i++)
		ad_watch_give(l->watches, l->all[i].watch);
}

static void take_watches(struct mcp_request *r, struct listen *l)
{
	l->watches = r->call->core->watches;
	for (size_t i = 0; i < l->count; i++) {
		struct subscription *s = &l->all[i];
		struct ad_text text = ad_text_on(r->call->arena);
		struct ad_json j = ad_json_on(&text);
		ad_json_object(&j);
		ad_json_kstr(&j, "uri", s->name);
		add_subscription_id(&j, r->id);
		ad_json_object_end(&j);
		s->params = ad_text_str(&text);
		s->watch = ad_watch_take(l->watches, &s->key, &s->seen);
		/* It may have ended before anybody listened. */
		if (s->task)
			s->seen--;
	}
	ad_arena_defer(r->call->arena, give_watches, l);
}

void mcp_listen(struct mcp_request *r)
{
	struct ad_call *call = r->call;
	struct listen *l = ad_arena_zalloc(call->arena, sizeof(*l));
	enum ad_stream_room room;
	if (!read_filter(r, l))
		return;
	if (!ad_call_require(call, l->stream.scopes) || !keep_existing(r, l)) {
		mcp_refuse(r);
		return;
	}
	if (!mcp_stream_begin(r, &l->stream, &room)) {
		mcp_stream_refuse(r, room);
		return;
	}
	mcp_stream_notify(r, "notifications/subscriptions/acknowledged",
			  listen_acknowledgement(r, l));
	if (l->count == 0) {
		listen_complete(r);
		return;
	}
	r->tool_data = l;
	take_watches(r, l);
	ad_stream_worth(r->x, listen_worth);
	listen_step(call);
}
