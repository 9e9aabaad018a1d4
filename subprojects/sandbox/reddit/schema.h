/*
 * The request bodies of the Reddit Ads API v3, as rows: what its published OpenAPI document says of
 * names, types, enum values and lengths. Nothing here acts; check.c refuses by the rows.
 */
#ifndef SANDBOX_REDDIT_SCHEMA_H
#define SANDBOX_REDDIT_SCHEMA_H

#include "../json.h"

enum rd_type {
	RD_STRING,
	RD_INTEGER,
	RD_NUMBER,
	RD_BOOLEAN,
	RD_ENUM,
	RD_OBJECT,
	RD_LIST, /* of `item` */
};

enum rd_flag {
	RD_REQUIRED = 1,
	RD_NULL = 2, /* null may stand there */
};

struct rd_field {
	const char *name;
	enum rd_type type;
	unsigned flags;
	const char *const *values;     /* of an enum, or of a list's: NULL-ended */
	const struct rd_field *fields; /* of an object, or of a list's; NULL: any members */
	enum rd_type item;
	long long least; /* characters, items, or the number itself */
	long long most;  /* 0: not bounded */
	const char *start;
};

/*
 * The members that each request may have below "data"; each list ends with a row whose name is
 * NULL.
 */
extern const struct rd_field rd_campaign_create[];
extern const struct rd_field rd_campaign_patch[];
extern const struct rd_field rd_ad_group_create[];
extern const struct rd_field rd_ad_group_patch[];
extern const struct rd_field rd_ad_create[];
extern const struct rd_field rd_ad_patch[];
extern const struct rd_field rd_post_create[];
extern const struct rd_field rd_post_patch[];
extern const struct rd_field rd_conversion_events[];
extern const struct rd_field rd_report_request[];
extern const struct rd_field rd_keywords_asked[];

/*
 * Checks a whole body, { "data": { … } }, against the rows of its data. Adds one
 * { "field", "message" } a fault to `faults`.
 */
void rd_check(const cJSON *body, const struct rd_field *rows, cJSON *faults);
/* Adds a fault; `field` is a path of slashes from the body's root. */
void rd_fault(cJSON *faults, const char *field, const char *message, ...)
	__attribute__((format(printf, 3, 4)));
/* True if the NULL-ended list has the word. */
bool rd_has(const char *const *values, const char *word);

extern const char *const rd_rejections[];

#endif
