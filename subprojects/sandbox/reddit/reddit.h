/* The simulated Reddit Ads API v3: one call, the kinds of object it knows, and who handles what. */
#ifndef SANDBOX_REDDIT_REDDIT_H
#define SANDBOX_REDDIT_REDDIT_H

#include "../faults.h"
#include "../json.h"
#include "../sandbox.h"
#include "../text.h"
#include "schema.h"

enum rd_kind_id {
	RD_CAMPAIGN,
	RD_AD_GROUP,
	RD_AD,
	RD_POST,
	RD_KINDS,
	RD_EVENT, /* no object: in the store, behind them */
};

/* One HTTP call for an ad account. */
struct rd_call {
	struct sandbox *sandbox;
	const struct request *request;
	struct store_account account;
	long long now; /* the sandbox's clock, seconds */
	const cJSON *data;
	cJSON *faults;  /* of the body; not empty: it is refused */
	bool committed; /* set once a change is durable */
};

/* A kind of object: how it is named, its rows, its rules. */
struct rd_kind {
	const char *collection; /* in paths */
	const char *word;       /* in faults and the log: "adGroup" */
	const char *parent;     /* the member that names what it stands under, or NULL */
	const struct rd_field *create;
	const struct rd_field *patch;
	/* Looks at the object as it would be; `was` is NULL on create. Adds to call->faults. */
	void (*check)(struct rd_call *call, const cJSON *was, cJSON *is);
};
extern const struct rd_kind rd_kinds[RD_KINDS];

/* objects.c: POST below an account or a profile; GET and PATCH of one. */
void rd_create(struct rd_call *call, enum rd_kind_id kind, struct reply *reply);
void rd_patch(struct rd_call *call, enum rd_kind_id kind, const char *id, struct reply *reply);
void rd_get(struct rd_call *call, enum rd_kind_id kind, const char *id, struct reply *reply);
/* The stored object, owned by the caller, or NULL. */
cJSON *rd_load(struct rd_call *call, enum rd_kind_id kind, const char *id);
/* Stores it under its id. */
void rd_keep(struct sandbox *sandbox, const char *account, enum rd_kind_id kind,
	     const cJSON *object);

/* paging.c: GET of a collection. */
void rd_list(struct rd_call *call, enum rd_kind_id kind, struct reply *reply);

/* The rows that page.size and page.token request: their number, and the number before them. */
struct rd_page {
	long long size, start;
};
/* Reads it from the request; false with the refusal answered. */
bool rd_page(struct rd_call *call, struct rd_page *page, struct reply *reply);
/* Adds the "pagination" of a page to a body; `more`: rows come behind it. */
void rd_paginate(const struct rd_call *call, const struct rd_page *page, bool more, cJSON *body);

/* view.c: what follows from the rest: effective_status, delivery_status, the review. In place. */
void rd_view(struct rd_call *call, enum rd_kind_id kind, cJSON *object);

/* rules.c, rules_ad.c: what the schema cannot say. */
void rd_check_campaign(struct rd_call *call, const cJSON *was, cJSON *is);
void rd_check_ad_group(struct rd_call *call, const cJSON *was, cJSON *is);
void rd_check_ad(struct rd_call *call, const cJSON *was, cJSON *is);
void rd_check_post(struct rd_call *call, const cJSON *was, cJSON *is);
/* True if the member is present and not null. */
bool rd_set(const cJSON *object, const char *key);
/* True if the member is that text. */
bool rd_is(const cJSON *object, const char *key, const char *text);
/* "2026-11-21T10:00:00Z" of a moment, 21 bytes; a moment of such a text, false where malformed. */
void rd_time_text(long long at, char *out);
bool rd_time(const char *text, long long *at);

/* events.c: POST of conversion events to a pixel; those that count, into a list. */
void rd_events(struct rd_call *call, const char *pixel, struct reply *reply);
void rd_events_show(struct sandbox *sandbox, const char *account, cJSON *list);

/* report.c, targeting.c: POST of a report; of keywords, which the brand is safe with. */
void rd_report(struct rd_call *call, struct reply *reply);
void rd_keyword_validations(struct rd_call *call, struct reply *reply);

/* oauth.c, control.c, route.c */
void rd_oauth(struct sandbox *sandbox, const struct request *request, struct reply *reply);
void rd_show(struct sandbox *sandbox, const char *account, cJSON *answer);
void rd_edit(struct sandbox *sandbox, const cJSON *wish, struct reply *reply);
void rd_serve(struct sandbox *sandbox, const struct request *request, struct reply *reply);

/* { "error": { "code", "message" } } */
void rd_refuse(struct reply *reply, int status, const char *message);
/* Answers the faults of the body; false where there are none. */
bool rd_refuse_faults(struct rd_call *call, struct reply *reply);

#endif
