/* The resources as const rows: docs/add-a-resource.md says what is derived from them. */
#ifndef AD_MODEL_RESOURCE_H
#define AD_MODEL_RESOURCE_H

#include "base/base.h"
#include "model/life.h"

enum ad_platform {
	AD_GOOGLE,
	AD_MICROSOFT,
	AD_REDDIT,
	AD_META,
	AD_PLATFORM_COUNT
};

enum ad_resource_id {
	AD_R_IDENTITY, /* GET /me */
	AD_R_SPACE,
	AD_R_CONNECTION,
	AD_R_CAMPAIGN,
	AD_R_AD_GROUP,
	AD_R_AD,
	AD_R_KEYWORD,
	AD_R_KEYWORD_LIST,
	AD_R_BUSINESS,
	AD_R_CONVERSION,
	AD_R_ASSET,
	AD_R_SYNC,
	AD_R_HISTORY,
	AD_R_REPORT,
	AD_R_EVENT,
	AD_R_WEBHOOK,
	AD_RESOURCE_COUNT,
	AD_R_NONE = AD_RESOURCE_COUNT,
	AD_R_ASSET_LINK /* of pushes only (resource_asset.c) */
};
enum ad_verb {
	AD_V_LIST,
	AD_V_GET,
	AD_V_CREATE,
	AD_V_UPDATE,
	AD_V_DELETE,
	AD_V_RESTORE,
	AD_V_COPY,
	AD_V_BATCH,   /* many creates, updates and deletes in one request */
	AD_V_BULK,    /* one rule for many objects */
	AD_V_PREVIEW, /* POST /sync/preview */
	AD_V_PREVIEW_GET,
	AD_V_CANCEL,
	AD_V_RETRY,
	AD_V_APPROVE,
	AD_V_DRIFT,
	AD_V_RESOLVE,
	AD_V_REVERT,
	AD_V_COMMENT,
	AD_V_PAUSE_ALL,   /* POST /sync/pause-all */
	AD_V_MEMBERS,     /* GET /spaces/:id/members */
	AD_V_CREDENTIALS, /* GET /spaces/:id/credentials */
	AD_V_PERFORMANCE,
	AD_V_DISAPPROVALS,
	AD_V_ATTACH,
	AD_V_ATTACHMENTS,
	AD_V_DETACH,
	AD_V_CONTENT,
	AD_V_LINK,   /* GET /assets/:id/link */
	AD_V_TEST,   /* POST /webhooks/:id/test */
	AD_V_ROTATE, /* POST /webhooks/:id/rotate-secret */
	AD_VERB_COUNT
};
enum ad_type {
	AD_T_TEXT,   /* min..max code points */
	AD_T_URL,    /* absolute http(s), at most max bytes, no userinfo */
	AD_T_ENUM,   /* one of options */
	AD_T_MONEY,  /* major units outside, micros inside; min..max in micros */
	AD_T_INT,    /* min..max */
	AD_T_NUMBER, /* a double, min..max as integers */
	AD_T_BOOL,
	AD_T_DATE,    /* YYYY-MM-DD */
	AD_T_TIME,    /* RFC 3339; microseconds inside */
	AD_T_REF,     /* the id of another resource's object in the same Space and environment */
	AD_T_OBJECT,  /* members */
	AD_T_LIST,    /* min..max items, of `item` type (with options/members/item bounds) */
	AD_T_AD_TEXT, /* a string, or { text, pin }: answered as written */
	AD_T_OPTIONS, /* platformOptions: the option rows of platform and resource */
	AD_T_ID,      /* an id of our own making (read-only) */
	AD_T_BYTES,   /* base64 (RFC 4648 section 4), at most max bytes; input only */
	AD_T_ANY,     /* any JSON value (read-only, for outputs) */
};

enum ad_flag {
	AD_REQUIRED = 1 << 0,  /* on create; null is refused */
	AD_READ_ONLY = 1 << 1, /* refused in input */
	AD_FILTER = 1 << 2,    /* ?name=value on lists; has an index */
	AD_IMMUTABLE = 1 << 3, /* fixed after the first push */
	AD_FIXED = 1 << 4,     /* fixed from the start (parents' ids) */
	AD_NOT_NULL = 1 << 5,  /* never reads as null: it is required, or null means its default */
	AD_SENT = 1 << 6,      /* part of what a push sends: compared for drift, kept in `synced` */
	AD_SECRET = 1 << 7,    /* a private column: unknown outside, in no history */
	AD_WALKED = 1 << 9,    /* FILTER without an index: it walks the list, in its order */
	AD_OPEN = 1 << 8,      /* ENUM: a platform's value without a name here reads as OTHER */
	AD_SOMETIMES = 1 << 10,    /* in an output: left out if the caller may not read it */
	AD_INPUT_ONLY = 1 << 11,   /* only the rules use it: no column, in no answer */
	AD_OWN_CURRENCY = 1 << 12, /* MONEY in the object's own currency: the rules check it */
	AD_ONCE = 1 << 13,         /* set on create: a patch that would change it is IMMUTABLE */
	AD_NAME = 1 << 14,         /* TEXT: without white space at its ends */
	AD_BID = 1 << 15,          /* MONEY: a bid, which the guardrail maxBid limits */
	AD_OWN_WORDS = 1 << 16,    /* TEXT: ids of one platform, without a meaning on another */
	AD_OWN_NUMBERS = 1 << 17,  /* TEXT: digits are such an id; codes of letters are common */
	AD_COUNTED = 1 << 18,      /* LIST: history keeps how many items it has and the first few */
	AD_UNFILLED = 1 << 19,     /* SENT: no platform sets a value if the draft has none */
	AD_AMOUNT = 1 << 20,       /* NUMBER: an amount of money, as x-money in the description */
};

#define AD_UNSEEN (AD_SECRET | AD_INPUT_ONLY) /* flags of a field that no answer shows */
struct ad_field {
	const char *name; /* camelCase; the column is its snake_case */
	enum ad_type type;
	uint32_t flags;                 /* enum ad_flag */
	int64_t min, max;               /* by type; max 0: none */
	const char *const *options;     /* ENUM and LIST of ENUM: NULL-ended */
	const struct ad_field *members; /* OBJECT, LIST of OBJECT */
	size_t member_count;
	enum ad_type item;          /* LIST: type of each item */
	int64_t item_max;           /* LIST: bound of each item, by its type */
	enum ad_resource_id ref;    /* REF */
	const char *initial;        /* the default, as JSON; NULL: null */
	const char *doc;            /* one sentence */
	const char *example;        /* as JSON; NULL: one is made of type, bounds and options */
	const struct ad_life *life; /* NULL: from the start, and here to stay */
};

struct ad_shape {         /* a named set of fields */
	const char *name; /* PascalCase, for OpenAPI */
	const char *doc;
	const struct ad_field *fields;
	size_t count;
};
struct ad_action {
	enum ad_verb verb;
	const char *operation_id;      /* "createCampaign" */
	const char *method;            /* "POST" */
	const char *path;              /* below the resource's path: "", "/:id", "/:id/restore" */
	uint32_t scopes;               /* all needed (bits of enum ad_scope); 0: any valid token */
	const struct ad_shape *input;  /* NULL: no body */
	const struct ad_shape *query;  /* own query parameters beside the generic ones */
	const struct ad_shape *output; /* NULL: the resource's own shape */
	int success;                   /* 200, 201, 202 */
	bool lists;                    /* answers a page of outputs, as AD_V_LIST does */
	size_t body_max;               /* bytes; 0: AD_BODY_MAX */
	bool as_sent;                /* its step checks the input itself, and reads it as it came */
	const struct ad_shape *meta; /* of its answer; NULL: that of all, or of all lists */
	const char *summary;
	const char *doc;
	uint32_t traits;      /* beside what the verb brings: enum ad_trait (traits.h) */
	const char *media;    /* what it answers instead of JSON ("image/png, image/gif") */
	const char *or_media; /* what it answers where Accept asks for it ("text/csv") */
	const struct ad_life *life;
};
struct ad_resource {
	enum ad_resource_id id;
	const char *name;   /* "campaign", "adGroup": in JSON and errors */
	const char *path;   /* "/campaigns" */
	const char *table;  /* SQL; NULL: not stored, nor served, by the generic actions */
	const char *prefix; /* of its ids; NULL: none */
	uint32_t read_scope, write_scope;
	bool staged;           /* drafted and pushed; what has a table and is not, is plain */
	bool versioned;        /* without a table, but has an ETag, takes If-Match, validateOnly */
	struct ad_shape shape; /* own fields; the common ones are ad_common_of() */
	const struct ad_action *actions;
	size_t action_count;
	const struct ad_life *life;
};
#define AD_FIELDS_MAX 40
#define AD_BODY_MAX ((size_t)1 << 20) /* bytes of a request's body */

/* The row of a resource. */
const struct ad_resource *ad_resource_row(enum ad_resource_id id);
/* By the id's prefix ("cmp_…"), or NULL. */
const struct ad_resource *ad_resource_of_id(struct ad_str id);
/* By its name in JSON ("adGroup", in pushes also "assetLink"), or NULL. */
const struct ad_resource *ad_resource_by_name(struct ad_str name);
/* The fields that all staged objects have beside their own; all read-only. */
extern const struct ad_shape ad_common;
/* Those of a resource: a plain one's have no syncState and remote, one without table has none. */
const struct ad_shape *ad_common_of(const struct ad_resource *res);
/* A field of the shape by name, or NULL; its index where wanted. */
const struct ad_field *ad_field_find(const struct ad_shape *shape, struct ad_str name,
				     size_t *index);
/* The field that ?q= looks into, or NULL where the resource has none to search by. */
const char *ad_resource_search(const struct ad_resource *res);
/* An action of the resource, or NULL. */
const struct ad_action *ad_action_of(const struct ad_resource *res, enum ad_verb verb);
/* Writes a field's column name ("adGroupId" -> "ad_group_id"), ended by NUL. */
void ad_column_name(const char *field, char out[static 64]);
/* "google", … and back (AD_PLATFORM_COUNT where unknown, whose name is empty). */
const char *ad_platform_name(enum ad_platform platform);
enum ad_platform ad_platform_of(struct ad_str name);
#include "model/resource_rows.h"

#endif
