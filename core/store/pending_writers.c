/* All that waits for COMMIT is written here, in this order. */
#include "store/db/pending.h"

enum ad_db_status ad_pending_write(struct ad_db *db, struct ad_pending *pending)
{
	enum ad_db_status status = AD_DB_DONE;

	/* History counts its rows too, so it comes first. */
	if (pending->entry_count)
		status = ad_history_write(db, pending);
	if (status == AD_DB_DONE)
		status = ad_events_write(db, pending);
	if (status == AD_DB_DONE)
		status = ad_counters_write(db, pending);
	return status;
}
