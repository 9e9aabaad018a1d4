/* All paths, door by door, and the few that belong to none. */
#include <assert.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>

#include "app/workbench/api.h"
#include "app/app.h"
#include "base/disk_probe.h"
#include "cli/serve/serve.h"
#include "http/files.h"
#include "http/metrics.h"
#include "http/probe_route.h"
#include "http/style.h"
#include "mcp/mcp.h"
#include "oauth/oauth.h"
#include "rest/media.h"
#include "rest/rest.h"
#include "store/schema/schema.h"

#define PROBE_EVERY (2 * AD_SECOND)

static void routes_healthz(struct ad_exchange *x)
{
	ad_http_add(x, "Cache-Control", AD_S("no-store"));
	ad_http_reply(x, 200, "application/json", AD_S("{\"status\":\"ok\"}\n"));
}

/* Tries to write at most once in PROBE_EVERY. */
static bool is_writable(struct ad_server *s)
{
	int64_t now = ad_monotonic(), probed = atomic_load(&s->probed_at);
	char err[256] = "";

	if ((probed && now - probed < PROBE_EVERY) ||
	    !atomic_compare_exchange_strong(&s->probed_at, &probed, now))
		return !atomic_load(&s->unwritable);
	bool good = ad_disk_try(s->config.database, s->config.data_dir, err);
	if (good == atomic_exchange(&s->unwritable, !good))
		ad_log(good ? AD_LOG_INFO : AD_LOG_ERROR,
		       good ? "storage_writable" : "storage_not_writable", "reason", err, NULL);
	return good;
}

static void routes_readyz(struct ad_exchange *x)
{
	struct ad_server *s = (struct ad_server *)(void *)((char *)x->call.core -
							   offsetof(struct ad_server, core));
	bool current = ad_schema_current(x->call.db), writable = is_writable(s);
	ad_http_add(x, "Cache-Control", AD_S("no-store"));
	if (current && writable)
		ad_http_reply(x, 200, "application/json", AD_S("{\"status\":\"ready\"}\n"));
	else
		ad_http_reply(x, 503, "application/json",
			      current ? AD_S("{\"status\":\"unavailable\",\"reason\":"
					     "\"STORAGE_NOT_WRITABLE\"}\n")
				      : AD_S("{\"status\":\"unavailable\",\"reason\":"
					     "\"DATABASE\"}\n"));
}

static void routes_metrics(struct ad_exchange *x)
{
	struct ad_str given = ad_http_header(x, "Authorization");
	struct ad_str token = ad_str(x->call.core->config->metrics_token);
	if (given.n <= 7 || memcmp(given.p, "Bearer ", 7) != 0 ||
	    !ad_secret_eq((struct ad_str){ given.p + 7, given.n - 7 }, token)) {
		ad_http_add(x, "WWW-Authenticate", AD_S("Bearer"));
		ad_http_reply(x, 401, "text/plain", AD_S("The metrics need their token.\n"));
		return;
	}
	struct ad_text text = ad_text_on(x->call.arena);
	ad_http_metrics(x->call.core->notify_arg, &text);
	ad_http_reply(x, 200, "text/plain; version=0.0.4", ad_text_str(&text));
}

static void routes_add(struct ad_server *server, const char *front_end, struct ad_route route)
{
	assert(server->route_count < AD_ROUTES_MAX);
	route.front_end = front_end;
	server->routes[server->route_count++] = route;
}

void ad_serve_routes(struct ad_server *server)
{
	routes_add(server, "server",
		   (struct ad_route){ .prefix = "/healthz", .handler = routes_healthz });
	/* The probe also reports a Host that is not the server's. */
	routes_add(server, "server",
		   (struct ad_route){ .prefix = AD_PROBE_PATH,
				      .handler = ad_probe_handle,
				      .judges_host = true });
	routes_add(server, "server",
		   (struct ad_route){ .prefix = "/readyz", .handler = routes_readyz });
	ad_rest_routes(&server->rest);
	for (size_t i = 0; i < server->rest.count; i++)
		routes_add(server, "api", server->rest.routes[i]);
	routes_add(server, "api",
		   (struct ad_route){ .prefix = AD_MEDIA_PREFIX, .handler = ad_media_handle });
	routes_add(server, "mcp",
		   (struct ad_route){ .prefix = "/mcp",
				      .handler = ad_mcp_handle,
				      .body_max = AD_MCP_BODY_MAX,
				      .refuse = ad_mcp_refuse,
				      .admit = ad_mcp_admit,
				      .judges_host = true,
				      .challenge = ad_mcp_challenge });
	size_t count;
	const struct ad_route *routes = ad_oauth_routes(&count);
	for (size_t i = 0; i < count; i++)
		routes_add(server, "oauth", routes[i]);
	routes = ad_app_routes(&count);
	for (size_t i = 0; i < count; i++)
		routes_add(server, "app", routes[i]);
	app_api_routes(&server->app_api);
	for (size_t i = 0; i < server->app_api.count; i++)
		routes_add(server, "app", server->app_api.routes[i]);
	routes_add(server, "app",
		   (struct ad_route){ .prefix = AD_FILES_PREFIX, .handler = ad_files_handle });
	routes_add(server, "app",
		   (struct ad_route){ .prefix = AD_STYLE_PREFIX, .handler = ad_style_handle });
	if (server->config.metrics_token)
		routes_add(server, "server",
			   (struct ad_route){ .prefix = "/metrics", .handler = routes_metrics });
}
