/* The settings of a connection, merged by name: see connect.h. */
#include "auth/credential/tokens.h"
#include "base/clock.h"
#include "base/json_read.h"
#include "base/json_write.h"
#include "call/connections/connect.h"
#include "call/request/history.h"

#define SETTINGS_MAX 7

#define CONVERSION_ACTIONS(hint) { "conversionActions", "Conversion actions", hint, AD_SETTING_MAP }

static const struct ad_connection_setting settings_of[AD_PLATFORM_COUNT][SETTINGS_MAX] = {
	[AD_GOOGLE] = { { "loginCustomerId", "Manager account",
			  "The id of the manager account, if the ad account is accessed through "
			  "one.",
			  AD_SETTING_TEXT },
			{ "euPolitical", "EU political advertising",
			  "Google requires this declaration for every new campaign.",
			  AD_SETTING_BOOL },
			CONVERSION_ACTIONS("Your name, and the id of a conversion action of type "
					   "UPLOAD_CLICKS.") },
	[AD_MICROSOFT] = { { "customerId", "Customer", "The account's customer id.",
			     AD_SETTING_TEXT },
			   CONVERSION_ACTIONS(
				   "Your name, and the name of the goal on Microsoft.") },
	[AD_REDDIT] = { { "profileId", "Profile", "The id of the profile that publishes the ads.",
			  AD_SETTING_TEXT },
			{ "conversionPixelId", "Pixel", "The pixel that receives conversions.",
			  AD_SETTING_TEXT },
			{ "fundingInstrumentId", "Funding instrument",
			  "The id of the funding instrument for new campaigns.", AD_SETTING_TEXT },
			CONVERSION_ACTIONS("Your name, and the event type.") },
	[AD_META] = { { "pageId", "Page", "The id of the Facebook page that publishes the ads.",
			AD_SETTING_TEXT },
		      { "instagramUserId", "Instagram account", "The id of the Instagram account.",
			AD_SETTING_TEXT },
		      { "datasetId", "Dataset", "The pixel that receives conversions.",
			AD_SETTING_TEXT },
		      { "specialAdCategories", "Special ad categories",
			"Meta requires this declaration, such as HOUSING, CREDIT, EMPLOYMENT.",
			AD_SETTING_TEXTS },
		      { "dsaBeneficiary", "Beneficiary (EU)",
			"Shown with ads in the European Union.", AD_SETTING_TEXT },
		      { "dsaPayor", "Payer (EU)", "Shown with ads in the European Union.",
			AD_SETTING_TEXT },
		      CONVERSION_ACTIONS("Your name, and the event's name.") },
};

const struct ad_connection_setting *ad_connection_settings(enum ad_platform platform, size_t *count)
{
	*count = 0;
	if (platform >= AD_PLATFORM_COUNT)
		return NULL;
	while (*count < SETTINGS_MAX && settings_of[platform][*count].name)
		(*count)++;
	return settings_of[platform];
}

static const struct ad_connection_setting *connect_settings_row_of(enum ad_platform platform,
								   const char *name)
{
	size_t count;
	const struct ad_connection_setting *rows = ad_connection_settings(platform, &count);

	for (size_t i = 0; i < count; i++)
		if (strcmp(rows[i].name, name) == 0)
			return &rows[i];
	return NULL;
}

static bool is_texts(const cJSON *list)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, list)
	{
		if (!cJSON_IsString(item))
			return false;
	}
	return cJSON_IsArray(list);
}

/* The reason why a value is invalid, or NULL. A null value deletes the setting. */
static const char *connect_settings_wrong(const struct ad_connection_setting *row,
					  const cJSON *value)
{
	if (cJSON_IsNull(value))
		return NULL;
	switch (row->kind) {
	case AD_SETTING_BOOL:
		return cJSON_IsBool(value) ? NULL : "must be true or false";
	case AD_SETTING_TEXTS:
		return is_texts(value) ? NULL : "must be a list of strings; use [] for none";
	case AD_SETTING_MAP:
		return cJSON_IsObject(value) ? NULL : "must be an object that maps names to ids";
	case AD_SETTING_TEXT:
		break;
	}
	return cJSON_IsString(value) && *value->valuestring && strlen(value->valuestring) <= 128
		       ? NULL
		       : "must be a string of 1 to 128 characters";
}

static void connect_settings_check(struct ad_call *call, enum ad_platform platform,
				   const cJSON *settings)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, settings)
	{
		const char *path = ad_arena_printf(call->arena, "settings.%.64s", item->string).p;
		const struct ad_connection_setting *row =
			connect_settings_row_of(platform, item->string);
		const char *why = row ? connect_settings_wrong(row, item) : NULL;
		if (!row)
			ad_fault(call, path, "UNKNOWN_FIELD", "is not a setting of %s",
				 ad_platform_name(platform));
		else if (why)
			ad_fault(call, path, "WRONG_TYPE", "%s", why);
	}
}

static struct ad_str connect_settings_merged(struct ad_call *call, const cJSON *old,
					     const cJSON *settings)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	const cJSON *const parts[] = { old, settings };
	const cJSON *item;

	ad_json_object(&j);
	for (size_t i = 0; i < AD_LEN(parts); i++) {
		cJSON_ArrayForEach(item, parts[i])
		{
			struct ad_text raw = ad_text_on(call->arena);
			if (cJSON_IsNull(item) && i == 1)
				continue;
			if (i == 0 && ad_json_get(settings, item->string))
				continue;
			ad_json_canonical(&raw, item);
			ad_json_kraw(&j, item->string, ad_text_str(&raw));
		}
	}
	ad_json_object_end(&j);
	return ad_text_str(&text);
}

static bool connect_settings_keep(struct ad_call *call, struct ad_str id, struct ad_str before,
				  struct ad_str after)
{
	struct ad_stmt *s =
		ad_sql(call->db, "UPDATE connections SET settings = $4, updated_at = $5,"
				 " version = version + 1 WHERE space_id = $1 AND environment = $2"
				 " AND id = $3");

	ad_bind_cstr(s, 1, call->space.id);
	ad_bind_cstr(s, 2, ad_environment_name(call->who->environment));
	ad_bind(s, 3, id);
	ad_bind(s, 4, after);
	ad_bind_int(s, 5, ad_now());
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	return ad_history_note(
		call,
		&(struct ad_history_entry){
			.resource = AD_S("connection"),
			.object_id = id,
			.verb = AD_S("UPDATE"),
			.before =
				ad_arena_printf(call->arena, "{\"settings\":%.*s}", AD_FMT(before)),
			.after = ad_arena_printf(call->arena, "{\"settings\":%.*s}", AD_FMT(after)),
		});
}

/*
 * True if no push is queued or running at the platform: a push sends what was previewed and reads
 * the settings while it sends, so they must not change. The kill switch does not count, because it
 * only pauses and may need this very change.
 */
static bool is_free(struct ad_call *call, enum ad_platform platform)
{
	struct ad_stmt *s = ad_sql(
		call->db, "SELECT l.run_id FROM sync_leases l JOIN sync_runs r ON r.space_id ="
			  " l.space_id AND r.environment = l.environment AND r.id = l.run_id WHERE"
			  " l.space_id = $1 AND l.environment = $2 AND l.platform = $3 AND r.mode ="
			  " 'PUSH' AND r.filters NOT LIKE '%\"pauseAll\":true%'");

	ad_bind_cstr(s, 1, call->space.id);
	ad_bind_cstr(s, 2, ad_environment_name(call->who->environment));
	ad_bind_cstr(s, 3, ad_platform_name(platform));
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status == AD_DB_DONE || ad_fail_db(call, status);
	struct ad_str run = ad_col_copy(s, call->arena, 0);
	ad_reset(s);
	call->details = ad_arena_printf(
		call->arena, "\"reason\":\"RUN_IN_PROGRESS\",\"runId\":\"%.*s\"", AD_FMT(run));
	return ad_fail(call, AD_CONFLICT,
		       "The push %.*s is active on this ad account and was previewed with the "
		       "current settings. Wait for its end, or cancel it.",
		       AD_FMT(run));
}

bool ad_connection_set(struct ad_call *call, struct ad_str id, const cJSON *settings)
{
	struct ad_json_error err;
	struct ad_stmt *s = ad_sql(call->db, "SELECT platform, settings FROM connections WHERE"
					     " space_id = $1 AND environment = $2 AND id = $3");

	ad_bind_cstr(s, 1, call->space.id);
	ad_bind_cstr(s, 2, ad_environment_name(call->who->environment));
	ad_bind(s, 3, id);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status == AD_DB_DONE ? ad_fail(call, AD_NOT_FOUND, "%s", "")
					    : ad_fail_db(call, status);
	enum ad_platform platform = ad_platform_of(ad_col(s, 0));
	struct ad_str before = ad_col_copy(s, call->arena, 1);
	ad_reset(s);
	connect_settings_check(call, platform, settings);
	return call->status == AD_OK && is_free(call, platform) &&
	       connect_settings_keep(
		       call, id, before,
		       connect_settings_merged(call, ad_json_parse(call->arena, before, &err),
					       settings));
}
