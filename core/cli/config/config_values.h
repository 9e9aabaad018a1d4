/* Inside core/cli: from the options' texts to checked values. */
#ifndef AD_CLI_CONFIG_VALUES_H
#define AD_CLI_CONFIG_VALUES_H

#include <assert.h>

#include "cli/config/config.h"

enum ad_config_option_id {
	AD_OPT_CONFIG,
	AD_OPT_DATA_DIR,
	AD_OPT_DATABASE,
	AD_OPT_LISTEN,
	AD_OPT_PUBLIC_URL,
	AD_OPT_SANDBOX,
	AD_OPT_TRUSTED_PROXY,
	AD_OPT_METRICS_LISTEN,
	AD_OPT_METRICS_TOKEN,
	AD_OPT_ACCESS_LOG,
	AD_OPT_LOG_FORMAT,
	AD_OPT_LOG_LEVEL,
	AD_OPT_INSECURE_HTTP,
	AD_OPT_FETCH_ALLOW,
	AD_OPT_FETCH_CA,
	AD_OPT_LOOPS,
	AD_OPT_PLANS,
	AD_OPT_REGISTRATION,
	AD_OPT_DPOP_NONCE,
	AD_OPT_CLIENT_HOSTS,
	AD_OPT_CLIENT_HOSTS_REFUSED,
	AD_OPT_ALLOW_ORIGIN,
	AD_OPT_CONNECTIONS,
	AD_OPT_CONNECTIONS_EACH,
	AD_OPT_BODY_MEMORY,
	AD_OPT_ANSWER_MEMORY,
	AD_OPT_PLAN_MEMORY,
	AD_OPT_DISK_RESERVE,
	AD_OPT_STREAMS,
	AD_OPT_STREAMS_EACH,
	AD_OPT_STREAM_BUFFER,
	AD_OPT_PUSH_WAIT,
	AD_OPT_PLATFORM_APPS,
	AD_OPT_PASSWORD_LIST,
	AD_OPT_COUNT
};

struct ad_config_value {
	const char *text;  /* NULL: not given anywhere */
	const char *where; /* what to call it in a fault: a flag, a variable, file:line */
	bool from_file;
};

/* Checks the texts, fills in defaults; one line a fault. */
void ad_config_settle(struct ad_arena *arena,
		      const struct ad_config_value values[static AD_OPT_COUNT],
		      struct ad_config *out, struct ad_text *faults);

#endif
