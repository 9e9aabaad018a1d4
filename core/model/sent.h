/*
 * The one table of which platform is sent which field: sent, refused at the write with the reason,
 * or kept local. The rules, the plan, the state MODIFIED, the adapters and docs/reference.md all
 * read it; a unit test holds the adapters' requests against it.
 */
#ifndef AD_MODEL_SENT_H
#define AD_MODEL_SENT_H

#include <cjson/cJSON.h>

#include "model/resource.h"

enum ad_sent_how {
	AD_SENT_NO_OBJECT, /* the platform has no such object; of a member: as its field */
	AD_SENT_ALWAYS,    /* a create sends it, and an update that changes it */
	AD_SENT_ONCE,      /* a create sends it; a later change is refused (call/objects/move.c) */
	AD_SENT_BELOW,     /* the ad groups' requests carry it */
	AD_SENT_IMPLIED,   /* the kind of request says it; it never changes */
	AD_SENT_KEPT,      /* kept local: the plan warns NOT_SENT where it is set */
	AD_SENT_REFUSED,   /* refused at the write; a value from before is kept local */
};

/* On what else it depends whether a field is sent; else it is kept local. */
enum ad_sent_when {
	AD_SENT_WHENEVER,
	AD_SENT_POSITIVE,   /* of a keyword that is not negative */
	AD_SENT_WITH_MEDIA, /* of an asset with bytes */
	AD_SENT_WITH_PLACE, /* of a campaign with locations */
	AD_SENT_BID_CAP,    /* below a campaign that bids by MANUAL_CPC */
};

struct ad_sent_cell {
	enum ad_sent_how how;
	const char *why; /* REFUSED, KEPT, conditions: a sentence: what to do instead */
	enum ad_sent_when when;
};

struct ad_sent_row {
	enum ad_resource_id resource;
	const char *field; /* an AD_SENT field, or a member of one: "targeting.ageMin" */
	bool quiet;        /* a label for people: kept local without a warning */
	struct ad_sent_cell at[AD_PLATFORM_COUNT];
};
extern const struct ad_sent_row ad_sent_rows[];
extern const size_t ad_sent_count;

/* An object of which something may be sent. */
struct ad_sent_of {
	enum ad_platform platform; /* AD_PLATFORM_COUNT: any */
	enum ad_resource_id resource;
	const cJSON *object; /* its AD_SENT fields */
	const cJSON
		*parent; /* those of its parent, or NULL: not known, all conditions on it hold */
};

/* The row of a field, or NULL where the field is none that any platform is sent. */
const struct ad_sent_row *ad_sent_row_of(enum ad_resource_id resource, const char *field);
/* True if the platform carries the field of that kind of object at all. */
bool ad_sent_carries(enum ad_platform platform, enum ad_resource_id resource, const char *field);
/* True if a create of the object sends the field. */
bool ad_sent_by_create(const struct ad_sent_of *of, const char *field);
/* True if an update that changes the field sends it. */
bool ad_sent_by_update(const struct ad_sent_of *of, const char *field);
/* True if a person set the value: not null, empty, nor the field's default. */
bool ad_sent_is_set(const struct ad_field *field, const cJSON *value);

#endif
