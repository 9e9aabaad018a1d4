/* The simulated Microsoft Advertising API (REST, v13): one call, its kinds, who handles what. */
#ifndef SANDBOX_MICROSOFT_MICROSOFT_H
#define SANDBOX_MICROSOFT_MICROSOFT_H

#include "../faults.h"
#include "../json.h"
#include "../sandbox.h"
#include "../text.h"
#include "errors.h"
#include "schema.h"

/* Kinds in the store; Google's have other numbers. */
enum ms_kind_id {
	MK_CAMPAIGN = 100,
	MK_AD_GROUP,
	MK_AD,
	MK_KEYWORD,
	MK_NEGATIVE,
	MK_CRITERION,
	MK_REPORT,
	MK_EXTENSION,
	MK_ASSOCIATION,
	MK_CONVERSION,   /* counted */
	MK_UNATTRIBUTED, /* taken, and not counted */
	MK_MEDIA,
	MK_END,
};

struct ms_call {
	struct sandbox *sandbox;
	struct store_account account;
	long long now; /* the sandbox's clock */
	cJSON *body;   /* checked */
	cJSON *answer; /* of a 200 */
	bool committed;
	enum ms_error whole;        /* the operation as a whole is refused */
	const char *host;           /* that the request came to: "127.0.0.1:4711" */
	const struct fault *refuse; /* a test's, of one item; or NULL */
	const char *trick; /* what a test wants to be wrong with a report, or NULL (report.c) */
};

/* One item of an add or update, as its rules see it. */
struct ms_item {
	struct ms_call *call;
	int index;
	bool creating;
	const char *parent;
	const cJSON *given; /* as sent */
	cJSON *value;       /* as it is to be stored */
	cJSON *errors;      /* PartialErrors of the call */
	bool failed;
};

/* A kind that is added, changed, deleted and read alike. */
struct ms_kind {
	enum ms_kind_id id, above;
	const char *items, *ids; /* members of requests and answers */
	const char *parent;      /* member that names what it hangs under */
	size_t most, most_read;  /* in one request */
	enum ms_error none, many, no_ids, many_ids, unknown;
	void (*check)(struct ms_item *item);
};
extern const struct ms_kind ms_campaigns, ms_ad_groups, ms_ads, ms_keywords;

/* The ad account's name for the time zone of an IANA place; Greenwich's if there is none. */
const char *ms_account_zone(const char *place);
/* A time zone in the spelling of campaigns and reports. */
bool ms_is_campaign_zone(const char *word);
/* Refuses the item. */
void ms_fail(struct ms_item *item, enum ms_error error, const char *field);

/* items.c */
void ms_add(struct ms_call *call, const struct ms_kind *kind);
void ms_update(struct ms_call *call, const struct ms_kind *kind);
void ms_delete(struct ms_call *call, const struct ms_kind *kind);
void ms_read_ids(struct ms_call *call, const struct ms_kind *kind);
void ms_read_under(struct ms_call *call, const struct ms_kind *kind);
/* True if an object and all its parents exist and are not deleted. */
bool ms_stands(struct ms_call *call, enum ms_kind_id kind, const char *id);
/* A new id of the account, as text on `out`. */
void ms_new_id(struct ms_call *call, char out[24]);
void ms_store(struct ms_call *call, enum ms_kind_id kind, cJSON *value);
/* Its value as a read shows it: without what the sandbox keeps for itself, reviewed by now. */
void ms_show(struct ms_call *call, enum ms_kind_id kind, cJSON *value);

/* criteria.c, negatives.c, reasons in items.c */
void ms_criteria_add(struct ms_call *call, const struct ms_kind *kind);
void ms_criteria_update(struct ms_call *call, const struct ms_kind *kind);
void ms_criteria_delete(struct ms_call *call, const struct ms_kind *kind);
void ms_criteria_read(struct ms_call *call, const struct ms_kind *kind);
void ms_negatives_add(struct ms_call *call, const struct ms_kind *kind);
void ms_negatives_delete(struct ms_call *call, const struct ms_kind *kind);
void ms_negatives_read(struct ms_call *call, const struct ms_kind *kind);
void ms_reasons_read(struct ms_call *call, const struct ms_kind *kind);

/* report.c */
void ms_report_submit(struct ms_call *call, const struct ms_kind *kind);
void ms_report_poll(struct ms_call *call, const struct ms_kind *kind);
/* Answers a GET of a report's address, which is its own credential; `call` holds no account yet. */
void ms_report_download(struct ms_call *call, const char *key, struct reply *reply);
/* report_file.c: the CSV of a request, on the heap; NULL where it has not one line. */
char *ms_report_file(struct ms_call *call, const cJSON *request);

/* zip.c: a ZIP archive of one file, on the heap; *size is its length. */
char *ms_zip(const char *name, const char *data, size_t length, size_t *size);

/* goals.c */
void ms_goals_read(struct ms_call *call, const struct ms_kind *kind);
/* True if offline conversions may be uploaded to the goal of that name. */
bool ms_goal_takes(const char *name);
/* extensions.c, associations.c */
void ms_extensions_add(struct ms_call *call, const struct ms_kind *kind);
void ms_extensions_update(struct ms_call *call, const struct ms_kind *kind);
void ms_extensions_delete(struct ms_call *call, const struct ms_kind *kind);
void ms_extensions_ids(struct ms_call *call, const struct ms_kind *kind);
void ms_extensions_read(struct ms_call *call, const struct ms_kind *kind);
void ms_associations_set(struct ms_call *call, const struct ms_kind *kind);
void ms_associations_delete(struct ms_call *call, const struct ms_kind *kind);
void ms_associations_read(struct ms_call *call, const struct ms_kind *kind);
/* conversions.c */
void ms_conversions_apply(struct ms_call *call, const struct ms_kind *kind);
/* True if the body names the account; otherwise the call is refused. */
bool ms_names_account(struct ms_call *call);
/* True if "SitelinkAdExtension,CalloutAdExtension" names an extension's type. */
bool ms_extension_listed(const cJSON *extension, const char *types);

/*
 * Writes an extension as a read shows it. Some members appear only if the request's flags (or NULL)
 * name them.
 */
void ms_extension_show(cJSON *extension, const char *asked);

/* media.c */
void ms_media_add(struct ms_call *call, const struct ms_kind *kind);
void ms_media_list(struct ms_call *call, const struct ms_kind *kind);
void ms_check_image_extension(struct ms_item *item);

/* rules.c, rules_ad.c */
void ms_check_campaign(struct ms_item *item);
void ms_check_ad_group(struct ms_item *item);
void ms_check_ad(struct ms_item *item);
void ms_check_keyword(struct ms_item *item);
void ms_check_parameters(struct ms_item *item);
void ms_check_urls(struct ms_item *item);
void ms_check_bid(struct ms_item *item, const char *key);
/* The least bid and budget of a currency, the highest bid. */
double ms_floor(const char *currency);
double ms_ceiling(const char *currency);
/* Code points of a text, East-Asian wide ones as two. */
size_t ms_width(const char *text);

/* check.c: why a body is none that the service takes, as its answer; NULL where it is. */
cJSON *ms_check_body(const cJSON *body, const struct ms_message *message);

/* oauth.c, route.c */
/* An operation as a whole that is refused, as a fault of the caller or of what was asked. */
void ms_refuse(struct reply *reply, int status, enum ms_error error);
void ms_oauth(struct sandbox *sandbox, const struct request *request, struct reply *reply);
/* Customer Management; false where the path is none of it. */
bool ms_customer(struct sandbox *sandbox, const struct request *request, const cJSON *body,
		 struct reply *reply);
bool ms_authenticate(struct sandbox *sandbox, const char *authorization, char *account);
void ms_route(struct sandbox *sandbox, const struct request *request, struct reply *reply);

#endif
