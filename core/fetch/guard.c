#include "fetch/guard.h"

#include <netinet/in.h>

/* IANA's special-purpose registries (RFC 6890 and what came after), without what is global. */
static const char *const closed[] = {
	"0.0.0.0/8",     "10.0.0.0/8",      "100.64.0.0/10",  "127.0.0.0/8",    "169.254.0.0/16",
	"172.16.0.0/12", "192.0.0.0/24",    "192.0.2.0/24",   "192.88.99.0/24", "192.168.0.0/16",
	"198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4",    "240.0.0.0/4",
	"2001::/23",     "2001:db8::/32",   "2002::/16",      "3fff::/20",
};

bool ad_guard_public(const uint8_t address[static 16])
{
	struct ad_cidr mapped, global, net;
	bool ok = ad_cidr_parse("::ffff:0:0/96", &mapped) && ad_cidr_parse("2000::/3", &global);

	/* Of IPv6 only what is handed out as global unicast. */
	if (!ok || (!ad_cidr_holds(&mapped, address) && !ad_cidr_holds(&global, address)))
		return false;
	for (size_t i = 0; i < AD_LEN(closed); i++)
		if (!ad_cidr_parse(closed[i], &net) || ad_cidr_holds(&net, address))
			return false;
	return true;
}

/* Takes address and port out of what a socket is given; false where it is of another kind. */
static bool guard_take(const void *sockaddr, size_t size, uint8_t address[static 16], int *port)
{
	static const uint8_t v4_mapped[12] = { [10] = 0xff, [11] = 0xff };
	struct sockaddr_in6 six;
	struct sockaddr_in four;
	sa_family_t family = AF_UNSPEC;

	if (size >= sizeof(struct sockaddr))
		memcpy(&family, &((const struct sockaddr *)sockaddr)->sa_family, sizeof(family));
	if (family == AF_INET && size >= sizeof(four)) {
		memcpy(&four, sockaddr, sizeof(four));
		memcpy(address, v4_mapped, sizeof(v4_mapped));
		memcpy(address + 12, &four.sin_addr, 4);
		*port = ntohs(four.sin_port);
		return true;
	}
	if (family != AF_INET6 || size < sizeof(six))
		return false;
	memcpy(&six, sockaddr, sizeof(six));
	memcpy(address, &six.sin6_addr, 16);
	*port = ntohs(six.sin6_port);
	return memcmp(address, v4_mapped, sizeof(v4_mapped)) != 0;
}

bool ad_guard_connect(const struct ad_fetch_allow *allow, const void *sockaddr, size_t size)
{
	uint8_t address[16];
	int port;

	if (!guard_take(sockaddr, size, address, &port))
		return false;
	for (size_t i = 0; allow && i < allow->count; i++)
		if (ad_cidr_holds(&allow->at[i], address))
			return true;
	return port == 443 && ad_guard_public(address);
}
