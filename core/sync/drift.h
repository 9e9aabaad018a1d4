/*
 * Drift: fields of an object that stand differently on its platform than they were last synced,
 * while the draft wants something else. Which side is to hold is a person's decision.
 */
#ifndef AD_SYNC_DRIFT_H
#define AD_SYNC_DRIFT_H

#include "model/row.h"

/* One field, its three sides as canonical JSON. */
struct ad_drift {
	const char *field;
	struct ad_str synced, staged, live;
	bool incomplete; /* a push stopped half-way: the value on the platform is unknown */
	bool not_shown;  /* its removal failed: see ad_drift_is_unproven() */
};

/*
 * The undecided fields of a row, in the order of its shape; how many. An object that was removed
 * there has one: its status, live "REMOVED".
 */
size_t ad_drift_of(struct ad_arena *arena, const struct ad_row *row,
		   struct ad_drift out[static AD_FIELDS_MAX]);
/*
 * The same, and behind them the fields whose value on the platform is unknown: live is then null,
 * and there is nothing to decide, because the next push sends the field. An object whose removal
 * cannot be proven has one field: its status.
 */
size_t ad_drift_list(struct ad_arena *arena, const struct ad_row *row,
		     struct ad_drift out[static AD_FIELDS_MAX]);
/*
 * True if its last removal failed because the platform answered, and neither showed the object nor
 * called it removed.
 */
bool ad_drift_is_unproven(const struct ad_row *row);
/* Whether the object was removed there by others. */
bool ad_drift_is_gone(const struct ad_row *row);
/*
 * Decides one field (or that the object is gone): with keep_live the draft takes what stands
 * there, else the next push sends the draft over it. Of an object that is gone keep_live ends it
 * here too (REMOVED), else it is a draft again that the next push makes anew. False where the
 * field has not drifted.
 */
bool ad_drift_resolve(struct ad_arena *arena, struct ad_row *row, struct ad_str field,
		      bool keep_live);
/*
 * Whether an operation that changes these fields (NULL-ended; NULL: all of it) would be sent over
 * undecided drift.
 */
bool ad_drift_blocks(struct ad_arena *arena, const struct ad_row *row, const char *const *changed);

#endif
