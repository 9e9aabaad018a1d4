/*
 * adcore serve: puts the server together, waits for a signal, takes it apart in the opposite order.
 * Start to first answer is short because nothing waits for the sandbox.
 */
#include "cli/serve/serve.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "auth/auth.h"
#include "auth/secret/secret_keys.h"
#include "call/request/quota.h"
#include "call/request/watch.h"
#include "call/webhooks/webhook_worker.h"
#include "cli/command/command.h"
#include "cli/doctor/file_modes.h"
#include "cli/serve/gauges.h"
#include "cli/serve/notify.h"
#include "fetch/fetch.h"
#include "http/address.h"
#include "http/metrics.h"
#include "mcp/mcp.h"
#include "rest/rest.h"
#include "store/schema/schema.h"
#include "sync/run/sync.h"

#define GAUGES_EVERY (5 * AD_SECOND) /* looks whether a reading is due */

enum {
	SLOW_THREADS = 4,
	SLOW_QUEUE = 1024,
	HASH_THREADS = 4, /* at most: a core stays free for requests */
	HASH_QUEUE = 32,  /* passwords that wait; one more is answered 503 */
	FAR_THREADS = 8,
	FAR_QUEUE = 64,
	FAR_EACH = 3, /* of these, at most so many for one Space */
	STOP_S = 9,
	LARGE_BLOCK = 256 * 1024
};

/* --- before anything runs --------------------------------------------------------------------- */

static bool make_folder(const char *path)
{
	char part[4096];
	size_t n = strlen(path);
	if (n == 0 || n >= sizeof(part))
		return false;
	memcpy(part, path, n + 1);
	for (size_t i = 1; i <= n; i++) {
		if (part[i] != '/' && part[i] != 0)
			continue;
		char c = part[i];
		part[i] = 0;
		if (mkdir(part, 0700) != 0 && errno != EEXIST)
			return false;
		part[i] = c;
	}
	return true;
}

static bool take_locks(struct ad_server *s, char err[static 256])
{
	const char *dir = s->config.data_dir;
	if (!make_folder(dir)) {
		snprintf(err, 256, "cannot make the folder %.180s: %s", dir, strerror(errno));
		return false;
	}
	s->lock_fd[0] = ad_cli_lock(ad_arena_printf(s->arena, "%s/adcore.lock", dir).p, err);
	if (s->lock_fd[0] < 0)
		return false;
	struct ad_str url = ad_str(s->config.database);
	if (!ad_str_starts(url, "sqlite:"))
		return true;
	s->lock_fd[1] = ad_cli_lock(ad_arena_printf(s->arena, "%s.lock", url.p + 7).p, err);
	return s->lock_fd[1] >= 0;
}

/* A database was made here before: an empty file in its place is what a full disk leaves. */
static bool check_empty(struct ad_server *s, char err[static 256])
{
	struct ad_str url = ad_str(s->config.database);
	const char *path = url.p + 7;
	struct stat st;

	if (!ad_str_starts(url, "sqlite:") || stat(path, &st) != 0 || st.st_size > 0 ||
	    !ad_secrets_there(s->config.data_dir))
		return true;
	snprintf(err, 256,
		 "%.120s is empty: put a copy back with 'adcore restore', or remove the file to "
		 "start with a new database",
		 path);
	return false;
}

/* A free port where ":0" was asked for: the public URL must be known before the doors are. */
static bool settle_port(struct ad_server *s, char err[static 256])
{
	struct ad_listen at;
	struct sockaddr_in four = { .sin_family = AF_INET };
	socklen_t size = sizeof(four);
	if (!ad_listen_parse(s->config.listen, &at) || at.port != 0)
		return true;
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (inet_pton(AF_INET, at.host, &four.sin_addr) != 1 ||
	    bind(fd, (struct sockaddr *)&four, size) != 0 ||
	    getsockname(fd, (struct sockaddr *)&four, &size) != 0) {
		snprintf(err, 256, "no free port on %s", at.host);
		close(fd);
		return false;
	}
	close(fd);
	int port = ntohs(four.sin_port);
	s->config.listen = ad_arena_printf(s->arena, "%s:%d", at.host, port).p;
	struct ad_str url = ad_str(s->config.public_url);
	if (url.n > 2 && memcmp(url.p + url.n - 2, ":0", 2) == 0) {
		s->config.public_url =
			ad_arena_printf(s->arena, "%.*s:%d", (int)url.n - 2, url.p, port).p;
		s->config.base_url = ad_arena_printf(s->arena, "%s/api/v1", s->config.public_url).p;
		s->config.mcp_url = ad_arena_printf(s->arena, "%s/mcp", s->config.public_url).p;
	}
	return true;
}

/* --- the parts --- */

/* The configuration's plans as authentication takes them; what it does not say comes from ours. */
static const struct ad_plan *make_plans(struct ad_server *s)
{
	size_t n = s->config.plan_count;
	struct ad_plan *plans = ad_arena_zalloc(s->arena, (n + 1) * sizeof(*plans));
	for (size_t i = 0; i < n; i++) {
		const struct ad_config_plan *from = &s->config.plans[i];
		const struct ad_plan *shipped = ad_plan_shipped(ad_str(from->id));
		plans[i].id = from->id;
		plans[i].name = shipped ? shipped->name : from->id;
		plans[i].needs_subscription = shipped ? shipped->needs_subscription : false;
		plans[i].minute_limit = from->minute_limit;
		plans[i].daily_limit = from->daily_limit;
		plans[i].api_access = from->api_access;
		if (!shipped)
			shipped = ad_plan_shipped(AD_S("self-hosted"));
		plans[i].max_objects = from->max_objects ? from->max_objects : shipped->max_objects;
		plans[i].max_bytes = from->max_bytes ? from->max_bytes : shipped->max_bytes;
	}
	return plans;
}

/* Migrates, and opens what needs to write before the writer runs. */
static bool open_data(struct ad_server *s, char err[static 256])
{
	struct ad_auth_spec spec = {
		.issuer = s->config.public_url,
		.base_url = s->config.base_url,
		.mcp_url = s->config.mcp_url,
		.data_dir = s->config.data_dir,
		.plans = make_plans(s),
		.plan_count = s->config.plan_count,
	};
	s->core.store = ad_store_open(ad_str(s->config.database), err);
	if (!s->core.store)
		return false;
	struct ad_db *db = ad_db_open(s->core.store, AD_DB_WRITE, err);
	bool ok = db && ad_schema_migrate(db, err) &&
		  !ad_cli_secret_is_lost(db, s->config.data_dir, err);
	if (ok && !ad_cli_store_url(db, s->config.public_url)) {
		snprintf(err, 256, "the public URL cannot be stored: %.180s", ad_db_error(db));
		ok = false;
	}
	if (ok)
		s->core.auth = ad_auth_open(&spec, s->core.store, db, err);
	ad_db_close(db);
	if (!ok || !s->core.auth)
		return false;
	s->core.limits = ad_auth_limits(s->core.auth);
	s->core.mcp = ad_mcp_new();
	s->core.mcp_streams = ad_mcp_streams_new();
	s->core.rest = ad_rest_new(&s->config);
	s->core.watches = ad_watches_new(&s->core);
	s->core.quotas = ad_quotas_new();
	return true;
}

static void *open_slow(void *arg)
{
	struct ad_server *s = arg;
	char err[256];
	struct ad_db *db = ad_db_open(s->core.store, AD_DB_READ, err);
	if (!db)
		ad_log(AD_LOG_ERROR, "database_not_opened", "error", err, NULL);
	return db;
}

static void close_slow(void *state)
{
	ad_db_close(state);
}

static bool start_lanes(struct ad_server *s, char err[static 256])
{
	struct ad_lane_spec slow = {
		.name = "slow",
		.threads = SLOW_THREADS,
		.queue_max = SLOW_QUEUE,
		.each_max = SLOW_THREADS - 1,
		.open = open_slow,
		.close = close_slow,
		.arg = s,
	};
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	struct ad_lane_spec hash = {
		.name = "hash",
		.threads = cores > HASH_THREADS ? HASH_THREADS
			   : cores > 2          ? (int)cores - 1
						: 1,
		.queue_max = HASH_QUEUE,
		.open = open_slow,
		.close = close_slow,
		.arg = s,
	};
	struct ad_lane_spec far = {
		.name = "far",
		.threads = FAR_THREADS,
		.queue_max = FAR_QUEUE,
	};
	s->core.writer = ad_writer_start(s->core.store, err);
	if (!s->core.writer)
		return false;
	s->core.slow = ad_lane_start(&slow);
	s->core.hash = ad_lane_start(&hash);
	snprintf(err, 256, "the slow lane cannot open the database");
	if (!s->core.slow || !s->core.hash)
		return false;
	s->core.fetches = ad_fetch_gate_new(FAR_THREADS, FAR_EACH);
	s->core.far = ad_lane_start(&far);
	snprintf(err, 256, "what fetches cannot be started");
	return s->core.far != NULL && ad_fetch_init();
}

static bool start_gauges(struct ad_server *s, char err[static 256])
{
	if (!s->config.metrics_listen && !s->config.metrics_token)
		return true;
	s->gauges = ad_gauges_new(&s->core, err);
	if (!s->gauges)
		return false;
	ad_gauges_refresh(s->gauges);
	ad_http_metrics_more(s->http, ad_gauges_write, s->gauges);
	return true;
}

static bool serve_start(struct ad_server *s, char err[static 256])
{
	if (!settle_port(s, err) || !ad_file_modes_check(&s->config, err) || !take_locks(s, err) ||
	    !check_empty(s, err))
		return false;
	s->core.config = &s->config;
	s->sandbox = ad_sandbox_start(&s->core);
	if (!open_data(s, err) || !start_lanes(s, err))
		return false;
	s->upkeep = ad_auth_start(s->core.auth, s->core.store, s->core.writer, err);
	if (!s->upkeep)
		return false;
	if (!ad_core_make_sync(&s->core, err))
		return false;
	ad_serve_routes(s);
	s->http = ad_http_start(&s->core, s->routes, s->route_count, err);
	if (!s->http || !start_gauges(s, err) || !ad_sync_start(s->core.sync, err))
		return false;
	s->webhooks = ad_webhook_workers_start(&s->core, err);
	return s->webhooks != NULL;
}

/* Each part before those it uses. */
static void serve_stop(struct ad_server *s)
{
	if (s->http)
		ad_http_stop(s->http);
	ad_webhook_workers_stop(s->webhooks);
	/* The runner's notices may still come: what they reach is there until it has ended. */
	ad_sync_stop(s->core.sync);
	/* It wakes who waits: none does any more. */
	ad_watches_stop(s->core.watches);
	ad_http_free(s->http);
	ad_gauges_free(s->gauges);
	if (s->upkeep)
		ad_auth_stop(s->core.auth);
	ad_lane_stop(s->core.far);
	ad_fetch_gate_free(s->core.fetches);
	ad_lane_stop(s->core.hash);
	ad_lane_stop(s->core.slow);
	ad_writer_stop(s->core.writer);
	ad_sandbox_stop(s->sandbox);
	ad_sync_free(s->core.sync);
	ad_mcp_streams_free(s->core.mcp_streams);
	ad_mcp_free((struct ad_mcp *)(uintptr_t)s->core.mcp);
	ad_rest_free((struct ad_rest *)(uintptr_t)s->core.rest);
	ad_watches_free(s->core.watches);
	ad_quotas_free(s->core.quotas);
	ad_auth_close(s->core.auth);
	ad_store_close(s->core.store);
	for (size_t i = 0; i < AD_LEN(s->lock_fd); i++) {
		if (s->lock_fd[i] >= 0)
			close(s->lock_fd[i]);
	}
}

/* --- the command --- */

static void say_ready(const struct ad_cli *cli, const struct ad_server *s)
{
	if (cli->json) {
		struct ad_text text = ad_text_on(cli->arena);
		struct ad_json j = ad_json_on(&text);
		ad_json_object(&j);
		ad_json_kcstr(&j, "url", s->config.public_url);
		ad_json_kint(&j, "port", ad_http_port(s->http));
		ad_json_kint(&j, "pid", getpid());
		ad_json_object_end(&j);
		ad_cli_print(ad_text_str(&text));
	} else {
		printf("adcore %s serves %s on %s\n", ADCORE_VERSION, s->config.public_url,
		       s->config.listen);
	}
	fflush(stdout);
}

/* Acknowledged writes are durable, so the rest may be dropped when the time to stop is over. */
static void out_of_time(int signal)
{
	(void)signal;
	_exit(AD_EXIT_OK);
}

/*
 * Sends signs of life meanwhile, where the service manager expects them, and reads what /metrics
 * says of the database.
 */
static void wait_for_signal(const sigset_t *set, struct ad_server *s)
{
	int64_t alive = ad_notify_interval(), every = alive;

	if (s->gauges && (!every || every > GAUGES_EVERY))
		every = GAUGES_EVERY;
	const struct timespec wait = { every / AD_SECOND, every % AD_SECOND * 1000 };
	for (;;) {
		int got = every ? sigtimedwait(set, NULL, &wait) : sigwaitinfo(set, NULL);
		if (got > 0)
			break;
		if (errno != EAGAIN)
			continue;
		if (alive)
			ad_notify_alive(s->config.listen);
		ad_gauges_refresh(s->gauges);
	}
	ad_notify_send("STOPPING=1");
	struct sigaction action = { .sa_handler = out_of_time };
	sigaction(SIGALRM, &action, NULL);
	alarm(STOP_S);
}

static int serve_run(struct ad_cli *cli)
{
	char err[256] = "";
	sigset_t set;
	struct ad_server server = { .config = *cli->config,
				    .arena = cli->arena,
				    .lock_fd = { -1, -1 } };
	ad_log_level_set(server.config.log_level);
	ad_log_text_set(server.config.log_text);
	/* Before any file: what others may not read includes what the sandbox keeps. */
	umask(077);
	/* No core dumps: memory holds keys and credentials. */
	setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
	/* Large blocks go back to the system when they are freed, however many there were. */
	mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK);
	mallopt(M_TRIM_THRESHOLD, LARGE_BLOCK);
	/* Before any thread: all of them inherit it. */
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	signal(SIGPIPE, SIG_IGN);
	bool ok = serve_start(&server, err);
	/* This thread sleeps until the end: what it logged of the start is written now. */
	ad_log_flush();
	if (ok) {
		say_ready(cli, &server);
		ad_notify_send("READY=1");
		wait_for_signal(&set, &server);
	}
	serve_stop(&server);
	ad_log_flush();
	return ok ? AD_EXIT_OK : ad_cli_fail(cli, AD_UNAVAILABLE, "%s", err);
}

const struct ad_command ad_command_serve = {
	.name = "serve",
	.without_database = true,
	.summary = "Serve the application, REST, MCP and OAuth until SIGTERM or SIGINT.",
	.serves = true,
	.run = serve_run,
};
