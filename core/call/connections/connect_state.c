/* The sealed state of a person's OAuth consent flow: see connect.h. */
#include "auth/auth.h"
#include "auth/signin/once.h"
#include "base/clock.h"
#include "base/digest.h"
#include "base/id.h"
#include "base/json_read.h"
#include "base/json_write.h"
#include "call/connections/connect.h"
#include "call/request/core.h"
#include "model/vocabulary.h"

#define LIFETIME (10 * AD_MINUTE)

static const char *const labels[] = {
	[AD_CONSENT] = "connect-consent",
	[AD_CHOICE] = "connect-choice",
};

static struct ad_str random_text(struct ad_arena *arena)
{
	uint8_t bytes[32];

	ad_random(bytes, sizeof(bytes));
	return ad_base64url(arena, bytes, sizeof(bytes));
}

struct ad_connecting ad_connecting_new(struct ad_call *call, enum ad_platform platform)
{
	return (struct ad_connecting){
		.platform = platform,
		.environment = call->who->environment,
		.space_id = ad_str(call->space.id),
		.nonce = random_text(call->arena),
		.verifier = random_text(call->arena),
		.expires_at = ad_now() + LIFETIME,
	};
}

static void write_found(struct ad_json *j, const struct ad_reached *list)
{
	ad_json_key(j, "found");
	ad_json_array(j);
	for (const struct ad_reached *r = list; r; r = r->next) {
		ad_json_object(j);
		ad_json_kstr(j, "id", r->id);
		ad_json_kstr(j, "name", r->name);
		ad_json_kstr(j, "currency", r->currency);
		ad_json_kstr(j, "timezone", r->timezone);
		ad_json_kstr(j, "manager", r->manager);
		ad_json_object_end(j);
	}
	ad_json_array_end(j);
}

struct ad_str ad_connecting_seal(struct ad_call *call, enum ad_connecting_stage stage,
				 const struct ad_connecting *c)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	ad_json_kcstr(&j, "platform", ad_platform_name(c->platform));
	ad_json_kbool(&j, "live", c->environment == AD_LIVE);
	ad_json_kstr(&j, "space", c->space_id);
	ad_json_kstr(&j, "nonce", c->nonce);
	ad_json_kint(&j, "expires", c->expires_at);
	if (stage == AD_CONSENT) {
		ad_json_kstr(&j, "verifier", c->verifier);
	} else {
		ad_json_kstr(&j, "token", c->token);
		ad_json_kint(&j, "tokenExpires", c->token_expires_at);
		write_found(&j, c->found);
	}
	ad_json_object_end(&j);
	return ad_secrets_seal(ad_auth_secrets(call->core->auth), call->arena, labels[stage],
			       ad_str(call->who->credential_id), ad_text_str(&text));
}

static struct ad_reached *read_found(struct ad_arena *arena, const cJSON *list)
{
	struct ad_reached *first = NULL, **end = &first;
	const cJSON *item;

	cJSON_ArrayForEach(item, list)
	{
		*end = ad_arena_alloc(arena, sizeof(**end));
		**end = (struct ad_reached){
			.id = ad_json_get_text(item, "id"),
			.name = ad_json_get_text(item, "name"),
			.currency = ad_json_get_text(item, "currency"),
			.timezone = ad_json_get_text(item, "timezone"),
			.manager = ad_json_get_text(item, "manager"),
		};
		end = &(*end)->next;
	}
	return first;
}

bool ad_connecting_open(struct ad_call *call, enum ad_connecting_stage stage, struct ad_str sealed,
			struct ad_connecting *out)
{
	const struct ad_secrets *secrets = ad_auth_secrets(call->core->auth);
	struct ad_json_error err;
	struct ad_str plain;

	*out = (struct ad_connecting){ 0 };
	if (!ad_secrets_unseal(secrets, call->arena, labels[stage],
			       ad_str(call->who->credential_id), sealed, &plain))
		return false;
	const cJSON *object = ad_json_parse(call->arena, plain, &err);
	out->platform = ad_platform_of(ad_json_get_text(object, "platform"));
	out->environment = cJSON_IsTrue(ad_json_get(object, "live")) ? AD_LIVE : AD_TEST;
	out->space_id = ad_json_get_text(object, "space");
	out->nonce = ad_json_get_text(object, "nonce");
	out->verifier = ad_json_get_text(object, "verifier");
	out->token = ad_json_get_text(object, "token");
	out->found = read_found(call->arena, ad_json_get(object, "found"));
	if (stage == AD_CHOICE &&
	    !ad_json_int64(ad_json_get(object, "tokenExpires"), &out->token_expires_at))
		return false;
	return ad_json_int64(ad_json_get(object, "expires"), &out->expires_at) &&
	       out->platform < AD_PLATFORM_COUNT && out->expires_at > ad_now();
}

bool ad_connecting_use(struct ad_call *call, enum ad_connecting_stage stage,
		       const struct ad_connecting *c)
{
	bool first = false;
	enum ad_db_status status = ad_once_use(
		call->db, ad_arena_printf(call->arena, "%s:%.*s", labels[stage], AD_FMT(c->nonce)),
		c->expires_at, &first);

	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	return first || ad_fail(call, AD_CONFLICT, "%s",
				"This link was already used. Start again on the Connections page.");
}
