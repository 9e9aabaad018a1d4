/* Sandbox ad accounts: see sandbox_accounts.h. */
#include "auth/account/sandbox_accounts.h"

#include "base/clock.h"
#include "base/id.h"
#include "base/json_write.h"

/* The form of a platform's ad account ids (prefix, digits) and the settings it declares. */
struct look {
	const char *platform;
	const char *prefix;
	size_t digits;
	const char *name;
	const char *settings; /* JSON; %s is another id of the same length, unprefixed */
};

static const struct look looks[] = {
	{ "google", "", 10, "Sandbox Google Ads",
	  "{\"loginCustomerId\":null,\"euPolitical\":false}" },
	{ "microsoft", "", 9, "Sandbox Microsoft Advertising", "{\"customerId\":\"%s\"}" },
	{ "reddit", "t2_", 8, "Sandbox Reddit Ads",
	  "{\"profileId\":\"t2_%s\",\"conversionPixelId\":null,\"fundingInstrumentId\":null}" },
	{ "meta", "act_", 15, "Sandbox Meta Ads",
	  "{\"pageId\":\"%s\",\"instagramUserId\":null,\"datasetId\":null,"
	  "\"specialAdCategories\":[],\"dsaBeneficiary\":\"Sandbox\",\"dsaPayor\":\"Sandbox\"}" },
};

const char *ad_sandbox_actions(enum ad_platform platform)
{
	static const char *const actions[AD_PLATFORM_COUNT] = {
		[AD_GOOGLE] = "{\"Order\":\"7000000001\",\"Lead\":\"7000000002\"}",
		[AD_MICROSOFT] = "{\"Order\":\"Order\",\"Lead\":\"Lead\"}",
		[AD_REDDIT] = "{\"Order\":\"PURCHASE\",\"Lead\":\"LEAD\"}",
		[AD_META] = "{\"Order\":\"Purchase\",\"Lead\":\"Lead\"}",
	};

	return platform < AD_PLATFORM_COUNT ? actions[platform] : "{}";
}

/* A number of so many digits that does not begin with 0. */
static struct ad_str sandbox_accounts_number(struct ad_arena *arena, size_t digits)
{
	char *text = ad_arena_alloc(arena, digits + 1);

	for (size_t i = 0; i < digits; i++) {
		uint32_t random;
		ad_random(&random, sizeof(random));
		text[i] = (char)(i == 0 ? '1' + random % 9 : '0' + random % 10);
	}
	text[digits] = '\0';
	return (struct ad_str){ text, digits };
}

/* The template with its one %s, if any, replaced. */
static struct ad_str settings_of(struct ad_arena *arena, const struct look *look)
{
	const char *hole = strstr(look->settings, "%s");

	if (!hole)
		return ad_str(look->settings);
	struct ad_str id = sandbox_accounts_number(arena, look->digits);
	return ad_arena_printf(arena, "%.*s%.*s%s", (int)(hole - look->settings), look->settings,
			       AD_FMT(id), hole + 2);
}

/* The simulators' refresh token names account, currency and zone (with ~ for /). */
static struct ad_str credentials_of(struct ad_arena *arena, struct ad_str number_text,
				    const struct ad_sandbox_spec *spec)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_str token =
		ad_arena_printf(arena, "1//sandbox.%.*s.%.*s.%.*s", AD_FMT(number_text),
				AD_FMT(spec->currency), AD_FMT(spec->timezone));

	for (char *p = (char *)token.p + 2 + sizeof("/sandbox.") - 1; *p; p++)
		if (*p == '/')
			*p = '~';
	ad_json_object(&j);
	ad_json_kstr(&j, "refreshToken", token);
	ad_json_kcstr(&j, "clientId", "sandbox");
	ad_json_kcstr(&j, "clientSecret", "sandbox");
	ad_json_kcstr(&j, "developerToken", "sandbox");
	ad_json_object_end(&j);
	return ad_text_str(&text);
}

static enum ad_db_status sandbox_accounts_insert(struct ad_db *db, struct ad_arena *arena,
						 const struct ad_secrets *secrets,
						 const struct ad_sandbox_spec *spec,
						 const struct look *look)
{
	char id[AD_ID_SIZE];
	int64_t now = ad_now();
	struct ad_str digits = sandbox_accounts_number(arena, look->digits);

	ad_id_make("con", id);
	struct ad_str sealed = ad_secrets_seal(secrets, arena, AD_CONNECTION_SEAL, ad_str(id),
					       credentials_of(arena, digits, spec));
	struct ad_stmt *s = ad_sql(
		db,
		"INSERT INTO connections (id, space_id, environment, platform,"
		" account_id_remote, account_name, currency, timezone, status, settings,"
		" credentials, created_by, created_at, updated_at)"
		" VALUES ($1, $2, 'test', $3, $4, $5, $6, $7, 'CONNECTED', $8, $9, $10, $11, $12)");
	ad_bind_cstr(s, 1, id);
	ad_bind(s, 2, spec->space_id);
	ad_bind_cstr(s, 3, look->platform);
	ad_bind(s, 4, ad_arena_printf(arena, "%s%.*s", look->prefix, AD_FMT(digits)));
	ad_bind_cstr(s, 5, look->name);
	ad_bind(s, 6, spec->currency);
	ad_bind(s, 7, spec->timezone);
	struct ad_str settings = settings_of(arena, look);
	ad_bind(s, 8,
		ad_arena_printf(arena, "%.*s,\"conversionActions\":%s}", (int)settings.n - 1,
				settings.p,
				ad_sandbox_actions(ad_platform_of(ad_str(look->platform)))));
	ad_bind(s, 9, sealed);
	ad_bind(s, 10, spec->account_id);
	ad_bind_int(s, 11, now);
	ad_bind_int(s, 12, now);
	return ad_step(s);
}

enum ad_db_status ad_sandbox_accounts_add(struct ad_db *db, struct ad_arena *arena,
					  const struct ad_secrets *secrets,
					  const struct ad_sandbox_spec *spec)
{
	for (size_t i = 0; i < AD_LEN(looks); i++) {
		enum ad_db_status status =
			sandbox_accounts_insert(db, arena, secrets, spec, &looks[i]);
		if (status != AD_DB_DONE)
			return status;
	}
	return AD_DB_DONE;
}
