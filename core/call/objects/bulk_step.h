/*
 * The state of a bulk change (POST /<collection>/bulk) between its parts; shapes:
 * model/bulk_action.h.
 */
#ifndef AD_CALL_BULK_STEP_H
#define AD_CALL_BULK_STEP_H

#include "call/request/call.h"
#include "call/request/list_filter.h"
#include "model/row.h"

enum ad_bulk_kind {
	AD_BULK_SET,
	AD_BULK_ADJUST,
	AD_BULK_REPLACE,
	AD_BULK_LABELS,
};

/* A rule that was checked. */
struct ad_bulk_rule {
	enum ad_bulk_kind kind;
	const cJSON *set;              /* SET: the merge patch of each object */
	size_t field;                  /* ADJUST, LABELS: index in the shape */
	const struct ad_field *member; /* ADJUST: an amount inside of the field, or NULL */
	const char *path;              /* ADJUST: as the rule names it */
	bool by_percent;
	int64_t by;                 /* ADJUST: micros of the amount or of the percentage */
	int64_t step;               /* ADJUST: micros; the result is a multiple */
	bool fields[AD_FIELDS_MAX]; /* REPLACE: by index in the shape */
	struct ad_str find, with;
	bool match_case;
	const cJSON *add, *remove; /* LABELS */
};

/* An object of the bulk change. */
struct ad_bulk_object {
	struct ad_str id;
	int64_t version; /* as the filter found it; 0: any version */
};

struct ad_bulk {
	struct ad_bulk_rule rule;
	struct ad_list_filter filter;
	bool is_filtered; /* by filters, not only ids */
	bool has_ids;
	struct ad_str *ids; /* the ids of the filter, each once */
	size_t id_count;
	struct ad_bulk_object *objects;
	struct ad_str *results;        /* rendered, an object each */
	const struct ad_call *refusal; /* of a later part (parts.h), or NULL */
	size_t count, matched;
};

/*
 * The progress of a bulk call. Each transaction has a new one, because a writing step may run
 * twice.
 */
struct ad_bulk_progress {
	struct ad_bulk *bulk;
	size_t at, changed, refused;
	size_t bytes; /* of results so far */
};

/* The merge patch of one object, computed from the rule. */
struct ad_bulk_patch {
	const cJSON *input; /* the merge patch; NULL: nothing changes */
	const char *note;   /* why nothing changes, or NULL */
	bool is_rounded;
	int64_t exact; /* micros, before rounding */
};

/* Reads and checks the rule; false with faults. bulk_rule.c */
bool ad_bulk_read_rule(struct ad_call *call, const cJSON *rule, struct ad_bulk_rule *out) AD_CHECK;
/* Reads the filter; false with faults, or without the scope that it needs. bulk_pick.c */
bool ad_bulk_read_filter(struct ad_call *call, const cJSON *filter, struct ad_bulk *b) AD_CHECK;
/* Finds the objects; false with the call failed. Works on any connection. bulk_pick.c */
bool ad_bulk_pick(struct ad_call *call, struct ad_bulk *b) AD_CHECK;
/*
 * Makes the patch of one object; false with sub failed. Everything is on sub's arena. bulk_change.c
 */
bool ad_bulk_make_patch(struct ad_call *sub, const struct ad_bulk_rule *rule,
			const struct ad_row *row, struct ad_bulk_patch *out) AD_CHECK;
/* Renders the result of the next object; before and after: of an object that was not refused. */
void ad_bulk_result(struct ad_call *call, struct ad_bulk_progress *p, const struct ad_call *sub,
		    const struct ad_row *before, const struct ad_row *after,
		    const struct ad_bulk_patch *patch);
/* The call's data. */
void ad_bulk_answer(struct ad_call *call, const struct ad_bulk_progress *p);
/* The results so far as a member of an object: "\"results\":[…]". */
struct ad_str ad_bulk_results(struct ad_call *call, const struct ad_bulk_progress *p);

#endif
