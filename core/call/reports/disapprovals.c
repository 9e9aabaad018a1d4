/* GET /reports/disapprovals: the findings of reviews, one row per object. */
#include "base/json_read.h"
#include "call/request/actions.h"
#include "call/request/paged.h"

static const char from[] = "FROM review_findings WHERE space_id = $1 AND environment = $2";

static void disapprovals_bind_realm(const struct ad_call *call, struct ad_stmt *s)
{
	ad_bind_cstr(s, 1, call->space.id);
	ad_bind_cstr(s, 2, call->who->environment == AD_LIVE ? "live" : "test");
}

static void disapprovals_write_row(struct ad_json *j, struct ad_stmt *s)
{
	ad_json_object(j);
	ad_json_kstr(j, "resource", ad_col(s, 1));
	ad_json_kstr(j, "id", ad_col(s, 0));
	ad_json_kstr(j, "campaignId", ad_col(s, 2));
	ad_json_kstr(j, "platform", ad_col(s, 3));
	ad_json_kstr(j, "reviewStatus", ad_col(s, 4));
	ad_json_kraw(j, "reasons", ad_col(s, 5));
	ad_json_ktime(j, "since", ad_col_int(s, 6));
	ad_json_object_end(j);
}

void ad_reports_disapprovals(struct ad_call *call)
{
	struct ad_paged page;
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	enum ad_db_status status;
	bool good = ad_paged_read(call, &page, 3);
	for (size_t i = 0; i < call->action->query->count; i++)
		good = ad_paged_filter(&page, &call->action->query->fields[i]) && good;
	if (!good)
		return;
	struct ad_stmt *s = ad_paged_sql(
		&page, "object_id, resource, campaign_id, platform, review_status, reasons, since",
		from, "object_id");
	disapprovals_bind_realm(call, s);
	ad_json_array(&j);
	while ((status = ad_paged_step(&page, s)) == AD_DB_ROW) {
		disapprovals_write_row(&j, s);
		ad_paged_key(&page, ad_col(s, 0));
	}
	ad_json_array_end(&j);
	if (status != AD_DB_DONE) {
		ad_fail_db(call, status);
		return;
	}
	call->data = ad_text_str(&text);
	s = ad_paged_count(&page, from);
	disapprovals_bind_realm(call, s);
	ad_paged_answer(&page, s);
}
