#include "rest/changelog.h"

#include <stdio.h>

static const struct ad_change_row first[] = {
	{ "ADDED", "Campaigns, ad groups, ads and keywords: drafts, staged changes and removals." },
	{ "ADDED", "Sync: preview, push, cancel, retry and approval, with guardrails." },
	{ "ADDED", "Spaces with members, connections and the token's identity." },
	{ "ADDED", "Reports: performance and disapprovals." },
	{ "ADDED", "Assets, businesses and offline conversions." },
	{ "ADDED", "Batches for every collection, copies of campaigns, the history of changes." },
};

static const struct ad_change_row second[] = {
	{ "ADDED", "Campaigns: adSchedule, the hours of the week, on Google and Microsoft." },
	{ "ADDED", "Sync: comments on a run and on its operations." },
};

const struct ad_version_row ad_versions[] = {
	{ "1.1.0", "2026-11-27", second, AD_LEN(second) },
	{ "1.0.0", "2026-11-22", first, AD_LEN(first) },
};
const size_t ad_version_count = AD_LEN(ad_versions);

static const char *const kinds[] = { "ADDED", "CHANGED", "DEPRECATED", "REMOVED", NULL };

static const struct ad_field change[] = {
	{ .name = "kind",
	  .type = AD_T_ENUM,
	  .flags = AD_NOT_NULL,
	  .options = kinds,
	  .doc = "The kind of change; in v1 nothing is removed.",
	  .example = "\"ADDED\"" },
	{ .name = "what",
	  .type = AD_T_TEXT,
	  .flags = AD_NOT_NULL,
	  .doc = "Description of the change.",
	  .example = "\"Sync: preview, push, cancel, retry and approval, with guardrails.\"" },
};

static const struct ad_field version[] = {
	{ .name = "version",
	  .type = AD_T_TEXT,
	  .flags = AD_NOT_NULL,
	  .doc = "The version, as info.version of the API description.",
	  .example = "\"1.0.0\"" },
	{ .name = "date",
	  .type = AD_T_DATE,
	  .flags = AD_NOT_NULL,
	  .doc = "Release date.",
	  .example = "\"2026-11-22\"" },
	{ .name = "changes",
	  .type = AD_T_LIST,
	  .flags = AD_NOT_NULL,
	  .item = AD_T_OBJECT,
	  .members = change,
	  .member_count = AD_LEN(change),
	  .doc = "The changes of the version." },
};

static const struct ad_field deprecation[] = {
	{ .name = "what",
	  .type = AD_T_TEXT,
	  .flags = AD_NOT_NULL,
	  .doc = "A path, an operation, or a resource and its field.",
	  .example = "\"campaign.trackingTemplate\"" },
	{ .name = "since",
	  .type = AD_T_DATE,
	  .flags = AD_NOT_NULL,
	  .doc = "Deprecation date, as in the header Deprecation.",
	  .example = "\"2026-11-22\"" },
	{ .name = "sunset",
	  .type = AD_T_DATE,
	  .doc = "Removal date, as in the header Sunset; null: not decided.",
	  .example = "\"2027-11-24\"" },
	{ .name = "instead",
	  .type = AD_T_TEXT,
	  .doc = "The replacement.",
	  .example = "\"Use finalUrlSuffix.\"" },
};

static const struct ad_field fields[] = {
	{ .name = "versions",
	  .type = AD_T_LIST,
	  .flags = AD_NOT_NULL,
	  .item = AD_T_OBJECT,
	  .members = version,
	  .member_count = AD_LEN(version),
	  .doc = "The versions, newest first." },
	{ .name = "deprecations",
	  .type = AD_T_LIST,
	  .flags = AD_NOT_NULL,
	  .item = AD_T_OBJECT,
	  .members = deprecation,
	  .member_count = AD_LEN(deprecation),
	  .doc = "Current deprecations." },
};
const struct ad_shape ad_changelog_shape = {
	"Changelog",
	"Changes and deprecations of the API.",
	fields,
	AD_LEN(fields),
};

static void write_version(struct ad_json *j, const struct ad_version_row *row)
{
	ad_json_object(j);
	ad_json_kcstr(j, "version", row->version);
	ad_json_kcstr(j, "date", row->date);
	ad_json_key(j, "changes");
	ad_json_array(j);
	for (size_t i = 0; i < row->count; i++) {
		ad_json_object(j);
		ad_json_kcstr(j, "kind", row->changes[i].kind);
		ad_json_kcstr(j, "what", row->changes[i].what);
		ad_json_object_end(j);
	}
	ad_json_array_end(j);
	ad_json_object_end(j);
}

static void write_life(struct ad_json *j, const char *of, const char *name,
		       const struct ad_life *life)
{
	char what[128];
	if (!life || !life->deprecated)
		return;
	snprintf(what, sizeof(what), "%s%s%s", of, name[0] ? "." : "", name);
	ad_json_object(j);
	ad_json_kcstr(j, "what", what);
	ad_json_kcstr(j, "since", life->deprecated);
	ad_json_kcstr(j, "sunset", life->sunset);
	ad_json_kcstr(j, "instead", life->instead);
	ad_json_object_end(j);
}

static void write_lives(struct ad_json *j, const struct ad_resource *res)
{
	write_life(j, res->name, "", res->life);
	for (size_t i = 0; i < res->action_count; i++)
		write_life(j, res->actions[i].operation_id, "", res->actions[i].life);
	for (size_t i = 0; i < res->shape.count; i++)
		write_life(j, res->name, res->shape.fields[i].name, res->shape.fields[i].life);
}

void ad_changelog_write(struct ad_json *j)
{
	ad_json_object(j);
	ad_json_key(j, "versions");
	ad_json_array(j);
	for (size_t i = 0; i < ad_version_count; i++)
		write_version(j, &ad_versions[i]);
	ad_json_array_end(j);
	ad_json_key(j, "deprecations");
	ad_json_array(j);
	for (int i = 0; i < AD_RESOURCE_COUNT; i++)
		write_lives(j, ad_resource_row((enum ad_resource_id)i));
	ad_json_array_end(j);
	ad_json_object_end(j);
}
