/*
 * One operation of a mutate request, and the words rules are written in. A rule reads the object as
 * it will be (`op->value`), and as it was (`op->before`, NULL on create), says what is wrong with
 * op_fail, and fills in defaults. Everything is held by mutate.c.
 */
#ifndef SANDBOX_GOOGLE_OP_H
#define SANDBOX_GOOGLE_OP_H

#include "google.h"

enum g_verb {
	VERB_CREATE,
	VERB_UPDATE,
	VERB_REMOVE,
};

struct g_mutation;

struct g_op {
	struct g_mutation *m;
	struct g_call *call;
	const struct g_kind *kind;
	enum g_verb verb;
	const cJSON *operation; /* as sent: exemptions and validation parameters are read from it */
	const char *sent_name;  /* resourceName in the request, or NULL */
	struct text path;       /* "operations[3].create" */
	size_t base;            /* bytes of it that name the operation: "operations[3]" */
	cJSON *sent;            /* the value of create or update */
	const char *mask;       /* of an update */
	cJSON *value;           /* the object to store */
	cJSON *before;
	char tail[G_TAIL_ROOM];
	bool failed;
	bool skipped;  /* a parent failed: nothing to store, nothing more to say */
	bool existing; /* created again what exists: answered, not stored twice */
};

/* Notes a fault at `field`, a path below the resource such as "ad.final_urls[0]" ("" for the whole
 * resource). Returns the held error, for details. */
cJSON *op_fail(struct g_op *op, enum g_error code, const char *field, const char *trigger);
/* The same with the path made by printf. */
cJSON *op_fail_at(struct g_op *op, enum g_error code, const char *trigger, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* A fault of the operation itself: `member` is "update_mask", or "" for the whole of it. */
void op_fail_operation(struct g_op *op, enum g_error code, const char *member, const char *trigger);

/*
 * Resolves a temporary name of this request: the real name, NULL if nothing has that name yet, ""
 * if its creation failed.
 */
const char *op_temporary(struct g_op *op, const char *name);

/* Gives the operation up because what `field` names failed earlier; told only under partialFailure,
 * where nothing else would say why. */
void op_skip(struct g_op *op, const char *field);

/* True if the update names `field` (snake_case) or something below it; always true on create. */
bool op_touches(const struct g_op *op, const char *field);

/*
 * The object `value[camel]` names, which must be of `kind` and not removed; NULL after a fault, or
 * when its creation failed earlier in the request. Writes its tail. Owned by the mutation.
 */
const cJSON *op_reference(struct g_op *op, const char *field, enum g_kind_id kind, char *tail);
/* Loads another object of the same account, owned by the mutation; NULL when there is none. */
const cJSON *op_load(struct g_op *op, enum g_kind_id kind, const char *tail);

/*
 * True if any operation of this request, earlier or later, creates an object for which `want`
 * returns true. Some rules judge a tree as a whole.
 */
typedef bool op_want(const cJSON *created, const char *parent_name, const void *context);
bool op_request_has(const struct g_op *op, enum g_kind_id kind, op_want *want, const void *context);

/* Takes the next id of a kind: "22000000001". */
void op_new_id(struct g_op *op, enum g_kind_id kind, char *tail);

/* Characters of UTF-8 text; those of East Asian width count twice when `wide`. */
size_t g_length(const char *text, bool wide);
/* Walks `sent` by its rows: required, read-only and foreign fields, and the checks of values. */
void g_check_values(struct g_op *op);
/* Applies the update's mask to op->value; notes faults of the mask. */
void g_apply_mask(struct g_op *op);
/* Makes the id of a criterion from what it is. */
void g_criterion_id(const char *what, char *out);
/* True if the location's constant certainly lies outside the European Union. */
bool g_outside_eu(const char *geo_target_constant);
/* True if `id` is a country or language constant that exists, or a finer place that may. */
bool g_geo_known(const char *id);
bool g_language_known(const char *id);

/* Rules, by kind. */
void budget_create(struct g_op *op);
void budget_update(struct g_op *op);
void budget_remove(struct g_op *op);
void campaign_create(struct g_op *op);
void campaign_update(struct g_op *op);
void ad_group_create(struct g_op *op);
void ad_group_update(struct g_op *op);
void ad_create(struct g_op *op);
void ad_update(struct g_op *op);
void ad_content_update(struct g_op *op);
void criterion_create(struct g_op *op);
void criterion_update(struct g_op *op);
void campaign_criterion_create(struct g_op *op);
void campaign_criterion_update(struct g_op *op);
void asset_create(struct g_op *op);
void asset_update(struct g_op *op);
void campaign_asset_create(struct g_op *op);
void ad_group_asset_create(struct g_op *op);
void asset_link_update(struct g_op *op);

/* Shared by the two kinds of keyword: text, match type, policy; `negative` as in the criterion. */
void keyword_rules(struct g_op *op, const cJSON *keyword);
void keyword_key(const cJSON *keyword, char *out);
/* Bidding of a campaign. */
void bidding_rules(struct g_op *op);

#endif
