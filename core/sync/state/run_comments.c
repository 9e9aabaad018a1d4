#include "sync/state/run_comments.h"

#include "sync/state/run_redact.h"

static void comments_bind(struct ad_stmt *s, struct ad_realm realm, struct ad_str run_id)
{
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, run_id);
}

void ad_run_comment_write(struct ad_json *j, const struct ad_run_comment *comment)
{
	ad_json_object(j);
	ad_json_kstr(j, "id", comment->id);
	if (comment->seq > 0)
		ad_json_kint(j, "operation", comment->seq - 1);
	else
		ad_json_kraw(j, "operation", (struct ad_str){ 0 });
	ad_json_kstr(j, "text", comment->text);
	ad_json_kstr(j, "createdBy", comment->account_id);
	ad_json_kstr(j, "source", comment->source);
	ad_json_ktime(j, "createdAt", comment->created_at);
	ad_json_object_end(j);
}

enum ad_db_status ad_run_comments_write(struct ad_json *j, struct ad_db *db, struct ad_realm realm,
					struct ad_str run_id, uint32_t scopes)
{
	struct ad_stmt *s = ad_sql(
		db, "SELECT c.id, c.text, c.account_id, c.source, c.created_at, c.seq, o.resource"
		    " FROM sync_comments c LEFT JOIN sync_operations o ON o.space_id = c.space_id"
		    " AND o.environment = c.environment AND o.run_id = c.run_id AND o.seq = c.seq"
		    " WHERE c.space_id = $1 AND c.environment = $2 AND c.run_id = $3"
		    " ORDER BY c.id DESC");
	enum ad_db_status status;

	comments_bind(s, realm, run_id);
	ad_json_array(j);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		if (ad_col_int(s, 5) > 0 && !ad_run_may_read(ad_col(s, 6), scopes))
			continue;
		ad_run_comment_write(j, &(struct ad_run_comment){ .id = ad_col(s, 0),
								  .text = ad_col(s, 1),
								  .account_id = ad_col(s, 2),
								  .source = ad_col(s, 3),
								  .created_at = ad_col_int(s, 4),
								  .seq = ad_col_int(s, 5) });
	}
	ad_json_array_end(j);
	return status;
}

enum ad_db_status ad_run_comments_count(struct ad_db *db, struct ad_realm realm,
					struct ad_str run_id, int64_t *count)
{
	struct ad_stmt *s = ad_sql(db, "SELECT COUNT(*) FROM sync_comments WHERE space_id = $1 AND"
				       " environment = $2 AND run_id = $3");
	enum ad_db_status status;

	comments_bind(s, realm, run_id);
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	*count = ad_col_int(s, 0);
	ad_reset(s);
	return AD_DB_DONE;
}

enum ad_db_status ad_run_comment_insert(struct ad_db *db, struct ad_realm realm,
					struct ad_str run_id, const struct ad_run_comment *comment)
{
	struct ad_stmt *s =
		ad_sql(db, "INSERT INTO sync_comments (space_id, environment, run_id, id, text,"
			   " account_id, credential_id, source, created_at, seq)"
			   " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)");

	comments_bind(s, realm, run_id);
	ad_bind(s, 4, comment->id);
	ad_bind(s, 5, comment->text);
	ad_bind(s, 6, comment->account_id);
	ad_bind(s, 7, comment->credential_id);
	ad_bind(s, 8, comment->source);
	ad_bind_int(s, 9, comment->created_at);
	if (comment->seq > 0)
		ad_bind_int(s, 10, comment->seq);
	else
		ad_bind_null(s, 10);
	return ad_step(s);
}
