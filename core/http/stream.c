/*
 * Event streams. The connection is suspended whenever the exchange waits or a step of it runs; it
 * is resumed to send what was written, and suspended again by the reader once all has been taken.
 * So libmicrohttpd never ends an exchange that another thread or a list holds. What it does not see
 * of a suspended connection, that the other side has closed, an epoll of our own tells.
 */
#include "http/stream.h"

#include <stdlib.h>
#include <sys/epoll.h>

#include "http/internal.h"

enum {
	BLOCK = 4096, /* bytes that libmicrohttpd asks for at a time */
	EVENTS = 64
};

/* The number of streams that an account has open. */
struct ad_http_holder {
	struct ad_http_holder *next, **prev;
	size_t open;
	char id[AD_ID_SIZE];
};

struct ad_http_stream {
	struct ad_text out; /* on the heap: outlives the steps' use of the arena */
	size_t sent;        /* bytes of it that libmicrohttpd has taken */
	size_t most;        /* bytes that may be queued */
	int64_t beat_at;    /* us of ad_now() */
	bool headed;        /* the response has been queued */
	bool over;          /* the call has ended */
	bool lost;          /* nothing more can go out */
	bool watched;       /* its socket is in the loop's epoll */
	bool (*worth)(struct ad_exchange *x);
	struct ad_http_holder *holder;
};

/* --- bounds --------------------------------------------------------------------------------- */

static struct ad_http_holder *stream_holder_of(struct ad_http_server *server, struct ad_str id)
{
	struct ad_http_holder *h = server->holders;
	while (h && !ad_str_is(id, h->id))
		h = h->next;
	if (h)
		return h;
	h = ad_xcalloc(1, sizeof(*h));
	ad_str_put(h->id, sizeof(h->id), id);
	h->next = server->holders;
	h->prev = &server->holders;
	if (h->next)
		h->next->prev = &h->next;
	server->holders = h;
	return h;
}

static void drop_holder(struct ad_http_holder *h)
{
	*h->prev = h->next;
	if (h->next)
		h->next->prev = h->prev;
	free(h);
}

/* Takes a place; NULL with the reason. */
static struct ad_http_holder *take_place(struct ad_http_server *server, struct ad_str id,
					 enum ad_stream_room *why)
{
	const struct ad_config *config = server->core->config;
	struct ad_http_holder *h = NULL;
	pthread_mutex_lock(&server->stream_lock);
	*why = AD_STREAM_FULL_ALL;
	if (atomic_load(&server->streams) < (size_t)config->streams) {
		h = stream_holder_of(server, id);
		*why = h->open < (size_t)config->streams_each ? AD_STREAM_BEGUN
							      : AD_STREAM_FULL_EACH;
		if (*why == AD_STREAM_BEGUN) {
			h->open++;
			atomic_fetch_add(&server->streams, 1);
		} else {
			if (h->open == 0)
				drop_holder(h);
			h = NULL;
		}
	}
	pthread_mutex_unlock(&server->stream_lock);
	return h;
}

static void give_place(struct ad_http_server *server, struct ad_http_holder *h)
{
	pthread_mutex_lock(&server->stream_lock);
	atomic_fetch_sub(&server->streams, 1);
	if (--h->open == 0)
		drop_holder(h);
	pthread_mutex_unlock(&server->stream_lock);
}

/* --- for doors ------------------------------------------------------------------------------ */

enum ad_stream_room ad_stream_begin(struct ad_exchange *x, struct ad_str holder)
{
	struct ad_http_server *server = x->priv->loop->server;
	enum ad_stream_room room;
	struct ad_http_holder *h = take_place(server, holder, &room);
	if (!h)
		return room;
	struct ad_http_stream *s = ad_arena_zalloc(x->call.arena, sizeof(*s));
	s->holder = h;
	s->most = (size_t)server->core->config->stream_buffer;
	x->priv->stream = s;
	ad_http_add(x, "X-Accel-Buffering", AD_S("no"));
	ad_http_reply(x, 200, "text/event-stream", AD_S(""));
	return AD_STREAM_BEGUN;
}

bool ad_stream_is(const struct ad_exchange *x)
{
	return x->priv->stream != NULL;
}

void ad_stream_event(struct ad_exchange *x, struct ad_str data)
{
	static const char before[] = "event: message\ndata: ";
	static const char after[] = "\n\n";
	struct ad_http_stream *s = x->priv->stream;
	if (s->lost)
		return;
	if (s->out.n - s->sent + data.n + sizeof(before) + sizeof(after) > s->most) {
		s->lost = true;
		ad_log(AD_LOG_WARN, "stream_overrun", "request", x->call.request_id.p, NULL);
		return;
	}
	ad_text_adds(&s->out, before);
	ad_text_add(&s->out, data);
	ad_text_adds(&s->out, after);
}

void ad_stream_worth(struct ad_exchange *x, bool (*worth)(struct ad_exchange *x))
{
	x->priv->stream->worth = worth;
}

/* --- sending -------------------------------------------------------------------------------- */

/* The reader of libmicrohttpd: gives what there is, then parks the connection. */
static ssize_t read_stream(void *cls, uint64_t at, char *into, size_t room)
{
	struct ad_exchange *x = cls;
	struct ad_http_private *p = x->priv;
	struct ad_http_stream *s = p->stream;
	size_t left = s->out.n - s->sent;
	(void)at;
	if (s->lost)
		return MHD_CONTENT_READER_END_WITH_ERROR;
	if (left > 0) {
		size_t n = left < room ? left : room;
		memcpy(into, s->out.p + s->sent, n);
		s->sent += n;
		p->body_sent += n;
		return (ssize_t)n;
	}
	/* Not kept for the next step: most of a stream's life nothing is queued. */
	ad_text_free(&s->out);
	s->out = (struct ad_text){ 0 };
	s->sent = 0;
	if (s->over)
		return MHD_CONTENT_READER_END_OF_STREAM;
	s->beat_at = ad_now() + p->loop->server->core->config->stream_beat;
	ad_http_suspend(x);
	p->next_back = p->loop->drained;
	p->loop->drained = x;
	p->loop->again = true;
	return 0;
}

struct MHD_Response *ad_http_stream_response(struct ad_exchange *x)
{
	x->priv->stream->headed = true;
	return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, read_stream, x, NULL);
}

bool ad_http_stream_flush(struct ad_exchange *x)
{
	struct ad_http_private *p = x->priv;
	struct ad_http_stream *s = p->stream;
	s->over = !x->call.next && !x->render;
	if (s->headed && s->out.n == 0 && !s->over && !s->lost)
		return false;
	p->finished = true;
	ad_http_resume(x);
	return true;
}

void ad_http_stream_end(struct ad_exchange *x)
{
	struct ad_http_private *p = x->priv;
	struct ad_http_stream *s = p->stream;
	if (s->watched)
		(void)!epoll_ctl(p->loop->watch_fd, EPOLL_CTL_DEL, p->conn->fd, NULL);
	ad_text_free(&s->out);
	give_place(p->loop->server, s->holder);
	p->stream = NULL;
}

/* --- waiting -------------------------------------------------------------------------------- */

void ad_http_stream_watch(struct ad_exchange *x)
{
	struct ad_http_private *p = x->priv;
	/* Once for the change: it stays so, and nothing is read meanwhile. */
	struct epoll_event event = { .events = EPOLLRDHUP | EPOLLET, .data.ptr = x };
	if (p->stream->watched || p->conn->fd < 0)
		return;
	/* Where there is no room for it, the next comment line finds the other side gone. */
	p->stream->watched = epoll_ctl(p->loop->watch_fd, EPOLL_CTL_ADD, p->conn->fd, &event) == 0;
}

void ad_http_stream_closed(struct ad_http_loop *loop)
{
	struct epoll_event events[EVENTS];
	int n = epoll_wait(loop->watch_fd, events, EVENTS, 0);
	for (int i = 0; i < n; i++) {
		struct ad_exchange *x = events[i].data.ptr;
		x->priv->stream->lost = true;
		if (x->priv->waiting) {
			ad_http_wait_remove(x);
			ad_http_resume(x);
		}
	}
}

void ad_http_stream_lose(struct ad_exchange *x)
{
	x->priv->stream->lost = true;
	x->priv->finished = true;
	ad_http_resume(x);
}

bool ad_http_stream_writes(const struct ad_exchange *x)
{
	return x->priv->stream->out.n > 0;
}

bool ad_http_stream_lost(const struct ad_exchange *x)
{
	return x->priv->stream && x->priv->stream->lost;
}

int64_t ad_http_stream_beat_at(const struct ad_exchange *x)
{
	return x->priv->stream ? x->priv->stream->beat_at : INT64_MAX;
}

bool ad_http_stream_sleeps_on(struct ad_exchange *x, uint64_t notified)
{
	const struct ad_http_stream *s = x->priv->stream;
	if (!s || !s->worth || s->worth(x))
		return false;
	x->priv->seen = notified;
	return true;
}

void ad_http_stream_beat(struct ad_exchange *x)
{
	ad_text_adds(&x->priv->stream->out, ":\n\n");
	ad_http_resume(x);
}
