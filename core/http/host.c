#include "http/host.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <strings.h>
#include <sys/socket.h>

#include "base/url.h"
#include "http/internal.h"

static bool host_same(struct ad_str a, struct ad_str b)
{
	return a.n == b.n && a.n > 0 && strncasecmp(a.p, b.p, a.n) == 0;
}

/* The authority of an origin. */
static struct ad_str host_of_url(const char *url)
{
	struct ad_url parts;

	return ad_url_split(ad_str(url), &parts) ? parts.authority : ad_str(url);
}

/* Absent if the host is malformed. */
static struct ad_str host_without_port(struct ad_str host)
{
	struct ad_str name;
	int port;

	return ad_authority_split(host, &name, &port) ? name : (struct ad_str){ NULL, 0 };
}

static bool host_is_loopback(struct ad_str host)
{
	struct ad_str name = host_without_port(host);

	return host_same(name, AD_S("localhost")) || ad_str_is(name, "127.0.0.1") ||
	       ad_str_is(name, "[::1]");
}

static bool listens_on_loopback(const struct ad_exchange *x)
{
	return host_is_loopback(ad_str(x->call.core->config->listen));
}

/* A name cannot be made to look like a numeric address: what was dialled is no other site. */
static bool host_is_local_address(struct ad_exchange *x, struct ad_str host)
{
	struct sockaddr_storage local;
	socklen_t size = sizeof(local);
	char text[INET6_ADDRSTRLEN + 2] = "";
	uint8_t bytes[16];
	static const uint8_t mapped[12] = { [10] = 0xff, [11] = 0xff };

	if (!x->priv->conn ||
	    getsockname(x->priv->conn->fd, (struct sockaddr *)&local, &size) != 0 ||
	    !ad_http_peer_bytes((struct sockaddr *)&local, bytes))
		return false;
	if (memcmp(bytes, mapped, sizeof(mapped)) == 0) {
		inet_ntop(AF_INET, bytes + 12, text, sizeof(text));
	} else {
		text[0] = '[';
		inet_ntop(AF_INET6, bytes, text + 1, sizeof(text) - 2);
		memcpy(text + strlen(text), "]", 2);
	}
	return ad_str_is(host_without_port(host), text);
}

bool ad_http_host_is_own(struct ad_exchange *x, struct ad_str host)
{
	const char *url = x->call.core->config->public_url;

	/* Without a public URL (in tests of this part alone) there is no name of its own. */
	return !url || host_same(host, host_of_url(url)) ||
	       (listens_on_loopback(x) && host_is_loopback(host)) || host_is_local_address(x, host);
}

bool ad_http_origin_is_own(const struct ad_exchange *x, struct ad_str origin)
{
	struct ad_str normal;

	if (ad_origin_normal(x->call.arena, origin, &normal) || !ad_str_eq(origin, normal))
		return false;
	if (ad_str_is(origin, x->call.core->config->public_url))
		return true;
	return listens_on_loopback(x) && host_is_loopback(host_of_url(normal.p));
}
