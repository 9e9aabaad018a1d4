/*
 * Microsoft Advertising over REST (campaign management, v13): the shared parts of the adapter's
 * files. Only they include it. A remote id is the chain of ids from the campaign down, joined by
 * '~', because every request below a campaign names its parents.
 */
#ifndef AD_PLATFORM_MICROSOFT_H
#define AD_PLATFORM_MICROSOFT_H

#include "platform/bidding.h"
#include "platform/platform.h"
#include "platform/version.h"

/* The key of our mark among an object's custom parameters; the value is our object's id. */
#define MICROSOFT_MARK "adcore"
#define MICROSOFT_EVERYBODY "PeopleInOrSearchingForOrViewingPages"
#define MICROSOFT_PRESENCE "PeopleIn"
/* Maximum number of criterions per request. */
#define MICROSOFT_CRITERIA_MAX 100

/* The wire format of a field of ours at Microsoft. */
enum microsoft_form {
	MF_TEXT,      /* a string; "" clears */
	MF_STATUS,    /* Active | Paused */
	MF_BID,       /* { Amount }, in units of the account's currency */
	MF_BUDGET,    /* BudgetType and DailyBudget, in units of the account's currency */
	MF_URL,       /* a list of one URL; an empty one clears */
	MF_TEXTS,     /* asset links with pins */
	MF_BIDDING,   /* a bidding scheme */
	MF_LANGUAGES, /* names; an empty list of ours is all of theirs */
	MF_NETWORK,   /* of an ad group's options */
	MF_LOCATIONS, /* campaign criterions */
	MF_SCHEDULE,  /* campaign criterions */
	MF_INTENT,    /* of a campaign's options: the criterion on intent */
	MF_FIXED,     /* only at creation */
};

struct microsoft_field {
	enum ad_resource_id resource;
	const char *field; /* ours */
	enum microsoft_form form;
	const char *key; /* Microsoft's, NULL if the form has its own */
};
extern const struct microsoft_field microsoft_fields[];
extern const size_t microsoft_field_count;
/* The row of a field, or NULL if Microsoft has no equivalent. */
const struct microsoft_field *microsoft_field(enum ad_resource_id resource, const char *field);

struct microsoft_bidding {
	const char *strategy; /* ours without the number */
	const char *targeted; /* ours with it, where that is another one */
	const char *type;     /* as written; read with or without the suffix "BiddingScheme" */
	const char *leaf;     /* its number: "MaxCpc", … or NULL */
	const char *ours;     /* our member for that number */
	bool amount;          /* the number is a { Amount } */
	bool capped;          /* it has a MaxCpc beside that number */
};
/* A strategy that adcore cannot write: a portfolio's, or one without a row. */
#define MICROSOFT_OTHER AD_BIDDING_OTHER
extern const struct microsoft_bidding microsoft_biddings[];
extern const size_t microsoft_bidding_count;
/* The row of our strategy; the manual one, which is also Microsoft's default, if absent. */
const struct microsoft_bidding *microsoft_bidding_of(struct ad_str strategy);
/*
 * True if the live bidding already has the strategy of the value: an update then sends only the
 * numbers, and Microsoft keeps the strategy's other settings.
 */
bool microsoft_bidding_stands(const cJSON *live, const cJSON *value);
/* Writes a bidding scheme; only its numbers if the live bidding (or NULL) has its strategy. */
void microsoft_put_bidding(struct ad_json *j, const cJSON *value, const cJSON *live);

/* The location number of "DE" and of "72"; 0 if unknown. Back: "DE", otherwise the digits. */
int64_t microsoft_geo_id(struct ad_str code);
struct ad_str microsoft_geo_code(struct ad_arena *arena, struct ad_str id);
/* "German" of "de-AT"; absent if unknown. Back: "de", otherwise the name. */
struct ad_str microsoft_language_name(struct ad_str tag);
struct ad_str microsoft_language_tag(struct ad_str name);
/* Microsoft's word in campaigns and reports for an IANA time zone; absent if it has none. */
struct ad_str microsoft_zone(struct ad_str iana);
/* A place in the time zone of an ad account, from the account's word; absent if unknown. */
struct ad_str microsoft_zone_place(struct ad_str account);
/* "PHRASE" and "Phrase"; NULL and OTHER if unknown. */
const char *microsoft_match(struct ad_str ours);
const char *microsoft_match_back(struct ad_str theirs);
const char *microsoft_network(struct ad_str ours);
const char *microsoft_network_back(struct ad_str theirs);
/* The options' geo mode; the default is PRESENCE. OTHER is a mode that adcore does not know. */
struct ad_str microsoft_geo_mode(const cJSON *options);

/* The last id of a chain, the chain above it, and the last but one id. */
struct ad_str microsoft_own(struct ad_str chain);
struct ad_str microsoft_above(struct ad_str chain);

/* True if the piece is a negative keyword, which is a separate kind at Microsoft. */
bool microsoft_is_negative(const struct ad_piece *piece);
/* Starts a request to a path of the campaign service. */
void microsoft_request(struct ad_arena *arena, const struct ad_link *link, const char *method,
		       const char *path, struct ad_http_request *out);
/* Writes a value of ours under Microsoft's key. */
void microsoft_put(struct ad_json *j, const struct microsoft_field *row, const cJSON *value);
/* Writes a campaign's budget of that type (NULL: unchanged); nothing if there is none. */
void microsoft_put_budget(struct ad_json *j, const char *type, const cJSON *value);
/* A criterion's location as a number, negative if excluded. */
int64_t microsoft_place(const cJSON *item);

/* Sitelinks, callouts, pictures (microsoft/extension.c): each as in platform.h, of assets alone. */
bool microsoft_is_extension(enum ad_resource_id resource);
bool microsoft_carries(enum ad_resource_id holder, struct ad_str role);
bool microsoft_extension_can(const struct ad_piece *piece, struct ad_platform_error *error);
bool microsoft_extension_together(const struct ad_piece *a, const struct ad_piece *b);
enum ad_built microsoft_extension_build(struct ad_arena *arena, const struct ad_link *link,
					const struct ad_piece *pieces, size_t count, unsigned step,
					struct ad_http_request *out);
/* Writes the members of the next query and returns its path; NULL when all was queried. */
const char *microsoft_extension_ask(struct ad_json *j, const struct ad_link *link,
				    const struct ad_ask *ask);
void microsoft_extension_hear(struct ad_arena *arena, struct ad_ask *ask, const cJSON *body,
			      struct ad_outcome *outcome);
bool microsoft_extension_same_key(const struct ad_piece *piece, const struct ad_remote *remote);
/* Pictures (microsoft/image.c): the same, for an asset of type IMAGE, which is sent alone. */
bool microsoft_is_image(const struct ad_piece *piece);
bool microsoft_image_can(const struct ad_piece *piece, struct ad_platform_error *error);
enum ad_built microsoft_image_build(struct ad_arena *arena, const struct ad_link *link,
				    const struct ad_piece *piece, unsigned step,
				    struct ad_http_request *out);
/* Reads the answer to the picture's bytes; false if the bytes were not sent. */
bool microsoft_image_read(struct ad_arena *arena, const struct ad_piece *piece, const cJSON *body,
			  struct ad_outcome *outcome);
/* The query for the library's page ask->part - first; NULL when all was queried. */
const char *microsoft_image_ask(struct ad_json *j, const struct ad_ask *ask, unsigned first);
void microsoft_image_hear(struct ad_arena *arena, struct ad_ask *ask, const cJSON *media);
/* The remote id of a link: the chain of its holder, and the extension's id. */
struct ad_str microsoft_association_id(struct ad_arena *arena, const struct ad_piece *piece);

extern const struct ad_uploader microsoft_uploader;

/* The parts of the adapter. */
void microsoft_normal(struct ad_text *out, const struct ad_resource *res, const char *field,
		      const cJSON *object);
enum ad_built microsoft_build(struct ad_arena *arena, const struct ad_link *link,
			      const struct ad_piece *pieces, size_t count, unsigned step,
			      struct ad_http_request *out);
bool microsoft_in_step(const struct ad_piece *piece, unsigned step, const char *field);
bool microsoft_in_parts(const struct ad_piece *piece, unsigned step, const char *field);
/* The requests of a campaign's update (microsoft/campaign.c). */
enum ad_built microsoft_update_campaign(struct ad_arena *arena, const struct ad_link *link,
					const struct ad_piece *piece, unsigned step,
					struct ad_http_request *out);
/* Writes an object with its id and the fields that change. */
void microsoft_put_changed(struct ad_json *j, const struct ad_piece *piece);
bool microsoft_can(struct ad_arena *arena, const struct ad_piece *piece,
		   struct ad_platform_error *error);
bool microsoft_together(const struct ad_piece *a, const struct ad_piece *b);
bool microsoft_same_key(const struct ad_piece *piece, const struct ad_remote *remote);
void microsoft_read(struct ad_arena *arena, const struct ad_piece *pieces, size_t count,
		    const struct ad_http_response *response, struct ad_outcome *outcomes);
/* Reads an error answer into one outcome; the other function reads one error of a list. */
void microsoft_failure(struct ad_arena *arena, const struct ad_http_response *response,
		       const cJSON *body, struct ad_outcome *outcome);
void microsoft_one_error(struct ad_arena *arena, const cJSON *error, struct ad_outcome *outcome);
/*
 * For a query of live objects: objects named by PartialErrors are removed if the error says so,
 * otherwise unseen. `is_about` is true if an index refers to a piece; NULL: the index is the
 * piece's own. For a query by key: as microsoft_hear_errors().
 */
void microsoft_hear_absent(struct ad_arena *arena, struct ad_ask *ask, const cJSON *body,
			   bool (*is_about)(const struct ad_ask *ask, size_t piece, size_t index),
			   struct ad_outcome *outcome);
/*
 * For a query of the children of one parent: sets the outcome if the answer does not have them,
 * because of an error or because the parent's entry is null. A removed parent has none.
 */
void microsoft_hear_errors(struct ad_arena *arena, const cJSON *body, struct ad_outcome *outcome);
bool microsoft_ask(struct ad_arena *arena, const struct ad_link *link, struct ad_ask *ask,
		   struct ad_http_request *out);
void microsoft_hear(struct ad_arena *arena, struct ad_ask *ask,
		    const struct ad_http_response *response, struct ad_outcome *outcome);
/* As in platform.h. */
bool microsoft_list(struct ad_arena *arena, const struct ad_link *link, struct ad_listing *listing,
		    struct ad_http_request *out);
/* As in platform.h. */
void microsoft_list_hear(struct ad_arena *arena, struct ad_listing *listing,
			 const struct ad_http_response *response, struct ad_outcome *outcome);
/* As in platform.h. */
bool microsoft_figures(struct ad_arena *arena, const struct ad_link *link,
		       struct ad_figures_ask *ask, struct ad_http_request *out);
/* As in platform.h. */
void microsoft_figures_hear(struct ad_arena *arena, struct ad_figures_ask *ask,
			    const struct ad_http_response *response, struct ad_outcome *outcome);
/*
 * One object as read, under the chain `above` (absent for a campaign); NULL if it is not an object.
 */
struct ad_remote *microsoft_live(struct ad_arena *arena, const struct ad_piece *like,
				 struct ad_str above, const cJSON *object);
/* Adds the locations, the intent criterion and the hours to a campaign that was read. */
void microsoft_live_criteria(struct ad_arena *arena, struct ad_remote *campaign,
			     const cJSON *criteria);
/* Adds the reasons of a review's limits. */
void microsoft_live_reasons(struct ad_arena *arena, struct ad_ask *ask, const cJSON *reasons);

#endif
