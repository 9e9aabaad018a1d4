/* Reddit Ads API: the shared parts of the adapter's files. Only they include it. */
#ifndef AD_PLATFORM_REDDIT_H
#define AD_PLATFORM_REDDIT_H

#include "platform/platform.h"
#include "platform/version.h"

/* The wire format of a field of ours at Reddit. */
enum reddit_form {
	RF_TEXT,
	RF_STATUS,    /* configured_status */
	RF_MONEY,     /* micros of the account's currency, a number */
	RF_FIXED,     /* only at creation */
	RF_OBJECTIVE, /* only at creation, by the rows of objectives */
	RF_START,     /* a day's first moment in the account's zone, as UTC */
	RF_END,       /* a day's last second */
	RF_BIDDING,
	RF_PLACES,    /* stored as geolocations of each of the campaign's ad groups */
	RF_LANGUAGES, /* likewise */
	RF_TARGETING,
	RF_PIXEL, /* platformOptions of a campaign: only at creation, never read back */
	RF_GOAL,  /* platformOptions of an ad group: only at creation */
	RF_HEADLINE,
	RF_BUTTON,
	RF_MEDIA, /* our ids: Reddit has URLs of its own, which are not read */
};

/* One row: a field of ours, and its place at Reddit. */
struct reddit_field {
	enum ad_resource_id resource;
	const char *field;
	enum reddit_form form;
	const char *key; /* at Reddit, NULL if the form has its own */
	bool content;    /* of an ad: its post, which is recreated by a change */
};

/* The row of a field, or NULL if Reddit has no equivalent. */
const struct reddit_field *reddit_field(enum ad_resource_id resource, const char *field);

/* Reddit's word for an objective of ours, its bid type, and its optimization goal. */
struct reddit_objective {
	const char *ours, *theirs;
	const char *bid_type;
	const char *goal; /* the campaign's optimization_goal, or NULL */
};
extern const struct reddit_objective reddit_objectives[];
extern const size_t reddit_objective_count;
/* The row of our objective; the first (traffic) if absent. */
const struct reddit_objective *reddit_objective_of(struct ad_str ours);

/* A bidding strategy in Reddit's form. */
struct reddit_bidding {
	const char *strategy; /* "BIDLESS" */
	int64_t value;        /* micros; 0: none */
};
struct reddit_bidding reddit_bidding_of(const cJSON *bidding);

/* A day's first moment, or its last second, in an IANA zone: "2026-12-01T05:00:00Z". */
struct ad_str reddit_day(struct ad_arena *arena, struct ad_str day, struct ad_str zone, bool last);
/* The time in Reddit's format. */
struct ad_str reddit_moment(struct ad_arena *arena, int64_t us);
/*
 * The date of a Reddit time in the zone (a second before it, for an end); absent if there is none.
 */
struct ad_str reddit_day_of(struct ad_arena *arena, struct ad_str moment, struct ad_str zone,
			    bool end);

/* us: the creation time of an object at Reddit; 0: unknown. */
int64_t reddit_created(const cJSON *object);

/* Writes a whole targeting object: `live` with the values of `want`, an ad group, replaced. */
void reddit_targeting(struct ad_json *j, const cJSON *live, const cJSON *want,
		      const cJSON *campaign);
/* The same with the campaign's locations, its languages, or both replaced. */
void reddit_targeting_places(struct ad_json *j, const cJSON *live, const cJSON *campaign,
			     bool places, bool languages);
/* The same with the keywords of the pieces added or removed. */
void reddit_targeting_keywords(struct ad_json *j, const cJSON *live, const struct ad_piece *pieces,
			       size_t count);
/*
 * Writes our `targeting`, `locations` and `languages` from Reddit's, as members of the open object.
 */
void reddit_live_targeting(struct ad_json *j, const cJSON *targeting);
/* True if a handle is a targeting, or a list of ad groups that all have one. */
bool reddit_has_targeting(struct ad_arena *arena, struct ad_str handle);
/* False with *error if a change would overwrite a targeting that was not read. */
bool reddit_can_aim(struct ad_arena *arena, const struct ad_piece *piece,
		    struct ad_platform_error *error);
void reddit_live_places(struct ad_json *j, const cJSON *targeting);

/* A keyword has no id at Reddit: "<ad group>~k<hash>", with n for a negative one. */
struct ad_str reddit_keyword_id(struct ad_arena *arena, struct ad_str group,
				const struct ad_piece *piece);
struct ad_str reddit_keyword_name(struct ad_arena *arena, struct ad_str group, struct ad_str words,
				  bool negative);
/* The ad group of such a keyword id. */
struct ad_str reddit_group_of(struct ad_str keyword_id);
/* Reddit's word for the status of an object of ours. */
const char *reddit_status(const cJSON *want);
/* True if a targeting contains the keyword. */
bool reddit_keyword_stands(const cJSON *targeting, const cJSON *keyword);
bool reddit_is_negative(const cJSON *keyword);

/* The parts of the adapter. */
bool reddit_can(struct ad_arena *arena, const struct ad_piece *piece,
		struct ad_platform_error *error);
bool reddit_together(const struct ad_piece *a, const struct ad_piece *b);
void reddit_normal(struct ad_text *out, const struct ad_resource *res, const char *field,
		   const cJSON *object);
enum ad_built reddit_build(struct ad_arena *arena, const struct ad_link *link,
			   const struct ad_piece *pieces, size_t count, unsigned step,
			   struct ad_http_request *out);
bool reddit_in_step(const struct ad_piece *piece, unsigned step, const char *field);
bool reddit_in_parts(const struct ad_piece *piece, unsigned step, const char *field);
void reddit_read(struct ad_arena *arena, const struct ad_piece *pieces, size_t count,
		 const struct ad_http_response *response, struct ad_outcome *outcomes);
bool reddit_ask(struct ad_arena *arena, const struct ad_link *link, struct ad_ask *ask,
		struct ad_http_request *out);
void reddit_hear(struct ad_arena *arena, struct ad_ask *ask,
		 const struct ad_http_response *response, struct ad_outcome *outcome);
bool reddit_list(struct ad_arena *arena, const struct ad_link *link, struct ad_listing *listing,
		 struct ad_http_request *out);
void reddit_list_hear(struct ad_arena *arena, struct ad_listing *listing,
		      const struct ad_http_response *response, struct ad_outcome *outcome);
bool reddit_figures(struct ad_arena *arena, const struct ad_link *link, struct ad_figures_ask *ask,
		    struct ad_http_request *out);
void reddit_figures_hear(struct ad_arena *arena, struct ad_figures_ask *ask,
			 const struct ad_http_response *response, struct ad_outcome *outcome);
/*
 * The request of a further page, by the URL that Reddit returned; false if it is not a valid one.
 */
bool reddit_next_page(struct ad_arena *arena, const struct ad_link *link, const char *method,
		      struct ad_str url, struct ad_http_request *out);
extern const struct ad_uploader reddit_uploader;
/* Reads an error answer into one outcome. */
void reddit_failure(struct ad_arena *arena, const struct ad_http_response *response,
		    const cJSON *body, struct ad_outcome *outcome);
/* Starts a request, with the user agent that Reddit's rules require. */
void reddit_request(struct ad_arena *arena, const struct ad_link *link, const char *method,
		    struct ad_str path, struct ad_http_request *out);
/* True if a field of an ad belongs to its post: a change then needs a new post (reddit/post.c). */
bool reddit_is_content(const struct reddit_field *row, const cJSON *ad);
/* As reddit_can(), for an ad that is created or changed. */
bool reddit_can_ad(const struct ad_piece *piece, struct ad_platform_error *error);
/* True if an update replaces the ad's post, which has all of its content, and that field in it. */
bool reddit_rewrites(const struct ad_piece *piece, const char *field);
/*
 * A member of a live ad's handle: its "post_id", its "profile_id", and its "post" as read; NULL if
 * it is unknown.
 */
const cJSON *reddit_ad_part(struct ad_arena *arena, struct ad_str handle, const char *name);
/* The post of a live ad; absent if it has none. */
struct ad_str reddit_post_id(struct ad_arena *arena, const struct ad_remote *ad);
/* The post that an earlier step of the piece created, or NULL. */
const struct ad_made *reddit_post_of(const struct ad_piece *piece);
/* Writes the members of a new post. */
void reddit_put_post(struct ad_json *j, const struct ad_piece *piece);
/* Appends "SHOP_NOW" of "Shop Now". */
void reddit_add_button(struct ad_text *out, struct ad_str theirs);
/* The remote name of an ad: its headline. Reddit requires a name of 3 to 500 characters. */
struct ad_str reddit_ad_name(struct ad_arena *arena, const cJSON *ad);
/* Our fields of a live object; the post is an ad's, or NULL. */
struct ad_remote *reddit_live(struct ad_arena *arena, const struct ad_ask *ask, const cJSON *data);
void reddit_live_post(struct ad_arena *arena, struct ad_remote *remote, const cJSON *post);
void reddit_live_groups(struct ad_arena *arena, struct ad_ask *ask, const cJSON *groups);
/* The keywords of an ad group, for a list; the order of their ids has no meaning. */
struct ad_remote *reddit_standing_keywords(struct ad_arena *arena, struct ad_str group,
					   const cJSON *targeting);
void reddit_live_keywords(struct ad_arena *arena, struct ad_ask *ask, const cJSON *group);

#endif
