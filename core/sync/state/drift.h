/*
 * Drift: fields of an object whose values on the platform differ from the last synced ones, while
 * the draft has another value. A person decides which side wins.
 */
#ifndef AD_SYNC_DRIFT_H
#define AD_SYNC_DRIFT_H

#include "model/row.h"

/* One field, with its three values as canonical JSON. */
struct ad_drift {
	const char *field;
	struct ad_str synced, staged, live;
	bool incomplete; /* a push stopped part-way: the value on the platform is unknown */
	bool not_shown;  /* its removal failed: see ad_drift_is_unproven() */
};

/*
 * Lists the undecided fields of a row in the order of its shape, and returns their number. An
 * object that was removed on the platform has one: its status, live "REMOVED".
 */
size_t ad_drift_of(struct ad_arena *arena, const struct ad_row *row,
		   struct ad_drift out[static AD_FIELDS_MAX]);
/*
 * The same, followed by the fields whose value on the platform is unknown: live is null, and no
 * decision is needed, because the next push sends the field. An object whose removal cannot be
 * proven has one field: its status.
 */
size_t ad_drift_list(struct ad_arena *arena, const struct ad_row *row,
		     struct ad_drift out[static AD_FIELDS_MAX]);
/*
 * True if its last removal failed because the platform responded, but neither returned the object
 * nor reported it as removed.
 */
bool ad_drift_is_unproven(const struct ad_row *row);
/* True if others removed the object on the platform. */
bool ad_drift_is_gone(const struct ad_row *row);
/*
 * Others removed the object on the platform: it has drifted, or, if its removal is staged, both
 * sides agree and it is REMOVED. Its review ends; the caller stores all of it.
 */
void ad_drift_lose(struct ad_row *row);
/*
 * Decides one field (or the status of an object that is gone). keep_live: the draft takes the
 * platform's value; otherwise the next push overwrites it with the draft. An object that is gone
 * becomes REMOVED with keep_live or a staged removal; otherwise it is a draft that the next push
 * creates again. False if the field has not drifted.
 */
bool ad_drift_resolve(struct ad_arena *arena, struct ad_row *row, struct ad_str field,
		      bool keep_live);
/*
 * True if an operation that changes these fields (NULL-ended; NULL: all fields) would overwrite
 * undecided drift.
 */
bool ad_drift_blocks(struct ad_arena *arena, const struct ad_row *row, const char *const *changed);

#endif
