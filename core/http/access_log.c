#include "http/access_log.h"

#include <stdio.h>

#include "base/clock.h"
#include "base/log.h"
#include "http/internal.h"

void ad_http_network_of(struct ad_str address, char out[static 64])
{
	char at[AD_NETWORK_TEXT];
	uint8_t ip[16];
	bool is_v4;

	/* An IPv6 address first: a mapped one is IPv4. */
	if (ad_network_wide(address, 48, at)) {
		snprintf(out, 64, "%.50s/48", at);
		return;
	}
	if (ad_address_parse(at, ip, &is_v4) && is_v4)
		snprintf(out, 64, "%u.%u.%u.0/24", ip[12], ip[13], ip[14]);
	else
		snprintf(out, 64, "unknown");
}

/* Any other word of the client stays out of the log. */
static struct ad_str known_method(const struct ad_exchange *x)
{
	static const char *const known[] = { "GET", "POST", "PATCH", "PUT", "DELETE", "OPTIONS" };

	if (x->is_head)
		return AD_S("HEAD");
	for (size_t i = 0; i < AD_LEN(known); i++) {
		if (ad_str_is(x->method, known[i]))
			return x->method;
	}
	return AD_S("other");
}

/*
 * "/api/v1/campaigns/:id" where an action of a resource answered; "/app/" and a star where the
 * route takes all paths that begin so.
 */
static struct ad_str route_template(const struct ad_exchange *x, char *out, size_t size)
{
	const struct ad_route *route = x->priv->route;
	const struct ad_resource *res = x->call.res;
	size_t n = route ? strlen(route->prefix) : 0;

	if (!route)
		return AD_S("none");
	if (n < 2 || route->prefix[n - 1] != '/')
		return ad_str(route->prefix);
	/* The path of the resource begins at the prefix's last slash. */
	struct ad_str below = { x->path.p + n - 1, x->path.n - (n - 1) };
	if (x->call.action && res && res->path && ad_str_starts(below, res->path))
		snprintf(out, size, "%.*s%s%s", (int)n - 1, route->prefix, res->path,
			 x->call.action->path);
	else
		snprintf(out, size, "%s*", route->prefix);
	return ad_str(out);
}

void ad_http_access_log(const struct ad_exchange *x)
{
	const struct ad_http_private *p = x->priv;
	bool bodiless = x->is_head || x->status == 204 || x->status == 304;
	char template[256], network[64];
	struct ad_log_line line;

	if (x->call.core->config->access_log_off || !ad_log_begin(&line, AD_LOG_INFO, "request"))
		return;
	ad_http_network_of(x->call.address, network);
	ad_log_str(&line, "method", known_method(x));
	ad_log_str(&line, "route", route_template(x, template, sizeof(template)));
	/* 0: the client was gone before there was an answer. */
	ad_log_int(&line, "status", p->is_sending ? x->status : 0);
	ad_log_int(&line, "bytes", bodiless || !p->is_sending ? 0 : (int64_t)p->body_sent);
	ad_log_int(&line, "ms", (ad_monotonic() - p->begun) / 1000);
	ad_log_str(&line, "request", x->call.request_id);
	ad_log_str(&line, "network", ad_str(network));
	ad_log_str(&line, "frontEnd", ad_str(p->route ? p->route->front_end : "none"));
	ad_log_end(&line);
}
