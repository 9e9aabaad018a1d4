/* What lives as long as the server: made by main.c, shared by all threads, then read-only. */
#ifndef AD_CALL_CORE_H
#define AD_CALL_CORE_H

#include "base/lane.h"
#include "fetch/gate.h"
#include "fetch/guard.h"
#include "store/store.h"
#include "store/writer.h"

struct ad_platform_app;

/* A plan that the configuration adds, or whose limits it overrides. */
struct ad_config_plan {
	const char *id;
	int minute_limit;
	int64_t daily_limit;
	bool api_access;
	int64_t max_objects, max_bytes; /* 0: as the shipped plan, else as self-hosted */
};

/* The free room of the disk as last read: call/quota.c. */
struct ad_storage {
	_Atomic int64_t looked_at; /* ad_monotonic() */
	_Atomic bool full;
	_Atomic int64_t warned_at; /* ad_monotonic() of the last line in the log, or 0 */
};

/* The words of an option that is a list. */
struct ad_config_list {
	const struct ad_str *at;
	size_t count;
};

/* Configuration after flags, environment, file and defaults; lives as long as the process. */
struct ad_config {
	const char *listen;     /* "127.0.0.1:8080" */
	const char *public_url; /* as ad_origin_normal() gives it: an origin, without a slash */
	const char *base_url;   /* public_url + "/api/v1" */
	const char *mcp_url;    /* public_url + "/mcp" */
	const char *database;
	const char *data_dir;
	const char *config_file;   /* that --config named, or NULL */
	const char *sandbox;       /* "auto", a URL, "off" */
	const char *trusted_proxy; /* CIDR, or NULL */
	const char *metrics_listen;
	const char *metrics_token;         /* NULL: no /metrics on the main port */
	struct ad_fetch_allow fetch_allow; /* networks that a fetch may reach though not public */
	const char *fetch_ca;              /* PEM of further authorities that fetches trust; NULL */
	bool public_url_given; /* by a flag, a variable or the file: not made from listen */
	bool insecure_http;
	bool dpop_nonce;       /* DPoP proofs must hold a nonce of ours (RFC 9449 section 8) */
	bool registration_off; /* clients may not register themselves (RFC 7591) */
	bool documents_off;    /* no client may name itself by a metadata document */
	struct ad_config_list client_hosts;         /* of documents: these alone; none: any */
	struct ad_config_list client_hosts_refused; /* and never these; both as oauth/trust.h */
	struct ad_config_list allow_origin;         /* origins whose scripts may call /mcp */
	int loops;                                  /* event loops; 0: one a core */
	int connections,
		connections_each; /* open at most: all together, of a network; 0: default */
	int disk_reserve;         /* MiB below which nothing new is stored; 0: no such bound */
	int body_memory, answer_memory;     /* MiB of long bodies, of large answers; 0: default */
	int plan_memory;                    /* MiB of the plan of one push; 0: default */
	int streams;                        /* event streams that may be open, all together */
	int streams_each;                   /* of these, for one account */
	int stream_buffer;                  /* bytes that may be queued for one */
	int64_t stream_beat;                /* us until a silent one sends a comment line */
	int64_t push_wait;                  /* us that a tool's answer waits for a run's end */
	const struct ad_config_plan *plans; /* beside, or instead of, the built-in ones */
	size_t plan_count;
	const struct ad_platform_app *apps; /* by enum ad_platform: sync/connect.h */
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
	struct ad_lane *far;           /* waits for other machines; NULL without */
	struct ad_fetch_gate *fetches; /* how many of each Space are under way there */
	struct ad_auth *auth;          /* auth/auth.h: secret, signing keys, plans, caches */
	struct ad_limits *limits;      /* auth's own */
	struct ad_sync *sync;          /* sync/sync.h: the runner; NULL without */
	struct ad_watches *watches;    /* call/watch.h: what streams tell about */
	const struct ad_mcp *mcp;      /* mcp/mcp.h: the connector's prepared answers */
	struct ad_mcp_streams *mcp_streams;
	const struct ad_rest *rest; /* rest/rest.h: what the API answers to everybody */
	struct ad_quotas *quotas;   /* call/quota.h; NULL: objects are counted at each create */
	struct ad_storage storage;
	_Atomic(const char *) sandbox_url; /* where the simulators answer now, or NULL */
	/* Wakes waiting calls on every loop (set by the HTTP server, notify last; NULL without). */
	void (*_Atomic notify)(void *notify_arg);
	void *notify_arg;
};

/*
 * Makes core->sync, the runner on what the core holds (store, writer, auth); false with a
 * sentence. It is started with ad_sync_start() once the doors are open.
 */
bool ad_core_make_sync(struct ad_core *core, char err[static 256]) AD_CHECK;
/* Wakes calls that wait (AD_WAIT): something they may look for has changed. Any thread. */
void ad_core_notify(struct ad_core *core);

#endif
