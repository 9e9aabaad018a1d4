/*
 * libmicrohttpd alone, in the form that the server uses it: a loop a core, each with its own
 * daemon in external epoll mode and its own SO_REUSEPORT socket. Answers "/" with 302 bytes, "/N"
 * with N, and five headers. Prints its port; ends with its input.
 */
#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
	LOOPS_MAX = 64,
	BODY = 302,
	BODY_MAX = 1 << 20
};

static enum MHD_Result answer(void *cls, struct MHD_Connection *mhd, const char *url,
			      const char *method, const char *version, const char *data,
			      size_t *size, void **context)
{
	static const char *const headers[][2] = {
		{ "Content-Type", "application/json" },
		{ "X-Request-Id", "req_01M7Y5CXM95A4NAKWZANKSGNGK" },
		{ "X-RateLimit-Limit", "600" },
		{ "X-RateLimit-Remaining", "599" },
		{ "X-RateLimit-Reset", "1795234913" },
	};
	(void)method;
	(void)version;
	(void)data;
	if (!*context) {
		*context = cls;
		return MHD_YES;
	}
	*size = 0;
	size_t bytes = strtoul(url + 1, NULL, 10);
	struct MHD_Response *r = MHD_create_response_from_buffer(
		bytes > 0 && bytes <= BODY_MAX ? bytes : BODY, cls, MHD_RESPMEM_PERSISTENT);
	for (size_t i = 0; i < sizeof(headers) / sizeof(headers[0]); i++)
		MHD_add_response_header(r, headers[i][0], headers[i][1]);
	enum MHD_Result ok = MHD_queue_response(mhd, 200, r);
	MHD_destroy_response(r);
	return ok;
}

static int listen_on(int port)
{
	struct sockaddr_in at = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
	int on = 1;
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_REUSEPORT, &on, sizeof(on)) != 0 ||
	    bind(fd, (struct sockaddr *)&at, sizeof(at)) != 0 || listen(fd, 1024) != 0) {
		perror("ceiling_http");
		exit(1);
	}
	return fd;
}

static void *loop(void *arg)
{
	char *body = malloc(BODY_MAX);
	int fd = (int)(intptr_t)arg;
	if (!body)
		exit(1);
	memset(body, 'x', BODY_MAX);
	struct MHD_Daemon *d =
		MHD_start_daemon(MHD_USE_EPOLL, 0, NULL, NULL, answer, body,
				 MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_CONNECTION_TIMEOUT, 60u,
				 MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)16384, MHD_OPTION_END);
	if (!d)
		exit(1);
	struct pollfd p = { .events = POLLIN };
	p.fd = MHD_get_daemon_info(d, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
	for (;;) {
		MHD_UNSIGNED_LONG_LONG left = 0;
		int ms = MHD_get_timeout(d, &left) == MHD_YES ? (int)left : -1;
		if (ms != 0)
			poll(&p, 1, ms);
		MHD_run(d);
	}
	return NULL;
}

int main(void)
{
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	struct sockaddr_in at;
	socklen_t size = sizeof(at);
	int fds[LOOPS_MAX];
	fds[0] = listen_on(0);
	if (getsockname(fds[0], (struct sockaddr *)&at, &size) != 0)
		return 1;
	for (long i = 1; i < cores && i < LOOPS_MAX; i++)
		fds[i] = listen_on(ntohs(at.sin_port));
	for (long i = 0; i < cores && i < LOOPS_MAX; i++) {
		pthread_t thread;
		if (pthread_create(&thread, NULL, loop, (void *)(intptr_t)fds[i]) != 0)
			return 1;
	}
	printf("%d\n", ntohs(at.sin_port));
	fflush(stdout);
	while (getchar() != EOF)
		continue;
	return 0;
}
