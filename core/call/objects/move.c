#include "call/objects/move.h"

#include "base/clock.h"
#include "call/request/connector.h"
#include "call/request/history.h"
#include "call/rules/rules.h"
#include "model/sent.h"
#include "store/objects/rows.h"

/* True if no request can change the field once the object is on the platform. */
static bool is_fixed(const struct ad_row *row, const struct ad_field *field)
{
	const struct ad_sent_row *sent = ad_sent_row_of(row->res->id, field->name);
	enum ad_platform platform = AD_PLATFORM_COUNT;
	size_t index = 0;
	if (field->flags & (AD_IMMUTABLE | AD_FIXED))
		return true;
	if (ad_field_find(&row->res->shape, AD_S("platform"), &index))
		platform = ad_platform_of(row->v[index].s);
	return sent && !sent->quiet && platform != AD_PLATFORM_COUNT &&
	       sent->at[platform].how == AD_SENT_ONCE;
}

/* Sets *awaits if a run has not yet sent an operation of the object. */
static bool awaits_run(struct ad_call *call, const struct ad_row *row, bool *awaits)
{
	struct ad_stmt *s = ad_sql(
		call->db,
		"SELECT 1 FROM sync_runs r JOIN sync_operations o ON o.space_id = r.space_id AND"
		" o.environment = r.environment AND o.run_id = r.id WHERE r.space_id = $1 AND"
		" r.environment = $2 AND r.status IN ('QUEUED', 'RUNNING') AND o.status IN"
		" ('PENDING', 'SENT') AND o.resource = $3 AND o.object_id = $4 LIMIT 1");
	ad_bind(s, 1, row->space_id);
	ad_bind(s, 2, row->environment);
	ad_bind_cstr(s, 3, row->res->name);
	ad_bind(s, 4, row->id);
	enum ad_db_status status = ad_step(s);
	*awaits = status == AD_DB_ROW;
	if (*awaits)
		ad_reset(s);
	return *awaits || status == AD_DB_DONE || ad_fail_db(call, status);
}

void ad_move_check(struct ad_call *call, const struct ad_row *before, const struct ad_row *after)
{
	bool pushed = before->remote_id.p || before->open_op.p;
	bool asked = pushed;
	for (size_t i = 0; i < before->res->shape.count; i++) {
		const struct ad_field *field = &before->res->shape.fields[i];
		if (!is_fixed(before, field) || ad_value_eq(&before->v[i], &after->v[i]))
			continue;
		if (!asked && !awaits_run(call, before, &pushed))
			return;
		asked = true;
		if (pushed)
			ad_fault(call, field->name, "IMMUTABLE",
				 "%s cannot change after the first push. Create a new %s instead.",
				 field->name, before->res->name);
	}
}

bool ad_move_below(struct ad_call *call, const struct ad_row *before, const struct ad_row *after)
{
	struct ad_rows ads = { 0 };
	if (after->res->id != AD_R_AD_GROUP || !ad_changed(before, after, "campaignId"))
		return true;
	enum ad_db_status status = ad_row_children(
		call->db, call->arena, ad_call_realm(call), ad_resource_row(AD_R_AD),
		(struct ad_parent){ .field = "adGroupId", .id = after->id }, &ads);
	for (size_t i = 0; status == AD_DB_DONE && i < ads.n; i++) {
		struct ad_row was = *ads.at[i];
		ad_rule_set(ads.at[i], "campaignId", ad_row_text(after, "campaignId"));
		ads.at[i]->version++;
		ads.at[i]->updated_at = ad_now();
		ad_call_mark_row(call, ads.at[i]);
		status = ad_row_update(call->db, call->arena, ads.at[i]);
		if (status == AD_DB_DONE && !ad_history_add(call, "update", &was, ads.at[i]))
			return false;
	}
	return status == AD_DB_DONE || ad_fail_db(call, status);
}
