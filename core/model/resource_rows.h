/* The end of model/resource.h: the rows of the table by name. */
#ifndef AD_MODEL_RESOURCE_ROWS_H
#define AD_MODEL_RESOURCE_ROWS_H

#include "model/resource.h"

/* A file each: model/resource_<name>.c. */
extern const struct ad_resource ad_resource_identity, ad_resource_space, ad_resource_connection,
	ad_resource_campaign, ad_resource_ad_group, ad_resource_ad, ad_resource_keyword,
	ad_resource_keyword_list, ad_resource_business, ad_resource_asset, ad_resource_conversion,
	ad_resource_sync, ad_resource_history, ad_resource_report, ad_resource_event,
	ad_resource_webhook;
/* No row of the table: it is stored and served by none, and only pushes name it. */
extern const struct ad_resource ad_resource_asset_link;
/* Shapes of the sync row's calls on drift: model/resource_sync_drift.c. */
extern const struct ad_shape ad_sync_cancel_shape;
extern const struct ad_shape ad_sync_drift_shape, ad_sync_drift_query_shape, ad_sync_resolve_shape,
	ad_sync_resolved_shape;
/*
 * The input of a comment, and a comment as answered, whose members are those of a run's `comments`
 * too: model/resource_sync_comment.c.
 */
#define AD_SYNC_COMMENT_MEMBERS 6
extern const struct ad_shape ad_sync_comment_shape, ad_sync_commented_shape;
extern const struct ad_field ad_sync_comment_fields[AD_SYNC_COMMENT_MEMBERS];
/* The members of the result of a pull: model/resource_sync_pulled.c. */
#define AD_SYNC_PULLED_MEMBERS 10
extern const struct ad_field ad_sync_pulled[AD_SYNC_PULLED_MEMBERS];
/* The members of a gap in the figures: model/resource_report.c. */
#define AD_REPORT_GAP_MEMBERS 6
extern const struct ad_field ad_report_gap[AD_REPORT_GAP_MEMBERS];

#endif
