/* The published messages about ad extensions that the sandbox takes. */
/* clang-format off: rows fill their lines. */
#include "schema_macros.h"

#include <stddef.h>

static const char *const me_ad_extension_status[] = { "Active", "Deleted", NULL };

static const char *const me_association_type[] = { "Campaign", "AdGroup", "Account", NULL };

static const char *const me_ad_extension_additional_field[] = { "None",
								"Images",
								"DisplayText",
								"Layouts",
								"ActionTypesPhase3",
								"ActionTypesPhase4",
								"NewFilterLinkHeaders",
								"SourceType",
								NULL };

static const char *const me_ad_extensions_type_filter[] = { "None",
							    "LocationAdExtension",
							    "CallAdExtension",
							    "ImageAdExtension",
							    "AppAdExtension",
							    "NewsAdExtension",
							    "ReviewAdExtension",
							    "DataTableAdExtension",
							    "CalloutAdExtension",
							    "SitelinkAdExtension",
							    "StructuredSnippetAdExtension",
							    "PriceAdExtension",
							    "ActionAdExtension",
							    "PromotionAdExtension",
							    "FilterLinkAdExtension",
							    "FlyerAdExtension",
							    "VideoAdExtension",
							    "DisclaimerAdExtension",
							    "LogoAdExtension",
							    "LeadFormAdExtension",
							    NULL };

static const struct ms_field sitelink_ad_extension_fields[] = { ENUM("Status", ad_extension_status),
								FOREIGN("Scheduling"),
								LONG("DevicePreference"),
								LONG("Id"),
								TEXT("Type"),
								INT("Version"),
								TEXT("DisplayText"),
								TEXT("DestinationUrl"),
								TEXT("Description1"),
								TEXT("Description2"),
								FOREIGN("FinalAppUrls"),
								TEXTS("FinalMobileUrls"),
								TEXTS("FinalUrls"),
								TEXT("TrackingUrlTemplate"),
								TEXT("FinalUrlSuffix"),
								FOREIGN("UrlCustomParameters"),
								FOREIGN("ForwardCompatibilityMap"),
								END };
static DEFINE("SitelinkAdExtension", sitelink_ad_extension);

static const struct ms_field callout_ad_extension_fields[] = { ENUM("Status", ad_extension_status),
							       FOREIGN("Scheduling"),
							       LONG("DevicePreference"),
							       LONG("Id"),
							       TEXT("Type"),
							       INT("Version"),
							       TEXT("Text"),
							       FOREIGN("ForwardCompatibilityMap"),
							       END };
static DEFINE("CalloutAdExtension", callout_ad_extension);

static const struct ms_field image_asset_fields[] = { LONG("Id"),
						      TEXT("Name"),
						      TEXT("Type"),
						      TEXT("SubType"),
						      FOREIGN("CropX"),
						      FOREIGN("CropY"),
						      FOREIGN("CropWidth"),
						      FOREIGN("CropHeight"),
						      FOREIGN("TargetWidth"),
						      FOREIGN("TargetHeight"),
						      FOREIGN("CroppingType"),
						      END };
static DEFINE("ImageAsset", image_asset);

static const struct ms_variant mv_image_asset[] = {
	{ "ImageAsset", &mm_image_asset },
	{ NULL, NULL },
};

static const struct ms_field image_link_fields[] = { VARIANT("Asset", image_asset),
						     FOREIGN("PinnedField"),
						     FOREIGN("AssetPerformanceLabel"),
						     FOREIGN("EditorialStatus"), END };
static DEFINE("AssetLink", image_link);

static const char *const me_layouts[] = { "SearchSingle", "SearchMultiple", NULL };

static const struct ms_field image_ad_extension_fields[] = { ENUM("Status", ad_extension_status),
							     FOREIGN("Scheduling"),
							     LONG("DevicePreference"),
							     LONG("Id"),
							     TEXT("Type"),
							     INT("Version"),
							     TEXT("AlternativeText"),
							     TEXT("Description"),
							     FOREIGN("DestinationUrl"),
							     FOREIGN("ImageMediaIds"),
							     FOREIGN("TrackingUrlTemplate"),
							     FOREIGN("FinalUrlSuffix"),
							     FOREIGN("UrlCustomParameters"),
							     TEXTS("FinalUrls"),
							     TEXTS("FinalMobileUrls"),
							     FOREIGN("FinalAppUrls"),
							     MESSAGES("Images", image_link),
							     TEXT("DisplayText"),
							     ENUMS("Layouts", layouts),
							     FOREIGN("SourceType"),
							     FOREIGN("ForwardCompatibilityMap"),
							     END };
static DEFINE("ImageAdExtension", image_ad_extension);

static const struct ms_variant mv_ad_extension[] = {
	{ "SitelinkAdExtension", &mm_sitelink_ad_extension },
	{ "CalloutAdExtension", &mm_callout_ad_extension },
	{ "ImageAdExtension", &mm_image_ad_extension },
	{ NULL, NULL },
};

static const struct ms_field add_ad_extensions_request_fields[] = {
	LONG("AccountId"), VARIANTS("AdExtensions", ad_extension), END
};
DEFINE("AddAdExtensionsRequest", add_ad_extensions_request);

static const struct ms_field update_ad_extensions_request_fields[] = {
	LONG("AccountId"), VARIANTS("AdExtensions", ad_extension), END
};
DEFINE("UpdateAdExtensionsRequest", update_ad_extensions_request);

static const struct ms_field delete_ad_extensions_request_fields[] = { LONG("AccountId"),
								       LONGS("AdExtensionIds"),
								       END };
DEFINE("DeleteAdExtensionsRequest", delete_ad_extensions_request);

static const struct ms_field get_ad_extension_ids_by_account_id_request_fields[] = {
	LONG("AccountId"), ENUM("AssociationType", association_type),
	FLAGS("AdExtensionType", ad_extensions_type_filter), END
};
DEFINE("GetAdExtensionIdsByAccountIdRequest", get_ad_extension_ids_by_account_id_request);

static const struct ms_field get_ad_extensions_by_ids_request_fields[] = {
	LONG("AccountId"), LONGS("AdExtensionIds"),
	FLAGS("AdExtensionType", ad_extensions_type_filter),
	FLAGS("ReturnAdditionalFields", ad_extension_additional_field), END
};
DEFINE("GetAdExtensionsByIdsRequest", get_ad_extensions_by_ids_request);

static const struct ms_field ad_extension_id_to_entity_id_association_fields[] = {
	LONG("AdExtensionId"), LONG("EntityId"), END
};
static DEFINE("AdExtensionIdToEntityIdAssociation", ad_extension_id_to_entity_id_association);

static const struct ms_field set_ad_extensions_associations_request_fields[] = {
	LONG("AccountId"),
	MESSAGES("AdExtensionIdToEntityIdAssociations", ad_extension_id_to_entity_id_association),
	ENUM("AssociationType", association_type), END
};
DEFINE("SetAdExtensionsAssociationsRequest", set_ad_extensions_associations_request);

static const struct ms_field delete_ad_extensions_associations_request_fields[] = {
	LONG("AccountId"),
	MESSAGES("AdExtensionIdToEntityIdAssociations", ad_extension_id_to_entity_id_association),
	ENUM("AssociationType", association_type), END
};
DEFINE("DeleteAdExtensionsAssociationsRequest", delete_ad_extensions_associations_request);

static const struct ms_field get_ad_extensions_associations_request_fields[] = {
	LONG("AccountId"),
	LONGS("EntityIds"),
	FLAGS("AdExtensionType", ad_extensions_type_filter),
	ENUM("AssociationType", association_type),
	FLAGS("ReturnAdditionalFields", ad_extension_additional_field),
	END
};
DEFINE("GetAdExtensionsAssociationsRequest", get_ad_extensions_associations_request);

static const struct ms_field image_fields[] = { LONG("Id"),   TEXT("MediaType"), TEXT("Type"),
						TEXT("Text"), TEXT("Data"),      END };
static DEFINE("Image", image);

static const struct ms_variant mv_media[] = {
	{ "Image", &mm_image },
	{ NULL, NULL },
};

static const struct ms_field add_media_request_fields[] = { LONG("AccountId"),
							    VARIANTS("Media", media), END };
DEFINE("AddMediaRequest", add_media_request);

static const char *const me_media_enabled_entity_filter[] = { "None", "ImageAdExtension",
							      "ResponsiveAd", NULL };

static const char *const me_media_additional_field[] = { "None", "Text", NULL };

static const struct ms_field paging_fields[] = { INT("Index"), INT("Size"), END };
static DEFINE("Paging", paging);

static const struct ms_field get_media_meta_data_by_account_id_request_fields[] = {
	FLAGS("MediaEnabledEntities", media_enabled_entity_filter), MESSAGE("PageInfo", paging),
	FLAGS("ReturnAdditionalFields", media_additional_field), END
};
DEFINE("GetMediaMetaDataByAccountIdRequest", get_media_meta_data_by_account_id_request);
