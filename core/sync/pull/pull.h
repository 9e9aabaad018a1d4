/*
 * A running pull: page by page, the content of an ad account is stored in the drafts; each page is
 * one transaction with the position to continue from. An interrupted pull thus continues after its
 * last page, and a page that is received again changes nothing. Private to core/sync.
 */
#ifndef AD_SYNC_PULL_H
#define AD_SYNC_PULL_H

#include "platform/goal.h"
#include "sync/state/performance.h"
#include "sync/pull/pull_result.h"
#include "sync/run/run.h"

/* One after the other on each platform: parents before children. */
enum ad_pull_stage {
	AD_PULL_LIST,         /* all objects: one stage per kind */
	AD_PULL_GONE = 5,     /* own objects that were not listed: one stage per kind */
	AD_PULL_FIGURES = 10, /* daily figures: one stage per level */
	AD_PULL_GOALS = 14,   /* the goals of conversions */
	AD_PULL_STAGE_COUNT = 15
};

/* FIGURES: the report that the platform is generating; page absent: none. */
struct ad_pull_report {
	struct ad_str page;  /* the adapter's */
	int64_t first, last; /* days */
	int64_t since;       /* us of ad_now(): when it was requested */
	int64_t looks;       /* polls since then */
};

/* The position of a pull; AD_PLATFORM_COUNT: its end. */
struct ad_pull_place {
	enum ad_platform platform;
	int stage;
	struct ad_str after; /* LIST: remote id, GONE: own id, FIGURES: the day; absent: start */
	struct ad_pull_report report;
};
/*
 * The poll interval of a report: AD_PULL_LOOK, doubled after each poll up to 16 times that value;
 * the sandbox finishes a report by the second poll. A report that takes longer than
 * AD_PULL_REPORT_LONGEST is abandoned.
 */
#define AD_PULL_LOOK (5 * AD_SECOND)
#define AD_PULL_LOOK_SANDBOX (AD_SECOND / 50)
#define AD_PULL_LOOK_LONGEST (60 * AD_SECOND) /* shorter than a lease */
#define AD_PULL_REPORT_LONGEST (15 * 60 * AD_SECOND)

/* The current page, on the run's arena. */
struct ad_pull {
	struct ad_run_row head;
	struct ad_plan_filter filter;
	struct ad_str *campaigns; /* remote ids of the filter's campaigns on this platform */
	size_t campaign_count;
	struct ad_pull_place place, next;
	struct ad_listing listing;
	struct ad_rows missing;  /* GONE: own objects that were not listed */
	struct ad_piece *pieces; /* the same as pieces of the query */
	struct ad_figures_ask figures;
	struct ad_goals_ask goals;
	struct ad_day *days; /* FIGURES: the days to store */
	size_t day_count;
	bool unread; /* the database could not be read */
	bool apart;  /* a push has the ad account while the platform generates a report */
	const struct ad_platform_error *error; /* why the platform is abandoned, or NULL */
};

/*
 * The parent of an object, which the next object mostly shares: loaded once per stored page, in
 * whose transaction no one else writes. Storing an object of its kind discards it.
 */
struct ad_pull_above {
	struct ad_row *row;      /* NULL: none was loaded */
	struct ad_str remote_id; /* its remote id, if it was found by it; absent: by its own id */
	/*
	 * asked: keywords drafted below it without a remote id were searched; drafts: there are
	 * some.
	 */
	bool asked, drafts;
};

/* The context for storing a page, on the writer's thread. */
struct ad_pull_keeper {
	struct ad_db *db;
	struct ad_arena *arena;
	struct ad_realm realm;
	const struct ad_adapter *adapter;
	const struct ad_run_row *head;
	const struct ad_rails *rails;
	struct ad_pull_result *result;
	struct ad_pull_above *above; /* [0] campaign, [1] ad group; NULL: no cache */
};

/*
 * pull_narrow.c: repeats a query that the platform found too large: with half the days, then with
 * small pages. False if that was not the error, or the query cannot be smaller.
 */
bool ad_pull_narrow(struct ad_run *run, const struct ad_outcome *outcome);
/* The limits for queries to the current platform. */
struct ad_pull_narrowed ad_pull_narrowed_now(const struct ad_run *run);

/* pull.c */
ad_run_step ad_pull_next;
void ad_pull_give_up(struct ad_run *run, const struct ad_platform_error *error);

/* pull_place.c: the journal of a pull */
/* The resource of a stage of LIST and GONE; *under_campaign: keywords of campaigns. */
const struct ad_resource *ad_pull_kind(int stage, bool *under_campaign);
struct ad_pull_place ad_pull_place_read(struct ad_arena *arena, struct ad_str json,
					uint32_t platforms);
struct ad_str ad_pull_place_json(struct ad_arena *arena, const struct ad_pull_place *place);
/* The position after a stage; platform: after the whole platform. */
struct ad_pull_place ad_pull_place_next(const struct ad_pull_place *place, uint32_t platforms,
					bool platform);

/* pull_merge.c: merges a remote object into a draft */
enum ad_pull_effect {
	AD_PULL_SAME,
	AD_PULL_TAKEN,   /* the draft or its base changed */
	AD_PULL_DRIFTED, /* both changed: a person decides */
};
/*
 * A three-way merge, field by field: the platform's value, the last synced value, the draft. A
 * change made only on the platform is copied into the draft; different changes on both sides are
 * drift.
 */
enum ad_pull_effect ad_pull_merge(struct ad_arena *arena, const struct ad_adapter *adapter,
				  struct ad_row *row, const struct ad_remote *remote);
/* A new synced draft of a remote object; the caller sets ids and parents. */
struct ad_row *ad_pull_new(struct ad_arena *arena, const struct ad_resource *res,
			   const struct ad_remote *remote);

/* pull_store.c: on the writer's thread */
enum ad_db_status ad_pull_store(const struct ad_pull_keeper *k, const struct ad_resource *res,
				bool under_campaign, const struct ad_remote *remote) AD_CHECK;
/*
 * Handles an object that was not listed. `remote`: its state from a separate query; NULL: not
 * returned, for the reason `why`.
 */
enum ad_db_status ad_pull_missing(const struct ad_pull_keeper *k, struct ad_str id,
				  const struct ad_resource *res, const struct ad_remote *remote,
				  const struct ad_platform_error *why) AD_CHECK;
/* pull_notice.c: warns of what the platform has and adcore neither shows nor changes. */
void ad_pull_notice(const struct ad_pull_keeper *k, const struct ad_row *row,
		    const struct ad_remote *remote);
/* pull_keep.c */
enum ad_db_status ad_pull_keep(struct ad_run *run, struct ad_db *db, struct ad_arena *arena);
enum ad_db_status ad_pull_finish(struct ad_run *run, struct ad_db *db, struct ad_arena *arena);
/* Stores the position after which the pull continues; no objects. */
enum ad_db_status ad_pull_keep_place(struct ad_run *run, struct ad_db *db, struct ad_arena *arena);
/*
 * pull_lease.c: while the platform generates a report the pull changes no draft, so a push may use
 * the ad account. After the push the pull acquires it again and continues.
 */
/* Lets a push take the lease on the current ad account. */
enum ad_db_status ad_pull_yield(struct ad_run *run, struct ad_db *db) AD_CHECK;
/*
 * Acquires the lease again to poll the report; a push may still take it until the report is stored.
 * pull->apart: a push holds it; `lost`: another process continues the pull.
 */
enum ad_db_status ad_pull_rejoin(struct ad_run *run, struct ad_db *db, struct ad_arena *arena);
/* Before a page is stored: a push can no longer take the lease; `apart` if a push holds it. */
enum ad_db_status ad_pull_retain(struct ad_run *run, struct ad_db *db) AD_CHECK;
/* Renews the lease; a pull whose leases are all held by pushes is `apart`, not lost. */
enum ad_db_status ad_pull_hold_on(struct ad_run *run, struct ad_db *db);
/* pull_figures.c */
/* Polls the platform's report later, or abandons one that takes too long. */
void ad_pull_figures_later(struct ad_run *run);
bool ad_pull_figures_window(struct ad_run *run);
/* All days of figures that a pull collects now; UTC without an ad account. */
void ad_pull_figures_days(const struct ad_run *run, int64_t *first, int64_t *last);
enum ad_db_status ad_pull_figures_map(struct ad_run *run) AD_CHECK;

#endif
