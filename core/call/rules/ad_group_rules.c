/* Ad groups: their campaign's platform, names unique in it, bids and budgets where they exist. */
#include "call/rules/rules.h"

static void check_name(struct ad_call *call, const struct ad_row *before, const struct ad_row *row,
		       enum ad_platform platform)
{
	struct ad_str name = ad_row_text(row, "name");
	if (!name.p || (platform != AD_GOOGLE && platform != AD_MICROSOFT) ||
	    (before && !ad_changed(before, row, "name") && !ad_changed(before, row, "campaignId")))
		return;
	struct ad_stmt *s =
		ad_sql(call->db, "SELECT id, name FROM ad_groups WHERE space_id = $1"
				 " AND environment = $2 AND lower(name) = lower($3)"
				 " AND campaign_id = $4 AND id <> $5 AND sync_state <> 'REMOVED'");
	struct ad_realm realm = ad_call_realm(call);
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, name);
	ad_bind(s, 4, ad_row_text(row, "campaignId"));
	ad_bind(s, 5, before ? before->id : AD_S(""));
	struct ad_str same = ad_rule_same_name(call, s, name, platform);
	if (same.p)
		ad_fault(call, "name", "DUPLICATE_NAME",
			 "The ad group %.*s of this campaign has this name already.", AD_FMT(same));
}

void ad_ad_group_rules(struct ad_call *call, const struct ad_row *before, struct ad_row *after)
{
	struct ad_row *campaign = ad_rule_parent(call, after, "campaignId");
	if (!campaign)
		return;
	enum ad_platform platform = ad_platform_of(ad_row_text(campaign, "platform"));
	ad_rule_same_platform(call, before, campaign, "campaignId");
	ad_rule_set(after, "platform", ad_row_text(campaign, "platform"));
	if (call->drafted) {
		check_name(call, before, after, platform);
		return;
	}
	if (ad_changed(before, after, "platformOptions"))
		ad_rule_options(call, after, platform);
	bool search = platform == AD_GOOGLE || platform == AD_MICROSOFT;
	if (search && ad_changed(before, after, "budget") &&
	    ad_row_value(after, "budget")->kind != AD_NULL)
		ad_fault(call, "budget", "UNSUPPORTED_ON_PLATFORM",
			 "%s keeps the budget on the campaign; set it there.",
			 ad_platform_name(platform));
	if (search && ad_changed(before, after, "targeting") &&
	    ad_row_value(after, "targeting")->kind != AD_NULL)
		ad_fault(call, "targeting", "UNSUPPORTED_ON_PLATFORM",
			 "targeting is for SOCIAL campaigns; a search ad group is aimed by its "
			 "keywords.");
	/* without another fault the writing step looks at it, and must anyway */
	if (!call->will_write || call->status != AD_OK)
		check_name(call, before, after, platform);
}
