/* Meta's Marketing API (Graph): what the files of its adapter share. Only they use it. */
#ifndef AD_PLATFORM_META_H
#define AD_PLATFORM_META_H

#include "platform/platform.h"
#include "platform/version.h"

#define META_VERSION (ad_api_version_of(AD_META)->name)

/* Our mark is an ad label of this beginning; our object's id follows. */
#define META_MARK "adcore:"
#define META_BATCH 50 /* requests in one, at most */
/* Campaigns that are asked about at once: each takes two requests. */
#define META_CAMPAIGNS (META_BATCH / 2)

/* One of the Graph's calls, alone or as a part of a batch. */
struct meta_part {
	const char *method;
	struct ad_str path;  /* below the version */
	struct ad_text form; /* a POST's body, or a query */
};

/* The request of some parts: the call itself where it is one alone, else a batch of them. */
void meta_request(struct ad_arena *arena, const struct ad_link *link, struct meta_part *parts,
		  size_t count, struct ad_http_request *out);

/* "act_123/edge" of what is kept with or without its beginning. */
struct ad_str meta_account_path(struct ad_arena *arena, const struct ad_link *link,
				const char *edge);
/* What is read of the objects of a kind. */
const char *meta_fields(const struct ad_resource *res);
/* Where the list that an answer is a page of goes on; absent on its last. */
struct ad_str meta_next_page(struct ad_arena *arena, const cJSON *body);

/* Units on the wire in one of the currency, by Meta's own table; 0 where it is unknown. */
int64_t meta_offset(struct ad_str currency);
/* Their word for ours and ours for theirs, both absent where unknown. */
struct ad_str meta_objective(struct ad_str ours);
struct ad_str meta_objective_back(struct ad_str theirs);
/* "LOWEST_COST_WITHOUT_CAP" of a strategy of ours; several of ours are one there. */
const char *meta_strategy(struct ad_str ours);
#define META_LOCALES 3
/* The locale keys of a language (BCP 47); 0 where it is none that is known. */
size_t meta_locales(struct ad_str tag, int64_t keys[static META_LOCALES]);
/* What a key is called among our languages: its number. */
struct ad_str meta_locale_tag(struct ad_arena *arena, int64_t key);

/* Pictures (meta_asset.c): each as in platform.h, of assets alone. */
bool meta_carries(enum ad_resource_id holder, struct ad_str role);
bool meta_asset_can(const struct ad_piece *piece, struct ad_platform_error *error);
/* Whether the pictures of an ad that is made or made anew can be shown. */
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

/* Videos (meta_video.c): the same, of an asset of type VIDEO. */
bool meta_is_video(const struct ad_piece *piece);
enum ad_built meta_video_build(struct ad_arena *arena, const struct ad_link *link,
			       const struct ad_piece *piece, unsigned step,
			       struct ad_http_request *out);
/* What an answer that tells of no failure means. */
void meta_video_read(struct ad_arena *arena, const struct ad_piece *piece, const cJSON *body,
		     struct ad_outcome *outcome);
bool meta_video_ask(struct ad_arena *arena, const struct ad_link *link, struct ad_ask *ask,
		    struct ad_http_request *out);
void meta_video_hear(struct ad_arena *arena, struct ad_ask *ask,
		     const struct ad_http_response *response, struct ad_outcome *outcome);
/* What an ad shows in a role, or NULL: its video ("VIDEO"), or else its first picture. */
const struct ad_piece_asset *meta_shown(const struct ad_piece *piece, bool video);

/* Which fields of a campaign stand with its ad sets there. */
bool meta_is_spread(const char *field);
/* Whether a field belongs to an ad's content. */
bool meta_is_content(const char *field);

/*
 * Who an ad set reaches: our ad group's part and our campaign's part, each where it is given, else
 * as in `base`, which also has all that is not ours.
 */
void meta_put_targeting(struct ad_json *j, const cJSON *base, const cJSON *group,
			const cJSON *campaign);

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
 * Of an answer with another number of parts than were asked for nobody can say which is whose. An
 * error of the whole request is no list, and says what it is. body may be NULL.
 */
bool meta_is_torn(const cJSON *body, const struct ad_http_response *response);
/* An answer that is no success; body may be NULL. */
void meta_failure(struct ad_arena *arena, long status, const cJSON *body,
		  const struct ad_http_response *response, struct ad_outcome *outcome);
/* Whether a failure only says that the object is not there or not open to this connection. */
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
/* One object as read; `adsets` of a campaign, where they were asked for. */
struct ad_remote *meta_live(struct ad_arena *arena, const struct ad_ask *ask, const cJSON *object,
			    const cJSON *adsets);

/* The piece that is asked about, by its remote id; NULL: it is none of ours. */
const struct ad_piece *meta_piece_of(const struct ad_ask *ask, struct ad_str remote_id);
/*
 * Writes "platformOptions" of an object there, for its piece (or NULL, then nothing): those that we
 * set, as Meta tells them.
 */
void meta_write_options(struct ad_json *j, const struct ad_piece *piece, const cJSON *object);
/* The normal form of the platformOptions of an object in our form. */
void meta_normal_options(struct ad_text *out, const cJSON *object);
/* A number, or the text of one; 0 where it is neither. */
int64_t meta_number(const cJSON *item);
/* Writes money of the wire's units as ours; nothing where there is none, or the unit is unknown. */
void meta_write_money(struct ad_json *j, const char *key, const cJSON *item,
		      const struct ad_link *link);
/* Writes the day of one of an ad set's times as ours; null where it has none. */
void meta_write_day(struct ad_json *j, const char *key, const cJSON *set, const char *theirs);

/* Names of the fields that the ad sets of a campaign have differently ("a,b"), or absent. */
struct ad_str meta_mixed(struct ad_arena *arena, const struct ad_ask *ask, const cJSON *campaign,
			 const cJSON *sets);
/*
 * A campaign's fields that stand with its ad sets, of all of them (`sets`, NULL: not asked for).
 * What was asked about says what is wanted, and what was last synced.
 */
void meta_write_spread(struct ad_json *j, struct ad_arena *arena, const struct ad_ask *ask,
		       const cJSON *campaign, const cJSON *sets);
/* A campaign's handle: itself and its ad sets as read. */
struct ad_str meta_sets_handle(struct ad_arena *arena, const cJSON *campaign, const cJSON *sets);
/* The ad sets of a campaign's handle; NULL where there is none. */
const cJSON *meta_sets_of(struct ad_arena *arena, const struct ad_remote *live);
/* Whether a campaign's budget is that of its whole life. */
bool meta_is_lifelong(struct ad_arena *arena, const struct ad_remote *live);
/* Tells a campaign anew, with further ad sets behind those that it has. */
void meta_add_sets(struct ad_arena *arena, const struct ad_ask *ask, struct ad_remote *campaign,
		   const cJSON *further);

#endif
