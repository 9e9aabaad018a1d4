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
	MK_END,
};

struct ms_call {
	struct sandbox *sandbox;
	struct store_account account;
	long long now; /* the sandbox's clock */
	cJSON *body;   /* checked */
	cJSON *answer; /* of a 200 */
	bool committed;
	enum ms_error whole; /* the operation as a whole is refused */
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

/* Refuses the item. */
void ms_fail(struct ms_item *item, enum ms_error error, const char *field);

/* items.c */
void ms_add(struct ms_call *call, const struct ms_kind *kind);
void ms_update(struct ms_call *call, const struct ms_kind *kind);
void ms_delete(struct ms_call *call, const struct ms_kind *kind);
void ms_read_ids(struct ms_call *call, const struct ms_kind *kind);
void ms_read_under(struct ms_call *call, const struct ms_kind *kind);
/* Whether an object and all that it hangs under stands. */
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
void ms_oauth(struct sandbox *sandbox, const struct request *request, struct reply *reply);
bool ms_authenticate(struct sandbox *sandbox, const char *authorization, char *account);
void ms_route(struct sandbox *sandbox, const struct request *request, struct reply *reply);

#endif
