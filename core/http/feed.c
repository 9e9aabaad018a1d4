#include "http/feed.h"

#include "http/internal.h"

enum {
	BLOCK = 16 * 1024, /* libmicrohttpd's, one an answer */
	PIECE = 64 * 1024  /* what a piece counts for */
};

struct ad_http_feed {
	ad_feed_fn *read;
	size_t size;
	size_t at;              /* where the piece begins */
	struct ad_str piece;    /* the first is on the exchange's arena, the others on this one */
	struct ad_arena *arena; /* NULL: only the first was read */
	bool is_reading;        /* the slow lane does */
	bool is_lost;
};

void ad_http_feed(struct ad_exchange *x, size_t size, struct ad_str first, ad_feed_fn *read)
{
	struct ad_http_feed *feed = ad_arena_zalloc(x->call.arena, sizeof(*feed));

	feed->read = read;
	feed->size = size;
	feed->piece = first;
	x->priv->feed = feed;
}

static void read_piece(struct ad_exchange *x, struct ad_db *db)
{
	struct ad_http_feed *feed = x->priv->feed;

	ad_arena_reset(feed->arena);
	feed->piece = (struct ad_str){ 0 };
	feed->is_lost =
		!feed->read(x, db, feed->arena, feed->at, &feed->piece) || feed->piece.n == 0;
}

static void run_read(struct ad_job *job, void *state)
{
	/* The call is the exchange's first member, and its job the call's. */
	read_piece((struct ad_exchange *)(void *)job, state);
}

/* Sets the reading of the next piece off; where the slow lane is full, the loop reads it itself. */
static void begin_read(struct ad_exchange *x, size_t at)
{
	struct ad_http_private *p = x->priv;
	struct ad_http_feed *feed = p->feed;
	struct ad_db *db = p->loop->db;

	feed->at = at;
	if (!feed->arena)
		feed->arena = ad_http_arena_take(p->loop);
	feed->is_reading = true;
	if (ad_http_submit_slow(x, run_read))
		return;
	feed->is_reading = false;
	feed->is_lost = !db; /* the store blocks: it is for no loop */
	if (!db)
		return;
	if (ad_db_moment(db) != AD_DB_DONE)
		ad_db_rollback(db);
	read_piece(x, db);
}

/* The reader of libmicrohttpd: gives what there is, then parks the connection. */
static ssize_t read_feed(void *cls, uint64_t at, char *into, size_t room)
{
	struct ad_exchange *x = cls;
	struct ad_http_feed *feed = x->priv->feed;
	size_t from = (size_t)at - feed->at;

	if (!feed->is_lost && from >= feed->piece.n) {
		begin_read(x, (size_t)at);
		if (feed->is_reading)
			return 0;
		from = 0;
	}
	if (feed->is_lost)
		return MHD_CONTENT_READER_END_WITH_ERROR;
	size_t left = feed->piece.n - from;
	size_t n = left < room ? left : room;
	memcpy(into, feed->piece.p + from, n);
	x->priv->body_sent += n;
	return (ssize_t)n;
}

struct MHD_Response *ad_http_feed_response(struct ad_exchange *x)
{
	return MHD_create_response_from_callback(x->priv->feed->size, BLOCK, read_feed, x, NULL);
}

bool ad_http_feed_hold(struct ad_exchange *x)
{
	return ad_http_budget_take(x, &x->priv->answer_held, PIECE);
}

bool ad_http_feed_back(struct ad_exchange *x)
{
	struct ad_http_feed *feed = x->priv->feed;

	if (!feed || !feed->is_reading)
		return false;
	feed->is_reading = false;
	ad_http_resume(x);
	return true;
}

void ad_http_feed_end(struct ad_exchange *x)
{
	struct ad_http_feed *feed = x->priv->feed;

	if (feed)
		ad_http_arena_give(x->priv->loop, feed->arena);
	x->priv->feed = NULL;
}
