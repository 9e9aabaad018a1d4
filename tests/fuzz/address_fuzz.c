/* Addresses and Host headers from outside. */
#include "tests/fuzz/fuzz.h"

#include <string.h>

#include "base/arena.h"
#include "http/address.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_str in = ad_arena_copy(arena, (struct ad_str){ (const char *)data, size });
	struct ad_listen listen;
	struct ad_cidr cidr, any;
	char client[64];

	if (ad_listen_parse(in.p, &listen))
		HOLDS(listen.port >= 0 && listen.port <= 65535 && strlen(listen.host) > 0);
	if (ad_cidr_parse(in.p, &cidr))
		HOLDS(cidr.bits >= 0 && cidr.bits <= 128);
	(void)ad_host_valid(in);
	HOLDS(ad_cidr_parse("127.0.0.0/8", &any));
	(void)ad_cidr_contains(&any, in.p);
	ad_client_address(&any, "127.0.0.1", &in, 1, client);
	HOLDS(memchr(client, '\0', sizeof(client)) != NULL);
	ad_arena_free(arena);
	return 0;
}
