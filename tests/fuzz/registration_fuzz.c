/*
 * A client's registration at /register: any body. An accepted registration equals its answer,
 * and can be sent back unchanged (RFC 7592 section 2.2).
 */
#include "tests/fuzz/request.h"

#include "oauth/client/clients.h"
#include "oauth/client/registration.h"
#include "oauth/client/uri.h"

static void check_uris(struct ad_arena *arena, const struct oauth_registration *r)
{
	struct ad_json_error err;
	const cJSON *uris = ad_json_parse(arena, r->redirect_uris, &err), *uri;
	bool usable = false;

	HOLDS(cJSON_IsArray(uris));
	cJSON_ArrayForEach(uri, uris)
	{
		enum oauth_uri_kind kind = oauth_uri_judge(ad_json_text(uri));
		HOLDS(kind != OAUTH_URI_BAD && !oauth_uri_is_dangerous(ad_json_text(uri)));
		usable |= kind != OAUTH_URI_UNUSABLE;
	}
	HOLDS(usable || !(r->grants & OAUTH_GRANT_CODE));
}

static void check_taken(struct asked *a, const struct oauth_registration *r, size_t sent)
{
	struct ad_exchange *x = &a->x;
	struct oauth_registration again = { 0 };
	struct ad_json_error err;
	bool signs = ad_str_is(r->auth_method, "private_key_jwt");

	HOLDS((r->grants & (OAUTH_GRANT_CODE | OAUTH_GRANT_DEVICE)) != 0);
	HOLDS((r->grants & OAUTH_GRANT_MACHINE) == 0 && r->secret.p == NULL);
	HOLDS(signs == (r->jwks.p || r->jwks_uri.p) && r->name.n <= 500);
	HOLDS(r->metadata.n <= 6 * sent + 500 && r->fingerprint.n == 64);
	check_uris(x->call.arena, r);
	x->body = ad_arena_printf(x->call.arena, "{%.*s}", AD_FMT(r->metadata));
	HOLDS(oauth_registration_read(x, &again));
	HOLDS(ad_str_eq(again.metadata, r->metadata));
	/* The answer states defaults explicitly (see manage.c). */
	HOLDS(((again.grants ^ r->grants) & ~(uint32_t)OAUTH_BASIC_ALONE) == 0);
	HOLDS(ad_str_eq(again.fingerprint, r->fingerprint));
	oauth_registration_reply(x, r, 201);
	const cJSON *reply = ad_json_parse(x->call.arena, x->reply, &err);
	HOLDS(reply && !ad_json_get(reply, "client_secret"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ad_arena *arena = ad_arena_new();
	struct oauth_registration r = { 0 };
	struct asked a;
	struct ad_exchange *x = ask(&a, arena, "POST", "/register");

	be_quiet();
	x->body = ad_arena_copy(arena, (struct ad_str){ (const char *)data, size });
	if (oauth_registration_read(x, &r)) {
		check_taken(&a, &r, size);
	} else {
		HOLDS(x->status == 400);
		check_error(&a);
	}
	ad_arena_free(arena);
	return 0;
}
