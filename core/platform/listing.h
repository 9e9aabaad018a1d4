/*
 * What is asked of an ad platform: about some pieces; for pulls all objects of a kind, page by
 * page, and the figures of their days. An adapter offers each as a pair of functions: one writes
 * the next request, false when all (of the page) was heard; the other hears its answer and adds
 * what it found. Any outcome but DID ends the conversation.
 */
#ifndef AD_PLATFORM_LISTING_H
#define AD_PLATFORM_LISTING_H

#include <cjson/cJSON.h>

#include "base/text.h"

struct ad_link;
struct ad_piece;
struct ad_remote;
struct ad_resource;
struct ad_unseen;

enum ad_question {
	/*
	 * What stands under the natural keys of the pieces (removed ones left out). In doubt also
	 * what carries the mark of one, or was created since a piece was first looked at,
	 * whatever its name is now.
	 */
	AD_ASK_KEY,
	AD_ASK_LIVE, /* how the objects of the pieces' remote ids stand (removed ones too) */
};

/* A conversation that asks the platform about some pieces of one kind: may take several turns. */
struct ad_ask {
	enum ad_question question;
	bool doubt;                 /* AD_ASK_KEY: the creates may have been done */
	const struct ad_link *link; /* that the answers come by */
	const struct ad_piece *pieces;
	size_t count;
	unsigned part;            /* the adapter's: which query is next */
	struct ad_str page;       /* the adapter's: page token */
	struct ad_remote *found;  /* what was heard so far */
	struct ad_unseen *unseen; /* LIVE: what the platform refused to show (unseen.h) */
	/* Of objects without a mark: when the newest below the parents was created; 0: not told. */
	int64_t newest;
};

/*
 * Objects that were created so close to the newest one are found with it (us): the platform's own
 * clocks differ.
 */
#define AD_ASK_NEWEST INT64_C(10000000)

/*
 * A page of what an ad account has of one kind: some hundreds at most, so that the memory that a
 * pull takes is bounded. Removed objects, and those below removed ones, are left out. The order is
 * one by the ids there, so that a page can begin behind any id, at any time; where the platform has
 * no such order, the adapter says by what the next page begins.
 */
struct ad_listing {
	const struct ad_link *link; /* that the answers come by */
	const struct ad_resource *res;
	bool under_campaign;            /* keywords at campaign level */
	const struct ad_str *campaigns; /* only these remote ids and what is below them */
	size_t campaign_count;          /* 0: all */
	struct ad_str after;            /* what the page begins behind, or absent */
	/* What of ours stands under a remote id, as it was last synced, or NULL; may be absent. */
	const cJSON *(*ours)(void *arg, struct ad_str remote_id);
	/* The remote id of the next of ours that the kind stands below; absent behind the last. */
	struct ad_str (*above)(void *arg, struct ad_str after);
	void *arg;
	bool few;                /* the platform found larger pages too large */
	unsigned part;           /* the adapter's: which query is next */
	struct ad_str page;      /* the adapter's: page token */
	struct ad_ask ask;       /* the adapter's: what it asks about the objects of the page */
	struct ad_remote *found; /* in their order; `next` of the last is NULL */
	bool more;               /* there may be others behind the last one */
	struct ad_str resume;    /* where the next page begins; absent: behind the last one's id */
};

/* What is counted of an object's day. */
enum ad_measure {
	AD_IMPRESSIONS,
	AD_CLICKS,
	AD_COST,             /* micros of the account's currency */
	AD_CONVERSIONS,      /* micros: platforms share them out by fractions */
	AD_CONVERSION_VALUE, /* micros of the account's currency */
	AD_MEASURE_COUNT
};

/* What a platform did not tell: it is kept as NULL, and reads as null, never as 0. */
#define AD_NOT_COLLECTED INT64_MIN

struct ad_remote_day {
	struct ad_remote_day *next;
	struct ad_str remote_id;
	int64_t day; /* days since 1970-01-01 in the ad account's time zone */
	int64_t measures[AD_MEASURE_COUNT];
};

/* The figures of all objects of a kind on some days. */
struct ad_figures_ask {
	const struct ad_link *link; /* that the answers come by */
	const struct ad_resource *res;
	int64_t first, last;         /* days, both included */
	bool few;                    /* the platform found larger pages too large */
	struct ad_str page;          /* the adapter's: page token */
	struct ad_str url;           /* the adapter's, secret: what it reads next */
	bool heard;                  /* the adapter's: all of it */
	struct ad_remote_day *found; /* in no order; an object and day once */
	/*
	 * The adapter's: the platform is at work on it. Nothing is asked further for now; later
	 * the conversation begins anew with this page, which outlives the process meanwhile.
	 */
	bool later;
	bool none;            /* the adapter's: there are no figures, which is not that all are 0 */
	struct ad_str untold; /* what is left out and why, in a sentence; or absent */
};

#endif
