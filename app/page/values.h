/* Inside app/: values as the pages show them. */
#ifndef APP_VALUES_H
#define APP_VALUES_H

#include "core/adcore.h"

/* Appends a run's or an operation's status as a tag in plain words. */
void app_add_status(struct ad_text *page, struct ad_str status);
/* Appends "live" or "test" as a tag. */
void app_add_environment(struct ad_text *page, struct ad_str environment);
/* Appends micros as money: "20.5 EUR"; with `sign` as a change: "+20.5 EUR". */
void app_add_money(struct ad_text *page, int64_t micros, const char *currency, bool sign);
/*
 * Appends a value of a resource's field for display: money with the currency, members with their
 * names. If field is NULL, the value is shown unchanged.
 */
void app_add_value(struct ad_text *page, const struct ad_field *field, const cJSON *value,
		   const char *currency);
/* The display name of a platform; empty for an unknown one. */
const char *app_platform_title(struct ad_str name);
/* The display name of a resource, such as "ad group". */
struct ad_str app_kind_title(struct ad_str name);
/* Appends "of EMAIL" for a Space that is not the person's own; owner is absent otherwise. */
void app_add_owner(struct ad_text *page, struct ad_str owner);
/* The host of a client that is identified by an https URL; absent for a registered client. */
struct ad_str app_client_host(struct ad_str client_id);

#endif
