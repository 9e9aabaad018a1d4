#include "cli/serve/notify.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/log.h"
#include "http/address.h"

enum {
	ANSWER_S = 5
};

void ad_notify_send(const char *state)
{
	struct sockaddr_un to = { .sun_family = AF_UNIX };
	const char *path = getenv("NOTIFY_SOCKET");
	size_t n = path ? strlen(path) : 0;
	int fd;

	if (n < 2 || n >= sizeof(to.sun_path) || (path[0] != '/' && path[0] != '@'))
		return;
	memcpy(to.sun_path, path, n);
	if (path[0] == '@')
		to.sun_path[0] = 0; /* the abstract name space */
	fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	n += offsetof(struct sockaddr_un, sun_path);
	if (fd < 0 || sendto(fd, state, strlen(state), MSG_NOSIGNAL, (struct sockaddr *)&to,
			     (socklen_t)n) < 0)
		ad_log(AD_LOG_WARN, "service_manager_not_notified", "state", state, NULL);
	if (fd >= 0)
		close(fd);
}

/* A positive decimal number of the environment, or 0. */
static int64_t env_number(const char *name)
{
	const char *text = getenv(name);
	char *end = NULL;
	long long n = text ? strtoll(text, &end, 10) : 0;

	return text && *text && *end == 0 && n > 0 ? (int64_t)n : 0;
}

int64_t ad_notify_interval(void)
{
	int64_t pid = env_number("WATCHDOG_PID");

	return pid && pid != getpid() ? 0 : env_number("WATCHDOG_USEC") / 2;
}

/* An address that stands for all interfaces is reached over the loopback one. */
static socklen_t fill_address(const char *listen, struct sockaddr_storage *out)
{
	struct sockaddr_in *four = (struct sockaddr_in *)(void *)out;
	struct sockaddr_in6 *six = (struct sockaddr_in6 *)(void *)out;
	struct ad_listen at;

	if (!ad_listen_parse(listen, &at))
		return 0;
	if (inet_pton(AF_INET, at.host, &four->sin_addr) == 1) {
		if (four->sin_addr.s_addr == htonl(INADDR_ANY))
			four->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
		four->sin_family = AF_INET;
		four->sin_port = htons((uint16_t)at.port);
		return sizeof(*four);
	}
	if (inet_pton(AF_INET6, at.host, &six->sin6_addr) != 1)
		return 0;
	if (IN6_IS_ADDR_UNSPECIFIED(&six->sin6_addr))
		six->sin6_addr = in6addr_loopback;
	six->sin6_family = AF_INET6;
	six->sin6_port = htons((uint16_t)at.port);
	return sizeof(*six);
}

/* Any answer shows that an event loop takes connections and works on them. */
static bool server_answers(const char *listen)
{
	static const char request[] = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
				      "Connection: close\r\n\r\n";
	const struct timeval limit = { .tv_sec = ANSWER_S };
	struct sockaddr_storage to = { 0 };
	socklen_t size = fill_address(listen, &to);
	char first[16];
	int fd = size ? socket(to.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0) : -1;
	bool good;

	if (fd < 0)
		return false;
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
	setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof(limit));
	good = connect(fd, (struct sockaddr *)&to, size) == 0 &&
	       send(fd, request, sizeof(request) - 1, MSG_NOSIGNAL) > 0 &&
	       recv(fd, first, sizeof(first), 0) > 5 && memcmp(first, "HTTP/", 5) == 0;
	close(fd);
	return good;
}

void ad_notify_alive(const char *listen)
{
	if (server_answers(listen))
		ad_notify_send("WATCHDOG=1");
	else
		ad_log(AD_LOG_ERROR, "watchdog_not_sent", "listen", listen, NULL);
}
