/* The client of the tests: sockets and bytes, so that it can be as wrong as a test wants it. */
#ifndef TESTS_HTTP_CLIENT_H
#define TESTS_HTTP_CLIENT_H

#include "tests/unit/core/http/fixture.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

static int dial(const struct fixture *f)
{
	struct sockaddr_in at = { .sin_family = AF_INET, .sin_port = htons((uint16_t)f->port) };
	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	assert_true(fd >= 0);
	assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof(at)), 0);
	return fd;
}

static void say_bytes(int fd, const void *data, size_t size)
{
	const char *p = data;
	while (size > 0) {
		ssize_t n = send(fd, p, size, MSG_NOSIGNAL);
		if (n <= 0)
			return; /* the server has closed: the reply, if any, is still there */
		p += n;
		size -= (size_t)n;
	}
}

static inline void say(int fd, const char *text)
{
	say_bytes(fd, text, strlen(text));
}

/* A reply as it came. status 0: the connection was closed without one. */
struct reply {
	int status;
	char text[65536];
	size_t size;
	const char *body;
	size_t body_size;
	bool closed; /* by the server, after it */
};

/* The value of a header of the reply, or NULL; up to the end of the line. */
static const char *header_of(const struct reply *r, const char *name)
{
	size_t n = strlen(name);
	for (const char *p = strstr(r->text, "\r\n"); p && p + 2 < r->body;
	     p = strstr(p + 2, "\r\n")) {
		if (strncasecmp(p + 2, name, n) == 0 && p[2 + n] == ':')
			return p + 2 + n + 2;
	}
	return NULL;
}

static bool is_complete(struct reply *r, bool head)
{
	r->text[r->size] = 0;
	const char *end = strstr(r->text, "\r\n\r\n");
	if (!end)
		return false;
	r->body = end + 4;
	r->status = (int)strtol(r->text + strlen("HTTP/1.1 "), NULL, 10);
	const char *length = header_of(r, "Content-Length");
	r->body_size = length && !head ? strtoul(length, NULL, 10) : 0;
	return r->size >= (size_t)(r->body - r->text) + r->body_size;
}

/* Reads one reply; waits at most 10 s for each piece. */
static void listen_to(int fd, struct reply *r, bool head)
{
	memset(r, 0, offsetof(struct reply, text) + 1);
	r->size = 0;
	r->body = r->text;
	r->body_size = 0;
	r->closed = false;
	while (!is_complete(r, head)) {
		struct pollfd p = { .fd = fd, .events = POLLIN };
		if (poll(&p, 1, 10000) != 1)
			fail_msg("no reply within 10 s");
		ssize_t n = recv(fd, r->text + r->size, sizeof(r->text) - 1 - r->size, 0);
		if (n <= 0) {
			r->closed = true;
			return;
		}
		r->size += (size_t)n;
	}
	const char *connection = header_of(r, "Connection");
	r->closed = connection && strncasecmp(connection, "close", 5) == 0;
}

/* One request on a connection of its own. */
static inline void exchange_bytes(const struct fixture *f, const void *request, size_t size,
				  struct reply *r)
{
	int fd = dial(f);
	say_bytes(fd, request, size);
	listen_to(fd, r, false);
	close(fd);
}

static inline void exchange(const struct fixture *f, const char *request, struct reply *r)
{
	exchange_bytes(f, request, strlen(request), r);
}

#endif
