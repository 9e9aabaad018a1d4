#include "cli/serve/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/digest.h"
#include "base/id.h"
#include "base/json_read.h"
#include "base/log.h"
#include "base/text.h"

#define SECRET "ADCORE_SANDBOX_CONTROL_SECRET"

enum {
	FIRST_LINE_MS = 10000,
	STOP_MS = 3000,
	BACKOFF_MIN_MS = 100,
	BACKOFF_MAX_MS = 5000,
};

struct ad_sandbox {
	struct ad_core *core;
	pthread_t thread;
	int stop_fd;            /* readable: end it */
	struct ad_arena *arena; /* of the thread; the URLs that were told live as long as it */
	const char *executable;
	char **env;
	int port; /* where it answered last: it should come back there */
};

/* A child while it runs. */
struct child {
	pid_t pid;
	int out; /* its stdout */
};

/* --- starting ------------------------------------------------------------------------------- */

/* adcore-sandbox in the folder of our own executable, or NULL. */
static const char *find_executable(struct ad_arena *arena)
{
	char path[4096];
	ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);
	if (n <= 0)
		return NULL;
	path[n] = 0;
	char *slash = strrchr(path, '/');
	if (!slash)
		return NULL;
	*slash = 0;
	const char *found = ad_arena_printf(arena, "%s/adcore-sandbox", path).p;
	return access(found, X_OK) == 0 ? found : NULL;
}

/* Our environment, with a random control secret where none is set: then nobody can use it. */
static char **make_env(struct ad_arena *arena)
{
	size_t n = 0;
	while (environ[n])
		n++;
	char **env = ad_arena_alloc(arena, (n + 2) * sizeof(*env));
	memcpy(env, environ, n * sizeof(*env));
	if (!getenv(SECRET)) {
		uint8_t bytes[32];
		char hex[65];
		ad_random(bytes, sizeof(bytes));
		ad_hex(bytes, sizeof(bytes), hex);
		struct ad_text text = ad_text_on(arena);
		ad_text_adds(&text, SECRET "=");
		ad_text_adds(&text, hex);
		ad_text_str(&text);
		env[n++] = text.p;
	}
	env[n] = NULL;
	return env;
}

/* No signal of ours is the child's business: a group of its own, nothing blocked or ignored. */
static void set_attributes(posix_spawnattr_t *attr)
{
	sigset_t none, all;
	sigemptyset(&none);
	sigfillset(&all);
	posix_spawnattr_init(attr);
	posix_spawnattr_setsigmask(attr, &none);
	posix_spawnattr_setsigdefault(attr, &all);
	posix_spawnattr_setpgroup(attr, 0);
	posix_spawnattr_setflags(attr, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
					       POSIX_SPAWN_SETPGROUP);
}

static bool sandbox_spawn(const struct ad_sandbox *s, struct child *child)
{
	int out[2];
	char port[16];
	char state[4096];
	posix_spawnattr_t attr;
	posix_spawn_file_actions_t actions;
	if (pipe2(out, O_CLOEXEC) != 0)
		return false;
	snprintf(port, sizeof(port), "%d", s->port);
	snprintf(state, sizeof(state), "%s/sandbox.db", s->core->config->data_dir);
	char *argv[] = { (char[]){ "adcore-sandbox" },
			 (char[]){ "--port" },
			 port,
			 (char[]){ "--state" },
			 state,
			 (char[]){ "--die-with-parent" },
			 NULL };
	set_attributes(&attr);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
	int why = posix_spawn(&child->pid, s->executable, &actions, &attr, argv, s->env);
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attr);
	close(out[1]);
	child->out = out[0];
	if (why == 0)
		return true;
	close(out[0]);
	ad_log(AD_LOG_ERROR, "sandbox_not_started", "error", strerror(why), NULL);
	return false;
}

/* --- the thread ------------------------------------------------------------------------------- */

/* Waits for the child's output, its end, or the stop: > 0 bytes, 0 at its end, -1 otherwise. */
static ssize_t sandbox_hear(const struct ad_sandbox *s, const struct child *child, char *to,
			    size_t room, int timeout_ms)
{
	struct pollfd fds[2] = {
		{ .fd = s->stop_fd, .events = POLLIN },
		{ .fd = child->out, .events = POLLIN },
	};
	int n = poll(fds, 2, timeout_ms);
	if (n < 0 && errno == EINTR)
		return sandbox_hear(s, child, to, room, timeout_ms);
	if (n <= 0 || (fds[0].revents & POLLIN))
		return -1;
	return read(child->out, to, room);
}

static bool sandbox_stopping(const struct ad_sandbox *s)
{
	struct pollfd fd = { .fd = s->stop_fd, .events = POLLIN };
	return poll(&fd, 1, 0) > 0;
}

/* The port in its first line, {"port":41234,"pid":123}; 0 where there is none in time. */
static int read_port(const struct ad_sandbox *s, const struct child *child)
{
	char line[512];
	size_t n = 0;
	while (n < sizeof(line) && !memchr(line, '\n', n)) {
		ssize_t got = sandbox_hear(s, child, line + n, sizeof(line) - n, FIRST_LINE_MS);
		if (got <= 0)
			return 0;
		n += (size_t)got;
	}
	const char *end = memchr(line, '\n', n);
	if (!end)
		return 0;
	struct ad_json_error err;
	int64_t port = 0;
	struct ad_str text = { line, (size_t)(end - line) };
	const cJSON *root = ad_json_parse(s->arena, text, &err);
	return ad_json_int64(ad_json_get(root, "port"), &port) && port > 0 && port < 65536
		       ? (int)port
		       : 0;
}

/* DIR/sandbox.json, whole or not at all. */
static void tell_file(const struct ad_sandbox *s, const struct child *child)
{
	char path[4096], fresh[4200], text[80];
	snprintf(path, sizeof(path), "%s/sandbox.json", s->core->config->data_dir);
	snprintf(fresh, sizeof(fresh), "%s.new", path);
	int n = snprintf(text, sizeof(text), "{\"port\":%d,\"pid\":%d}\n", s->port,
			 (int)child->pid);
	int fd = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (fd < 0)
		return;
	bool ok = write(fd, text, (size_t)n) == n;
	close(fd);
	if (!ok || rename(fresh, path) != 0)
		unlink(fresh);
}

static void tell_core(struct ad_sandbox *s, int port)
{
	if (port == s->port && s->core->sandbox_url)
		return;
	s->port = port;
	/* Others may hold the old one: it stays on the arena. */
	s->core->sandbox_url = ad_arena_printf(s->arena, "http://127.0.0.1:%d", port).p;
}

/* Waits for the child's end; SIGKILL where it does not come in time. Polls: it is ours alone. */
static void sandbox_reap(const struct child *child, int timeout_ms)
{
	for (int waited = 0; waitpid(child->pid, NULL, WNOHANG) == 0; waited += 10) {
		if (waited >= timeout_ms) {
			kill(child->pid, SIGKILL);
			waitpid(child->pid, NULL, 0);
			return;
		}
		usleep(10000);
	}
}

/* Serves one child from start to end; whether it ever answered. */
static bool live_once(struct ad_sandbox *s)
{
	struct child child;
	if (!sandbox_spawn(s, &child))
		return false;
	int port = read_port(s, &child);
	if (port > 0) {
		tell_core(s, port);
		tell_file(s, &child);
		char rest[512];
		while (sandbox_hear(s, &child, rest, sizeof(rest), -1) > 0)
			continue;
	}
	kill(child.pid, SIGTERM);
	sandbox_reap(&child, STOP_MS);
	close(child.out);
	return port > 0;
}

static void *sandbox_supervise(void *arg)
{
	struct ad_sandbox *s = arg;
	int backoff_ms = BACKOFF_MIN_MS;
	pthread_setname_np(pthread_self(), "sandbox");
	while (!sandbox_stopping(s)) {
		int64_t begun = ad_monotonic();
		bool answered = live_once(s);
		if (sandbox_stopping(s))
			break;
		ad_log(AD_LOG_WARN, "sandbox_died", "restarts", "yes", NULL);
		if (!answered)
			s->port = 0; /* somebody else may have the port now */
		if (answered && ad_monotonic() - begun > 10 * AD_SECOND)
			backoff_ms = BACKOFF_MIN_MS;
		struct pollfd fd = { .fd = s->stop_fd, .events = POLLIN };
		poll(&fd, 1, backoff_ms);
		backoff_ms = backoff_ms * 2 < BACKOFF_MAX_MS ? backoff_ms * 2 : BACKOFF_MAX_MS;
	}
	ad_log_flush();
	return NULL;
}

struct ad_sandbox *ad_sandbox_start(struct ad_core *core)
{
	if (strcmp(core->config->sandbox, "auto") != 0) {
		if (strcmp(core->config->sandbox, "off") != 0)
			core->sandbox_url = core->config->sandbox;
		return NULL;
	}
	struct ad_sandbox *s = ad_xcalloc(1, sizeof(*s));
	s->core = core;
	s->arena = ad_arena_new();
	s->executable = find_executable(s->arena);
	s->stop_fd = eventfd(0, EFD_CLOEXEC);
	if (s->executable && s->stop_fd >= 0) {
		s->env = make_env(s->arena);
		if (pthread_create(&s->thread, NULL, sandbox_supervise, s) == 0)
			return s;
	}
	ad_log(AD_LOG_WARN, "sandbox_not_started", "error",
	       s->executable ? "no thread" : "adcore-sandbox is not beside adcore", NULL);
	ad_arena_free(s->arena);
	if (s->stop_fd >= 0)
		close(s->stop_fd);
	free(s);
	return NULL;
}

void ad_sandbox_stop(struct ad_sandbox *sandbox)
{
	if (!sandbox)
		return;
	if (eventfd_write(sandbox->stop_fd, 1) != 0)
		abort();
	pthread_join(sandbox->thread, NULL);
	sandbox->core->sandbox_url = NULL;
	close(sandbox->stop_fd);
	ad_arena_free(sandbox->arena);
	free(sandbox);
}
