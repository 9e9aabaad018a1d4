/*
 * POST /register: dynamic client registration (RFC 7591). Open to everybody, therefore: 60 per
 * minute per address, identical public registrations of a day share one client, unused clients are
 * deleted after a day, and the operator can disable registration.
 */
#include "oauth/client/clients.h"
#include "oauth/client/document.h"
#include "oauth/endpoint/endpoints.h"
#include "oauth/client/registration.h"
#include "oauth/client/uri.h"

#define URIS_MAX 20
#define TEXT_MAX 500 /* bytes of a metadata text */

static bool register_refuse(struct ad_exchange *x, const char *error, const char *description)
{
	oauth_error(x, 400, error, description);
	return false;
}

/*
 * Refuse the request for a URI that no honest client has; skip malformed ones; require one usable.
 */
static bool add_uris(struct ad_exchange *x, const cJSON *list, struct ad_json *j)
{
	const cJSON *item;
	bool usable = false;

	cJSON_ArrayForEach(item, list)
	{
		struct ad_str uri = ad_json_text(item);
		enum oauth_uri_kind kind = oauth_uri_judge(uri);
		if (!uri.p)
			return register_refuse(x, "invalid_redirect_uri",
					       "redirect_uris must contain only strings.");
		if (oauth_uri_is_dangerous(uri))
			return register_refuse(x, "invalid_redirect_uri",
					       "A redirect URI has a forbidden scheme.");
		usable |= kind != OAUTH_URI_BAD && kind != OAUTH_URI_UNUSABLE;
		if (kind != OAUTH_URI_BAD)
			ad_json_str(j, uri);
	}
	return usable ||
	       register_refuse(x, "invalid_redirect_uri",
			       "No redirect URI is allowed. Use https, or http on localhost, "
			       "127.0.0.1 or [::1], without fragment and user name.");
}

static bool read_uris(struct ad_exchange *x, struct oauth_registration *r)
{
	const cJSON *list = ad_json_get(r->input, "redirect_uris");
	struct ad_text text = ad_text_on(x->call.arena);
	struct ad_json j = ad_json_on(&text);

	if (r->grants == OAUTH_GRANT_DEVICE && (!list || cJSON_GetArraySize(list) == 0)) {
		r->redirect_uris = AD_S("[]");
		return true;
	}
	if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) == 0 ||
	    cJSON_GetArraySize(list) > URIS_MAX)
		return register_refuse(x, "invalid_redirect_uri",
				       "redirect_uris must be an array of 1 to 20 URIs.");
	ad_json_array(&j);
	if (!add_uris(x, list, &j))
		return false;
	ad_json_array_end(&j);
	r->redirect_uris = ad_text_str(&text);
	return true;
}

/* A list, if present, must contain `needed`. */
static bool register_holds(const cJSON *input, const char *name, const char *needed)
{
	const cJSON *list = ad_json_get(input, name), *item;

	if (!list || cJSON_IsNull(list))
		return true;
	cJSON_ArrayForEach(item, list)
	{
		if (ad_str_is(ad_json_text(item), needed))
			return true;
	}
	return false;
}

/*
 * RFC 7591 section 2 defines the default of an absent list. Unsupported grant types are ignored.
 */
static bool read_grants(struct ad_exchange *x, struct oauth_registration *r)
{
	const cJSON *list = ad_json_get(r->input, "grant_types");

	if (register_holds(r->input, "grant_types", "authorization_code"))
		r->grants |= OAUTH_GRANT_CODE;
	if (cJSON_IsArray(list) && register_holds(r->input, "grant_types", OAUTH_DEVICE_GRANT))
		r->grants |= OAUTH_GRANT_DEVICE;
	if (r->grants == 0)
		return register_refuse(x, "invalid_client_metadata",
				       "grant_types must contain authorization_code or "
				       "urn:ietf:params:oauth:grant-type:device_code.");
	if ((r->grants & OAUTH_GRANT_CODE) && !register_holds(r->input, "response_types", "code"))
		return register_refuse(x, "invalid_client_metadata",
				       "response_types must contain code.");
	return true;
}

/* The keys of a client with private_key_jwt; the keys of other clients are ignored. */
static bool read_keys(struct ad_exchange *x, struct oauth_registration *r)
{
	struct ad_text text = ad_text_on(x->call.arena);
	struct oauth_client client = { 0 };
	const char *fault;

	if (!oauth_document_keys(x->call.arena, r->input, &client, &fault))
		return register_refuse(x, "invalid_client_metadata",
				       ad_arena_printf(x->call.arena, "The metadata %s.", fault).p);
	if (!client.jwks && !client.jwks_uri.p)
		return register_refuse(x, "invalid_client_metadata",
				       "private_key_jwt requires jwks or jwks_uri.");
	r->jwks_uri = client.jwks_uri;
	if (client.jwks)
		ad_json_canonical(&text, client.jwks);
	r->jwks = client.jwks ? ad_text_str(&text) : (struct ad_str){ 0 };
	return true;
}

static bool read_method(struct ad_exchange *x, struct oauth_registration *r)
{
	struct ad_str method = ad_json_get_text(r->input, "token_endpoint_auth_method");

	r->auth_method = method.p ? method : AD_S("client_secret_basic");
	if (ad_str_is(method, "client_secret_basic"))
		r->grants |= OAUTH_BASIC_ALONE;
	if (ad_str_is(r->auth_method, "none") || ad_str_is(r->auth_method, "client_secret_post") ||
	    ad_str_is(r->auth_method, "client_secret_basic"))
		return true;
	if (ad_str_is(r->auth_method, "private_key_jwt"))
		return read_keys(x, r);
	return register_refuse(x, "invalid_client_metadata",
			       "token_endpoint_auth_method must be none, private_key_jwt, "
			       "client_secret_post or client_secret_basic.");
}

/*
 * True if a name is in the list, ignoring a language tag: "client_uri#ja" (RFC 7591 section 2.2).
 */
static bool register_is_one_of(const char *name, const char *const *list)
{
	size_t n = strcspn(name, "#");

	for (; *list; list++)
		if (strlen(*list) == n && strncmp(name, *list, n) == 0)
			return true;
	return false;
}

/* Text members must be strings, and links must be http or https URLs. */
static bool read_texts(struct ad_exchange *x, struct oauth_registration *r)
{
	static const char *const links[] = { "client_uri", "logo_uri", "tos_uri",
					     "policy_uri", "jwks_uri", NULL };
	static const char *const texts[] = { "client_name",
					     "scope",
					     "software_id",
					     "software_version",
					     "application_type",
					     "token_endpoint_auth_method",
					     NULL };
	const cJSON *item;

	cJSON_ArrayForEach(item, r->input)
	{
		bool link = register_is_one_of(item->string, links);
		struct ad_str text = ad_json_text(item);
		if ((!link && !register_is_one_of(item->string, texts)) || cJSON_IsNull(item))
			continue;
		if (!cJSON_IsString(item))
			return register_refuse(
				x, "invalid_client_metadata",
				ad_arena_printf(x->call.arena, "%s must be a string.", item->string)
					.p);
		if (link && text.n > 0 && !oauth_uri_is_web(text))
			return register_refuse(
				x, "invalid_client_metadata",
				ad_arena_printf(x->call.arena,
						"%s must be an absolute http or https URL.",
						item->string)
					.p);
	}
	r->name = ad_json_get_text(r->input, "client_name");
	return r->name.n <= TEXT_MAX ||
	       register_refuse(x, "invalid_client_metadata", "client_name is too long.");
}

/* Scopes that do not exist are dropped, not refused (RFC 7591 section 2). */
static bool read_scope(struct ad_exchange *x, struct oauth_registration *r)
{
	uint32_t scopes;
	bool named;
	struct ad_str scope = ad_json_get_text(r->input, "scope");

	if (!oauth_scopes_read(scope, &scopes, &named))
		return register_refuse(x, "invalid_client_metadata",
				       "scope contains a forbidden character.");
	if (scopes != 0)
		r->scope = oauth_scopes_text(x->call.arena, scopes);
	return true;
}

/* Writes the client's metadata that is stored and returned, besides the computed members. */
static void add_said(struct ad_json *j, const cJSON *input)
{
	static const char *const texts[] = { "client_name",      "client_uri",      "logo_uri",
					     "tos_uri",          "policy_uri",      "software_id",
					     "software_version", "application_type" };
	const cJSON *contacts = ad_json_get(input, "contacts"), *item;

	for (size_t i = 0; i < AD_LEN(texts); i++) {
		struct ad_str text = ad_json_get_text(input, texts[i]);
		if (text.n > 0 && text.n <= OAUTH_URI_MAX)
			ad_json_kstr(j, texts[i], text);
	}
	if (!cJSON_IsArray(contacts) || cJSON_GetArraySize(contacts) > URIS_MAX)
		return;
	ad_json_key(j, "contacts");
	ad_json_array(j);
	cJSON_ArrayForEach(item, contacts)
	{
		if (cJSON_IsString(item) && ad_json_text(item).n <= TEXT_MAX)
			ad_json_str(j, ad_json_text(item));
	}
	ad_json_array_end(j);
}

static void make_metadata(struct ad_exchange *x, struct oauth_registration *r)
{
	struct ad_text text = ad_text_on(x->call.arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	ad_json_kraw(&j, "redirect_uris", r->redirect_uris);
	ad_json_kstr(&j, "token_endpoint_auth_method", r->auth_method);
	ad_json_key(&j, "grant_types");
	ad_json_array(&j);
	if (r->grants & OAUTH_GRANT_CODE)
		ad_json_str(&j, AD_S("authorization_code"));
	ad_json_str(&j, AD_S("refresh_token"));
	if (r->grants & OAUTH_GRANT_DEVICE)
		ad_json_str(&j, AD_S(OAUTH_DEVICE_GRANT));
	ad_json_array_end(&j);
	ad_json_kraw(&j, "response_types",
		     r->grants & OAUTH_GRANT_CODE ? AD_S("[\"code\"]") : AD_S("[]"));
	if (r->scope.p)
		ad_json_kstr(&j, "scope", r->scope);
	/* RFC 9449 section 5.2. */
	if (cJSON_IsTrue(ad_json_get(r->input, "dpop_bound_access_tokens"))) {
		ad_json_kbool(&j, "dpop_bound_access_tokens", true);
		r->grants |= OAUTH_BOUND_TOKENS;
	}
	if (r->jwks.p)
		ad_json_kraw(&j, "jwks", r->jwks);
	if (r->jwks_uri.p)
		ad_json_kstr(&j, "jwks_uri", r->jwks_uri);
	add_said(&j, r->input);
	ad_json_object_end(&j);
	struct ad_str whole = ad_text_str(&text);
	r->metadata = (struct ad_str){ whole.p + 1, whole.n - 2 };
	r->fingerprint = oauth_hash(x->call.arena, r->metadata);
}

bool oauth_registration_read(struct ad_exchange *x, struct oauth_registration *r)
{
	struct ad_json_error err;

	r->input = ad_json_parse(x->call.arena, x->body, &err);
	if (!cJSON_IsObject(r->input))
		return register_refuse(x, "invalid_client_metadata",
				       "The body must be a JSON object.");
	if (!read_grants(x, r) || !read_uris(x, r) || !read_method(x, r) || !read_texts(x, r) ||
	    !read_scope(x, r))
		return false;
	make_metadata(x, r);
	return true;
}

/* --- the new client --- */

static struct ad_str make_secret(struct ad_arena *arena, const char *prefix)
{
	uint8_t random[32];

	ad_random(random, sizeof(random));
	struct ad_str text = ad_base64url(arena, random, sizeof(random));
	return ad_arena_printf(arena, "%s%.*s", prefix, AD_FMT(text));
}

struct ad_str oauth_registration_secret(struct ad_arena *arena)
{
	return make_secret(arena, "adcore_cs_");
}

/*
 * Creates the client id, a secret for a confidential client, and the registration access token.
 */
static void make_identity(struct ad_exchange *x, struct oauth_registration *r)
{
	char id[AD_ID_SIZE];

	ad_id_make("cli", id);
	memcpy(r->id, id, sizeof(id));
	r->issued_at = ad_now();
	r->management = make_secret(x->call.arena, "adcore_ra_");
	if (!ad_str_is(r->auth_method, "none") && !ad_str_is(r->auth_method, "private_key_jwt"))
		r->secret = oauth_registration_secret(x->call.arena);
}

/*
 * Finds the client of an identical public registration of this day. The client is then shared: a
 * later registration gets no token to manage it, and the first token becomes read-only. The client
 * also loses its origin network, so that other registrations of that network do not displace it.
 */
static void register_find_identical(struct ad_db *db, struct oauth_registration *r,
				    struct ad_str origin)
{
	struct ad_stmt *s = ad_sql(db, "SELECT id, created_at FROM oauth_clients"
				       " WHERE fingerprint = $1 AND created_at > $2"
				       " AND secret_hash IS NULL ORDER BY created_at DESC LIMIT 1");
	ad_bind(s, 1, r->fingerprint);
	ad_bind_int(s, 2, ad_now() - 12 * AD_HOUR);
	enum ad_db_status status = ad_step(s);
	r->same = status == AD_DB_ROW;
	r->failed = !r->same && status != AD_DB_DONE;
	if (!r->same)
		return;
	struct ad_str id = ad_col(s, 0);
	size_t n = id.n < sizeof(r->same_id) ? id.n : sizeof(r->same_id) - 1;
	memcpy(r->same_id, id.p, n);
	r->same_issued_at = ad_col_int(s, 1);
	ad_reset(s);
	s = ad_sql(db, "UPDATE oauth_clients SET shared = 1,"
		       " origin = CASE WHEN origin = $2 THEN origin END"
		       " WHERE id = $1 AND (shared IS NULL OR origin <> $2)");
	ad_bind_cstr(s, 1, r->same_id);
	ad_bind(s, 2, origin);
	r->failed = ad_step(s) != AD_DB_DONE;
}

static enum ad_db_status register_insert(struct ad_call *call, const struct oauth_registration *r,
					 struct ad_str origin)
{
	enum ad_db_status status = oauth_registration_room(call->db, origin);

	if (status != AD_DB_DONE)
		return status;
	struct ad_stmt *s =
		ad_sql(call->db, "INSERT INTO oauth_clients (id, name, auth_method,"
				 " secret_hash, redirect_uris, metadata, fingerprint,"
				 " created_at, grants, management_hash, origin)"
				 " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)");
	ad_bind_cstr(s, 1, r->id);
	ad_bind(s, 2, r->name.p ? r->name : AD_S(""));
	ad_bind(s, 3, r->auth_method);
	if (r->secret.p)
		ad_bind(s, 4, oauth_hash(call->arena, r->secret));
	ad_bind(s, 5, r->redirect_uris);
	ad_bind(s, 6, ad_arena_printf(call->arena, "{%.*s}", AD_FMT(r->metadata)));
	ad_bind(s, 7, r->fingerprint);
	ad_bind_int(s, 8, r->issued_at);
	ad_bind_int(s, 9, r->grants);
	ad_bind(s, 10, oauth_hash(call->arena, r->management));
	ad_bind(s, 11, origin);
	return ad_step(s);
}

static void register_keep(struct ad_call *call)
{
	struct oauth_registration *r = call->door_data;
	struct ad_str origin = oauth_registration_origin(call);

	r->same = r->failed = false;
	if (ad_str_is(r->auth_method, "none"))
		register_find_identical(call->db, r, origin);
	if (r->failed || (!r->same && register_insert(call, r, origin) != AD_DB_DONE))
		call->status = AD_UNAVAILABLE;
}

void oauth_registration_reply(struct ad_exchange *x, const struct oauth_registration *r, int status)
{
	struct ad_text text = ad_text_on(x->call.arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	ad_json_kcstr(&j, "client_id", r->same ? r->same_id : r->id);
	ad_json_kint(&j, "client_id_issued_at",
		     (r->same ? r->same_issued_at : r->issued_at) / AD_SECOND);
	if (r->secret.p) {
		ad_json_kstr(&j, "client_secret", r->secret);
		ad_json_kint(&j, "client_secret_expires_at", 0);
	}
	if (!r->same && r->management.p) {
		ad_json_kstr(&j, "registration_access_token", r->management);
		ad_json_kstr(&j, "registration_client_uri",
			     ad_arena_printf(x->call.arena, "%s" OAUTH_MANAGE_PATH "%s",
					     x->call.core->config->public_url, r->id));
	}
	ad_text_addc(&text, ',');
	ad_text_add(&text, r->metadata);
	ad_text_addc(&text, '}');
	oauth_json(x, status, ad_text_str(&text));
}

static void register_answer(struct ad_exchange *x)
{
	const struct oauth_registration *r = x->call.door_data;

	if (x->call.status != AD_OK) {
		oauth_unavailable(x);
		return;
	}
	ad_log(AD_LOG_INFO, "client_registered", "client", r->same ? r->same_id : r->id, "request",
	       x->call.request_id.p, "again", r->same ? "yes" : "no", NULL);
	oauth_registration_reply(x, r, 201);
}

void oauth_register(struct ad_exchange *x)
{
	struct oauth_registration *r = ad_arena_zalloc(x->call.arena, sizeof(*r));

	if (!oauth_begin(x, OAUTH_API, AD_ADDRESS_REGISTER))
		return;
	if (x->call.core->config->registration_off) {
		oauth_error(x, 403, "access_denied",
			    "Client registration is disabled. Ask the operator of this server.");
		return;
	}
	if (!oauth_registration_read(x, r))
		return;
	make_identity(x, r);
	x->call.door_data = r;
	x->render = register_answer;
	ad_call_next(&x->call, AD_WRITE, register_keep);
}
