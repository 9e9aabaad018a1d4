/*
 * Queries to an ad platform: about some pieces; for pulls, all objects of a kind, page by page, and
 * their daily figures. An adapter offers each as a pair of functions: one writes the next request
 * and returns false when all (of the page) was read; the other reads the answer and adds the
 * results. Any outcome but DID ends the exchange.
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
	 * The objects with the natural keys of the pieces (without removed ones). In doubt also
	 * objects that carry the mark of a piece, or that were created since a piece was first
	 * queried, whatever their current name is.
	 */
	AD_ASK_KEY,
	AD_ASK_LIVE, /* the live state of the pieces' remote ids (with removed objects) */
};

/* A query about some pieces of one kind; may take several requests. */
struct ad_ask {
	enum ad_question question;
	bool doubt;                 /* AD_ASK_KEY: the creates may have succeeded */
	const struct ad_link *link; /* that the answers come by */
	const struct ad_piece *pieces;
	size_t count;
	unsigned part;            /* the adapter's: which query is next */
	struct ad_str page;       /* the adapter's: page token */
	struct ad_remote *found;  /* the objects that were read so far */
	struct ad_unseen *unseen; /* LIVE: the objects that the platform did not show (unseen.h) */
	/*
	 * For objects without a mark: the creation time of the newest one below the parents; 0:
	 * unknown.
	 */
	int64_t newest;
};

/*
 * Objects created within this time of the newest one are included (us), because the platform's own
 * clocks differ.
 */
#define AD_ASK_NEWEST INT64_C(10000000)

/*
 * A page of an ad account's objects of one kind: some hundreds at most, so that the memory of a
 * pull is limited. Removed objects, and those below removed ones, are excluded. The objects are
 * ordered by remote id, so that a page can start after any id, at any time; if the platform has no
 * such order, the adapter sets the start of the next page.
 */
struct ad_listing {
	const struct ad_link *link; /* that the answers come by */
	const struct ad_resource *res;
	bool under_campaign;            /* keywords at campaign level */
	const struct ad_str *campaigns; /* only these remote ids and the objects below them */
	size_t campaign_count;          /* 0: all */
	struct ad_str after;            /* the start of the page (exclusive), or absent */
	/* Our object of a remote id, as it was last synced, or NULL. The callback may be absent. */
	const cJSON *(*ours)(void *arg, struct ad_str remote_id);
	/* The remote id of our next parent object of the kind; absent after the last. */
	struct ad_str (*above)(void *arg, struct ad_str after);
	void *arg;
	bool few;                /* the platform refused larger pages as too large */
	unsigned part;           /* the adapter's: which query is next */
	struct ad_str page;      /* the adapter's: page token */
	struct ad_ask ask;       /* the adapter's: the query about the objects of the page */
	struct ad_remote *found; /* in order; `next` of the last is NULL */
	bool more;               /* there may be others after the last one */
	struct ad_str resume;    /* the start of the next page; absent: after the last id */
};

/* The figures of an object's day. */
enum ad_measure {
	AD_IMPRESSIONS,
	AD_CLICKS,
	AD_COST,             /* micros of the account's currency */
	AD_CONVERSIONS,      /* micros: platforms report fractions */
	AD_CONVERSION_VALUE, /* micros of the account's currency */
	AD_MEASURE_COUNT
};

/* The platform did not report the figure: stored as NULL and returned as null, never as 0. */
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
	bool few;                    /* the platform refused larger pages as too large */
	bool apart;                  /* it refused all queries: have it prepare a report */
	struct ad_str page;          /* the adapter's: page token */
	struct ad_str url;           /* the adapter's, secret: the next URL to read */
	bool heard;                  /* the adapter's: all was read */
	struct ad_remote_day *found; /* unordered; one row per object and day */
	/*
	 * The adapter's: the platform is preparing the answer. No request is sent for now; the
	 * query restarts later with this page, which is stored meanwhile.
	 */
	bool later;
	bool none;            /* the adapter's: there are no figures (not: all are 0) */
	struct ad_str untold; /* the omitted data and the reason, a sentence; or absent */
};

#endif
