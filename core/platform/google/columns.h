/* The queried columns of each kind. Only the adapter's files include it. */
#ifndef AD_PLATFORM_GOOGLE_COLUMNS_H
#define AD_PLATFORM_GOOGLE_COLUMNS_H

#define CAMPAIGN_FIELDS                                                                            \
	"campaign.id, campaign.name, campaign.status, campaign.advertising_channel_type, "         \
	"campaign.bidding_strategy_type, campaign.bidding_strategy, "                              \
	"campaign.start_date_time, campaign.end_date_time, "                                       \
	"campaign.campaign_budget, campaign.contains_eu_political_advertising, "                   \
	"campaign.network_settings.target_google_search, "                                         \
	"campaign.network_settings.target_search_network, "                                        \
	"campaign.network_settings.target_content_network, "                                       \
	"campaign.geo_target_type_setting.positive_geo_target_type, "                              \
	"campaign.target_spend.cpc_bid_ceiling_micros, "                                           \
	"campaign.maximize_conversions.target_cpa_micros, "                                        \
	"campaign.maximize_conversion_value.target_roas, "                                         \
	"campaign.target_impression_share.cpc_bid_ceiling_micros, "                                \
	"campaign.tracking_url_template, campaign.final_url_suffix, "                              \
	"campaign.url_custom_parameters, campaign_budget.id, campaign_budget.amount_micros, "      \
	"campaign_budget.explicitly_shared, campaign_budget.period, "                              \
	"campaign_budget.total_amount_micros"
#define GROUP_FIELDS                                                                               \
	"ad_group.id, ad_group.name, ad_group.status, ad_group.cpc_bid_micros, "                   \
	"ad_group.url_custom_parameters, campaign.id, campaign.status"
#define AD_FIELDS                                                                                  \
	"ad_group_ad.ad.id, ad_group_ad.status, ad_group_ad.ad.type, "                             \
	"ad_group_ad.ad.final_urls, ad_group_ad.ad.url_custom_parameters, "                        \
	"ad_group_ad.ad.responsive_search_ad.headlines, "                                          \
	"ad_group_ad.ad.responsive_search_ad.descriptions, "                                       \
	"ad_group_ad.ad.responsive_search_ad.path1, "                                              \
	"ad_group_ad.ad.responsive_search_ad.path2, "                                              \
	"ad_group_ad.policy_summary.approval_status, "                                             \
	"ad_group_ad.policy_summary.review_status, "                                               \
	"ad_group_ad.policy_summary.policy_topic_entries, ad_group.id, ad_group.status, "          \
	"campaign.status"
#define KEYWORD_FIELDS                                                                             \
	"ad_group_criterion.criterion_id, ad_group_criterion.status, "                             \
	"ad_group_criterion.negative, ad_group_criterion.keyword.text, "                           \
	"ad_group_criterion.keyword.match_type, ad_group_criterion.cpc_bid_micros, "               \
	"ad_group_criterion.final_urls, ad_group_criterion.approval_status, "                      \
	"ad_group_criterion.disapproval_reasons, ad_group.id, ad_group.status, campaign.status"
#define NEGATIVE_FIELDS                                                                            \
	"campaign_criterion.criterion_id, campaign_criterion.negative, "                           \
	"campaign_criterion.status, campaign_criterion.keyword.text, "                             \
	"campaign_criterion.keyword.match_type, campaign.id, campaign.status"
#define CRITERION_FIELDS                                                                           \
	"campaign_criterion.criterion_id, campaign_criterion.type, "                               \
	"campaign_criterion.negative, campaign_criterion.location.geo_target_constant, "           \
	"campaign_criterion.language.language_constant, "                                          \
	"campaign_criterion.ad_schedule.day_of_week, campaign_criterion.ad_schedule.start_hour, "  \
	"campaign_criterion.ad_schedule.start_minute, campaign_criterion.ad_schedule.end_hour, "   \
	"campaign_criterion.ad_schedule.end_minute, campaign.id"
/* PROXIMITY and LOCATION_GROUP are places that adcore cannot show. */
#define CRITERION_TYPES "('LOCATION', 'LANGUAGE', 'AD_SCHEDULE', 'PROXIMITY', 'LOCATION_GROUP')"
#define ASSET_FIELDS                                                                               \
	"asset.id, asset.name, asset.type, asset.final_urls, asset.sitelink_asset.link_text, "     \
	"asset.sitelink_asset.description1, asset.sitelink_asset.description2, "                   \
	"asset.callout_asset.callout_text"

#endif
