/* The hosts whose documents are accepted: see trust.h. */
#include "oauth/client/trust.h"

#include <strings.h>

#include "oauth/client/uri.h"

/* "*.example.com" matches every name below it; any other pattern matches only itself. */
static bool trust_fits(struct ad_str word, struct ad_str host)
{
	bool below = ad_str_starts(word, "*.");

	if (below) {
		word.p++;
		word.n--;
		if (host.n <= word.n)
			return false;
		host.p += host.n - word.n;
		host.n = word.n;
	}
	return host.n == word.n && strncasecmp(host.p, word.p, word.n) == 0;
}

static bool is_listed(const struct ad_config_list *list, struct ad_str host)
{
	for (size_t i = 0; i < list->count; i++)
		if (trust_fits(list->at[i], host))
			return true;
	return false;
}

const char *oauth_trust_fault(const struct ad_core *core, struct ad_arena *arena, struct ad_str url)
{
	const struct ad_config *config = core->config;
	struct ad_str host = oauth_uri_host(url);
	const char *port = ad_str_find(host, ':');

	if (port)
		host.n = (size_t)(port - host.p);
	if (config->documents_off)
		return "This server does not accept apps that identify themselves by a metadata "
		       "document. The operator of this server can change this.";
	if (!is_listed(&config->client_hosts_refused, host) &&
	    (config->client_hosts.count == 0 || is_listed(&config->client_hosts, host)))
		return NULL;
	return ad_arena_printf(arena,
			       "This server does not accept apps of the host %.*s. The operator of "
			       "this server can change this.",
			       AD_FMT(host))
		.p;
}
