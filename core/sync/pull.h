/*
 * A pull being carried out: page by page what an ad account has comes into the drafts, and with
 * each page, in one transaction, the place to go on from. So a pull that was cut off anywhere goes
 * on behind its last page, and a page that is heard again changes nothing more. Private to this
 * room.
 */
#ifndef AD_SYNC_PULL_H
#define AD_SYNC_PULL_H

#include "platform/goal.h"
#include "sync/performance.h"
#include "sync/run.h"

/* One after the other on each platform: parents before what is below them. */
enum ad_pull_stage {
	AD_PULL_LIST,         /* what there is: a stage a kind */
	AD_PULL_GONE = 5,     /* what of ours was not listed: a stage a kind */
	AD_PULL_FIGURES = 10, /* daily figures: a stage a level */
	AD_PULL_GOALS = 14,   /* what conversions go to there */
	AD_PULL_STAGE_COUNT = 15
};

/* FIGURES: what the platform is at work on; page absent: nothing. */
struct ad_pull_report {
	struct ad_str page;  /* the adapter's */
	int64_t first, last; /* days */
	int64_t since;       /* us of ad_now(): when it was asked for */
	int64_t looks;       /* how often it was looked for since */
};

/* Where a pull stands: AD_PLATFORM_COUNT is its end. */
struct ad_pull_place {
	enum ad_platform platform;
	int stage;
	struct ad_str after; /* LIST: remote id, GONE: our id, FIGURES: the day; absent: none yet */
	struct ad_pull_report report;
};
/*
 * A report is looked for after so long, and then after twice that, up to 16 times; the sandbox has
 * made it by the next look but one. One that takes longer than the last of these is given up.
 */
#define AD_PULL_LOOK (5 * AD_SECOND)
#define AD_PULL_LOOK_SANDBOX (AD_SECOND / 50)
#define AD_PULL_LOOK_LONGEST (60 * AD_SECOND) /* shorter than a lease */
#define AD_PULL_REPORT_LONGEST (15 * 60 * AD_SECOND)

/* What was brought in so far; warnings are few, and counted beyond that. */
struct ad_pull_warning {
	struct ad_pull_warning *next;
	const char *code;
	const struct ad_resource *res; /* NULL: of a platform */
	struct ad_str id, message;
};
struct ad_pull_result {
	struct ad_arena *arena;
	int64_t created, updated, drifted, removed, unchanged, left_out;
	const cJSON *told; /* warnings of earlier pages */
	struct ad_pull_warning *warnings, **end;
	int64_t warned; /* all of them */
	int64_t failed; /* platforms that were given up */
};
#define AD_PULL_WARNINGS 100

/* The page at hand, on the run's arena. */
struct ad_pull {
	struct ad_run_row head;
	struct ad_plan_filter filter;
	struct ad_str *campaigns; /* remote ids of the filter's, filter.campaign_count of them */
	size_t campaign_count;
	struct ad_pull_place place, next;
	struct ad_listing listing;
	struct ad_rows missing;  /* GONE: those that were not listed */
	struct ad_piece *pieces; /* and as they are asked about */
	struct ad_figures_ask figures;
	struct ad_goals_ask goals;
	struct ad_day *days; /* FIGURES: what is kept */
	size_t day_count;
	bool unread; /* what is known of ours could not be read */
	bool apart;  /* a push has the ad account, while a report is made for the pull */
	const struct ad_platform_error *error; /* the platform is given up */
};

/*
 * What an object stands under, as the next one mostly does too: read once for the page that is
 * stored, in whose transaction nobody else writes. One of its kind that is stored ends that.
 */
struct ad_pull_above {
	struct ad_row *row;      /* NULL: none was read */
	struct ad_str remote_id; /* by which it was found; absent: by its own id */
	/* Of keywords drafted below it, not made there: whether it was asked, and there are. */
	bool asked, drafts;
};

/* What a page is kept with, on the writer's thread. */
struct ad_pull_keeper {
	struct ad_db *db;
	struct ad_arena *arena;
	struct ad_realm realm;
	const struct ad_adapter *adapter;
	const struct ad_run_row *head;
	const struct ad_rails *rails;
	struct ad_pull_result *result;
	struct ad_pull_above *above; /* of campaigns, of ad groups; NULL: each is read */
};

/*
 * run_ask.c: what follows an answer to a question, a push's or a pull's: asks on with `ask`, waits
 * and begins anew, or gives up.
 */
void ad_run_heard(struct ad_run *run, const struct ad_outcome *outcome, ad_run_step *ask);

/*
 * pull_narrow.c: asks a question anew that the platform found too large: of half the days, and then
 * in small pages. False where that is not what it said, or nothing smaller is left.
 */
bool ad_pull_narrow(struct ad_run *run, const struct ad_outcome *outcome);
/* The smaller questions that the platform at hand gets. */
struct ad_pull_narrowed ad_pull_narrowed_now(const struct ad_run *run);

/* pull.c */
ad_run_step ad_pull_next;
void ad_pull_give_up(struct ad_run *run, const struct ad_platform_error *error);
/* The kind of a stage of LIST and GONE; whether it is keywords at campaign level. */
const struct ad_resource *ad_pull_kind(int stage, bool *under_campaign);

/* pull_place.c: the journal of a pull */
struct ad_pull_place ad_pull_place_read(struct ad_arena *arena, struct ad_str json,
					uint32_t platforms);
struct ad_str ad_pull_place_json(struct ad_arena *arena, const struct ad_pull_place *place);
/* The place behind a stage. */
struct ad_pull_place ad_pull_place_next(const struct ad_pull_place *place, uint32_t platforms,
					bool platform);
void ad_pull_result_read(struct ad_arena *arena, struct ad_str json, struct ad_pull_result *out);
struct ad_str ad_pull_result_json(struct ad_arena *arena, const struct ad_pull_result *result);
void ad_pull_warn(struct ad_pull_result *result, const char *code, const struct ad_row *row,
		  struct ad_str message);

/* pull_merge.c: what a live object makes of ours */
enum ad_pull_effect {
	AD_PULL_SAME,
	AD_PULL_TAKEN,   /* the draft, or what it is compared with, changed */
	AD_PULL_DRIFTED, /* both changed: a person decides */
};
/*
 * Three ways, field by field: what stands there, what was last synced, what is drafted. What only
 * the platform changed is taken into the draft; what both changed differently is drift.
 */
enum ad_pull_effect ad_pull_merge(struct ad_arena *arena, const struct ad_adapter *adapter,
				  struct ad_row *row, const struct ad_remote *remote);
/* A new object of a remote one, synced; ids and parents are the caller's. */
struct ad_row *ad_pull_new(struct ad_arena *arena, const struct ad_resource *res,
			   const struct ad_remote *remote);

/* pull_store.c: on the writer's thread */
enum ad_db_status ad_pull_store(const struct ad_pull_keeper *k, const struct ad_resource *res,
				bool under_campaign, const struct ad_remote *remote) AD_CHECK;
/* `remote` as it was asked about by itself; NULL: not shown, for the reason `why`. */
enum ad_db_status ad_pull_missing(const struct ad_pull_keeper *k, struct ad_str id,
				  const struct ad_resource *res, const struct ad_remote *remote,
				  const struct ad_platform_error *why) AD_CHECK;
/* pull_keep.c */
enum ad_db_status ad_pull_keep(struct ad_run *run, struct ad_db *db, struct ad_arena *arena);
enum ad_db_status ad_pull_finish(struct ad_run *run, struct ad_db *db, struct ad_arena *arena);
/* Keeps where the pull goes on after a wait; nothing was brought in. */
enum ad_db_status ad_pull_keep_place(struct ad_run *run, struct ad_db *db, struct ad_arena *arena);
/*
 * pull_lease.c: while the platform makes a report nothing of the drafts is touched, so a push may
 * have the ad account. Behind the push the pull takes it again, and goes on.
 */
/* The pull can do without the ad account at hand for now. */
enum ad_db_status ad_pull_yield(struct ad_run *run, struct ad_db *db) AD_CHECK;
/*
 * Takes it again to look for the report; a push may still have it until the report is kept.
 * pull->apart: a push has it now; `lost`: another process goes on with the pull.
 */
enum ad_db_status ad_pull_rejoin(struct ad_run *run, struct ad_db *db, struct ad_arena *arena);
/* Before a page is kept: from now on the account is the pull's; `apart` where a push took it. */
enum ad_db_status ad_pull_retain(struct ad_run *run, struct ad_db *db) AD_CHECK;
/* Renews the lease; a pull whose ad accounts are all a push's is not lost, but `apart`. */
enum ad_db_status ad_pull_hold_on(struct ad_run *run, struct ad_db *db);
/* pull_figures.c */
/* Goes on later with what the platform is at work on, or gives up what takes too long. */
void ad_pull_figures_later(struct ad_run *run);
bool ad_pull_figures_window(struct ad_run *run);
enum ad_db_status ad_pull_figures_map(struct ad_run *run) AD_CHECK;

#endif
