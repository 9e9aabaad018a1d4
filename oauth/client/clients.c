/* Clients: see clients.h. */
#include "oauth/client/clients.h"

#include <strings.h>

#include "oauth/client/assertion.h"
#include "oauth/client/pinned.h"
#include "oauth/client/trust.h"
#include "oauth/client/uri.h"

static uint32_t methods_of(struct ad_str registered, uint32_t grants)
{
	if (ad_str_is(registered, "none"))
		return OAUTH_AUTH_NONE;
	if (ad_str_is(registered, "private_key_jwt"))
		return OAUTH_AUTH_KEY;
	if (ad_str_is(registered, "client_secret_post"))
		return OAUTH_AUTH_POST;
	/*
	 * A client that named no method was given Basic (RFC 7591 section 2) and may not know it.
	 */
	return grants & OAUTH_BASIC_ALONE ? OAUTH_AUTH_BASIC : OAUTH_AUTH_BASIC | OAUTH_AUTH_POST;
}

enum ad_db_status oauth_client_load(struct ad_db *db, struct ad_arena *arena, struct ad_str id,
				    struct oauth_client *out)
{
	struct ad_json_error err;

	*out = (struct oauth_client){ 0 };
	struct ad_stmt *s = ad_sql(db, "SELECT id, name, auth_method, secret_hash, redirect_uris,"
				       " grants, metadata FROM oauth_clients WHERE id = $1");
	ad_bind(s, 1, id);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	*out = (struct oauth_client){ .id = ad_arena_copy(arena, ad_col(s, 0)) };
	out->name = ad_arena_copy(arena, ad_col(s, 1));
	out->auth_method = ad_arena_copy(arena, ad_col(s, 2));
	out->secret_hash = ad_col_copy(s, arena, 3);
	struct ad_str uris = ad_arena_copy(arena, ad_col(s, 4));
	out->grants = (uint32_t)ad_col_int(s, 5);
	out->methods = methods_of(out->auth_method, out->grants);
	struct ad_str metadata = { 0 };
	if (out->methods & OAUTH_AUTH_KEY)
		metadata = ad_col_copy(s, arena, 6);
	ad_reset(s);
	if (metadata.p) {
		const cJSON *json = ad_json_parse(arena, metadata, &err);
		out->jwks = ad_json_get(json, "jwks");
		out->jwks_uri = ad_json_get_text(json, "jwks_uri");
	}
	out->redirect_uris = ad_json_parse(arena, uris, &err);
	return AD_DB_ROW;
}

bool oauth_client_redirect(const struct oauth_client *client, struct ad_str shown,
			   struct ad_str *out)
{
	const cJSON *item;

	if (!shown.p) {
		if (cJSON_GetArraySize(client->redirect_uris) != 1)
			return false;
		shown = ad_json_text(cJSON_GetArrayItem(client->redirect_uris, 0));
	}
	cJSON_ArrayForEach(item, client->redirect_uris)
	{
		if (!oauth_uri_match(ad_json_text(item), shown))
			continue;
		enum oauth_uri_kind kind = oauth_uri_judge(shown);
		*out = shown;
		return kind != OAUTH_URI_BAD && kind != OAUTH_URI_UNUSABLE;
	}
	return false;
}

static bool clients_refuse(struct ad_exchange *x, bool basic, const char *description)
{
	if (basic)
		ad_http_add(x, "WWW-Authenticate",
			    AD_S("Basic realm=\"adcore\", charset=\"UTF-8\""));
	oauth_error(x, 401, "invalid_client", description);
	return false;
}

/* One half of a Basic credential: form-encoded (RFC 6749 section 2.3.1). */
static bool decode_half(struct ad_arena *arena, struct ad_str in, struct ad_str *out)
{
	struct ad_text pair = ad_text_on(arena);
	struct ad_param *list;
	size_t count;

	/* Otherwise the text is decoded as the value of a form field. */
	if (ad_str_find(in, '&') || ad_str_find(in, '='))
		return false;
	ad_text_adds(&pair, "v=");
	ad_text_add(&pair, in);
	if (!ad_http_form(arena, ad_text_str(&pair), &list, &count) || count != 1)
		return false;
	*out = list[0].value;
	return true;
}

/* "Basic <id:secret>"; false where it is malformed. */
static bool read_basic(struct ad_exchange *x, struct ad_str header, struct ad_str *id,
		       struct ad_str *secret)
{
	struct ad_str text, pair = { header.p + 6, header.n - 6 };

	while (pair.n > 0 && pair.p[0] == ' ') {
		pair.p++;
		pair.n--;
	}
	if (!ad_unbase64(x->call.arena, pair, &text))
		return false;
	const char *colon = ad_str_find(text, ':');
	if (!colon)
		return false;
	size_t n = (size_t)(colon - text.p);
	return decode_half(x->call.arena, (struct ad_str){ text.p, n }, id) &&
	       decode_half(x->call.arena, (struct ad_str){ colon + 1, text.n - n - 1 }, secret) &&
	       id->n > 0;
}

/* The credentials that a client presents at an endpoint. */
struct shown {
	struct ad_str id, secret;
	struct oauth_assertion *assertion; /* or NULL */
	bool basic;
};

/* A request must use one authentication method only (RFC 6749 section 2.3). */
static bool clients_read_methods(struct ad_exchange *x, const struct oauth_params *params,
				 struct shown *out)
{
	struct ad_str header = ad_http_header(x, "Authorization");
	bool asserted = oauth_param(params, "client_assertion").p ||
			oauth_param(params, "client_assertion_type").p;

	out->secret = oauth_param(params, "client_secret");
	out->basic = header.n > 6 && strncasecmp(header.p, "Basic ", 6) == 0;
	if (header.p && !out->basic)
		return clients_refuse(x, true,
				      "The Authorization header must use Basic, or be absent.");
	if ((out->secret.p != NULL) + out->basic + asserted > 1) {
		oauth_error(x, 400, "invalid_request",
			    "Use exactly one method to authenticate the client.");
		return false;
	}
	if (asserted)
		out->assertion = ad_arena_zalloc(x->call.arena, sizeof(*out->assertion));
	return true;
}

/* Reads the client's credentials; false with the error replied. */
static bool clients_read_credentials(struct ad_exchange *x, const struct oauth_params *params,
				     struct shown *out)
{
	struct ad_str header = ad_http_header(x, "Authorization");
	struct ad_str posted = oauth_param(params, "client_id");
	const char *fault = NULL;

	*out = (struct shown){ 0 };
	if (!clients_read_methods(x, params, out))
		return false;
	out->id = posted;
	if (out->assertion) {
		if (!oauth_assertion_read(x->call.arena, params, out->assertion, &fault))
			return clients_refuse(x, false, fault);
		out->id = out->assertion->client_id;
	}
	if (out->basic && !read_basic(x, header, &out->id, &out->secret))
		return clients_refuse(x, true, "The Authorization header is malformed.");
	if (posted.p && !ad_str_eq(posted, out->id))
		return clients_refuse(x, out->basic,
				      "client_id differs from the authenticated client.");
	if (out->id.p)
		return true;
	oauth_error(x, 400, "invalid_request", "client_id is missing.");
	return false;
}

/* Verifies the client's credentials. */
static bool clients_proven(struct ad_exchange *x, struct oauth_client *client,
			   const struct shown *shown)
{
	bool public = shown->secret.n == 0;

	client->used = public ? OAUTH_AUTH_NONE : shown->basic ? OAUTH_AUTH_BASIC : OAUTH_AUTH_POST;
	return (client->methods & client->used) &&
	       (public ||
		ad_secret_eq(oauth_hash(x->call.arena, shown->secret), client->secret_hash));
}

static struct oauth_evidence evidence_of(const struct oauth_params *params, enum oauth_about about)
{
	struct ad_str type = oauth_param(params, "grant_type");
	struct oauth_evidence out = { 0 };
	const char *name = NULL;

	if (about == OAUTH_ABOUT_TOKEN) {
		out.kind = OAUTH_SHOWS_TOKEN;
		name = "token";
	} else if (about == OAUTH_ABOUT_GRANT && ad_str_is(type, "authorization_code")) {
		out.kind = OAUTH_SHOWS_CODE;
		name = "code";
	} else if (about == OAUTH_ABOUT_GRANT && ad_str_is(type, "refresh_token")) {
		out.kind = OAUTH_SHOWS_TOKEN;
		name = "refresh_token";
	} else if (about == OAUTH_ABOUT_GRANT && ad_str_is(type, OAUTH_DEVICE_GRANT)) {
		out.kind = OAUTH_SHOWS_DEVICE;
		name = "device_code";
	}
	if (name)
		out.value = oauth_param(params, name);
	if (!out.value.p)
		out.kind = OAUTH_SHOWS_NOTHING;
	return out;
}

/*
 * AD_DB_ROW if any person has allowed the client anything; a pending decision counts. Else
 * AD_DB_DONE.
 */
static enum ad_db_status is_allowed(struct ad_db *db, struct ad_str id)
{
	struct ad_stmt *s = ad_sql(db, "SELECT 1 FROM oauth_grants WHERE client_id = $1 UNION ALL"
				       " SELECT 1 FROM oauth_codes WHERE client_id = $1 UNION ALL"
				       " SELECT 1 FROM oauth_devices WHERE client_id = $1"
				       " AND decision = 'allow' LIMIT 1");

	ad_bind(s, 1, id);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_ROW)
		ad_reset(s);
	return status;
}

/* Loads the client, as far as the request permits. */
static enum ad_db_status load_shown(struct ad_exchange *x, const struct shown *shown,
				    const struct oauth_evidence *evidence, struct oauth_client *out)
{
	enum ad_db_status status =
		oauth_uri_is_document(shown->id)
			? oauth_pinned_client(x, evidence, shown->id, out)
			: oauth_client_load(x->call.db, x->call.arena, shown->id, out);

	if (status != AD_DB_ROW || !shown->assertion || !out->jwks_uri.p)
		return status;
	status = is_allowed(x->call.db, shown->id);
	out->unknown = status == AD_DB_DONE;
	return out->unknown ? AD_DB_ROW : status;
}

static const char *clients_keys_fault(const struct oauth_client *client)
{
	if (!client->unknown)
		return "The client does not use private_key_jwt.";
	return client->auth_method.p
		       ? "The keys at the jwks_uri of the client are fetched only after a user has "
			 "allowed the client. Start at /authorize, or register jwks."
		       : "The client is not known yet. Its keys are fetched when a user allows the "
			 "client.";
}

/* The client was found: verifies its credentials. */
static void clients_prove(struct ad_exchange *x, const struct shown *shown,
			  struct oauth_client *client, ad_handler_fn *then)
{
	if (!shown->assertion && !clients_proven(x, client, shown))
		clients_refuse(x, shown->basic, "The client could not be verified.");
	else if (!shown->assertion)
		then(x);
	else if ((client->methods & OAUTH_AUTH_KEY) && !client->unknown)
		oauth_assertion_prove(x, client, shown->assertion, then);
	else
		clients_refuse(x, false, clients_keys_fault(client));
}

void oauth_client_authenticate(struct ad_exchange *x, const struct oauth_params *params,
			       enum oauth_about about, struct oauth_client *out,
			       ad_handler_fn *then)
{
	struct oauth_evidence evidence = evidence_of(params, about);
	struct shown shown;

	if (!clients_read_credentials(x, params, &shown))
		return;
	const char *fault = oauth_uri_is_document(shown.id) && !oauth_uri_document_fault(shown.id)
				    ? oauth_trust_fault(x->call.core, x->call.arena, shown.id)
				    : NULL;
	if (fault) {
		clients_refuse(x, shown.basic, fault);
		return;
	}
	enum ad_db_status status = load_shown(x, &shown, &evidence, out);
	if (status == AD_DB_DONE && !out->unknown)
		clients_refuse(x, shown.basic, "The client does not exist. Register it again.");
	else if (status != AD_DB_ROW && status != AD_DB_DONE)
		oauth_unavailable(x);
	else if (out->unknown && evidence.kind != OAUTH_SHOWS_NOTHING)
		then(x); /* its credentials cannot be valid */
	else
		clients_prove(x, &shown, out, then);
}

enum ad_db_status oauth_client_used(struct ad_db *db, struct ad_str id, int64_t now)
{
	struct ad_stmt *s = ad_sql(db, "UPDATE oauth_clients SET used_at = $2 WHERE id = $1"
				       " AND (used_at IS NULL OR used_at < $3)");
	ad_bind(s, 1, id);
	ad_bind_int(s, 2, now);
	ad_bind_int(s, 3, now - AD_DAY);
	return ad_step(s);
}
