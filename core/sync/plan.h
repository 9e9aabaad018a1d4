/*
 * The plan of a push: what differs between drafts and what was last sent, as operations in the
 * order of sending, with the spend that they change and a hash that names exactly this plan.
 * Reads the database, touches no platform.
 */
#ifndef AD_SYNC_PLAN_H
#define AD_SYNC_PLAN_H

#include "auth/secrets.h"
#include "base/text.h"
#include "platform/platform.h"
#include "store/rows.h"
#include "sync/ops_page.h"
#include "sync/plan_op.h"
#include "sync/rails.h"

#define AD_PLAN_HASH_SIZE 65               /* 64 hex digits and NUL */
#define AD_PLAN_LISTED_MAX 1000            /* held enables, and warnings, that an answer lists */
#define AD_PREVIEW_LIFE INT64_C(900000000) /* us: 15 minutes */

/* What of the Space is wanted. */
struct ad_plan_filter {
	uint32_t platforms;                /* bit per enum ad_platform; all bits: any */
	const struct ad_str *campaign_ids; /* rising, without doubles */
	size_t campaign_count;             /* 0: all */
	const struct ad_str *ad_group_ids; /* the same; of campaigns a part: see plan_part.h */
	size_t ad_group_count;             /* 0: all */
	bool campaigns, conversions;       /* include */
	bool activate;
	bool pause_all;                  /* the kill switch (pause.h): no plan is made of it */
	const struct ad_str *object_ids; /* a retry's objects, rising, without doubles */
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
	const char *field; /* that it is about, or NULL */
};

/* What a campaign may spend before the plan, micros a day: plan_sums.h. */
struct ad_plan_noted {
	struct ad_str campaign_id;
	int64_t before;
};

struct ad_sync_plan {
	struct ad_plan_op **ops; /* in the order of sending */
	size_t count;
	struct ad_plan_held *held;
	size_t held_count;
	struct ad_plan_held *unmade; /* not there, or nobody knows: nothing can stand below */
	struct ad_plan_warning *warnings;
	size_t warning_count;
	/*
	 * A plan is a whole: it is shown, hashed and kept at once. More than `most` operations,
	 * held enables and warnings, or more than `bytes_most` of text in them, is no plan
	 * (plan_size.h).
	 */
	size_t bytes, most, bytes_most;
	bool too_broad; /* nothing else of it is to be used */
	bool busy;      /* too broad only while another large plan is in memory */
	bool large;     /* it has the place for a large plan */
	struct ad_violations violations;
	int creates, updates, removes;
	int64_t before, after;               /* micros a day, all pushed or being pushed */
	int64_t active_before, active_after; /* the enabled ones */
	struct ad_plan_spread *spreads;      /* plan_spread.h */
	struct ad_plan_queued *queued;
	struct ad_plan_noted *noted;
	size_t spread_count, queued_count, rejected_count, noted_count;
	struct ad_plan_rejected *rejected; /* plan_ends.h, by rising campaign ids */
	struct ad_today today;             /* that the budgets are counted from */
	/* A line a platform of the plan: its name, and digests of its ad account and settings. */
	struct ad_str connections;
	char hash[AD_PLAN_HASH_SIZE];
};

/* What a plan is made from. */
struct ad_plan_ask {
	struct ad_db *db;
	struct ad_arena *arena;
	struct ad_arena *scratch; /* ad_plan_make()'s own: what is only looked at */
	struct ad_realm realm;
	struct ad_plan_filter filter;
	const struct ad_str *above; /* ad_plan_make()'s own, rising: see plan_part.h */
	size_t above_count;
	const char *currency;
	struct ad_rails rails;
	const struct ad_secrets *secrets;
	bool no_sandbox; /* the server runs without the simulators: test data reaches nothing */
	bool is_public;  /* platforms can fetch from it */
	int memory;      /* MiB that the plan may take; 0: plan_size.h */
	struct ad_str run_id; /* whose plan it is, or absent */
};

/*
 * Makes the plan on the arena. A database status other than DONE is a failure. A plan that is
 * too_broad has a hash that is none.
 */
enum ad_db_status ad_plan_make(const struct ad_plan_ask *ask, struct ad_sync_plan *plan) AD_CHECK;
/*
 * Writes the plan's members (operations … activate) into an open object; `scopes` redacts. Of the
 * operations the page is told; everything else is of the whole plan.
 */
enum ad_db_status ad_plan_write(struct ad_json *j, const struct ad_sync_plan *plan,
				const struct ad_plan_ask *ask, uint32_t scopes,
				struct ad_ops_page *page) AD_CHECK;
/*
 * The violations as those may see them who have these scopes: of an object that they cannot read
 * neither its id nor what its texts say.
 */
struct ad_violation *ad_plan_violations_for(struct ad_arena *arena, const struct ad_sync_plan *plan,
					    uint32_t scopes);
/* Writes the plan in numbers: an object. */
void ad_plan_write_totals(struct ad_json *j, const struct ad_sync_plan *plan, const char *currency);
/* The changes of an operation as JSON: [{"field","from","to"}]. */
struct ad_str ad_plan_changes(struct ad_arena *arena, const struct ad_plan_op *op);
/* Micros a day as a month of 30.4 days, rounded to the currency's smallest unit. */
int64_t ad_plan_monthly(int64_t daily, const char *currency);
/* True if any of its operations carries a draft that a connector made, changed or enabled. */
bool ad_plan_is_connectors(const struct ad_sync_plan *plan);
/* The write scopes of all kinds in the plan. */
uint32_t ad_plan_scopes(const struct ad_sync_plan *plan);
/* The filter as canonical JSON, and back. */
struct ad_str ad_plan_filter_json(struct ad_arena *arena, const struct ad_plan_filter *filter);
bool ad_plan_filter_read(struct ad_arena *arena, struct ad_str json,
			 struct ad_plan_filter *filter) AD_CHECK;
/* Sorts ids and drops doubles, in place; how many are left. */
size_t ad_plan_ids_settle(struct ad_str *ids, size_t count);
/* Whether settled ids hold one. */
bool ad_plan_ids_hold(const struct ad_str *ids, size_t count, struct ad_str id);

/* The plan's own parts, for its files and tests. */
void ad_plan_hash(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
		  struct ad_str connections);
enum ad_db_status ad_plan_check(const struct ad_plan_ask *ask, struct ad_sync_plan *plan) AD_CHECK;
/* Whether a violation's rule is none of the Space's: an account or a declaration is missing. */
bool ad_plan_is_connection_rule(const char *rule);
/* Adds the conversions that are to be sent (plan_conversions.c). */
enum ad_db_status ad_plan_conversions(const struct ad_plan_ask *ask,
				      struct ad_sync_plan *plan) AD_CHECK;
/* Adds an operation in its place, without what it sends. */
struct ad_plan_op *ad_plan_add(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
			       const struct ad_row *row, enum ad_op kind,
			       enum ad_platform platform);
/* Adds the warning BID_IGNORED where the operations send a bid that the platform ignores. */
enum ad_db_status ad_plan_bids(const struct ad_plan_ask *ask, struct ad_sync_plan *plan) AD_CHECK;
/*
 * Adds the operations that bring assets, and what they are attached to, in line; and the warning
 * ASSETS_NOT_SENT where a platform is not sent what is attached.
 */
enum ad_db_status ad_plan_assets(const struct ad_plan_ask *ask, struct ad_sync_plan *plan) AD_CHECK;
/*
 * Adds the violations of live ads that could not be made as they are drafted: PUBLIC_URL_NEEDED
 * where the platform would fetch media from here, DECLARATION_REQUIRED where ads there are posted
 * under a name that is not set (`settings`: the connection's, or NULL).
 */
void ad_plan_media(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
		   enum ad_platform platform, const cJSON *settings);
/* Adds the warning NOTHING_TO_SHOW to campaigns that as pushed could show no ad. */
enum ad_db_status ad_plan_serves(const struct ad_plan_ask *ask, struct ad_sync_plan *plan) AD_CHECK;
/*
 * Adds a warning for each operation that its adapter would refuse: code and message as the
 * operation would fail with, and the field. Once all operations stand in their order.
 */
enum ad_db_status ad_plan_refused(const struct ad_plan_ask *ask,
				  struct ad_sync_plan *plan) AD_CHECK;
/* Adds a warning about an object, before the lists are turned. */
struct ad_plan_says {
	const char *code;
	const char *message;
};
void ad_plan_warn(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
		  const struct ad_row *row, struct ad_plan_says says);
/* The names of the AD_SENT fields that differ from what was last sent, in `changed`; how many. */
size_t ad_plan_changed(struct ad_arena *arena, const struct ad_row *row, bool without_status,
		       const char **changed);
/* Adds what the row needs: an operation, a held enable, nothing. */
void ad_plan_row(const struct ad_plan_ask *ask, struct ad_sync_plan *plan, struct ad_row *row,
		 enum ad_platform platform);

#endif
