/*
 * A client host's response: the first line is the document's URL, the second its Content-Type,
 * the third its Cache-Control, the rest the body. An accepted document is stored as a text that
 * reads back equal.
 */
#include "tests/fuzz/fuzz.h"

#include "fetch/freshness.h"
#include "oauth/client/document.h"
#include "oauth/client/uri.h"

static struct ad_str line(struct ad_str *rest)
{
	const char *end = rest->n ? memchr(rest->p, '\n', rest->n) : NULL;
	struct ad_str out = { rest->p, end ? (size_t)(end - rest->p) : rest->n };
	size_t used = out.n + (end != NULL);

	rest->p += used;
	rest->n -= used;
	return out;
}

static void check_taken(struct ad_arena *arena, const struct oauth_client *client,
			struct ad_str url)
{
	struct oauth_client again;
	const cJSON *item;
	struct ad_str shown;

	HOLDS(ad_str_eq(client->id, url) && client->name.n > 0);
	HOLDS(client->methods && client->grants);
	HOLDS(!(client->methods & ~(uint32_t)(OAUTH_AUTH_NONE | OAUTH_AUTH_KEY)));
	HOLDS(!(client->methods & OAUTH_AUTH_KEY) || client->jwks || client->jwks_uri.p);
	HOLDS(oauth_document_reread(arena, client->document, &again));
	HOLDS(ad_str_eq(again.id, client->id) && ad_str_eq(again.name, client->name));
	HOLDS(again.methods == client->methods && again.grants == client->grants);
	HOLDS(cJSON_GetArraySize(again.redirect_uris) > 0);
	HOLDS(cJSON_GetArraySize(again.redirect_uris) <= cJSON_GetArraySize(client->redirect_uris));
	cJSON_ArrayForEach(item, again.redirect_uris)
	{
		enum oauth_uri_kind kind = oauth_uri_judge(ad_json_text(item));
		HOLDS(kind != OAUTH_URI_BAD);
		HOLDS(oauth_client_redirect(&again, ad_json_text(item), &shown) ==
		      (kind != OAUTH_URI_UNUSABLE));
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_str rest = ad_arena_copy(arena, (struct ad_str){ (const char *)data, size });
	struct ad_str url = line(&rest), type = line(&rest), control = line(&rest);
	struct oauth_client client;
	const char *fault = NULL;
	int64_t age = ad_fetch_max_age(control);

	HOLDS(age >= -1 && age <= AD_FETCH_AGE_MAX);
	if (oauth_document_read(arena, url, type, rest, &client, &fault)) {
		HOLDS(fault == NULL && oauth_type_is_json(type));
		check_taken(arena, &client, url);
	} else {
		HOLDS(fault != NULL && fault[0] != '\0');
	}
	(void)oauth_document_reread(arena, rest, &client);
	ad_arena_free(arena);
	return 0;
}
