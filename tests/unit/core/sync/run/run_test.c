/*
 * The server is killed (SIGKILL) before and after the arrival of each request of a push, and
 * restarted: nothing is duplicated or lost. The runner is a process of its own (this program
 * with other arguments) and reaches the sandbox through a relay in this process, which knows the
 * request of each moment.
 */
#include "tests/unit/core/sync/world.h"

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/socket.h>

enum moment {
	BEFORE,
	AFTER
};

static int listen_anywhere(struct world *w)
{
	struct sockaddr_in at = { .sin_family = AF_INET };
	socklen_t size = sizeof(at);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	assert_int_equal(bind(fd, (struct sockaddr *)&at, size), 0);
	assert_int_equal(listen(fd, 16), 0);
	assert_int_equal(getsockname(fd, (struct sockaddr *)&at, &size), 0);
	w->via = ad_arena_printf(w->arena, "http://127.0.0.1:%d", ntohs(at.sin_port)).p;
	return fd;
}

static int connect_to(const char *url)
{
	struct sockaddr_in at = { .sin_family = AF_INET };
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	at.sin_port = htons((uint16_t)strtol(strrchr(url, ':') + 1, NULL, 10));
	assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof(at)), 0);
	return fd;
}

/* Reads one HTTP message with a Content-Length. Returns false if the peer closed before its end. */
static bool read_message(int fd, struct ad_text *out)
{
	for (;;) {
		char buffer[65536];
		const char *end = out->n ? strstr(ad_text_str(out).p, "\r\n\r\n") : NULL;
		const char *length = end ? strcasestr(out->p, "\r\nContent-Length:") : NULL;
		size_t body = length && length < end ? strtoul(length + 17, NULL, 10) : 0;
		ssize_t n;
		if (end && out->n >= (size_t)(end + 4 - out->p) + body)
			return true;
		n = read(fd, buffer, sizeof(buffer));
		if (n <= 0)
			return false;
		ad_text_add(out, (struct ad_str){ buffer, (size_t)n });
	}
}

static void write_all(int fd, struct ad_str s)
{
	while (s.n) {
		ssize_t n = send(fd, s.p, s.n, MSG_NOSIGNAL);
		if (n <= 0)
			return;
		s.p += n;
		s.n -= (size_t)n;
	}
}

static pid_t start_runner(struct world *w)
{
	char secret[96];
	pid_t pid;

	snprintf(secret, sizeof(secret), "%s/secret", w->d->folder);
	pid = fork();
	if (pid == 0) {
		execl("/proc/self/exe", "runner", "runner", w->d->url, secret, (const char *)w->via,
		      (char *)NULL);
		_exit(127);
	}
	return pid;
}

static void end_runner(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

/* Forwards one exchange. Kills the runner at the chosen moment of the chosen request. */
static void relay(struct world *w, int listener, pid_t *runner, bool strike, enum moment moment)
{
	struct ad_text request = { 0 }, answer = { 0 };
	int from = accept(listener, NULL, NULL);
	int to;

	assert_true(from >= 0);
	if (read_message(from, &request)) {
		if (strike && moment == BEFORE) {
			end_runner(*runner);
		} else {
			to = connect_to(w->url);
			write_all(to, ad_text_str(&request));
			assert_true(read_message(to, &answer));
			close(to);
			if (strike)
				end_runner(*runner);
			else
				write_all(from, ad_text_str(&answer));
		}
		if (strike)
			*runner = start_runner(w);
	}
	close(from);
	ad_text_free(&request);
	ad_text_free(&answer);
}

/* Executes the queued run, killing the runner at request `at`. Returns the number of requests. */
static int carry_out(struct world *w, int listener, int at, enum moment moment)
{
	pid_t runner = start_runner(w);
	int64_t end = ad_monotonic() + 60 * AD_SECOND;
	int requests = 0;

	while (!ad_run_is_final(ad_str(run_status(w)))) {
		struct pollfd poll_at = { .fd = listener, .events = POLLIN };
		if (ad_monotonic() > end)
			fail_msg("request %d: the run is %s after a minute", at, run_status(w));
		if (poll(&poll_at, 1, 2) == 1) {
			relay(w, listener, &runner, requests == at, moment);
			requests++;
		}
	}
	end_runner(runner);
	return requests;
}

#define KEYWORDS 52

static void draft_sixty(struct world *w, struct tree *t)
{
	*t = draft_tree(w);
	for (int i = 0; i < KEYWORDS; i++)
		draft(w, AD_R_KEYWORD,
		      ad_arena_printf(w->arena,
				      "{\"adGroupId\":\"%.*s\",\"platform\":\"google\",\"text\":"
				      "\"loaf %d\",\"matchType\":\"EXACT\"}",
				      AD_FMT(t->group), i)
			      .p);
	for (int i = 0; i < 3; i++)
		draft(w, AD_R_AD,
		      ad_arena_printf(w->arena,
				      "{\"adGroupId\":\"%.*s\",\"campaignId\":\"%.*s\","
				      "\"platform\":\"google\",\"type\":\"RESPONSIVE_SEARCH\","
				      "\"finalUrl\":\"https://bakery.example/\",\"headlines\":"
				      "[\"Bread %d\",\"Rolls\",\"Rye\"],\"descriptions\":[\"Fresh "
				      "from six.\",\"Order now.\"]}",
				      AD_FMT(t->group), AD_FMT(t->campaign), i)
			      .p);
}

static void empty(struct world *w)
{
	control(w, "DELETE", "state", NULL);
	DONE(w->db, ad_db_exec(w->db, "DELETE FROM campaigns; DELETE FROM ad_groups;"
				      " DELETE FROM ads; DELETE FROM keywords"));
}

static void assert_sixty(struct world *w, int at)
{
	if (strcmp(run_status(w), "SUCCEEDED") != 0)
		fail_msg("request %d: %s", at, run_status(w));
	assert_int_equal(live_count(w, "campaigns"), 1);
	assert_int_equal(live_count(w, "adGroups"), 1);
	assert_int_equal(live_count(w, "adGroupAds"), 4);
	assert_int_equal(live_count(w, "adGroupCriteria"), KEYWORDS + 1);
	assert_int_equal(live_count(w, "campaignCriteria"), 1);
}

static int64_t not_synced(struct world *w)
{
	static const char *const tables[] = { "campaigns", "ad_groups", "ads", "keywords" };
	int64_t n = 0;

	for (size_t i = 0; i < AD_LEN(tables); i++) {
		struct ad_stmt *s = ad_sql(
			w->db, ad_arena_printf(w->arena,
					       "SELECT COUNT(*) FROM %s WHERE sync_state NOT IN"
					       " ('SYNCED', 'REMOVED') OR open_op IS NOT NULL",
					       tables[i])
				       .p);
		ROW(w->db, ad_step(s));
		n += ad_col_int(s, 0);
		ad_reset(s);
	}
	return n;
}

/*
 * On SQLite at every request. On PostgreSQL, and in a build that is slow by itself, at every other
 * one: those that the one moment leaves out are the other's.
 */
static void kill_at_every_request(struct world *w, enum moment moment)
{
	bool all = !w->d->postgres && !getenv("ADCORE_TEST_SLOW");
	int listener = listen_anywhere(w);
	int at = all ? 0 : (int)moment, requests = at + 1;

	for (; at < requests; at += all ? 1 : 2) {
		struct tree t;
		struct ad_str budget = ad_arena_printf(w->arena, "%d", 30 + at);
		draft_sixty(w, &t);
		queue_push(w, false);
		requests = carry_out(w, listener, at, moment);
		assert_sixty(w, at);
		assert_int_equal(not_synced(w), 0);
		/* The same for changes. */
		edit(w, t.campaign, "budget", budget.p);
		edit(w, t.group, "name", "\"Rye\"");
		edit(w, t.keyword, "cpcBid", "2.5");
		edit(w, t.ad, "path1", "\"rye\"");
		stage_removal(w, t.negative);
		queue_push(w, false);
		carry_out(w, listener, at, moment);
		assert_string_equal(run_status(w), "SUCCEEDED");
		assert_int_equal(not_synced(w), 0);
		assert_int_equal(live_count(w, "campaignCriteria"), 0);
		assert_int_equal(live_count(w, "adGroupCriteria"), KEYWORDS + 1);
		empty(w);
	}
	print_message("%d requests\n", requests);
	assert_true(requests > 8);
	close(listener);
}

static void killed_before_each_request(void **state)
{
	kill_at_every_request(*state, BEFORE);
}

static void killed_after_each_request(void **state)
{
	kill_at_every_request(*state, AFTER);
}

static const char *url_told(void *arg)
{
	return arg;
}

static void told_nobody(void *arg)
{
	(void)arg;
}

/* The runner's process: works until it is killed. */
static int be_runner(char **argv)
{
	char err[256];
	struct ad_sync_env env = {
		.store = ad_store_open(ad_str(argv[2]), err),
		.secrets = ad_secrets_open(argv[3], err),
		.sandbox_url = url_told,
		.notify = told_nobody,
		.arg = argv[4],
		.pause = 4000,
		.landing = 1,
	};
	struct ad_sync *sync;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (!env.store || !env.secrets)
		return 1;
	struct ad_db *db = ad_db_open(env.store, AD_DB_WRITE, err);
	if (!db)
		return 1;
	ad_history_key(db, (const uint8_t *)"the key of all tests' history...");
	ad_db_close(db);
	env.writer = ad_writer_start(env.store, err);
	sync = env.writer ? ad_sync_new(&env, err) : NULL;
	if (!sync || !ad_sync_start(sync, err))
		return 1;
	for (;;)
		pause();
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, world_without_runner, world_down)

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		TEST(killed_before_each_request),
		TEST(killed_after_each_request),
	};

	if (argc == 5 && strcmp(argv[1], "runner") == 0)
		return be_runner(argv);
	return on_each_database("run", tests);
}
