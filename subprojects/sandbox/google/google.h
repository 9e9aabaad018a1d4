/* The simulated Google Ads API: one call, the kinds of object it knows, and who handles what. */
#ifndef SANDBOX_GOOGLE_GOOGLE_H
#define SANDBOX_GOOGLE_GOOGLE_H

#include "../faults.h"
#include "../json.h"
#include "../sandbox.h"
#include "../text.h"
#include "check.h"
#include "errors.h"
#include "schema.h"

enum g_kind_id {
	K_CAMPAIGN_BUDGET,
	K_CAMPAIGN,
	K_CAMPAIGN_CRITERION,
	K_AD_GROUP,
	K_AD_GROUP_AD,
	K_AD, /* the content of an ad group ad: updated by itself, never created */
	K_AD_GROUP_CRITERION,
	K_ASSET,
	K_CAMPAIGN_ASSET,
	K_AD_GROUP_ASSET,
	K_COUNT,
};

enum {
	G_CONVERSIONS = 90 /* uploaded conversions in the store, beside the kinds */
};

/* One HTTP call for a customer. */
struct g_call {
	struct sandbox *sandbox;
	int version;
	struct store_account account;
	long long now;              /* the sandbox's clock */
	char today[20];             /* the same in the account's time zone, "yyyy-MM-dd HH:mm:ss" */
	cJSON *body;                /* checked and canonical */
	bool committed;             /* set once a change is durable */
	const struct fault *refuse; /* a test's, of one operation; or NULL */
};

struct g_op;

/* A kind of object: how it is named, and its rules. */
struct g_kind {
	const char *json;       /* member of a row, and of MUTABLE_RESOURCE results */
	const char *snake;      /* resource in a query */
	const char *collection; /* in paths and resource names */
	const struct g_message *message;
	const struct g_message *request; /* of collection:mutate */
	bool own_id;                     /* may be created under a temporary name */
	bool no_remove;
	void (*create)(struct g_op *op);
	void (*update)(struct g_op *op);
	void (*remove)(struct g_op *op);
};

extern const struct g_kind g_kinds[K_COUNT];

/* POST …/{collection}:mutate (kind) and …/googleAds:mutate (K_COUNT). */
void g_mutate(struct g_call *call, enum g_kind_id kind, struct reply *reply);
/* POST …:uploadClickConversions. */
void g_upload(struct g_call *call, struct reply *reply);
/*
 * The actions that uploads go to (actions.c): the i-th (NULL behind the last), by its id, as it is
 * read.
 */
struct g_action {
	const char *id, *name, *type, *category, *status;
};
const struct g_action *g_action_at(size_t i);
const struct g_action *g_action_find(const char *id);
cJSON *g_action_json(const struct g_call *call, const struct g_action *action);
/* POST …/googleAds:search and :searchStream. */
void g_search(struct g_call *call, bool stream, struct reply *reply);
/* POST /vN/geoTargetConstants:suggest. */
void g_suggest(struct g_call *call, struct reply *reply);

/* Everything under /google and /google-oauth. */
void g_route(struct sandbox *sandbox, const struct request *request, struct reply *reply);
void g_oauth(struct sandbox *sandbox, const struct request *request, struct reply *reply);

/* The smallest amount of a currency, in micros. */
long long g_currency_unit(const char *currency);

/* Answers one fault: a GoogleAdsFailure under `status`. */
void g_refuse(struct reply *reply, int version, int status, enum g_error code);

/* Removes the members the sandbox keeps for itself, whose names start with '_'. */
void g_hide_private(cJSON *object);
/* The account that a "Bearer …" header reaches; false when there is none. */
bool g_authenticate(struct sandbox *sandbox, const char *authorization, char *account);
/* The kind of an object that a test names ("customers/1/campaigns/2"); -1 if there is none. */
int g_parse_name(const char *name, char *account, char *tail, size_t room);
/* The columns under which an object is stored, read from its own value. */
struct store_object g_columns(enum g_kind_id kind, const char *tail, const cJSON *value,
			      char *parent);
enum {
	G_TAIL_ROOM = 64
};
/* Notes a change in the account's history, as change_event shows it. */
struct g_change {
	enum g_kind_id kind;
	const char *name; /* resource name */
	const char *operation;
	const char *client;
	const char *fields; /* comma-joined mask, or "" */
};
void g_note_change(struct sandbox *sandbox, const char *account, const struct g_change *change);

#endif
