/* The settings of a connection, merged by name: see connect.h. */
#include "auth/tokens.h"
#include "base/clock.h"
#include "base/json_read.h"
#include "base/json_write.h"
#include "call/connect.h"
#include "call/history.h"

#define NAMES_MAX 7

static const char *const names[AD_PLATFORM_COUNT][NAMES_MAX] = {
	[AD_GOOGLE] = { "loginCustomerId", "euPolitical" },
	[AD_MICROSOFT] = { "customerId" },
	[AD_REDDIT] = { "profileId", "conversionPixelId", "fundingInstrumentId" },
	[AD_META] = { "pageId", "instagramUserId", "datasetId", "specialAdCategories",
		      "dsaBeneficiary", "dsaPayor" },
};

static bool has(enum ad_platform platform, const char *name)
{
	bool found = strcmp(name, "conversionActions") == 0;

	if (platform >= AD_PLATFORM_COUNT)
		return false;
	for (size_t i = 0; i < NAMES_MAX && names[platform][i]; i++)
		found = found || strcmp(names[platform][i], name) == 0;
	return found;
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

/* What is wrong with a value, or NULL. null takes a setting away. */
static const char *wrong(const char *name, const cJSON *value)
{
	if (cJSON_IsNull(value))
		return NULL;
	if (strcmp(name, "euPolitical") == 0)
		return cJSON_IsBool(value) ? NULL : "must be true or false";
	if (strcmp(name, "specialAdCategories") == 0)
		return is_texts(value) ? NULL : "must be a list of texts, [] where there are none";
	if (strcmp(name, "conversionActions") == 0)
		return cJSON_IsObject(value) ? NULL : "must be an object of ids by our names";
	return cJSON_IsString(value) && *value->valuestring && strlen(value->valuestring) <= 128
		       ? NULL
		       : "must be a text of 1 to 128 characters";
}

static void check(struct ad_call *call, enum ad_platform platform, const cJSON *settings)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, settings)
	{
		const char *path = ad_arena_printf(call->arena, "settings.%.64s", item->string).p;
		const char *why = wrong(item->string, item);
		if (!has(platform, item->string))
			ad_fault(call, path, "UNKNOWN_FIELD", "is no setting on %s",
				 ad_platform_name(platform));
		else if (why)
			ad_fault(call, path, "WRONG_TYPE", "%s", why);
	}
}

static struct ad_str merged(struct ad_call *call, const cJSON *old, const cJSON *settings)
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

static bool keep(struct ad_call *call, struct ad_str id, struct ad_str before, struct ad_str after)
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
 * A push sends what was previewed, and reads the settings as it sends: they stand while one is
 * queued or under way there. The kill switch only pauses, and may be waiting for just this change.
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
		       "The push %.*s is at work on that ad account and was previewed with these "
		       "settings: wait for it, or cancel it.",
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
	check(call, platform, settings);
	return call->status == AD_OK && is_free(call, platform) &&
	       keep(call, id, before,
		    merged(call, ad_json_parse(call->arena, before, &err), settings));
}
