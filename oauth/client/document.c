/* Metadata documents: see document.h. */
#include "oauth/client/document.h"

#include <strings.h>

#include "oauth/client/uri.h"

#define NAME_MAX_BYTES 500
#define URIS_MAX 100

static bool is_ending(struct ad_str s, const char *end)
{
	size_t n = strlen(end);

	return s.n >= n && strncasecmp(s.p + s.n - n, end, n) == 0;
}

bool oauth_type_is_json(struct ad_str type)
{
	static const char prefix[] = "application/";
	const char *semicolon = ad_str_find(type, ';');

	if (semicolon)
		type.n = (size_t)(semicolon - type.p);
	while (type.n > 0 && (type.p[type.n - 1] == ' ' || type.p[type.n - 1] == '\t'))
		type.n--;
	if (type.n < sizeof(prefix) || strncasecmp(type.p, prefix, sizeof(prefix) - 1) != 0)
		return false;
	return (type.n == sizeof(prefix) + 3 && is_ending(type, "/json")) ||
	       (type.n > sizeof(prefix) + 4 && is_ending(type, "+json"));
}

static bool document_refuse(const char **fault, const char *sentence)
{
	*fault = sentence;
	return false;
}

/* --- parse --- */

static bool take_name(const cJSON *json, struct oauth_client *out, const char **fault)
{
	size_t from = 0;

	out->name = ad_json_get_text(json, "client_name");
	while (from < out->name.n && out->name.p[from] == ' ')
		from++;
	if (from == out->name.n)
		return document_refuse(fault, "has no client_name");
	return out->name.n <= NAME_MAX_BYTES ||
	       document_refuse(fault, "has a client_name of more than 500 bytes");
}

/*
 * As at /register: a forbidden scheme refuses the document, malformed URIs are not stored, at
 * least one URI must be allowed, and the others are refused when they are used.
 */
static bool take_redirects(const cJSON *json, struct oauth_client *out, const char **fault)
{
	const cJSON *list = ad_json_get(json, "redirect_uris"), *item;
	int count = cJSON_GetArraySize(list);
	bool usable = false;

	if (!cJSON_IsArray(list) || count == 0 || count > URIS_MAX)
		return document_refuse(fault, "must list 1 to 100 redirect_uris");
	cJSON_ArrayForEach(item, list)
	{
		struct ad_str uri = ad_json_text(item);
		enum oauth_uri_kind kind = oauth_uri_judge(uri);
		if (!uri.p)
			return document_refuse(fault, "lists a redirect URI that is not a string");
		if (oauth_uri_is_dangerous(uri))
			return document_refuse(fault,
					       "lists a redirect URI with a forbidden scheme");
		usable |= kind == OAUTH_URI_HTTPS || kind == OAUTH_URI_LOOPBACK;
	}
	out->redirect_uris = list;
	return usable ||
	       document_refuse(fault, "lists no allowed redirect URI: https, or http on localhost");
}

static bool document_lists(const cJSON *list, const char *word)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, list)
	{
		if (ad_str_is(ad_json_text(item), word))
			return true;
	}
	return false;
}

/* The supported grant types; a list without any is refused. */
static bool take_grants(const cJSON *json, struct oauth_client *out, const char **fault)
{
	const cJSON *list = ad_json_get(json, "grant_types");
	const cJSON *types = ad_json_get(json, "response_types");

	if (!list || cJSON_IsNull(list) || document_lists(list, "authorization_code"))
		out->grants |= OAUTH_GRANT_CODE;
	if (cJSON_IsArray(list) && document_lists(list, OAUTH_DEVICE_GRANT))
		out->grants |= OAUTH_GRANT_DEVICE;
	if (out->grants == 0)
		return document_refuse(fault, "lists no supported grant type");
	if ((out->grants & OAUTH_GRANT_CODE) && cJSON_IsArray(types) &&
	    !document_lists(types, "code"))
		return document_refuse(fault, "lists response_types without code");
	if (cJSON_IsTrue(ad_json_get(json, "dpop_bound_access_tokens")))
		out->grants |= OAUTH_BOUND_TOKENS;
	return true;
}

bool oauth_document_keys(struct ad_arena *arena, const cJSON *json, struct oauth_client *out,
			 const char **fault)
{
	const cJSON *uri = ad_json_get(json, "jwks_uri");
	struct ad_jwks set;

	out->jwks = ad_json_get(json, "jwks");
	out->jwks_uri = ad_json_text(uri);
	if (cJSON_IsNull(out->jwks))
		out->jwks = NULL;
	if (out->jwks && (!ad_jwks_take(out->jwks, &set, fault) || !ad_jwks_usable(arena, &set)))
		return document_refuse(
			fault, "has jwks that are not a set of public keys for RS256 or ES256");
	if (uri && !cJSON_IsNull(uri) && oauth_uri_document_fault(out->jwks_uri))
		return document_refuse(
			fault, "has a jwks_uri that is not an https address of a domain name");
	return !out->jwks || !out->jwks_uri.p ||
	       document_refuse(fault, "has both jwks and jwks_uri. Only one of them is allowed");
}

/*
 * token_endpoint_auth_method, and token_endpoint_auth_methods_supported, by which ChatGPT names
 * alternatives (OpenID Connect Relying Party Metadata Choices). A public document cannot contain a
 * shared secret.
 */
static bool take_methods(const cJSON *json, struct oauth_client *out, const char **fault)
{
	struct ad_str one = ad_json_get_text(json, "token_endpoint_auth_method");
	const cJSON *more = ad_json_get(json, "token_endpoint_auth_methods_supported");

	if (ad_str_starts(one, "client_secret_"))
		return document_refuse(fault, "requests authentication with a shared secret");
	if ((!one.p && !cJSON_IsArray(more)) || ad_str_is(one, "none") ||
	    document_lists(more, "none"))
		out->methods |= OAUTH_AUTH_NONE;
	bool keyed = ad_str_is(one, "private_key_jwt") || document_lists(more, "private_key_jwt");
	if (keyed && (out->jwks || out->jwks_uri.p))
		out->methods |= OAUTH_AUTH_KEY;
	else if (keyed && out->methods == 0)
		return document_refuse(
			fault, "requests private_key_jwt but has neither jwks nor jwks_uri");
	return out->methods != 0 ||
	       document_refuse(fault,
			       "requests a token_endpoint_auth_method that is not supported");
}

static bool document_check(struct ad_arena *arena, const cJSON *json, struct oauth_client *out,
			   const char **fault)
{
	if (!ad_str_eq(ad_json_get_text(json, "client_id"), out->id))
		return document_refuse(fault, "has a client_id that differs from its own address");
	if (ad_json_get(json, "client_secret") || ad_json_get(json, "client_secret_expires_at"))
		return document_refuse(fault, "contains a client_secret, which is thereby public");
	return take_name(json, out, fault) && take_redirects(json, out, fault) &&
	       take_grants(json, out, fault) && oauth_document_keys(arena, json, out, fault) &&
	       take_methods(json, out, fault);
}

/* --- the stored copy --- */

static void keep_redirects(struct ad_json *j, const struct oauth_client *client)
{
	const cJSON *item;

	ad_json_key(j, "redirect_uris");
	ad_json_array(j);
	cJSON_ArrayForEach(item, client->redirect_uris)
	{
		struct ad_str uri = ad_json_text(item);
		if (oauth_uri_judge(uri) != OAUTH_URI_BAD)
			ad_json_str(j, uri);
	}
	ad_json_array_end(j);
}

static struct ad_str document_keep(struct ad_arena *arena, const struct oauth_client *client)
{
	struct ad_text text = ad_text_on(arena), keys = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	ad_json_kstr(&j, "client_id", client->id);
	ad_json_kstr(&j, "client_name", client->name);
	keep_redirects(&j, client);
	ad_json_kint(&j, "grants", client->grants);
	ad_json_kint(&j, "methods", client->methods);
	if (client->jwks && (client->methods & OAUTH_AUTH_KEY)) {
		ad_json_canonical(&keys, client->jwks);
		ad_json_kraw(&j, "jwks", ad_text_str(&keys));
	}
	if (client->jwks_uri.p && (client->methods & OAUTH_AUTH_KEY))
		ad_json_kstr(&j, "jwks_uri", client->jwks_uri);
	ad_json_object_end(&j);
	return ad_text_str(&text);
}

bool oauth_document_read(struct ad_arena *arena, struct ad_str url, struct ad_str type,
			 struct ad_str body, struct oauth_client *out, const char **fault)
{
	struct ad_json_error err;

	*out = (struct oauth_client){ .id = url };
	if (!oauth_type_is_json(type))
		return document_refuse(fault, "is not of the type application/json");
	if (body.n > OAUTH_DOCUMENT_MAX)
		return document_refuse(fault, "has more than 16 KB");
	const cJSON *json = ad_json_parse(arena, body, &err);
	if (!cJSON_IsObject(json))
		return document_refuse(fault,
				       "is not a JSON object in UTF-8 without repeated names");
	if (!document_check(arena, json, out, fault))
		return false;
	out->document = document_keep(arena, out);
	return true;
}

bool oauth_document_reread(struct ad_arena *arena, struct ad_str text, struct oauth_client *out)
{
	struct ad_json_error err;
	const cJSON *json = text.n ? ad_json_parse(arena, text, &err) : NULL;
	int64_t grants, methods;

	if (!ad_json_int64(ad_json_get(json, "grants"), &grants) ||
	    !ad_json_int64(ad_json_get(json, "methods"), &methods))
		return false;
	*out = (struct oauth_client){
		.id = ad_json_get_text(json, "client_id"),
		.name = ad_json_get_text(json, "client_name"),
		.redirect_uris = ad_json_get(json, "redirect_uris"),
		.grants = (uint32_t)grants,
		.methods = (uint32_t)methods,
		.jwks = ad_json_get(json, "jwks"),
		.jwks_uri = ad_json_get_text(json, "jwks_uri"),
		.document = text,
	};
	return out->id.p && out->name.p && cJSON_IsArray(out->redirect_uris);
}
