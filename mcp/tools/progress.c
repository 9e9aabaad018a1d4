/*
 * notifications/progress of a push (MCP 2026-07-28 and 2025-11-25, basic/utilities/progress): only
 * for the client's token, strictly rising, none after the answer. What is cancelled, by closing the
 * stream or by notifications/cancelled, is the wait: the run is durable and goes on as agreed.
 */
#include <strings.h>

#include "mcp/protocol/stream.h"
#include "mcp/tools/tool.h"

#define EACH (AD_SECOND / 5) /* between two notifications, at least */

struct follow {
	struct mcp_stream stream;
	struct ad_str token; /* as JSON */
	struct ad_str run_id;
	struct ad_watches *watches;
	struct ad_watch *watch; /* so that a run which another server carries out is seen to move */
	int64_t sent, sent_at;  /* the last progress, and when */
	int64_t until;          /* then the answer is how far it is */
};

/* The token as JSON; absent where there is none: a string or a whole number. */
static struct ad_str read_token(struct mcp_request *r)
{
	const cJSON *token = ad_json_get(ad_json_get(r->params, "_meta"), "progressToken");
	struct ad_text text = ad_text_on(r->call->arena);
	struct ad_json j = ad_json_on(&text);
	int64_t number;
	if (cJSON_IsString(token))
		ad_json_str(&j, ad_json_text(token));
	else if (ad_json_int64(token, &number))
		ad_json_int(&j, number);
	return ad_text_str(&text);
}

static bool takes_events(const struct mcp_request *r)
{
	static const char type[] = "text/event-stream";
	struct ad_str accept = ad_http_header(r->x, "Accept");
	size_t n = sizeof(type) - 1;
	for (size_t i = 0; i + n <= accept.n; i++)
		if (strncasecmp(accept.p + i, type, n) == 0)
			return true;
	return false;
}

static void progress_tell(struct mcp_request *r, struct follow *f,
			  const struct ad_sync_progress *at)
{
	struct ad_text text = { .max = 0 };
	ad_text_adds(&text, "{\"progressToken\":");
	ad_text_add(&text, f->token);
	ad_text_addf(&text,
		     ",\"progress\":%lld,\"total\":%lld,\"message\":\"%lld of %lld operations "
		     "done\"}",
		     (long long)at->done, (long long)at->total, (long long)at->done,
		     (long long)at->total);
	mcp_stream_notify(r, "notifications/progress", ad_text_str(&text));
	ad_text_free(&text);
	f->sent = at->done;
	f->sent_at = ad_now();
}

static bool progress_worth(struct ad_exchange *x)
{
	const struct mcp_request *r = x->call.door_data;
	const struct follow *f = r->tool_data;
	int64_t next = f->sent_at + EACH / 4;
	/* The runner's notices name no run: each is worth a look, but not too many of them. */
	if (mcp_stream_woken(&f->stream) || ad_now() >= next)
		return true;
	/* This one may be of the run's end, after which no other comes. */
	if (x->call.wait_until > next)
		x->call.wait_until = next;
	return false;
}

static void progress_refused(struct ad_exchange *x)
{
	mcp_refuse(x->call.door_data);
}

static void progress_step(struct ad_call *call)
{
	struct mcp_request *r = call->door_data;
	struct follow *f = r->tool_data;
	struct ad_sync_progress at;
	if (atomic_load(&f->stream.cancelled)) {
		r->x->render = NULL;
		return;
	}
	if (!mcp_stream_allowed(r, &f->stream)) {
		r->x->render = progress_refused;
		return;
	}
	if (!ad_sync_progress(call, f->run_id, &at))
		return;
	int64_t now = ad_now();
	bool last = at.ended || call->ending || now >= f->until;
	bool early = !last && now < f->sent_at + EACH;
	if (at.done > f->sent && !early)
		progress_tell(r, f, &at);
	if (last) {
		(void)!ad_sync_answer(call, f->run_id);
		return;
	}
	call->wait_until = early ? f->sent_at + EACH : f->until;
	if (f->stream.check_at < call->wait_until)
		call->wait_until = f->stream.check_at;
	ad_call_next(call, AD_WAIT, progress_step);
}

static void give_watch(void *thing)
{
	struct follow *f = thing;
	ad_watch_give(f->watches, f->watch);
}

static void progress_watch(struct mcp_request *r, struct follow *f)
{
	struct ad_call *call = r->call;
	struct ad_watch_key key = { .kind = AD_WATCH_RUN };
	uint64_t seen;
	ad_watch_key_set(&key, call, f->run_id);
	f->watches = call->core->watches;
	f->watch = ad_watch_take(f->watches, &key, &seen);
	ad_arena_defer(call->arena, give_watch, f);
}

/* The push is durable, or was refused: the one is followed, the other told at once. */
static void progress_render(struct ad_exchange *x)
{
	struct mcp_request *r = x->call.door_data;
	struct ad_call *call = r->call;
	struct follow *f = r->tool_data;
	struct ad_json_error err;
	enum ad_stream_room room;
	x->render = mcp_tool_render;
	const cJSON *run = call->status == AD_OK && call->key != AD_KEY_ANSWERED
				   ? ad_json_parse(call->arena, call->data, &err)
				   : NULL;
	f->run_id = ad_json_get_text(run, "id");
	f->stream.scopes = call->action->scopes;
	if (!f->run_id.p || ad_str_is(ad_json_get_text(run, "status"), "AWAITING_APPROVAL") ||
	    !mcp_stream_begin(r, &f->stream, &room))
		return;
	progress_watch(r, f);
	ad_stream_worth(x, progress_worth);
	f->until = ad_now() + call->core->config->push_wait;
	ad_call_next(call, AD_HERE, progress_step);
}

void mcp_follow_run(struct mcp_request *r)
{
	struct ad_str token = read_token(r);
	if (!token.n || !takes_events(r))
		return;
	struct follow *f = ad_arena_zalloc(r->call->arena, sizeof(*f));
	f->token = token;
	f->sent = -1;
	r->tool_data = f;
	r->x->render = progress_render;
}
