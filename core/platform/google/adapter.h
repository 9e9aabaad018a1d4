/* Google Ads REST: the shared parts of the adapter's files. Only they include it. */
#ifndef AD_PLATFORM_GOOGLE_H
#define AD_PLATFORM_GOOGLE_H

#include "platform/bidding.h"
#include "platform/platform.h"
#include "platform/version.h"

/* The key of our mark among an object's urlCustomParameters; the value is our object's id. */
#define GOOGLE_MARK "adcore"

/* The wire format of a field of ours at Google. */
enum google_form {
	GF_TEXT,      /* a string; null clears */
	GF_MONEY,     /* micros of the account's currency, as a string */
	GF_URL,       /* a list of one URL */
	GF_START,     /* a day's first second */
	GF_END,       /* a day's last second */
	GF_TEXTS,     /* ad texts with pins */
	GF_BIDDING,   /* one member of a oneof */
	GF_OPTIONS,   /* networks, geo mode, EU declaration */
	GF_BUDGET,    /* a campaign budget of its own */
	GF_LOCATIONS, /* campaign criteria */
	GF_LANGUAGES, /* campaign criteria */
	GF_SCHEDULE,  /* campaign criteria */
	GF_FIXED,     /* only at creation: type, keyword text, match type, negative */
};

/* One row: a field of ours, and its place at Google. */
struct google_field {
	enum ad_resource_id resource;
	const char *field; /* ours */
	enum google_form form;
	const char *key;  /* Google's JSON name, NULL if the form has its own */
	const char *mask; /* update mask path, NULL if the form has its own */
	bool content;     /* of an ad: its content (ads), not its link to the group */
};

/* The row of a field, or NULL if Google has no equivalent. */
const struct google_field *google_field(enum ad_resource_id resource, const char *field);
extern const struct google_field google_fields[];
extern const size_t google_field_count;

/* A bidding strategy in Google's form. */
struct google_bidding {
	const char *member;   /* "targetSpend" */
	const char *type;     /* bidding_strategy_type as read: "TARGET_SPEND" */
	const char *leaf;     /* its number: "cpcBidCeilingMicros", or NULL */
	const char *ours;     /* our member for that number: "maxCpc" */
	const char *strategy; /* ours without the number */
	const char *targeted; /* ours with it, where that is another one */
	const char *mask;     /* a leaf, as masks must name */
	const char *column;   /* in queries, or NULL */
};
extern const struct google_bidding google_biddings[];
extern const size_t google_bidding_count;
/* The row of our strategy; the first (maximise clicks) if absent. */
const struct google_bidding *google_bidding_of(struct ad_str strategy);
/* A strategy that adcore cannot write: a portfolio's, or one without a row. */
#define GOOGLE_OTHER AD_BIDDING_OTHER
/*
 * True if the live bidding already has the strategy of the value, so that an update sends only its
 * number. The strategy's other settings are not ours.
 */
bool google_bidding_stands(const cJSON *live, const cJSON *value);

/* Networks and geo mode after defaults. */
struct google_options {
	bool search, partners, display;
	struct ad_str geo;        /* Google's word; PRESENCE by default */
	bool political, declared; /* the EU declaration, and whether it is set at all */
};
struct google_options google_options_of(const cJSON *options);

/* "geoTargetConstants/2276" of "DE", "2276" of "2276"; 0 if unknown. */
int64_t google_geo_id(struct ad_str code);
/* "DE" of 2276, otherwise the digits. */
struct ad_str google_geo_code(struct ad_arena *arena, int64_t id);
/* 1001 of "de"; 0 if unknown. */
int64_t google_language_id(struct ad_str tag);
/* "de" of 1001, otherwise the digits. */
struct ad_str google_language_tag(struct ad_arena *arena, int64_t id);

/* The parts of the adapter. */
void google_normal(struct ad_text *out, const struct ad_resource *res, const char *field,
		   const cJSON *object);
enum ad_built google_build(struct ad_arena *arena, const struct ad_link *link,
			   const struct ad_piece *pieces, size_t count, unsigned step,
			   struct ad_http_request *out);
bool google_can(struct ad_arena *arena, const struct ad_piece *piece,
		struct ad_platform_error *error);
bool google_in_step(const struct ad_piece *piece, unsigned step, const char *field);
bool google_together(const struct ad_piece *a, const struct ad_piece *b);
/* The operations on campaigns, which have several parts (google/campaign.c). */
void google_campaign_operations(struct ad_json *j, const struct ad_link *link,
				const struct ad_piece *piece);
/*
 * The hours of a campaign (google/schedule.c): criteria, whose ids only Google knows. The handle of
 * a campaign as read is the name of its budget, followed by " <number>=<id>" for each interval.
 */
struct ad_str google_budget_of(struct ad_str handle);
/* Writes the operations that change the live hours (NULL: none) to the wanted ones. */
void google_schedule_operations(struct ad_json *j, const struct ad_link *link,
				struct ad_str campaign, const struct ad_piece *piece);
/* Adds the hours of a criterion row to the campaign that was read. */
void google_live_hours(struct ad_arena *arena, struct ad_remote *campaign, const cJSON *criterion);
/* Assets, and their links to campaigns and ad groups (google/asset.c). */
bool google_is_asset(enum ad_resource_id resource);
bool google_carries(enum ad_resource_id holder, struct ad_str role);
/* google/url.c: Google's rule that a campaign's URL violates, or NULL. */
const char *google_url_fault(const char *field, struct ad_str text);
bool google_asset_can(const struct ad_piece *piece, struct ad_platform_error *error);
bool google_asset_together(const struct ad_piece *a, const struct ad_piece *b);
/* The number of requests that a piece takes: 0 if Google has no equivalent of the wanted object. */
unsigned google_asset_steps(const struct ad_piece *piece);
void google_asset_operation(struct ad_arena *arena, struct ad_json *j, const struct ad_link *link,
			    const struct ad_piece *piece);
void google_asset_query(struct ad_text *q, const struct ad_ask *ask);
struct ad_remote *google_asset_live(struct ad_arena *arena, const struct ad_ask *ask,
				    const cJSON *row);
bool google_asset_same_key(const struct ad_piece *piece, const struct ad_remote *remote);
/* Quotes a text for a query. */
void google_quoted(struct ad_text *out, struct ad_str s);
/* True if a remote object has the natural key of a create. */
bool google_same_key(const struct ad_piece *piece, const struct ad_remote *remote);
/* Writes a value of ours under Google's key; nothing if null. */
void google_put(struct ad_json *j, const struct google_field *row, const cJSON *value);
/* Writes a bidding strategy; only its number if the live bidding (or NULL) already has it. */
void google_put_bidding(struct ad_json *j, const cJSON *value, const cJSON *live);
/* A customer's resource name: "customers/1/campaigns/2". */
void google_name(struct ad_json *j, const char *key, const struct ad_link *link,
		 const char *collection, struct ad_str id);
/* Writes our mark. */
void google_put_mark(struct ad_json *j, struct ad_str id);
void google_read(struct ad_arena *arena, const struct ad_piece *pieces, size_t count,
		 const struct ad_http_response *response, struct ad_outcome *outcomes);
/* Reads an error answer (status, error body) into one outcome; google/error.c. */
void google_failure(struct ad_arena *arena, const struct ad_http_response *response,
		    const cJSON *body, struct ad_outcome *outcome);
/* Reads one error of a GoogleAdsFailure. */
void google_one_error(struct ad_arena *arena, const cJSON *error, struct ad_outcome *outcome);
/* The list of errors in a google.rpc.Status' details, or NULL. */
const cJSON *google_errors(const cJSON *status);
bool google_ask(struct ad_arena *arena, const struct ad_link *link, struct ad_ask *ask,
		struct ad_http_request *out);
void google_hear(struct ad_arena *arena, struct ad_ask *ask,
		 const struct ad_http_response *response, struct ad_outcome *outcome);
/* The body of an answer to a query, or NULL with the failure: the query can be repeated. */
const cJSON *google_answer(struct ad_arena *arena, const struct ad_http_response *response,
			   struct ad_outcome *outcome);
/* Pages of an account's objects (google/list.c), and daily figures (google/figures.c). */
bool google_list(struct ad_arena *arena, const struct ad_link *link, struct ad_listing *listing,
		 struct ad_http_request *out);
void google_list_hear(struct ad_arena *arena, struct ad_listing *listing,
		      const struct ad_http_response *response, struct ad_outcome *outcome);
bool google_figures(struct ad_arena *arena, const struct ad_link *link, struct ad_figures_ask *ask,
		    struct ad_http_request *out);
void google_figures_hear(struct ad_arena *arena, struct ad_figures_ask *ask,
			 const struct ad_http_response *response, struct ad_outcome *outcome);
/* Our fields of one row of a search answer (google/live.c). */
struct ad_remote *google_live(struct ad_arena *arena, const struct ad_ask *ask, const cJSON *row);
/* The review findings of an ad (its policySummary) and of a keyword, as JSON for review_reasons. */
struct ad_str google_topics(struct ad_arena *arena, const cJSON *summary);
struct ad_str google_disapprovals(struct ad_arena *arena, const cJSON *criterion);
/* The id of an object of a row, a number; absent if it has none. */
struct ad_str google_id_of(struct ad_arena *arena, const cJSON *holder, const char *key);
/* Adds a criterion row to the campaign that was read. */
void google_live_criterion(struct ad_arena *arena, struct ad_ask *ask, const cJSON *row);
/* Conversions (google/upload.c). */
extern const struct ad_uploader google_uploader;
/* Starts a request to a path below the customer. */
void google_request(struct ad_arena *arena, const struct ad_link *link, const char *path,
		    struct ad_http_request *out);

#endif
