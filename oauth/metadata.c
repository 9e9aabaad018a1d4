/*
 * The metadata documents: the server's (RFC 8414), the protected resources' (RFC 9728), and the
 * keys (RFC 7517). They come from the configuration, never from the request's Host.
 */
#include "oauth/client/clients.h"
#include "oauth/endpoint/endpoints.h"

static void add_url(struct ad_json *j, struct ad_arena *arena, const char *key, const char *base,
		    const char *path)
{
	ad_json_kstr(j, key, ad_arena_printf(arena, "%s%s", base, path));
}

static void metadata_add_list(struct ad_json *j, const char *key, const char *const *list)
{
	ad_json_key(j, key);
	ad_json_array(j);
	for (; *list; list++)
		ad_json_str(j, ad_str(*list));
	ad_json_array_end(j);
}

static void metadata_add_scopes(struct ad_json *j, uint32_t scopes)
{
	ad_json_key(j, "scopes_supported");
	ad_scopes_write(j, scopes);
}

/* A public document: caches may store it for 5 minutes. */
static void metadata_reply(struct ad_exchange *x, struct ad_text *text)
{
	ad_http_add(x, "Cache-Control", AD_S("public, max-age=300"));
	ad_http_reply(x, 200, "application/json", ad_text_str(text));
}

/* Of DPoP proofs (RFC 9449 section 5.1). */
static const char *const proof_algs[] = { "ES256", "RS256", NULL };

static void server_metadata(struct ad_exchange *x)
{
	static const char *const code[] = { "code", NULL };
	static const char *const query[] = { "query", NULL };
	static const char *const grants[] = { "authorization_code", "refresh_token",
					      OAUTH_DEVICE_GRANT, "client_credentials", NULL };
	static const char *const methods[] = { "none", "private_key_jwt", "client_secret_post",
					       "client_secret_basic", NULL };
	static const char *const algorithms[] = { "RS256", "ES256", NULL };
	static const char *const s256[] = { "S256", NULL };
	static const char *const english[] = { "en", NULL };
	const struct ad_config *config = x->call.core->config;
	const char *const resources[] = { config->mcp_url, config->base_url, NULL };
	struct ad_arena *arena = x->call.arena;
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	ad_json_kcstr(&j, "issuer", config->public_url);
	add_url(&j, arena, "authorization_endpoint", config->public_url, "/authorize");
	add_url(&j, arena, "token_endpoint", config->public_url, "/token");
	if (!config->registration_off)
		add_url(&j, arena, "registration_endpoint", config->public_url, "/register");
	add_url(&j, arena, "revocation_endpoint", config->public_url, "/revoke");
	add_url(&j, arena, "device_authorization_endpoint", config->public_url,
		"/device_authorization");
	add_url(&j, arena, "introspection_endpoint", config->public_url, "/introspect");
	add_url(&j, arena, "pushed_authorization_request_endpoint", config->public_url, "/par");
	ad_json_kbool(&j, "require_pushed_authorization_requests", false);
	add_url(&j, arena, "jwks_uri", config->public_url, "/.well-known/jwks.json");
	metadata_add_scopes(&j, AD_SCOPES_ALL);
	metadata_add_list(&j, "response_types_supported", code);
	metadata_add_list(&j, "response_modes_supported", query);
	metadata_add_list(&j, "grant_types_supported", grants);
	metadata_add_list(&j, "code_challenge_methods_supported", s256);
	metadata_add_list(&j, "token_endpoint_auth_methods_supported", methods);
	metadata_add_list(&j, "token_endpoint_auth_signing_alg_values_supported", algorithms);
	metadata_add_list(&j, "revocation_endpoint_auth_methods_supported", methods);
	metadata_add_list(&j, "revocation_endpoint_auth_signing_alg_values_supported", algorithms);
	metadata_add_list(&j, "introspection_endpoint_auth_methods_supported", &methods[1]);
	metadata_add_list(&j, "introspection_endpoint_auth_signing_alg_values_supported",
			  algorithms);
	ad_json_kbool(&j, "authorization_response_iss_parameter_supported", true);
	ad_json_kbool(&j, "client_id_metadata_document_supported", !config->documents_off);
	metadata_add_list(&j, "dpop_signing_alg_values_supported", proof_algs);
	metadata_add_list(&j, "protected_resources", resources);
	add_url(&j, arena, "service_documentation", config->public_url, "/docs");
	metadata_add_list(&j, "ui_locales_supported", english);
	ad_json_object_end(&j);
	metadata_reply(x, &text);
}

static void resource_metadata(struct ad_exchange *x, const char *resource, const char *name)
{
	static const char *const header[] = { "header", NULL };
	const struct ad_config *config = x->call.core->config;
	const char *const servers[] = { config->public_url, NULL };
	struct ad_text text = ad_text_on(x->call.arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	ad_json_kcstr(&j, "resource", resource);
	metadata_add_list(&j, "authorization_servers", servers);
	/* The default scopes to request; clients get further scopes by step-up. */
	metadata_add_scopes(&j, AD_SCOPES_BASELINE);
	metadata_add_list(&j, "bearer_methods_supported", header);
	metadata_add_list(&j, "dpop_signing_alg_values_supported", proof_algs);
	ad_json_kbool(&j, "dpop_bound_access_tokens_required", false);
	ad_json_kcstr(&j, "resource_name", name);
	add_url(&j, x->call.arena, "resource_documentation", config->public_url, "/docs");
	ad_json_object_end(&j);
	metadata_reply(x, &text);
}

static void key_set(struct ad_exchange *x)
{
	struct ad_text text = ad_text_on(x->call.arena);

	ad_keys_jwks(ad_auth_keys_now(x->call.core->auth, x->call.db), &text);
	metadata_reply(x, &text);
}

void oauth_well_known(struct ad_exchange *x)
{
	const struct ad_config *config = x->call.core->config;
	struct ad_str name = { x->path.p + sizeof("/.well-known/") - 1,
			       x->path.n - (sizeof("/.well-known/") - 1) };

	if (!oauth_begin(x, OAUTH_DOCUMENT, AD_ADDRESS_REQUEST))
		return;
	if (ad_str_is(name, "oauth-authorization-server") ||
	    ad_str_is(name, "openid-configuration"))
		server_metadata(x);
	else if (ad_str_is(name, "oauth-protected-resource") ||
		 ad_str_is(name, "oauth-protected-resource/mcp"))
		resource_metadata(x, config->mcp_url, "adcore connector");
	else if (ad_str_is(name, "oauth-protected-resource/api/v1"))
		resource_metadata(x, config->base_url, "adcore API");
	else if (ad_str_is(name, "jwks.json"))
		key_set(x);
	else
		oauth_error(x, 404, "not_found", "The document does not exist.");
}
