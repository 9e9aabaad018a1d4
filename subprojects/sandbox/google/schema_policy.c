/* Results of a review, one row per field. */
/* clang-format off: a row is one line. */
#include "schema.h"

static const struct g_field ad_group_ad_policy_summary_fields[] = {
	{.name = "policy_topic_entries", .type = G_MESSAGE, .flags = G_REPEATED | G_OUTPUT_ONLY,
	 .message = &gm_policy_topic_entry},
	{.name = "review_status", .type = G_ENUM, .flags = G_OUTPUT_ONLY,
	 .values = &ge_policy_review_status},
	{.name = "approval_status", .type = G_ENUM, .flags = G_OUTPUT_ONLY,
	 .values = &ge_policy_approval_status},
	{.name = NULL},
};
const struct g_message gm_ad_group_ad_policy_summary = {
	"resources.AdGroupAdPolicySummary",
	ad_group_ad_policy_summary_fields,
};

static const struct g_field ad_asset_policy_summary_fields[] = {
	{.name = "policy_topic_entries", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_policy_topic_entry},
	{.name = "review_status", .type = G_ENUM, .values = &ge_policy_review_status},
	{.name = "approval_status", .type = G_ENUM, .values = &ge_policy_approval_status},
	{.name = NULL},
};
const struct g_message gm_ad_asset_policy_summary = {
	"common.AdAssetPolicySummary",
	ad_asset_policy_summary_fields,
};

static const struct g_field policy_topic_entry_fields[] = {
	{.name = "topic", .type = G_STRING},
	{.name = "type", .type = G_ENUM, .values = &ge_policy_topic_entry_type},
	{.name = "evidences", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_policy_topic_evidence},
	{.name = "constraints", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_policy_topic_constraint},
	{.name = NULL},
};
const struct g_message gm_policy_topic_entry = {
	"common.PolicyTopicEntry",
	policy_topic_entry_fields,
};

static const struct g_field policy_topic_evidence_fields[] = {
	{.name = "website_list", .type = G_MESSAGE,
	 .message = &gm_policy_topic_evidence_website_list, .oneof = "value"},
	{.name = "text_list", .type = G_MESSAGE, .message = &gm_policy_topic_evidence_text_list,
	 .oneof = "value"},
	{.name = "language_code", .type = G_STRING, .oneof = "value"},
	{.name = "destination_text_list", .type = G_MESSAGE,
	 .message = &gm_policy_topic_evidence_destination_text_list, .oneof = "value"},
	{.name = "destination_mismatch", .type = G_MESSAGE,
	 .message = &gm_policy_topic_evidence_destination_mismatch, .oneof = "value"},
	{.name = "destination_not_working", .type = G_MESSAGE,
	 .message = &gm_policy_topic_evidence_destination_not_working, .oneof = "value"},
	{.name = NULL},
};
const struct g_message gm_policy_topic_evidence = {
	"common.PolicyTopicEvidence",
	policy_topic_evidence_fields,
};

static const struct g_field policy_topic_constraint_fields[] = {
	{.name = "country_constraint_list", .type = G_MESSAGE,
	 .message = &gm_policy_topic_constraint_country_constraint_list, .oneof = "value"},
	{.name = "reseller_constraint", .type = G_MESSAGE,
	 .message = &gm_policy_topic_constraint_reseller_constraint, .oneof = "value"},
	{.name = "certificate_missing_in_country_list", .type = G_MESSAGE,
	 .message = &gm_policy_topic_constraint_country_constraint_list, .oneof = "value"},
	{.name = "certificate_domain_mismatch_in_country_list", .type = G_MESSAGE,
	 .message = &gm_policy_topic_constraint_country_constraint_list, .oneof = "value"},
	{.name = NULL},
};
const struct g_message gm_policy_topic_constraint = {
	"common.PolicyTopicConstraint",
	policy_topic_constraint_fields,
};

static const struct g_field policy_topic_evidence_website_list_fields[] = {
	{.name = "websites", .type = G_STRING, .flags = G_REPEATED},
	{.name = NULL},
};
const struct g_message gm_policy_topic_evidence_website_list = {
	"common.PolicyTopicEvidence.WebsiteList",
	policy_topic_evidence_website_list_fields,
};

static const struct g_field policy_topic_evidence_text_list_fields[] = {
	{.name = "texts", .type = G_STRING, .flags = G_REPEATED},
	{.name = NULL},
};
const struct g_message gm_policy_topic_evidence_text_list = {
	"common.PolicyTopicEvidence.TextList",
	policy_topic_evidence_text_list_fields,
};

static const struct g_field policy_topic_evidence_destination_text_list_fields[] = {
	{.name = "destination_texts", .type = G_STRING, .flags = G_REPEATED},
	{.name = NULL},
};
const struct g_message gm_policy_topic_evidence_destination_text_list = {
	"common.PolicyTopicEvidence.DestinationTextList",
	policy_topic_evidence_destination_text_list_fields,
};

static const struct g_field policy_topic_evidence_destination_mismatch_fields[] = {
	{.name = "url_types", .type = G_ENUM, .flags = G_REPEATED,
	 .values = &ge_policy_topic_evidence_destination_mismatch_url_type},
	{.name = NULL},
};
const struct g_message gm_policy_topic_evidence_destination_mismatch = {
	"common.PolicyTopicEvidence.DestinationMismatch",
	policy_topic_evidence_destination_mismatch_fields,
};

static const struct g_field policy_topic_evidence_destination_not_working_fields[] = {
	{.name = "expanded_url", .type = G_STRING},
	{.name = "device", .type = G_ENUM,
	 .values = &ge_policy_topic_evidence_destination_not_working_device},
	{.name = "last_checked_date_time", .type = G_STRING},
	{.name = "dns_error_type", .type = G_ENUM,
	 .values = &ge_policy_topic_evidence_destination_not_working_dns_error_type,
	 .oneof = "reason"},
	{.name = "http_error_code", .type = G_INT64, .oneof = "reason"},
	{.name = NULL},
};
const struct g_message gm_policy_topic_evidence_destination_not_working = {
	"common.PolicyTopicEvidence.DestinationNotWorking",
	policy_topic_evidence_destination_not_working_fields,
};

static const struct g_field policy_topic_constraint_country_constraint_list_fields[] = {
	{.name = "total_targeted_countries", .type = G_INT32},
	{.name = "countries", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_policy_topic_constraint_country_constraint},
	{.name = NULL},
};
const struct g_message gm_policy_topic_constraint_country_constraint_list = {
	"common.PolicyTopicConstraint.CountryConstraintList",
	policy_topic_constraint_country_constraint_list_fields,
};

static const struct g_field policy_topic_constraint_reseller_constraint_fields[] = {
	{.name = NULL},
};
const struct g_message gm_policy_topic_constraint_reseller_constraint = {
	"common.PolicyTopicConstraint.ResellerConstraint",
	policy_topic_constraint_reseller_constraint_fields,
};

static const struct g_field policy_topic_constraint_country_constraint_fields[] = {
	{.name = "country_criterion", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_policy_topic_constraint_country_constraint = {
	"common.PolicyTopicConstraint.CountryConstraint",
	policy_topic_constraint_country_constraint_fields,
};

static const struct g_field asset_policy_summary_fields[] = {
	{.name = "policy_topic_entries", .type = G_MESSAGE, .flags = G_REPEATED | G_OUTPUT_ONLY,
	 .message = &gm_policy_topic_entry},
	{.name = "review_status", .type = G_ENUM, .flags = G_OUTPUT_ONLY,
	 .values = &ge_policy_review_status},
	{.name = "approval_status", .type = G_ENUM, .flags = G_OUTPUT_ONLY,
	 .values = &ge_policy_approval_status},
	{.name = NULL},
};
const struct g_message gm_asset_policy_summary = {
	"resources.AssetPolicySummary",
	asset_policy_summary_fields,
};
