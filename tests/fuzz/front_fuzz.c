/*
 * The HTTP front end over a socket pair: the first byte selects how the rest is cut into writes,
 * and the rest is the client's input. The loop runs on this thread, and the lanes execute their
 * jobs when nothing else is left to do, so each input runs the same way each time.
 */
#include "tests/fuzz/front_answer.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/log.h"
#include "http/loop.h"

#define TURNS 20000 /* more for one input means a loop that does not come to rest */
#define SMALL 4096  /* bytes of an input whose whole requests have to be answered */
#define PIECES_MAX 64

/* --- what core/http asks of the rest ---------------------------------------------------------- */

struct ad_db {
	char name;
};

static struct ad_job *jobs, **jobs_end = &jobs;
static struct ad_db lane_db = { 's' };

bool ad_lane_submit(struct ad_lane *lane, struct ad_job *job)
{
	(void)lane;
	job->next = NULL;
	*jobs_end = job;
	jobs_end = &job->next;
	return true;
}

size_t ad_lane_waiting(struct ad_lane *lane)
{
	(void)lane;
	return 0;
}

static void write_one(struct ad_job *job, void *state)
{
	struct ad_change *change = (struct ad_change *)(void *)job;

	change->applied = change->apply(change, state);
	change->committed = true;
}

bool ad_writer_submit(struct ad_writer *writer, struct ad_change *change)
{
	(void)writer;
	change->job.run = write_one;
	return ad_lane_submit(NULL, &change->job);
}

static void run_job(void)
{
	struct ad_job *job = jobs;

	jobs = job->next;
	if (!jobs)
		jobs_end = &jobs;
	job->run(job, &lane_db);
	job->done(job);
}

bool ad_store_blocking(const struct ad_store *store)
{
	return store != NULL;
}

struct ad_db *ad_db_open(struct ad_store *store, enum ad_db_mode mode, char err[static 256])
{
	static struct ad_db db = { 'r' };

	(void)store;
	(void)mode;
	(void)err;
	return &db;
}

void ad_db_close(struct ad_db *db)
{
	(void)db;
}

enum ad_db_status ad_db_moment(struct ad_db *db)
{
	(void)db;
	return AD_DB_DONE;
}

void ad_db_moment_end(struct ad_db *db)
{
	(void)db;
}

void ad_db_rollback(struct ad_db *db)
{
	(void)db;
}

bool ad_limits_take_address(struct ad_limits *limits, struct ad_str address,
			    enum ad_address_use use, int64_t now, struct ad_limit *out)
{
	ad_limits_read_address(limits, address, now, out);
	return use == AD_ADDRESS_REQUEST;
}

void ad_limits_read_address(struct ad_limits *limits, struct ad_str address, int64_t now,
			    struct ad_limit *out)
{
	(void)limits;
	HOLDS(address.p);
	*out = (struct ad_limit){ .limit = 600, .remaining = 599, .reset = now / AD_SECOND + 60 };
}

/* --- what handlers saw ------------------------------------------------------------------------ */

static struct front_request seen[FRONT_MAX];
static size_t seen_count;
static struct ad_arena *arena; /* of the input */

static void note_request(struct ad_exchange *x)
{
	HOLDS(seen_count < FRONT_MAX);
	struct front_request *one = &seen[seen_count];
	char number[24];

	*one = (struct front_request){
		.method = x->is_head ? AD_S("HEAD") : ad_arena_copy(arena, x->method),
		.target = ad_arena_copy(arena, x->priv->conn->target),
		.body = ad_arena_copy(arena, x->body),
		.is_known = !x->body_too_large,
	};
	snprintf(number, sizeof(number), "%zu", seen_count++);
	ad_http_add(x, "X-Number", ad_str(number));
}

static void small(struct ad_exchange *x)
{
	note_request(x);
	ad_http_reply(x, 200, NULL, AD_S("{\"status\":\"ok\"}"));
}

static void page(struct ad_exchange *x)
{
	char *p = ad_arena_alloc(x->call.arena, 3000);

	note_request(x);
	memset(p, 'x', 3000);
	ad_http_reply(x, 200, "text/plain", (struct ad_str){ p, 3000 });
}

static bool read_film(struct ad_exchange *x, struct ad_db *db, struct ad_arena *on, size_t at,
		      struct ad_str *out)
{
	(void)x;
	HOLDS(db->name == 's' && at < 5000);
	*out = (struct ad_str){ ad_arena_zalloc(on, 1000), 5000 - at < 1000 ? 5000 - at : 1000 };
	return true;
}

static void film(struct ad_exchange *x)
{
	note_request(x);
	ad_http_reply(x, 200, "video/mp4", AD_S(""));
	ad_http_feed(x, 5000, AD_S("begin"), read_film);
}

static void empty(struct ad_exchange *x)
{
	note_request(x);
	ad_http_reply(x, 204, NULL, AD_S(""));
}

static void step(struct ad_call *call)
{
	(void)call;
}

static void written(struct ad_exchange *x)
{
	x->render = small;
	x->call.place = AD_WRITE;
	x->call.next = step;
}

static void slow(struct ad_exchange *x)
{
	x->render = small;
	x->call.place = AD_SLOW;
	x->call.next = step;
}

/* The token determines how a long body is handled. */
static enum ad_admit admit(struct ad_exchange *x)
{
	struct ad_str header = ad_http_header(x, "Authorization");

	if (ad_str_is(header, "Bearer known"))
		return AD_ADMIT_KNOWN;
	if (ad_str_is(header, "Bearer asked"))
		return x->call.db ? AD_ADMIT_KNOWN : AD_ADMIT_ASK;
	/* As behind a store that blocks: the slow lane reads. */
	if (ad_str_is(header, "Bearer later"))
		return x->call.db && x->call.db->name == 's' ? AD_ADMIT_KNOWN : AD_ADMIT_ASK;
	if (ad_str_is(header, "Bearer never"))
		return x->call.db && x->call.db->name == 's' ? AD_ADMIT_UNKNOWN : AD_ADMIT_ASK;
	return AD_ADMIT_UNKNOWN;
}

static const struct ad_route routes[] = {
	{ .prefix = "/healthz", .handler = small, .body_max = 100 },
	{ .prefix = "/signin", .handler = page, .body_max = 65536 },
	{ .prefix = "/film", .handler = film, .body_max = 100 },
	{ .prefix = "/empty", .handler = empty, .body_max = 0 },
	{ .prefix = "/slow", .handler = slow, .body_max = 20000 },
	{ .prefix = "/mcp",
	  .handler = small,
	  .body_max = 1048576,
	  .admit = admit,
	  .judges_host = true },
	{ .prefix = "/api/", .handler = written, .body_max = 1048576, .admit = admit },
};

/* --- the server ------------------------------------------------------------------------------- */

static struct ad_config config = {
	.listen = "127.0.0.1:8080",
	.public_url = "http://127.0.0.1:8080",
	.trusted_proxy = "127.0.0.2/32",
	.loops = 1,
};
static struct ad_core core;
static struct ad_http_server *server;
static struct ad_http_loop *loop;

static void start_once(void)
{
	struct sockaddr_in at = { .sin_family = AF_INET };
	char err[256];

	if (server)
		return;
	ad_log_level_set(AD_LOG_ERROR);
	core.config = &config;
	server = ad_http_server_new(&core, routes, AD_LEN(routes));
	loop = &server->loops[0];
	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	loop->listen_fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	HOLDS(loop->listen_fd >= 0 && bind(loop->listen_fd, (void *)&at, sizeof(at)) == 0);
	HOLDS(listen(loop->listen_fd, 1) == 0 && ad_http_loop_open(loop, err));
}

/* Nothing is left to do before something comes. */
static bool is_at_rest(void)
{
	struct pollfd fds[3] = {
		{ .fd = loop->epoll_fd, .events = POLLIN },
		{ .fd = loop->event_fd, .events = POLLIN },
		{ .fd = loop->watch_fd, .events = POLLIN },
	};
	MHD_UNSIGNED_LONG_LONG ms;

	if (loop->again || poll(fds, AD_LEN(fds), 0) > 0)
		return false;
	return MHD_get_timeout(loop->daemon, &ms) != MHD_YES || ms > 0;
}

/* --- the client ------------------------------------------------------------------------------- */

struct client {
	int fd;
	bool is_ended; /* the server has closed */
	size_t turns;
	struct ad_text got;
};

static void take_answers(struct client *c)
{
	char piece[16384];
	ssize_t n;

	while (!c->is_ended && (n = recv(c->fd, piece, sizeof(piece), MSG_DONTWAIT)) >= 0) {
		c->is_ended = n == 0;
		ad_text_add(&c->got, (struct ad_str){ piece, (size_t)n });
	}
}

/* Turns the loop until nothing happens any more; jobs run as late as they can. */
static void settle(struct client *c)
{
	for (;;) {
		while (!is_at_rest()) {
			HOLDS(c->turns++ < TURNS);
			ad_http_loop_turn(loop);
			take_answers(c);
		}
		if (!jobs)
			return;
		run_job();
	}
}

static void say(struct client *c, struct ad_str piece)
{
	while (piece.n > 0 && !c->is_ended) {
		ssize_t n = send(c->fd, piece.p, piece.n, MSG_NOSIGNAL | MSG_DONTWAIT);
		if (n > 0) {
			piece.p += n;
			piece.n -= (size_t)n;
		} else if (errno != EAGAIN && errno != EINTR) {
			return; /* the server has closed: what it answered is still there */
		}
		settle(c);
	}
}

/* Cuts: none; one at some place; or up to 64 pieces of one size. */
static void say_cut(struct client *c, struct ad_str sent, unsigned how)
{
	size_t size = how & 0x3f;

	if (how & 0x40)
		size = sent.n * size / 64;
	if (size == 0)
		size = sent.n;
	for (size_t i = 0; i < PIECES_MAX && sent.n > size; i++) {
		say(c, (struct ad_str){ sent.p, size });
		sent.p += size;
		sent.n -= size;
		if (how & 0x40)
			break;
	}
	say(c, sent);
}

static void dial(struct client *c, bool is_proxy)
{
	struct sockaddr_in peer = { .sin_family = AF_INET, .sin_port = htons(4000) };
	int pair[2];

	peer.sin_addr.s_addr = htonl(is_proxy ? 0x7f000002 : 0xc0000201);
	HOLDS(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == 0);
	c->fd = pair[0];
	HOLDS(MHD_add_connection(loop->daemon, pair[1], (void *)&peer, sizeof(peer)) == MHD_YES);
}

/* --- what has to hold ------------------------------------------------------------------------- */

static struct front_requests asked;

/* A handler made the i-th answer: it received the i-th request unchanged. */
static void check_seen(const struct front_answer *a, size_t i)
{
	HOLDS(i < asked.count && (size_t)a->number < seen_count);
	const struct front_request *here = &seen[a->number], *there = &asked.all[i];

	HOLDS(ad_str_eq(here->method, there->method));
	HOLDS(ad_str_eq(here->target, there->target));
	if (here->is_known && there->is_known)
		HOLDS(ad_str_eq(here->body, there->body));
}

/* Returns the number of answered requests; *closes: the last answer ends the connection. */
static size_t check_answers(struct ad_str got, bool *closes)
{
	size_t count = 0, early = 0;
	long last = -1;

	*closes = false;
	while (got.n > 0) {
		HOLDS(!*closes);
		struct front_answer a = answer_head(&got);
		if (a.status == 100) {
			HOLDS(++early <= asked.count + 1);
			continue;
		}
		bool is_read = count < asked.count;
		bool is_head = is_read && ad_str_is(asked.all[count].method, "HEAD");
		/* Nothing is read after bytes that are not a request. */
		HOLDS(is_read || (a.closes && a.status >= 400 && a.number < 0));
		/*
		 * libmicrohttpd 0.9.75 sends the head of some answers of its own twice (those to a
		 * Content-Length that is no number), and closes.
		 */
		if (!a.is_ours && a.closes && MHD_VERSION < 0x01000000)
			got.n = 0;
		else if (is_read || got.n > 0)
			answer_body(&got, &a, is_head);
		HOLDS(a.number < 0 || a.number == last + 1);
		if (a.number >= 0) {
			check_seen(&a, count);
			last = a.number;
		}
		*closes = a.closes;
		count++;
	}
	return count;
}

/* Complete requests, up to the first that may have ended the connection. */
static size_t count_due(void)
{
	size_t due = 0;

	while (due < asked.count && asked.all[due].is_whole)
		due++;
	return due;
}

static void check_all(struct client *c, struct ad_str sent, bool is_open)
{
	bool closes;

	if (!front_is_told(sent))
		return;
	size_t answered = check_answers(ad_text_str(&c->got), &closes);
	HOLDS(answered <= asked.count + 1);
	if (is_open && sent.n <= SMALL && !closes)
		HOLDS(answered >= count_due());
}

/* A connection has returned all of its resources. */
static void check_given_back(void)
{
	HOLDS(!loop->conns && loop->conn_count == 0 && loop->active == 0 && loop->away == 0);
	HOLDS(!loop->idle_first && !loop->idle_last && loop->closing == 0);
	for (size_t i = 0; i < AD_POOL_COUNT; i++)
		HOLDS(server->budgets.held[i] == 0);
	for (uint8_t i = 0; i < AD_NETWORK_USES; i++) {
		static const uint8_t peer[16] = { [10] = 0xff, 0xff, 192, 0, 2, 1 };
		HOLDS(ad_networks_held(server->networks, peer, (enum ad_network_use)i) == 0);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct client c = { 0 };

	if (size == 0)
		return 0;
	start_once();
	arena = ad_arena_new();
	seen_count = 0;
	c.got = ad_text_on(arena);
	struct ad_str sent = { (const char *)data + 1, size - 1 };
	dial(&c, data[0] & 0x80);
	settle(&c);
	say_cut(&c, sent, data[0]);
	settle(&c);
	front_read(arena, sent, &asked);
	check_all(&c, sent, true);
	shutdown(c.fd, SHUT_WR);
	settle(&c);
	check_all(&c, sent, false);
	close(c.fd);
	settle(&c);
	check_given_back();
	ad_arena_free(arena);
	return 0;
}
