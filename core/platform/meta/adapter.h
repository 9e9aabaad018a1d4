/* Meta's Marketing API (Graph): the shared parts of the adapter's files. Only they include it. */
#ifndef AD_PLATFORM_META_H
#define AD_PLATFORM_META_H

#include "platform/platform.h"
#include "platform/version.h"

#define META_VERSION (ad_api_version_of(AD_META)->name)

/* Our mark is an ad label with this prefix, followed by our object's id. */
#define META_MARK "adcore:"
#define META_BATCH 50 /* requests per batch */
/* Campaigns per query: each takes two requests. */
#define META_CAMPAIGNS (META_BATCH / 2)

#define META_CODE_MAX 20 /* characters of a location's code */

/* A call of the Graph API, alone or in a batch. */
struct meta_part {
	const char *method;
	struct ad_str path;  /* after the version */
	struct ad_text form; /* a POST's body, or a query */
};

/* Builds the request of some parts: a single call, or a batch. */
void meta_request(struct ad_arena *arena, const struct ad_link *link, struct meta_part *parts,
		  size_t count, struct ad_http_request *out);

/* "act_123/edge" from an id with or without the prefix. */
struct ad_str meta_account_path(struct ad_arena *arena, const struct ad_link *link,
				const char *edge);
/* The fields that are read of the objects of a kind. */
const char *meta_fields(const struct ad_resource *res);
/* The cursor after this page of a list; absent on the last page. */
struct ad_str meta_next_page(struct ad_arena *arena, const cJSON *body);

/* The wire units per unit of the currency, from Meta's table; 0 if unknown. */
int64_t meta_offset(struct ad_str currency);
/* Meta's objective of ours, and ours of Meta's; both absent if unknown. */
struct ad_str meta_objective(struct ad_str ours);
struct ad_str meta_objective_back(struct ad_str theirs);
/* "LOWEST_COST_WITHOUT_CAP" of a strategy of ours; several of ours map to one. */
const char *meta_strategy(struct ad_str ours);
#define META_LOCALES 3
/* The locale keys of a language (BCP 47); returns 0 if it is unknown. */
size_t meta_locales(struct ad_str tag, int64_t keys[static META_LOCALES]);
/* Our language tag of a locale key: its number. */
struct ad_str meta_locale_tag(struct ad_arena *arena, int64_t key);

/* Pictures (meta/asset.c): each as in platform.h, of assets alone. */
bool meta_carries(enum ad_resource_id holder, struct ad_str role);
bool meta_asset_can(const struct ad_piece *piece, struct ad_platform_error *error);
/* True if Meta can show the pictures of an ad that is made or recreated. */
bool meta_picture_can(const struct ad_piece *piece, struct ad_platform_error *error);
enum ad_built meta_asset_build(struct ad_arena *arena, const struct ad_link *link,
			       const struct ad_piece *piece, unsigned step,
			       struct ad_http_request *out);
/* The hash in the answer to an upload, or absent. */
struct ad_str meta_image_hash(const cJSON *body);
bool meta_asset_ask(struct ad_arena *arena, const struct ad_link *link, struct ad_ask *ask,
		    struct ad_http_request *out);
void meta_asset_hear(struct ad_arena *arena, struct ad_ask *ask,
		     const struct ad_http_response *response, struct ad_outcome *outcome);

/* Videos (meta/video.c): the same, for an asset of type VIDEO. */
bool meta_is_video(const struct ad_piece *piece);
enum ad_built meta_video_build(struct ad_arena *arena, const struct ad_link *link,
			       const struct ad_piece *piece, unsigned step,
			       struct ad_http_request *out);
/* Reads an answer that reports no failure. */
void meta_video_read(struct ad_arena *arena, const struct ad_piece *piece, const cJSON *body,
		     struct ad_outcome *outcome);
bool meta_video_ask(struct ad_arena *arena, const struct ad_link *link, struct ad_ask *ask,
		    struct ad_http_request *out);
void meta_video_hear(struct ad_arena *arena, struct ad_ask *ask,
		     const struct ad_http_response *response, struct ad_outcome *outcome);
/*
 * The asset that an ad shows: its video if `video`, otherwise its first picture; NULL if it has
 * none.
 */
const struct ad_piece_asset *meta_shown(const struct ad_piece *piece, bool video);

/* True if Meta stores the campaign's field with its ad sets. */
bool meta_is_spread(const char *field);
/* True if a field belongs to an ad's content. */
bool meta_is_content(const char *field);

/* The parts of an ad set's targeting that are written; all others stay as in `base`. */
struct meta_aim {
	const cJSON *base;      /* the live targeting; NULL for a create */
	const cJSON *group;     /* whose targeting replaces the live one; NULL: it stays */
	const cJSON *campaign;  /* of the two below */
	bool places, languages; /* replaced by the campaign's locations, languages */
	bool sets_advantage;    /* replaced by `advantage` */
	bool advantage;         /* Advantage audience */
};
/* Writes an ad set's whole targeting. */
void meta_put_targeting(struct ad_json *j, const struct meta_aim *aim);
/* Writes our "targeting" from Meta's, as a member of the open object. */
void meta_write_targeting(struct ad_json *j, const cJSON *targeting);
/* The name of a new ad, from our fields: its first headline. */
struct ad_str meta_ad_name(const cJSON *want);
/* True if an update can make the new creative of an ad from the live one; otherwise *error. */
bool meta_creative_can(struct ad_arena *arena, const struct ad_piece *piece,
		       struct ad_platform_error *error);

extern const struct ad_uploader meta_uploader;

/* The parts of the adapter, as in platform.h. */
void meta_normal(struct ad_text *out, const struct ad_resource *res, const char *field,
		 const cJSON *object);
/* As in platform.h. */
bool meta_can(struct ad_arena *arena, const struct ad_piece *piece,
	      struct ad_platform_error *error);
/* As in platform.h. */
enum ad_built meta_build(struct ad_arena *arena, const struct ad_link *link,
			 const struct ad_piece *pieces, size_t count, unsigned step,
			 struct ad_http_request *out);
/* As in platform.h. */
bool meta_in_step(const struct ad_piece *piece, unsigned step, const char *field);
bool meta_in_parts(const struct ad_piece *piece, unsigned step, const char *field);
/* As in platform.h. */
void meta_read(struct ad_arena *arena, const struct ad_piece *pieces, size_t count,
	       const struct ad_http_response *response, struct ad_outcome *outcomes);
/*
 * True if the answer has another number of parts than the request: the parts cannot be assigned
 * then. An error of the whole request is not a list, and has its own message. body may be NULL.
 */
bool meta_is_torn(const cJSON *body, const struct ad_http_response *response);
/* Reads an error answer; body may be NULL. */
void meta_failure(struct ad_arena *arena, long status, const cJSON *body,
		  const struct ad_http_response *response, struct ad_outcome *outcome);
/*
 * True if a failure only reports that the object does not exist or is not visible to this
 * connection.
 */
bool meta_is_unseen(const struct ad_outcome *outcome);
bool meta_ask(struct ad_arena *arena, const struct ad_link *link, struct ad_ask *ask,
	      struct ad_http_request *out);
void meta_hear(struct ad_arena *arena, struct ad_ask *ask, const struct ad_http_response *response,
	       struct ad_outcome *outcome);
/* As in platform.h. */
bool meta_list(struct ad_arena *arena, const struct ad_link *link, struct ad_listing *listing,
	       struct ad_http_request *out);
/* As in platform.h. */
void meta_list_hear(struct ad_arena *arena, struct ad_listing *listing,
		    const struct ad_http_response *response, struct ad_outcome *outcome);
/* As in platform.h. */
bool meta_figures(struct ad_arena *arena, const struct ad_link *link, struct ad_figures_ask *ask,
		  struct ad_http_request *out);
/* As in platform.h. */
void meta_figures_hear(struct ad_arena *arena, struct ad_figures_ask *ask,
		       const struct ad_http_response *response, struct ad_outcome *outcome);
/* One object as read; `adsets` of a campaign, if they were queried. */
struct ad_remote *meta_live(struct ad_arena *arena, const struct ad_ask *ask, const cJSON *object,
			    const cJSON *adsets);

/* The queried piece with that remote id; NULL if none is ours. */
const struct ad_piece *meta_piece_of(const struct ad_ask *ask, struct ad_str remote_id);
/*
 * Writes "platformOptions" of a live object for its piece (NULL: nothing): the options that we set,
 * with Meta's values.
 */
void meta_write_options(struct ad_json *j, const struct ad_piece *piece, const cJSON *object);
/* The normal form of the platformOptions of an object in our form. */
void meta_normal_options(struct ad_text *out, const cJSON *object);
/* True if two objects in our form have the same value of an option, or both none. */
bool meta_same_option(const char *name, const cJSON *a, const cJSON *b);
/* The name of an option that `was` sets and `now` does not; NULL if there is none. */
const char *meta_cleared_option(const cJSON *was, const cJSON *now);
/* A number, or the number in a text; 0 for anything else. */
int64_t meta_number(const cJSON *item);
/* Writes money from wire units in our form; nothing if there is none, or the unit is unknown. */
void meta_write_money(struct ad_json *j, const char *key, const cJSON *item,
		      const struct ad_link *link);
/* Writes the date of one of an ad set's times; null if it has none. */
void meta_write_day(struct ad_json *j, const char *key, const cJSON *set, const char *theirs);

/* The names of the fields in which the ad sets of a campaign differ ("a,b"), or absent. */
struct ad_str meta_mixed(struct ad_arena *arena, const struct ad_ask *ask, const cJSON *campaign,
			 const cJSON *sets);
/*
 * Writes the campaign fields that its ad sets store, from all of them (`sets`, NULL: not queried).
 * The piece has the wanted and the last synced values.
 */
void meta_write_spread(struct ad_json *j, struct ad_arena *arena, const struct ad_ask *ask,
		       const cJSON *campaign, const cJSON *sets);
/* A campaign's handle: the campaign and its ad sets as read. */
struct ad_str meta_sets_handle(struct ad_arena *arena, const cJSON *campaign, const cJSON *sets);
/* The ad sets in a campaign's handle; NULL if there are none. */
const cJSON *meta_sets_of(struct ad_arena *arena, const struct ad_remote *live);
/* True if a campaign has a lifetime budget. */
bool meta_is_lifelong(struct ad_arena *arena, const struct ad_remote *live);
/* Rebuilds a campaign with further ad sets appended. */
void meta_add_sets(struct ad_arena *arena, const struct ad_ask *ask, struct ad_remote *campaign,
		   const cJSON *further);

#endif
