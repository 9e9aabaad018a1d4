/* Addresses of a fetch: one wrong decision opens the internal network. */
#include "tests/fuzz/fuzz.h"

#include <arpa/inet.h>
#include <string.h>
#include <sys/socket.h>

#include "fetch/guard.h"

static bool inside_four(const uint8_t *a)
{
	unsigned net = a[0] * 256u + a[1];

	return a[0] == 0 || a[0] == 10 || a[0] == 127 || a[0] >= 224 || net == 0xc0a8 ||
	       net == 0xa9fe || net / 16 == 0xac1 || net / 64 == 0x191;
}

/* Addresses that must always be refused, found by another method than the guard's. */
static bool inside(const uint8_t *a)
{
	static const uint8_t zeros[12] = { 0 };
	static const uint8_t mapped[12] = { [10] = 0xff, [11] = 0xff };

	if (memcmp(a, mapped, 12) == 0)
		return inside_four(a + 12);
	return memcmp(a, zeros, 12) == 0 || a[0] >= 0x40 || a[0] < 0x20 ||
	       (a[0] == 0x20 && a[1] == 0x02);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t six[16] = { 0 };
	uint8_t four[16] = { [10] = 0xff, [11] = 0xff };
	struct sockaddr_storage any = { 0 };

	memcpy(six, data, size < 16 ? size : 16);
	memcpy(four + 12, data, size < 4 ? size : 4);
	HOLDS(!ad_guard_public(six) || !inside(six));
	HOLDS(!ad_guard_public(four) || !inside(four));
	/* A sockaddr of any bytes and any size. */
	memcpy(&any, data, size < sizeof(any) ? size : sizeof(any));
	(void)ad_guard_connect(NULL, &any, size < sizeof(any) ? size : sizeof(any));
	return 0;
}
