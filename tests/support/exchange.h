/*
 * An exchange without a connection, for tests of code that reads a request or makes its reply.
 * Database and server are absent, unless the test provides them.
 */
#ifndef TESTS_SUPPORT_EXCHANGE_H
#define TESTS_SUPPORT_EXCHANGE_H

#include <strings.h>

#include "http/internal.h"

#define ASKED_URL "https://ads.example"

struct asked {
	struct ad_config config;
	struct ad_core core;
	struct ad_http_private priv;
	struct ad_header headers[32];
	struct ad_exchange x;
};

/* A request without headers; its memory is the arena's. */
static inline struct ad_exchange *ask(struct asked *a, struct ad_arena *arena, const char *method,
				      const char *path)
{
	*a = (struct asked){ .config = { .listen = "127.0.0.1:8080",
					 .public_url = ASKED_URL,
					 .base_url = ASKED_URL "/api/v1",
					 .mcp_url = ASKED_URL "/mcp" } };
	a->core.config = &a->config;
	a->priv.headers = a->headers;
	a->priv.version = "HTTP/1.1";
	a->x.priv = &a->priv;
	a->x.method = ad_str(method);
	a->x.path = ad_str(path);
	a->x.host = AD_S("ads.example");
	a->x.call = (struct ad_call){ .core = &a->core,
				      .arena = arena,
				      .request_id = AD_S("req_00000000000000000000000000"),
				      .address = AD_S("192.0.2.1") };
	return &a->x;
}

/* Adds a header. Does nothing if the value is absent or there are 32 headers. */
static inline void ask_with(struct asked *a, const char *name, struct ad_str value)
{
	if (value.p && a->priv.header_count < AD_LEN(a->headers))
		a->headers[a->priv.header_count++] = (struct ad_header){ ad_str(name), value };
}

/* A header of the reply, or absent. */
static inline struct ad_str replied(const struct asked *a, const char *name)
{
	for (size_t i = 0; i < a->priv.add_count; i++)
		if (strcasecmp(a->priv.add[i].name.p, name) == 0)
			return a->priv.add[i].value;
	return (struct ad_str){ 0 };
}

#endif
