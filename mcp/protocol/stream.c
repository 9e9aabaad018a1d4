#include "mcp/protocol/stream.h"

#include <pthread.h>
#include <stdlib.h>

/* The first check of the credential after the start: it may have been revoked just before. */
#define FIRST_CHECK (2 * AD_SECOND)

struct ad_mcp_streams {
	pthread_mutex_t lock;
	struct mcp_stream *first;
};

struct ad_mcp_streams *ad_mcp_streams_new(void)
{
	struct ad_mcp_streams *streams = ad_xcalloc(1, sizeof(*streams));
	pthread_mutex_init(&streams->lock, NULL);
	return streams;
}

void ad_mcp_streams_free(struct ad_mcp_streams *streams)
{
	/* Another thread may still hold a pointer to it after the server stopped. */
	if (!streams || streams->first)
		return;
	pthread_mutex_destroy(&streams->lock);
	free(streams);
}

static struct ad_mcp_streams *all_of(const struct mcp_request *r)
{
	return r->call->core->mcp_streams;
}

static void stream_leave(void *stream)
{
	struct mcp_stream *s = stream;
	struct ad_mcp_streams *all = all_of(s->r);
	pthread_mutex_lock(&all->lock);
	*s->prev = s->next;
	if (s->next)
		s->next->prev = s->prev;
	pthread_mutex_unlock(&all->lock);
}

static void stream_enter(struct mcp_stream *s)
{
	struct ad_mcp_streams *all = all_of(s->r);
	pthread_mutex_lock(&all->lock);
	s->next = all->first;
	s->prev = &all->first;
	if (s->next)
		s->next->prev = &s->next;
	all->first = s;
	pthread_mutex_unlock(&all->lock);
	ad_arena_defer(s->r->call->arena, stream_leave, s);
}

bool mcp_stream_begin(struct mcp_request *r, struct mcp_stream *s, enum ad_stream_room *room)
{
	const struct ad_principal *who = r->call->who;
	*room = ad_stream_begin(r->x, ad_str(who->account_id));
	if (*room != AD_STREAM_BEGUN)
		return false;
	s->r = r;
	s->credential = who->credential_id;
	s->access = ad_watch_access(r->call->core->watches);
	s->check_at = ad_now() + FIRST_CHECK;
	stream_enter(s);
	return true;
}

void mcp_stream_refuse(struct mcp_request *r, enum ad_stream_room room)
{
	bool each = room == AD_STREAM_FULL_EACH;
	ad_http_add(r->x, "Retry-After", AD_S("10"));
	mcp_error(
		r, each ? 429 : 503, each ? RPC_RATE_LIMITED : RPC_INTERNAL,
		each ? "This account has the maximum number of open event streams. Close one, or "
		       "try again later."
		     : "This server has the maximum number of open event streams. Try again later.",
		(struct ad_str){ NULL, 0 });
}

void mcp_stream_notify(struct mcp_request *r, const char *method, struct ad_str params)
{
	struct ad_text text = { .max = 0 };
	ad_text_addf(&text, "{\"jsonrpc\":\"2.0\",\"method\":\"%s\",\"params\":", method);
	ad_text_add(&text, params);
	ad_text_addc(&text, '}');
	ad_stream_event(r->x, ad_text_str(&text));
	ad_text_free(&text);
}

bool mcp_stream_woken(const struct mcp_stream *s)
{
	return atomic_load(&s->cancelled) ||
	       ad_watch_access(s->r->call->core->watches) != s->access;
}

/* The check left its results on an arena that is already freed. */
static void stream_settle(struct ad_call *call, const struct ad_principal *who)
{
	call->who = who;
	call->space.blocked_terms = NULL;
	if (call->status == AD_OK)
		return;
	call->message = NULL;
	call->suggestion = NULL;
	call->id = (struct ad_str){ NULL, 0 };
	call->details = (struct ad_str){ NULL, 0 };
}

bool mcp_stream_allowed(struct mcp_request *r, struct mcp_stream *s)
{
	struct ad_call *call = r->call;
	uint64_t access = ad_watch_access(call->core->watches);
	if (access == s->access && ad_now() < s->check_at)
		return true;
	const struct ad_principal *who = call->who;
	struct ad_arena *own = call->arena;
	call->arena = ad_arena_new();
	bool ok = ad_call_still_allowed(call) && ad_call_require(call, s->scopes);
	stream_settle(call, who);
	ad_arena_free(call->arena);
	call->arena = own;
	s->access = access;
	s->check_at = who->expires_at;
	return ok;
}

/* The request's id as the params name it, in the form of r->id. */
static struct ad_str stream_named(struct mcp_request *r)
{
	const cJSON *id = ad_json_get(r->params, "requestId");
	struct ad_text text = ad_text_on(r->call->arena);
	struct ad_json j = ad_json_on(&text);
	int64_t number;
	if (cJSON_IsString(id))
		ad_json_str(&j, ad_json_text(id));
	else if (ad_json_int64(id, &number))
		ad_json_int(&j, number);
	return ad_text_str(&text);
}

/*
 * Without sessions only credential and id tell whose request is meant. Where two clients share a
 * credential and count from the same number, both are left alone.
 */
void mcp_stream_cancel(struct mcp_request *r)
{
	struct ad_str id = stream_named(r);
	struct mcp_stream *found = NULL;
	size_t n = 0;
	struct ad_mcp_streams *all = all_of(r);
	pthread_mutex_lock(&all->lock);
	for (struct mcp_stream *s = all->first; s; s = s->next) {
		if (!ad_str_eq(s->r->id, id) ||
		    strcmp(s->credential, r->call->who->credential_id) != 0)
			continue;
		found = s;
		n++;
	}
	if (n == 1)
		atomic_store(&found->cancelled, true);
	pthread_mutex_unlock(&all->lock);
	if (n == 1)
		ad_core_notify(r->call->core);
}
