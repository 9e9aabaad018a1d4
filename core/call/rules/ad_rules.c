/* Ads: type by platform, counts and lengths by the platform's rows, distinct texts, paths. */
#include "base/json_read.h"
#include "call/rules/rules.h"

static void check_type(struct ad_call *call, const struct ad_row *row, enum ad_platform platform)
{
	struct ad_str type = ad_row_text(row, "type");
	bool search = platform == AD_GOOGLE || platform == AD_MICROSOFT;
	bool ok = ad_str_is(type, "RESPONSIVE_SEARCH") ? search : !search;
	if (ad_str_is(type, "POST"))
		ok = platform == AD_REDDIT;
	/* A parent in the same input has no platform if its own type is invalid. */
	if (!type.p || ok || platform == AD_PLATFORM_COUNT || call->door == AD_DOOR_PULL)
		return;
	ad_fault(call, "type", "UNSUPPORTED_ON_PLATFORM",
		 "An ad of type %.*s cannot be created on %s: RESPONSIVE_SEARCH is for google and "
		 "microsoft, POST for reddit, IMAGE and VIDEO for reddit and meta.",
		 AD_FMT(type), ad_platform_name(platform));
}

static void check_pins(struct ad_call *call, const struct ad_row *row, const char *field,
		       const char *prefix)
{
	struct ad_json_error err;
	struct ad_str value = ad_row_text(row, field);
	const cJSON *list = value.p ? ad_json_parse(call->arena, value, &err) : NULL;
	const cJSON *item;
	int i = 0;
	cJSON_ArrayForEach(item, list)
	{
		struct ad_str pin = ad_json_get_text(item, "pin");
		struct ad_str path = ad_arena_printf(call->arena, "%s[%d].pin", field, i++);
		if (pin.p && !ad_str_starts(pin, prefix))
			ad_fault(call, path.p, "UNKNOWN_VALUE",
				 "%s must be a position of %s, such as %s1.", path.p, field,
				 prefix);
	}
}

void ad_ad_rules(struct ad_call *call, const struct ad_row *before, struct ad_row *after)
{
	struct ad_row *group = ad_rule_parent(call, after, "adGroupId");
	if (call->rules == AD_RULES_STORED)
		return;
	check_pins(call, after, "headlines", "HEADLINE_");
	check_pins(call, after, "descriptions", "DESCRIPTION_");
	if (ad_row_text(after, "path2").p && !ad_row_text(after, "path1").p &&
	    !ad_has_fault(call, "path1"))
		ad_fault(call, "path2", "NEEDS_PATH1", "path2 requires path1.");
	struct ad_str platform_name = group ? ad_row_text(group, "platform") : AD_S("google");
	enum ad_platform platform = ad_platform_of(platform_name);
	if (group) {
		ad_rule_same_platform(call, before, group, "adGroupId");
		ad_rule_set(after, "platform", platform_name);
		ad_rule_set(after, "campaignId", ad_row_text(group, "campaignId"));
		if (!before || ad_changed(before, after, "type"))
			check_type(call, after, platform);
		if (ad_changed(before, after, "platformOptions")) {
			ad_rule_options(call, after, platform);
			ad_rule_kept_options(call, before, after, platform);
		}
	}
	ad_rule_limits(call, before, after, platform);
}
