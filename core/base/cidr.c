#include "base/cidr.h"

#include <arpa/inet.h>
#include <netinet/in.h>

/* Digits alone, at most max; -1 otherwise. */
static int cidr_small_number(const char *p, size_t n, int max)
{
	int value = 0;
	if (n == 0 || n > 5)
		return -1;
	for (size_t i = 0; i < n; i++) {
		if (p[i] < '0' || p[i] > '9')
			return -1;
		value = value * 10 + (p[i] - '0');
	}
	return value <= max ? value : -1;
}

bool ad_address_parse(const char *text, uint8_t out[static 16], bool *is_v4)
{
	struct in_addr v4;
	*is_v4 = inet_pton(AF_INET, text, &v4) == 1;
	if (*is_v4) {
		memset(out, 0, 10);
		out[10] = 0xff;
		out[11] = 0xff;
		memcpy(out + 12, &v4, 4);
		return true;
	}
	return inet_pton(AF_INET6, text, out) == 1;
}

void ad_network_of(struct ad_str address, char out[static AD_NETWORK_TEXT])
{
	static const struct ad_cidr mapped = { .bytes = { [10] = 0xff, [11] = 0xff }, .bits = 96 };
	size_t n = address.n < AD_NETWORK_TEXT - 1 ? address.n : AD_NETWORK_TEXT - 1;
	uint8_t ip[16];
	bool is_v4;

	if (n > 0)
		memcpy(out, address.p, n);
	out[n] = '\0';
	if (!ad_address_parse(out, ip, &is_v4))
		return;
	if (ad_cidr_holds(&mapped, ip)) {
		inet_ntop(AF_INET, ip + 12, out, AD_NETWORK_TEXT);
		return;
	}
	memset(ip + 8, 0, 8);
	inet_ntop(AF_INET6, ip, out, AD_NETWORK_TEXT);
}

bool ad_network_wide(struct ad_str address, int bits, char out[static AD_NETWORK_TEXT])
{
	uint8_t ip[16];
	bool is_v4;
	size_t kept = (size_t)bits / 8;

	ad_network_of(address, out);
	if (!ad_address_parse(out, ip, &is_v4) || is_v4)
		return false;
	memset(ip + kept, 0, sizeof(ip) - kept);
	inet_ntop(AF_INET6, ip, out, AD_NETWORK_TEXT);
	return true;
}

bool ad_cidr_parse(const char *text, struct ad_cidr *out)
{
	char host[64];
	const char *slash = strchr(text, '/');
	size_t n = slash ? (size_t)(slash - text) : strlen(text);
	if (n >= sizeof(host))
		return false;
	memcpy(host, text, n);
	host[n] = 0;
	bool is_v4;
	if (!ad_address_parse(host, out->bytes, &is_v4))
		return false;
	int most = is_v4 ? 32 : 128;
	int bits = slash ? cidr_small_number(slash + 1, strlen(slash + 1), most) : most;
	if (bits < 0)
		return false;
	out->bits = bits + (128 - most);
	for (int i = out->bits; i < 128; i++) {
		if (out->bytes[i / 8] & (0x80 >> (i % 8)))
			return false;
	}
	return true;
}

bool ad_cidr_holds(const struct ad_cidr *cidr, const uint8_t address[static 16])
{
	for (int i = 0; i < cidr->bits; i++) {
		int mask = 0x80 >> (i % 8);
		if ((address[i / 8] & mask) != (cidr->bytes[i / 8] & mask))
			return false;
	}
	return true;
}

bool ad_cidr_contains(const struct ad_cidr *cidr, const char *address)
{
	uint8_t bytes[16];
	bool is_v4;
	return ad_address_parse(address, bytes, &is_v4) && ad_cidr_holds(cidr, bytes);
}
