/* The executable: options, signals, and the order in which things are made and unmade. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "faults.h"
#include "sandbox.h"
#include "server.h"

static const char usage[] =
	"usage: adcore-sandbox [--port N] [--state FILE] [--die-with-parent]\n"
	"\n"
	"Simulates the platforms' APIs on 127.0.0.1. Port 0 takes a free one. Without --state\n"
	"everything is kept in memory. The first line printed names the port and the process.\n"
	"\n"
	"environment: ADCORE_SANDBOX_CONTROL_SECRET (without it there are no control endpoints),\n"
	"             ADCORE_SANDBOX_LATENCY_MS (slows every answer),\n"
	"             ADCORE_SANDBOX_LOG (a file that gets the log of requests)\n";

struct options {
	long port;
	const char *state;
	bool die_with_parent;
};

static bool read_number(const char *text, long max, long *out)
{
	char *end;
	errno = 0;
	*out = strtol(text, &end, 10);
	return *text && !*end && errno == 0 && *out >= 0 && *out <= max;
}

/* 0 to go on, else the exit status plus one. */
static int read_options(int argc, char **argv, struct options *out)
{
	for (int i = 1; i < argc; i++) {
		const char *a = argv[i];
		if (strcmp(a, "--help") == 0 || strcmp(a, "-h") == 0) {
			fputs(usage, stdout);
			return 1;
		}
		if (strcmp(a, "--die-with-parent") == 0) {
			out->die_with_parent = true;
		} else if (strcmp(a, "--port") == 0 && i + 1 < argc) {
			if (!read_number(argv[++i], 65535, &out->port)) {
				fprintf(stderr, "adcore-sandbox: --port %s: want 0 to 65535\n",
					argv[i]);
				return 3;
			}
		} else if (strcmp(a, "--state") == 0 && i + 1 < argc) {
			out->state = argv[++i];
		} else {
			fprintf(stderr, "adcore-sandbox: %s: unknown option\n\n%s", a, usage);
			return 3;
		}
	}
	return 0;
}

/* SIGTERM when the thread that started us ends; the parent may have ended before we asked. */
static void die_with_parent(pid_t parent)
{
	if (prctl(PR_SET_PDEATHSIG, SIGTERM) != 0 || getppid() != parent)
		exit(0);
}

static int stop_signals(void)
{
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	sigprocmask(SIG_BLOCK, &set, NULL);
	signal(SIGPIPE, SIG_IGN);
	return signalfd(-1, &set, SFD_CLOEXEC);
}

int main(int argc, char **argv)
{
	pid_t parent = getppid();
	struct options options = { .port = 0, .state = ":memory:" };
	int stop = read_options(argc, argv, &options);
	if (stop)
		return stop - 1;
	int stop_fd = stop_signals();
	if (options.die_with_parent)
		die_with_parent(parent);
	long latency = 0;
	const char *slow = getenv("ADCORE_SANDBOX_LATENCY_MS");
	if (slow && *slow && !read_number(slow, 600000, &latency)) {
		fputs("adcore-sandbox: ADCORE_SANDBOX_LATENCY_MS: want 0 to 600000\n", stderr);
		return 2;
	}
	const char *secret = getenv("ADCORE_SANDBOX_CONTROL_SECRET");
	struct sandbox sandbox = {
		.store = store_open(options.state),
		.faults = faults_new(),
		.log = log_new(),
		.quotas = cJSON_CreateObject(),
		.secret = secret && *secret ? secret : NULL,
		.latency_ms = latency,
	};
	if (!sandbox.store)
		return 1;
	const char *file = getenv("ADCORE_SANDBOX_LOG");
	if (file && *file) {
		store_keep_values(sandbox.store);
		if (!log_to_file(sandbox.log, file)) {
			fprintf(stderr, "adcore-sandbox: %s: cannot be opened\n", file);
			return 1;
		}
	}
	struct server *server = server_start(&sandbox, (uint16_t)options.port);
	if (!server)
		return 1;
	printf("{\"port\":%u,\"pid\":%ld}\n", (unsigned)server_port(server), (long)getpid());
	fflush(stdout);
	server_run(server, stop_fd);
	server_stop(server);
	faults_free(sandbox.faults);
	log_free(sandbox.log);
	cJSON_Delete(sandbox.quotas);
	store_close(sandbox.store);
	close(stop_fd);
	return 0;
}
