/*
 * The names of fields that each kind of object is published with. A read that asks for another is
 * refused; of these the sandbox tells what it keeps.
 */
#include <string.h>

#include "meta.h"

static const char campaign_names[] =
	" account_id adlabels advantage_state_info bid_strategy boosted_object_id "
	"brand_lift_studies budget_rebalance_flag budget_remaining buying_type "
	"campaign_group_active_time can_create_brand_lift_study can_use_spend_cap "
	"configured_status created_time daily_budget effective_status "
	"has_secondary_skadnetwork_reporting id is_adset_budget_sharing_enabled "
	"is_budget_schedule_enabled is_direct_send_campaign is_message_campaign "
	"is_skadnetwork_attribution issues_info last_budget_toggling_time lifetime_budget name "
	"objective pacing_type primary_attribution promoted_object recommendations "
	"smart_promotion_type source_campaign source_campaign_id source_recommendation_type "
	"special_ad_categories special_ad_category special_ad_category_country spend_cap "
	"start_time status stop_time topline_id updated_time ";

static const char adset_names[] =
	" account_id adlabels adset_schedule anchor_event_attribution_window_days asset_feed_id "
	"attribution_count_type attribution_spec automatic_manual_state bid_adjustments "
	"bid_amount bid_constraints bid_info bid_strategy billing_event brand_safety_config "
	"budget_remaining campaign campaign_active_time campaign_attribution campaign_id "
	"configured_status created_time creative_diversity_label creative_diversity_score "
	"creative_sequence creative_sequence_repetition_pattern daily_budget "
	"daily_min_spend_target daily_spend_cap destination_type dsa_beneficiary dsa_payor "
	"effective_status end_time existing_customer_budget_percentage frequency_control_specs "
	"full_funnel_exploration_mode id instagram_user_id is_ba_skip_delayed_eligible "
	"is_budget_schedule_enabled is_dynamic_creative is_incremental_attribution_enabled "
	"issues_info learning_stage_info lifetime_budget lifetime_imps "
	"lifetime_min_spend_target lifetime_spend_cap low_creative_reach "
	"max_budget_spend_percentage min_budget_spend_percentage "
	"multi_event_conversion_attribution_window_seconds multi_optimization_goal_weight name "
	"optimization_goal optimization_sub_event pacing_type placement_soft_opt_out "
	"promoted_object recommendations recurring_budget_semantics "
	"regional_regulated_categories regional_regulation_identities review_feedback "
	"rf_prediction_id source_adset source_adset_id special_ad_categories start_time status "
	"targeting targeting_optimization_types time_based_ad_rotation_id_blocks "
	"time_based_ad_rotation_intervals trending_topics_spec updated_time use_new_app_click "
	"value_rule_set_id value_rules_applied ";

static const char ad_names[] =
	" account_id ad_active_time ad_review_feedback ad_schedule_end_time "
	"ad_schedule_start_time adlabels adset adset_id bid_amount bid_info bid_type campaign "
	"campaign_id configured_status conversion_domain conversion_specs created_time creative "
	"creative_asset_groups_spec demolink_hash display_sequence effective_status "
	"engagement_audience failed_delivery_checks id issues_info last_updated_by_app_id name "
	"placement preview_shareable_link priority recommendations source_ad source_ad_id "
	"special_ad_categories status targeting tracking_and_conversion_with_defaults "
	"tracking_specs updated_time ";

static const char creative_names[] =
	" account_id actor_id ad_disclaimer_spec adlabels applink_treatment asset_feed_spec "
	"authorization_category auto_update body branded_content "
	"branded_content_sponsor_page_id bundle_folder_id call_to_action call_to_action_type "
	"categorization_criteria category_media_source collaborative_ads_lsb_image_bank_id "
	"contextual_multi_ads creative_sourcing_spec degrees_of_freedom_spec destination_set_id "
	"destination_spec dynamic_ad_voice effective_authorization_category "
	"effective_instagram_media_id effective_object_story_id enable_direct_install "
	"enable_launch_instant_app existing_post_title facebook_branded_content "
	"format_transformation_spec id image_crops image_hash image_url "
	"instagram_branded_content instagram_permalink_url instagram_user_id "
	"interactive_components_spec link_deep_link_url link_destination_display_url link_og_id "
	"link_url marketing_message_structured_spec media_sourcing_spec "
	"messenger_sponsored_message name object_id object_store_url object_story_id "
	"object_story_spec object_type object_url omnichannel_link_spec page_welcome_message "
	"photo_album_source_object_story_id place_page_set_id platform_customizations "
	"playable_asset_id portrait_customizations product_data product_set_id "
	"product_suggestion_settings recommender_settings regional_regulation_disclaimer_spec "
	"source_facebook_post_id source_instagram_media_id status template_url "
	"template_url_spec thumbnail_id thumbnail_url title url_tags use_page_actor_override "
	"video_id ";

static const char image_names[] =
	" account_id created_time creatives hash height id is_associated_creatives_in_adgroups "
	"name original_height original_width owner_business permalink_url status updated_time "
	"url url_128 width ";

static const char video_names[] =
	" ad_breaks admin_creator audio_isrc backdated_time backdated_time_granularity "
	"boost_eligibility_info content_category content_tags copyright "
	"copyright_check_information copyright_monitoring_status created_time custom_labels "
	"description embed_html embeddable event expiration format from icon id "
	"is_crosspost_video is_crossposting_eligible is_episode is_instagram_eligible "
	"is_reference_only length live_audience_count live_status music_video_copyright "
	"permalink_url picture place post_id post_views premiere_living_room_status privacy "
	"published scheduled_publish_time source spherical status title universal_video_id "
	"updated_time views ";

static const char label_names[] = " account created_time id name updated_time ";

static const char run_names[] =
	" account_id async_percent_completion async_report_url async_status date_start date_stop "
	"emails error_code error_message error_subcode error_user_msg error_user_title "
	"friendly_name id is_async_export is_bookmarked is_running schedule_id time_completed "
	"time_ref ";

/* Of insights, in two: a text has at most 4,095 bytes. */
static const char insights_names[] =
	" account_currency account_id account_name action_values actions ad_click_actions ad_id "
	"ad_impression_actions ad_name adset_end adset_id adset_name adset_start "
	"advanced_actions_28d_view advanced_reach_1d_lookback advanced_reach_28d_lookback "
	"advanced_reach_7d_lookback age_targeting anchor_event_attribution_setting "
	"anchor_events_performance_indicator attribution_setting auction_bid "
	"auction_competitiveness auction_max_competitor_bid average_purchases_conversion_value "
	"buying_type campaign_id campaign_name canvas_avg_view_percent canvas_avg_view_time "
	"catalog_segment_actions catalog_segment_value "
	"catalog_segment_value_mobile_purchase_roas catalog_segment_value_omni_purchase_roas "
	"catalog_segment_value_website_purchase_roas clicks conversion_lead_rate "
	"conversion_leads conversion_rate_ranking conversion_values conversions "
	"converted_product_app_custom_event_fb_mobile_purchase "
	"converted_product_app_custom_event_fb_mobile_purchase_value "
	"converted_product_offline_purchase converted_product_offline_purchase_value "
	"converted_product_omni_purchase converted_product_omni_purchase_values "
	"converted_product_quantity converted_product_value "
	"converted_product_website_pixel_purchase "
	"converted_product_website_pixel_purchase_value "
	"converted_promoted_product_app_custom_event_fb_mobile_purchase "
	"converted_promoted_product_app_custom_event_fb_mobile_purchase_value "
	"converted_promoted_product_offline_purchase "
	"converted_promoted_product_offline_purchase_value "
	"converted_promoted_product_omni_purchase "
	"converted_promoted_product_omni_purchase_values converted_promoted_product_quantity "
	"converted_promoted_product_value converted_promoted_product_website_pixel_purchase "
	"converted_promoted_product_website_pixel_purchase_value cost_per_15_sec_video_view "
	"cost_per_2_sec_continuous_video_view cost_per_action_type cost_per_ad_click "
	"cost_per_conversion cost_per_conversion_lead cost_per_dda_countby_convs "
	"cost_per_estimated_ad_recallers cost_per_inline_link_click "
	"cost_per_inline_post_engagement cost_per_objective_result "
	"cost_per_one_thousand_ad_impression cost_per_outbound_click cost_per_result "
	"cost_per_thruplay cost_per_unique_action_type cost_per_unique_click "
	"cost_per_unique_conversion cost_per_unique_inline_link_click "
	"cost_per_unique_outbound_click cpc cpm cpp created_time creative_media_type ctr "
	"date_start date_stop dda_countby_convs dda_results engagement_rate_ranking "
	"estimated_ad_recall_rate estimated_ad_recall_rate_lower_bound "
	"estimated_ad_recall_rate_upper_bound estimated_ad_recallers ";

static const char more_insights_names[] =
	" estimated_ad_recallers_lower_bound estimated_ad_recallers_upper_bound frequency "
	"full_view_impressions full_view_reach gender_targeting impressions "
	"inline_link_click_ctr inline_link_clicks inline_post_engagement "
	"instagram_profile_visits instagram_upcoming_event_reminders_set "
	"instant_experience_clicks_to_open instant_experience_clicks_to_start "
	"instant_experience_outbound_clicks interactive_component_tap labels "
	"landing_page_view_actions_per_link_click landing_page_view_per_link_click "
	"landing_page_view_per_purchase_rate link_clicks_per_results location "
	"marketing_messages_click_rate_benchmark marketing_messages_cost_per_delivered "
	"marketing_messages_cost_per_link_btn_click marketing_messages_delivered "
	"marketing_messages_delivery_rate marketing_messages_link_btn_click "
	"marketing_messages_link_btn_click_rate marketing_messages_media_view_rate "
	"marketing_messages_phone_call_btn_click_rate marketing_messages_quick_reply_btn_click "
	"marketing_messages_quick_reply_btn_click_rate marketing_messages_read "
	"marketing_messages_read_rate marketing_messages_read_rate_benchmark "
	"marketing_messages_sent marketing_messages_spend marketing_messages_spend_currency "
	"marketing_messages_website_add_to_cart marketing_messages_website_initiate_checkout "
	"marketing_messages_website_purchase marketing_messages_website_purchase_values "
	"mobile_app_purchase_roas multi_event_conversion_attribution_setting objective "
	"objective_result_rate objective_results "
	"onsite_conversion_messaging_detected_purchase_deduped optimization_goal "
	"outbound_clicks outbound_clicks_ctr place_page_name product_group_retailer_id "
	"product_retailer_id product_views purchase_per_landing_page_view purchase_roas "
	"purchases_per_link_click qualifying_question_qualify_answer_rate quality_ranking reach "
	"result_rate result_values_performance_indicator results shops_assisted_purchases "
	"social_spend spend total_card_view total_postbacks total_postbacks_detailed "
	"total_postbacks_detailed_v4 unique_actions unique_clicks unique_conversions unique_ctr "
	"unique_inline_link_click_ctr unique_inline_link_clicks unique_link_clicks_ctr "
	"unique_outbound_clicks unique_outbound_clicks_ctr "
	"unique_video_continuous_2_sec_watched_actions unique_video_view_15_sec updated_time "
	"video_15_sec_watched_actions video_30_sec_watched_actions "
	"video_avg_time_watched_actions video_continuous_2_sec_watched_actions "
	"video_p100_watched_actions video_p25_watched_actions video_p50_watched_actions "
	"video_p75_watched_actions video_p95_watched_actions video_play_actions "
	"video_play_curve_actions video_play_retention_0_to_15s_actions "
	"video_play_retention_20_to_60s_actions video_play_retention_graph_actions "
	"video_thruplay_watched_actions video_time_watched_actions video_view_per_impression "
	"website_ctr website_purchase_roas wish_bid ";

/* True if a name of `n` bytes is among them. */
static bool meta_fields_among(const char *names, const char *name, size_t n)
{
	for (const char *at = names; *at; at += strcspn(at, " ")) {
		at += strspn(at, " ");
		if (n && strcspn(at, " ") == n && strncmp(at, name, n) == 0)
			return true;
	}
	return false;
}

bool m_has_field(enum m_kind kind, const char *name, size_t n)
{
	static const char *const of[] = { campaign_names, adset_names, ad_names,   creative_names,
					  image_names,    video_names, label_names };
	if (kind == M_INSIGHTS)
		return meta_fields_among(insights_names, name, n) ||
		       meta_fields_among(more_insights_names, name, n);
	return meta_fields_among(kind == M_RUN ? run_names : of[kind - M_CAMPAIGN], name, n);
}
