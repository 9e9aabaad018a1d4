#include "sync/state/link.h"

#include "auth/account/sandbox_accounts.h"
#include "base/clock.h"
#include "base/digest.h"
#include "base/json_read.h"
#include "base/json_write.h"
#include "platform/version.h"

bool ad_connection_ended(const struct ad_outcome *outcome)
{
	return outcome->kind == AD_REFUSED && outcome->error.code &&
	       strcmp(outcome->error.code, "CONNECTION_EXPIRED") == 0;
}

static void read_settings(struct ad_arena *arena, struct ad_str json, struct ad_link *link)
{
	struct ad_json_error err;
	const cJSON *settings = json.n ? ad_json_parse(arena, json, &err) : NULL;
	const cJSON *political = ad_json_get(settings, "euPolitical");

	link->settings = settings;
	link->login_account_id = ad_json_get_text(settings, "loginCustomerId");
	if (!link->login_account_id.n)
		link->login_account_id = ad_json_get_text(settings, "customerId");
	if (cJSON_IsBool(political))
		link->eu_political = cJSON_IsTrue(political) ? AD_DECLARED_YES : AD_DECLARED_NO;
}

enum ad_db_status ad_connection_load(struct ad_db *db, struct ad_arena *arena,
				     struct ad_realm realm, enum ad_platform platform,
				     struct ad_connection *out)
{
	struct ad_stmt *s = ad_sql(
		db, "SELECT id, account_id_remote, currency, timezone, status,"
		    " credentials, settings, sunset_version FROM connections WHERE space_id = $1"
		    " AND environment = $2 AND platform = $3");
	enum ad_db_status status;

	*out = (struct ad_connection){ 0 };
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind_cstr(s, 3, ad_platform_name(platform));
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	out->id = ad_col_copy(s, arena, 0);
	out->account_id = ad_col_copy(s, arena, 1);
	out->currency = ad_col_copy(s, arena, 2);
	out->timezone = ad_col_copy(s, arena, 3);
	out->status = ad_col_copy(s, arena, 4);
	out->credentials = ad_col_copy(s, arena, 5);
	out->sunset_version = ad_col_copy(s, arena, 7);
	out->link.account_id = out->account_id;
	out->link.currency = out->currency;
	out->link.timezone = out->timezone;
	read_settings(arena, ad_col(s, 6), &out->link);
	ad_reset(s);
	return AD_DB_ROW;
}

/* "1//sandbox.<customer>.<currency>.<zone with ~ for />": the format the simulators accept. */
static struct ad_str sandbox_token(struct ad_arena *arena, const struct ad_connection *connection)
{
	struct ad_text text = ad_text_on(arena);

	ad_text_addf(&text, "1//sandbox.%.*s.%.*s.", AD_FMT(connection->account_id),
		     AD_FMT(connection->currency));
	for (size_t i = 0; i < connection->timezone.n; i++)
		ad_text_addc(&text,
			     connection->timezone.p[i] == '/' ? '~' : connection->timezone.p[i]);
	return ad_text_str(&text);
}

bool ad_connection_secrets(struct ad_arena *arena, const struct ad_secrets *secrets,
			   struct ad_connection *connection)
{
	struct ad_link *link = &connection->link;
	struct ad_str plain;
	struct ad_json_error err;
	const cJSON *object;

	if (!connection->credentials.n ||
	    !ad_secrets_unseal(secrets, arena, AD_CONNECTION_SEAL, connection->id,
			       connection->credentials, &plain))
		return false;
	object = ad_json_parse(arena, plain, &err);
	link->refresh_token = ad_json_get_text(object, "refreshToken");
	link->client_id = ad_json_get_text(object, "clientId");
	link->client_secret = ad_json_get_text(object, "clientSecret");
	link->developer_token = ad_json_get_text(object, "developerToken");
	return link->refresh_token.n > 0;
}

enum ad_db_status ad_connection_stands(struct ad_db *db, struct ad_arena *arena,
				       const struct ad_secrets *secrets,
				       const struct ad_connection *loaded, struct ad_str *stored,
				       bool *stands)
{
	struct ad_stmt *s = ad_sql(db, "SELECT credentials FROM connections WHERE id = $1");
	struct ad_connection now = { .id = loaded->id };

	*stands = false;
	*stored = (struct ad_str){ 0 };
	ad_bind(s, 1, loaded->id);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	*stored = now.credentials = ad_col_copy(s, arena, 0);
	ad_reset(s);
	*stands = now.credentials.n > 0 &&
		  (ad_str_eq(now.credentials, loaded->credentials) ||
		   (ad_connection_secrets(arena, secrets, &now) &&
		    ad_secret_eq(now.link.refresh_token, loaded->link.refresh_token)));
	return AD_DB_DONE;
}

struct ad_str ad_connection_seal(struct ad_arena *arena, const struct ad_secrets *secrets,
				 struct ad_str id, struct ad_str refresh_token,
				 const struct ad_link *link)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	ad_json_kstr(&j, "refreshToken", refresh_token);
	ad_json_kstr(&j, "clientId", link->client_id);
	ad_json_kstr(&j, "clientSecret", link->client_secret);
	ad_json_kstr(&j, "developerToken", link->developer_token);
	ad_json_object_end(&j);
	return ad_secrets_seal(secrets, arena, AD_CONNECTION_SEAL, id, ad_text_str(&text));
}

/*
 * Sandbox accounts declare who benefits from ads and who pays for them, and have a dataset with
 * their own number. Accounts created before these settings existed get the same values.
 */
static const cJSON *with_names(struct ad_arena *arena, const cJSON *settings,
			       struct ad_str account_id)
{
	static const char *const names[] = { "dsaBeneficiary", "dsaPayor", "datasetId" };
	size_t prefix = ad_str_starts(account_id, "act_") ? strlen("act_") : 0;
	const struct ad_str number = { account_id.p + prefix, account_id.n - prefix };
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_json_error err;
	const cJSON *item;

	ad_json_object(&j);
	cJSON_ArrayForEach(item, settings)
	{
		struct ad_text raw = ad_text_on(arena);
		bool named = false;
		for (size_t i = 0; i < AD_LEN(names); i++)
			named = named || strcmp(item->string, names[i]) == 0;
		if (named)
			continue;
		ad_json_canonical(&raw, item);
		ad_json_kraw(&j, item->string, ad_text_str(&raw));
	}
	for (size_t i = 0; i < AD_LEN(names); i++) {
		struct ad_str name = ad_json_get_text(settings, names[i]);
		ad_json_kstr(&j, names[i], name.n ? name : i == 2 ? number : AD_S("Sandbox"));
	}
	ad_json_object_end(&j);
	return ad_json_parse(arena, ad_text_str(&text), &err);
}

bool ad_connection_speaks(enum ad_platform platform, struct ad_str version)
{
	return platform < AD_PLATFORM_COUNT &&
	       ad_str_is(version, ad_api_version_of(platform)->name);
}

struct ad_str ad_link_below(struct ad_arena *arena, const char *sandbox_url,
			    enum ad_platform platform, const char *path)
{
	return ad_arena_printf(arena, "%s%.*s", sandbox_url,
			       AD_FMT(ad_versioned(arena, platform, path)));
}

bool ad_link_fill(struct ad_arena *arena, const struct ad_secrets *secrets, const char *sandbox_url,
		  struct ad_realm realm, enum ad_platform platform,
		  struct ad_connection *connection)
{
	const struct ad_api_version *version = ad_api_version_of(platform);
	struct ad_link *link = &connection->link;

	if (!ad_adapter_of(platform))
		return false;
	link->now = ad_now();
	if (ad_str_is(realm.environment, "live")) {
		link->api_url = ad_versioned(arena, platform, version->api);
		link->token_url = ad_versioned(arena, platform, version->token);
		return ad_connection_secrets(arena, secrets, connection);
	}
	if (!sandbox_url)
		return false;
	link->api_url = ad_link_below(arena, sandbox_url, platform, version->sandbox_api);
	link->token_url = ad_link_below(arena, sandbox_url, platform, version->sandbox_token);
	if (platform == AD_META)
		link->settings = with_names(arena, link->settings, link->account_id);
	if (!ad_connection_secrets(arena, secrets, connection)) {
		/* A copy of the database under another secret can still use its sandbox. */
		link->refresh_token = sandbox_token(arena, connection);
		link->client_id = link->client_secret = link->developer_token = AD_S("sandbox");
	}
	return true;
}

const cJSON *ad_connection_actions(struct ad_arena *arena, struct ad_realm realm,
				   enum ad_platform platform,
				   const struct ad_connection *connection)
{
	const cJSON *own = ad_json_get(connection->link.settings, "conversionActions");
	struct ad_json_error err;

	if (cJSON_IsObject(own) || ad_str_is(realm.environment, "live"))
		return own;
	return ad_json_parse(arena, ad_str(ad_sandbox_actions(platform)), &err);
}

bool ad_connection_lacks(struct ad_realm realm, const struct ad_connection *connection,
			 const char *setting)
{
	return setting && ad_str_is(realm.environment, "live") &&
	       !ad_json_get_text(connection->link.settings, setting).n;
}
