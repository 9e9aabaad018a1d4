/*
 * The published messages of Microsoft Advertising's campaign and reporting services (REST, v13)
 * as rows. Nothing
 * here acts: check.c reads the rows to refuse what the platform would refuse.
 */
#ifndef SANDBOX_MICROSOFT_SCHEMA_H
#define SANDBOX_MICROSOFT_SCHEMA_H

#include <stdbool.h>

enum ms_type {
	M_TEXT,
	M_LONG, /* xs:long: a JSON string of digits */
	M_INT,
	M_DOUBLE,
	M_BOOL,
	M_ENUM,
	M_FLAGS,   /* values of an enum joined by commas */
	M_MESSAGE, /* always the same one */
	M_VARIANT, /* one of several, named by its member Type */
	M_FOREIGN, /* published, but nothing that this sandbox acts on: refused when set */
};

struct ms_field {
	const char *name;
	enum ms_type type;
	bool list;
	const struct ms_message *message;
	const struct ms_variant *variants; /* ends with a row whose type is NULL */
	const char *const *values;         /* NULL-ended */
};

struct ms_message {
	const char *name;
	const struct ms_field *fields; /* ends with a row whose name is NULL */
};

struct ms_variant {
	const char *type;
	const struct ms_message *message;
};

extern const struct ms_message mm_add_campaigns_request;
extern const struct ms_message mm_update_campaigns_request;
extern const struct ms_message mm_delete_campaigns_request;
extern const struct ms_message mm_get_campaigns_by_account_id_request;
extern const struct ms_message mm_get_campaigns_by_ids_request;
extern const struct ms_message mm_add_ad_groups_request;
extern const struct ms_message mm_update_ad_groups_request;
extern const struct ms_message mm_delete_ad_groups_request;
extern const struct ms_message mm_get_ad_groups_by_campaign_id_request;
extern const struct ms_message mm_get_ad_groups_by_ids_request;
extern const struct ms_message mm_add_ads_request;
extern const struct ms_message mm_update_ads_request;
extern const struct ms_message mm_delete_ads_request;
extern const struct ms_message mm_get_ads_by_ad_group_id_request;
extern const struct ms_message mm_get_ads_by_ids_request;
extern const struct ms_message mm_add_keywords_request;
extern const struct ms_message mm_update_keywords_request;
extern const struct ms_message mm_delete_keywords_request;
extern const struct ms_message mm_get_keywords_by_ad_group_id_request;
extern const struct ms_message mm_get_keywords_by_ids_request;
extern const struct ms_message mm_add_negative_keywords_to_entities_request;
extern const struct ms_message mm_delete_negative_keywords_from_entities_request;
extern const struct ms_message mm_get_negative_keywords_by_entity_ids_request;
extern const struct ms_message mm_add_campaign_criterions_request;
extern const struct ms_message mm_update_campaign_criterions_request;
extern const struct ms_message mm_delete_campaign_criterions_request;
extern const struct ms_message mm_get_campaign_criterions_by_ids_request;
extern const struct ms_message mm_get_editorial_reasons_by_ids_request;
/* schema_report.c */
extern const struct ms_message mm_submit_generate_report_request;
extern const struct ms_message mm_poll_generate_report_request;
/* schema_conversion.c */
extern const struct ms_message mm_apply_offline_conversions_request;
/* schema_goal.c */
extern const struct ms_message mm_get_conversion_goals_by_ids_request;
/* schema_extension.c */
extern const struct ms_message mm_add_ad_extensions_request;
extern const struct ms_message mm_update_ad_extensions_request;
extern const struct ms_message mm_delete_ad_extensions_request;
extern const struct ms_message mm_get_ad_extension_ids_by_account_id_request;
extern const struct ms_message mm_get_ad_extensions_by_ids_request;
extern const struct ms_message mm_set_ad_extensions_associations_request;
extern const struct ms_message mm_delete_ad_extensions_associations_request;
extern const struct ms_message mm_get_ad_extensions_associations_request;
extern const struct ms_message mm_add_media_request;
extern const struct ms_message mm_get_media_meta_data_by_account_id_request;

#endif
