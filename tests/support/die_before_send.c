/*
 * A preloaded library for tests of crashes. Kills the process with SIGKILL just before it sends
 * data that contains the text in TEST_DIE_BEFORE. Everything before the send has happened, and
 * no byte of that message is sent.
 */
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

static void look(const void *data, size_t size)
{
	const char *text = getenv("TEST_DIE_BEFORE");

	if (text && *text && memmem(data, size, text, strlen(text)))
		kill(getpid(), SIGKILL);
}

static void look_at_all(const struct iovec *at, size_t count)
{
	for (size_t i = 0; i < count; i++)
		look(at[i].iov_base, at[i].iov_len);
}

ssize_t send(int fd, const void *data, size_t size, int flags)
{
	static ssize_t (*real)(int, const void *, size_t, int);

	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "send");
	look(data, size);
	return real(fd, data, size, flags);
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
	static ssize_t (*real)(int, const struct msghdr *, int);

	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "sendmsg");
	look_at_all(message->msg_iov, message->msg_iovlen);
	return real(fd, message, flags);
}

ssize_t writev(int fd, const struct iovec *at, int count)
{
	static ssize_t (*real)(int, const struct iovec *, int);

	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "writev");
	look_at_all(at, count > 0 ? (size_t)count : 0);
	return real(fd, at, count);
}
