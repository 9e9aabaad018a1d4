/*
 * The plan of a push: the differences between the drafts and the last sent values, as operations in
 * the order of sending, with the change in spend and a hash that identifies exactly this plan.
 * Reads the database, calls no platform.
 */
#ifndef AD_SYNC_PLAN_H
#define AD_SYNC_PLAN_H

#include "auth/secret/secrets.h"
#include "base/text.h"
#include "platform/platform.h"
#include "store/objects/rows.h"
#include "sync/state/ops_page.h"
#include "sync/plan/plan_op.h"
#include "sync/state/rails.h"

#define AD_PLAN_HASH_SIZE 65               /* 64 hex digits and NUL */
#define AD_PLAN_LISTED_MAX 1000            /* held enables, warnings and violations in a response */
#define AD_PREVIEW_LIFE INT64_C(900000000) /* us: 15 minutes */

/* Selects the part of the Space that is planned. */
struct ad_plan_filter {
	uint32_t platforms;                /* bit per enum ad_platform; all bits: any */
	const struct ad_str *campaign_ids; /* ascending, without duplicates */
	size_t campaign_count;             /* 0: all */
	const struct ad_str *ad_group_ids; /* the same; a part of campaigns: see plan_part.h */
	size_t ad_group_count;             /* 0: all */
	bool campaigns, conversions;       /* include */
	bool activate;
	bool pause_all;                  /* the kill switch (pause.h): not used to make a plan */
	const struct ad_str *object_ids; /* a retry's objects, ascending, without duplicates */
	size_t object_count;             /* 0: all */
};
#define AD_PLATFORMS_ALL ((1u << AD_PLATFORM_COUNT) - 1)

struct ad_plan_held {
	struct ad_plan_held *next;
	const struct ad_row *row;
};

struct ad_plan_warning {
	struct ad_plan_warning *next;
	const char *code;
	const struct ad_row *row;
	const char *message;
	const char *field; /* the field concerned, or NULL */
	bool refused;      /* the operation would fail: plan_refused.c */
};

/* A campaign's daily spend before the plan, micros: plan_sums.h. */
struct ad_plan_noted {
	struct ad_str campaign_id;
	int64_t before;
};

struct ad_sync_plan {
	struct ad_plan_op **ops; /* in the order of sending */
	size_t count;
	struct ad_plan_held *held;
	size_t held_count;
	struct ad_plan_doubt *doubt;       /* plan_doubt.h */
	struct ad_plan_held *unmade;       /* not surely on the platform: no creates below */
	const struct ad_row **unmade_rows; /* the same above the current kind, by ascending id */
	struct ad_plan_warning *warnings;
	size_t warning_count;
	struct ad_told not_sent; /* field and object of the warnings NOT_SENT */
	/* More than `most` operations, held enables and warnings, or more than `bytes_most` bytes
	 * of text, is too broad: a plan is stored as a whole (plan_size.h). */
	size_t bytes, most, bytes_most;
	bool too_broad; /* nothing else of the plan is valid */
	bool busy;      /* too broad only because another large plan is in memory */
	bool large;     /* it holds the slot for a large plan */
	struct ad_violations violations; /* the first AD_PLAN_LISTED_MAX are stored */
	int creates, updates, removes;
	int64_t before, after;               /* micros a day, all pushed or being pushed */
	int64_t active_before, active_after; /* the enabled ones */
	struct ad_plan_spread *spreads;      /* plan_spread.h */
	struct ad_plan_queued *queued;
	struct ad_plan_noted *noted;
	size_t spread_count, queued_count, rejected_count, noted_count, unmade_count, index_count;
	struct ad_plan_rejected *rejected; /* plan_ends.h, by ascending campaign id */
	const struct ad_plan_op **index;   /* plan_index.h */
	bool indexed;
	struct ad_today today; /* the day from which budgets are counted */
	/* A line per platform: its name, and digests of its ad account and settings. */
	struct ad_str connections;
	char hash[AD_PLAN_HASH_SIZE];
};

/* The input of a plan. */
struct ad_plan_ask {
	struct ad_db *db;
	struct ad_arena *arena;
	struct ad_arena *scratch; /* ad_plan_make()'s own: temporary values */
	struct ad_realm realm;
	struct ad_plan_filter filter;
	const struct ad_str *above; /* ad_plan_make()'s own, ascending: see plan_part.h */
	size_t above_count;
	const char *currency;
	struct ad_rails rails;
	const struct ad_secrets *secrets;
	bool no_sandbox;      /* no simulators: test data cannot be pushed */
	bool is_public;       /* platforms can fetch from this server */
	int memory;           /* MiB that the plan may use; 0: plan_size.h */
	struct ad_str run_id; /* the run of the plan, or absent */
};

/*
 * Makes the plan on the arena. A database status other than DONE is a failure. A plan that is
 * too_broad has no valid hash.
 */
enum ad_db_status ad_plan_make(const struct ad_plan_ask *ask, struct ad_sync_plan *plan) AD_CHECK;
/*
 * Writes the plan's members (operations … activate) into an open object; `scopes` redacts. `page`
 * limits the operations; all other members cover the whole plan.
 */
enum ad_db_status ad_plan_write(struct ad_json *j, const struct ad_sync_plan *plan,
				const struct ad_plan_ask *ask, uint32_t scopes,
				struct ad_ops_page *page) AD_CHECK;
/*
 * The violations as visible with these scopes: for an object that cannot be read, without its id
 * and its texts.
 */
struct ad_violation *ad_plan_violations_for(struct ad_arena *arena, const struct ad_sync_plan *plan,
					    uint32_t scopes);
/* Writes the plan's totals: an object. */
void ad_plan_write_totals(struct ad_json *j, const struct ad_sync_plan *plan, const char *currency);
/* The changes of an operation as JSON: [{"field","from","to"}]. */
struct ad_str ad_plan_changes(struct ad_arena *arena, const struct ad_plan_op *op);
/* Converts micros a day to a month of 30.4 days, rounded to the currency's smallest unit. */
int64_t ad_plan_monthly(int64_t daily, const char *currency);
/* True if any operation sends a draft that a connector made, changed or enabled. */
bool ad_plan_is_connectors(const struct ad_sync_plan *plan);
/* The write scopes of all resources in the plan. */
uint32_t ad_plan_scopes(const struct ad_sync_plan *plan);
/* The filter as canonical JSON, and back. */
struct ad_str ad_plan_filter_json(struct ad_arena *arena, const struct ad_plan_filter *filter);
bool ad_plan_filter_read(struct ad_arena *arena, struct ad_str json,
			 struct ad_plan_filter *filter) AD_CHECK;
/* Sorts ids and removes duplicates, in place; returns how many are left. */
size_t ad_plan_ids_settle(struct ad_str *ids, size_t count);
/* True if sorted ids contain an id. */
bool ad_plan_ids_hold(const struct ad_str *ids, size_t count, struct ad_str id);

/* Parts of the plan, for its files and tests. */
void ad_plan_hash(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
		  struct ad_str connections);
enum ad_db_status ad_plan_check(const struct ad_plan_ask *ask, struct ad_sync_plan *plan) AD_CHECK;
/*
 * True if a violation's rule is not a guardrail of the Space: an account or a declaration is
 * missing.
 */
bool ad_plan_is_connection_rule(const char *rule);
/* Adds the conversions to send (plan_conversions.c). */
enum ad_db_status ad_plan_conversions(const struct ad_plan_ask *ask,
				      struct ad_sync_plan *plan) AD_CHECK;
/* Adds an operation with its rank, without the values it sends. */
struct ad_plan_op *ad_plan_add(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
			       const struct ad_row *row, enum ad_op kind,
			       enum ad_platform platform);
/* Adds the warnings BID_IGNORED and IMPRESSION_SHARE_DEFAULTS (plan_bids.c). */
enum ad_db_status ad_plan_bids(const struct ad_plan_ask *ask, struct ad_sync_plan *plan) AD_CHECK;
/*
 * Adds the operations that synchronize assets and attachments, and the warning ASSETS_NOT_SENT if a
 * platform does not receive an attached asset.
 */
enum ad_db_status ad_plan_assets(const struct ad_plan_ask *ask, struct ad_sync_plan *plan) AD_CHECK;
/*
 * Adds the violations of live ads that could not be created as drafted: PUBLIC_URL_NEEDED if the
 * platform would fetch media from this server, DECLARATION_REQUIRED if the platform publishes ads
 * under a profile or page that is not set (`settings`: the connection's, or NULL).
 */
void ad_plan_media(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
		   enum ad_platform platform, const cJSON *settings);
/* Adds the warning NOTHING_TO_SHOW for campaigns that could show no ad after the push. */
enum ad_db_status ad_plan_serves(const struct ad_plan_ask *ask, struct ad_sync_plan *plan) AD_CHECK;
/* A warning about an object; added before the lists are reversed. */
struct ad_plan_says {
	const char *code;
	const char *message;
};
void ad_plan_warn(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
		  const struct ad_row *row, struct ad_plan_says says);
/*
 * Writes the names of the AD_SENT fields that differ from the last sent values into `changed`;
 * returns how many.
 */
size_t ad_plan_changed(struct ad_arena *arena, const struct ad_row *row, bool without_status,
		       const char **changed);
/* Adds an operation or a held enable for the row, if it needs one. */
void ad_plan_row(const struct ad_plan_ask *ask, struct ad_sync_plan *plan, struct ad_row *row,
		 enum ad_platform platform);

#endif
