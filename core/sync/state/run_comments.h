/* Comments of people on a run and on its operations. */
#ifndef AD_SYNC_RUN_COMMENTS_H
#define AD_SYNC_RUN_COMMENTS_H

#include "base/json_write.h"
#include "store/objects/rows.h"

#define AD_RUN_COMMENTS_MAX 200 /* of a run */

struct ad_run_comment {
	struct ad_str id, text, source;
	struct ad_str account_id, credential_id;
	int64_t seq;        /* the operation's number, from 1; 0: the whole run */
	int64_t created_at; /* us */
};

/*
 * Writes the comments of a run as a list, newest first. Left out are those on operations whose
 * object these scopes do not read.
 */
enum ad_db_status ad_run_comments_write(struct ad_json *j, struct ad_db *db, struct ad_realm realm,
					struct ad_str run_id, uint32_t scopes) AD_CHECK;
/* Writes one comment as the API answers it. */
void ad_run_comment_write(struct ad_json *j, const struct ad_run_comment *comment);
/* AD_DB_DONE with the number of comments of a run. */
enum ad_db_status ad_run_comments_count(struct ad_db *db, struct ad_realm realm,
					struct ad_str run_id, int64_t *count) AD_CHECK;
/* In the caller's write transaction. */
enum ad_db_status ad_run_comment_insert(struct ad_db *db, struct ad_realm realm,
					struct ad_str run_id,
					const struct ad_run_comment *comment) AD_CHECK;

#endif
