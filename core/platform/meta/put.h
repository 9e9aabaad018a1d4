/* The parts of a request to Meta. Only the adapter's builders include it. */
#ifndef AD_PLATFORM_META_PUT_H
#define AD_PLATFORM_META_PUT_H

#include "platform/meta/adapter.h"

/*
 * Writes money in wire units. An amount that the unit cannot express, or a currency that Meta does
 * not list, is written as a text that is not a whole number, which Meta refuses. Amounts are never
 * rounded.
 */
void meta_put_money(struct ad_text *form, const char *key, const cJSON *value,
		    const struct ad_link *link);
/* A day's first or last second in the account's zone; "0" clears an end. */
void meta_put_day(struct ad_text *form, const char *key, const cJSON *value, bool last,
		  const struct ad_link *link);
void meta_put_json(struct ad_text *form, const char *key, const cJSON *value);
void meta_put_text(struct ad_text *form, const char *key, struct ad_str value);
void meta_put_status(struct ad_text *form, const cJSON *want);
/* Copies a member of another object into the open one. */
void meta_put_member(struct ad_json *j, const cJSON *member);

/* An option of the object, otherwise the connection's setting of that name. */
const cJSON *meta_option(const cJSON *want, const char *name, const struct ad_link *link);
/* True if the request sends the field: a create sends all. */
bool meta_changes(const struct ad_piece *piece, const char *field);
/*
 * True if the request sends the option: a create sends all, an update those whose value is set and
 * differs from Meta's. Defaults are sent by creates only.
 */
bool meta_changes_option(const struct ad_piece *piece, const char *name);
/* A member of the live object's handle, as Meta returned it; NULL if there is none. */
const cJSON *meta_live_part(struct ad_arena *arena, const struct ad_piece *piece, const char *name);

/* Writes the members of an ad set that is created or changed. */
void meta_put_group(struct ad_text *form, const struct ad_piece *piece, const struct ad_link *link);
/*
 * Writes the creative of an ad. Meta never changes one: an update makes another from the live one,
 * with the changed fields replaced.
 */
void meta_put_creative(struct ad_text *form, const struct ad_piece *piece,
		       const struct ad_link *link);

#endif
