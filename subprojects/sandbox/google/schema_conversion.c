/* Uploads of conversions, one row a field. */
/* clang-format off: a row is one line. */
#include "schema.h"

static const char *const consent_status_names[] = {
	"UNSPECIFIED", "UNKNOWN", "GRANTED", "DENIED", NULL,
};
static const struct g_enum ge_consent_status = {"ConsentStatus", consent_status_names};

static const char *const user_identifier_source_names[] = {
	"UNSPECIFIED", "UNKNOWN", "FIRST_PARTY", "THIRD_PARTY", NULL,
};
static const struct g_enum ge_user_identifier_source = {
	"UserIdentifierSource", user_identifier_source_names,
};

static const char *const conversion_environment_names[] = {
	"UNSPECIFIED", "UNKNOWN", "APP", "WEB", NULL,
};
static const struct g_enum ge_conversion_environment = {
	"ConversionEnvironment", conversion_environment_names,
};

static const char *const conversion_customer_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "NEW", "RETURNING", NULL,
};
static const struct g_enum ge_conversion_customer_type = {
	"ConversionCustomerType", conversion_customer_type_names,
};

static const struct g_field consent_fields[] = {
	{.name = "ad_user_data", .type = G_ENUM, .values = &ge_consent_status},
	{.name = "ad_personalization", .type = G_ENUM, .values = &ge_consent_status},
	{.name = NULL},
};
static const struct g_message gm_consent = {"common.Consent", consent_fields};

static const struct g_field user_identifier_fields[] = {
	{.name = "user_identifier_source", .type = G_ENUM, .values = &ge_user_identifier_source},
	{.name = "hashed_email", .type = G_STRING, .oneof = "identifier"},
	{.name = "hashed_phone_number", .type = G_STRING, .oneof = "identifier"},
	{.name = "mobile_id", .type = G_STRING, .oneof = "identifier"},
	{.name = "third_party_user_id", .type = G_STRING, .oneof = "identifier"},
	{.name = "address_info", .type = G_FOREIGN, .oneof = "identifier"},
	{.name = NULL},
};
static const struct g_message gm_user_identifier = {
	"common.UserIdentifier", user_identifier_fields,
};

static const struct g_field click_conversion_fields[] = {
	{.name = "gclid", .type = G_STRING},
	{.name = "gbraid", .type = G_STRING},
	{.name = "wbraid", .type = G_STRING},
	{.name = "conversion_action", .type = G_STRING},
	{.name = "conversion_date_time", .type = G_STRING},
	{.name = "conversion_value", .type = G_DOUBLE},
	{.name = "currency_code", .type = G_STRING},
	{.name = "order_id", .type = G_STRING},
	{.name = "external_attribution_data", .type = G_FOREIGN},
	{.name = "custom_variables", .type = G_FOREIGN, .flags = G_REPEATED},
	{.name = "cart_data", .type = G_FOREIGN},
	{.name = "user_identifiers", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_user_identifier},
	{.name = "conversion_environment", .type = G_ENUM, .values = &ge_conversion_environment},
	{.name = "consent", .type = G_MESSAGE, .message = &gm_consent},
	{.name = "customer_type", .type = G_ENUM, .values = &ge_conversion_customer_type},
	{.name = "user_ip_address", .type = G_STRING},
	{.name = "session_attributes_encoded", .type = G_BYTES, .oneof = "session_attributes"},
	{.name = "session_attributes_key_value_pairs", .type = G_FOREIGN,
	 .oneof = "session_attributes"},
	{.name = NULL},
};
static const struct g_message gm_click_conversion = {
	"services.ClickConversion", click_conversion_fields,
};

static const struct g_field upload_click_conversions_request_fields[] = {
	{.name = "customer_id", .type = G_STRING, .flags = G_REQUIRED},
	{.name = "conversions", .type = G_MESSAGE, .flags = G_REPEATED | G_REQUIRED,
	 .message = &gm_click_conversion},
	{.name = "partial_failure", .type = G_BOOL, .flags = G_REQUIRED},
	{.name = "validate_only", .type = G_BOOL},
	{.name = "job_id", .type = G_INT32},
	{.name = NULL},
};
const struct g_message gm_upload_click_conversions_request = {
	"services.UploadClickConversionsRequest",
	upload_click_conversions_request_fields,
};
