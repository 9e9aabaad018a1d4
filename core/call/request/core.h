/*
 * State that lives as long as the server: created by main.c, shared by all threads, then read-only.
 */
#ifndef AD_CALL_CORE_H
#define AD_CALL_CORE_H

#include "base/lane.h"
#include "base/log.h"
#include "fetch/gate.h"
#include "fetch/guard.h"
#include "store/db/store.h"
#include "store/db/writer.h"

struct ad_platform_app;

/* A plan that the configuration adds, or whose limits it changes. */
struct ad_config_plan {
	const char *id;
	int minute_limit;
	int64_t daily_limit;
	bool api_access;
	int64_t max_objects, max_bytes; /* 0: as the shipped plan, else as self-hosted */
};

/* The free disk space as last read: call/request/quota.c. */
struct ad_storage {
	_Atomic int64_t looked_at; /* ad_monotonic() */
	_Atomic bool full;
	_Atomic int64_t warned_at; /* ad_monotonic() of the last warning, or 0 */
};

/* The items of an option that is a list. */
struct ad_config_list {
	const struct ad_str *at;
	size_t count;
};

/* The configuration from flags, environment, file and defaults; lives as long as the process. */
struct ad_config {
	const char *listen;     /* "127.0.0.1:8080" */
	const char *public_url; /* from ad_origin_normal(): an origin, without a slash */
	const char *base_url;   /* public_url + "/api/v1" */
	const char *mcp_url;    /* public_url + "/mcp" */
	const char *database;
	const char *data_dir;
	const char *config_file;   /* the file of --config, or NULL */
	const char *sandbox;       /* "auto", a URL, "off" */
	const char *trusted_proxy; /* CIDR, or NULL */
	const char *metrics_listen;
	const char *metrics_token;         /* NULL: no /metrics on the main port */
	struct ad_fetch_allow fetch_allow; /* non-public networks that a fetch may reach */
	const char *fetch_ca;              /* PEM of additional CAs for fetches, or NULL */
	bool public_url_given; /* set by a flag, a variable or the file, not derived from listen */
	bool insecure_http;
	bool access_log_off;         /* no line of the log for each request */
	bool log_text;               /* lines of the log as text, not as JSON */
	enum ad_log_level log_level; /* the lowest that is written */
	bool dpop_nonce;       /* DPoP proofs need a nonce of this server (RFC 9449 section 8) */
	bool registration_off; /* client registration (RFC 7591) is off */
	bool documents_off;    /* client metadata documents are off */
	struct ad_config_list client_hosts; /* their only allowed hosts; empty: any */
	/* the refused hosts; see oauth/client/trust.h */
	struct ad_config_list client_hosts_refused;
	struct ad_config_list allow_origin; /* origins whose scripts may call /mcp */
	int loops;                          /* event loops; 0: one a core */
	int connections, connections_each;  /* connections in all, and per network; 0: default */
	int disk_reserve; /* MiB of free space below which no data is stored; 0: no limit */
	int body_memory, answer_memory;     /* MiB of long bodies, of large answers; 0: default */
	int plan_memory;                    /* MiB of the plan of one push; 0: default */
	int streams;                        /* open event streams in all */
	int streams_each;                   /* open event streams per account */
	int stream_buffer;                  /* bytes queued per stream */
	int64_t stream_beat;                /* us of silence until a comment line is sent */
	int64_t push_wait;                  /* us that a tool waits for the end of a run */
	const struct ad_config_plan *plans; /* added to, or replacing, the built-in plans */
	size_t plan_count;
	const struct ad_platform_app *apps; /* by enum ad_platform: sync/state/connect.h */
};

struct ad_auth;
struct ad_limits;
struct ad_sync;
struct ad_mcp;
struct ad_mcp_streams;
struct ad_rest;
struct ad_plan;
struct ad_quotas;
struct ad_watches;

struct ad_core {
	const struct ad_config *config;
	struct ad_store *store;
	struct ad_writer *writer;
	struct ad_lane *slow;          /* state of a thread: its reading struct ad_db */
	struct ad_lane *hash;          /* hashes passwords; state as slow's; NULL: slow does */
	struct ad_lane *far;           /* waits for remote servers; NULL without */
	struct ad_fetch_gate *fetches; /* running fetches per Space */
	struct ad_auth *auth;          /* auth/auth.h: secret, signing keys, plans, caches */
	struct ad_limits *limits;      /* auth's own */
	struct ad_sync *sync;          /* sync/run/sync.h: the runner; NULL without */
	struct ad_watches *watches;    /* call/request/watch.h: for event streams */
	const struct ad_mcp *mcp;      /* mcp/mcp.h: the connector's prepared answers */
	struct ad_mcp_streams *mcp_streams;
	const struct ad_rest *rest; /* rest/rest.h: the public answers of the API */
	struct ad_quotas *quotas;   /* quota.h; NULL: objects are counted at each create */
	struct ad_storage storage;
	_Atomic(const char *) sandbox_url; /* the current URL of the simulators, or NULL */
	/*
	 * Wakes waiting calls on every loop (set by the HTTP server, notify last; NULL if there is
	 * no server).
	 */
	void (*_Atomic notify)(void *notify_arg);
	void *notify_arg;
};

/*
 * Creates core->sync, the runner, from the core's store, writer and auth; false with a sentence.
 * ad_sync_start() starts it once the front ends accept requests.
 */
bool ad_core_make_sync(struct ad_core *core, char err[static 256]) AD_CHECK;
/*
 * Wakes waiting calls (AD_WAIT), because something that they wait for may have changed. Any thread.
 */
void ad_core_notify(struct ad_core *core);

#endif
