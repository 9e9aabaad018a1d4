/*
 * POST /par (RFC 9126): an authenticated client pushes its authorization request and gets a
 * request_uri. The request is checked as at /authorize, and faults are returned as JSON. The
 * browser can use the request_uri at /authorize until the user has decided.
 */
#include "oauth/authorize/pushed.h"

#include "oauth/authorize/authorization.h"
#include "oauth/endpoint/endpoints.h"
#include "oauth/endpoint/proof.h"
#include "oauth/endpoint/rows.h"

/* A request that is being stored. */
struct pushed {
	struct oauth_authorization auth;
	struct ad_str uri;
	struct ad_dpop_proof proof;
	bool replayed;      /* the proof was used before */
	struct ad_str form; /* the stored parameters that /authorize reads */
};

/* --- the stored request --- */

enum ad_db_status oauth_pushed_find(struct ad_db *db, struct ad_arena *arena, struct ad_str uri,
				    struct ad_str client_id, struct oauth_params *out)
{
	struct ad_param *list;
	size_t count;
	struct ad_stmt *s = ad_sql(db, "SELECT params FROM oauth_pushed WHERE uri_hash = $1"
				       " AND client_id = $2 AND expires_at > $3");

	ad_bind(s, 1, oauth_hash(arena, uri));
	ad_bind(s, 2, client_id);
	ad_bind_int(s, 3, ad_now());
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	struct ad_str form = ad_arena_copy(arena, ad_col(s, 0));
	ad_reset(s);
	if (!ad_http_form(arena, form, &list, &count))
		return AD_DB_INVALID;
	*out = (struct oauth_params){ list, count };
	return AD_DB_ROW;
}

enum ad_db_status oauth_pushed_drop(struct ad_db *db, struct ad_str hash)
{
	struct ad_stmt *s = ad_sql(db, "DELETE FROM oauth_pushed WHERE uri_hash = $1");

	ad_bind(s, 1, hash);
	return ad_step(s);
}

static void pushed_keep(struct ad_call *call)
{
	struct pushed *p = call->door_data;
	bool fresh;

	if (oauth_proof_claim(call, &p->proof, &fresh) != AD_DB_DONE) {
		call->status = AD_UNAVAILABLE;
		return;
	}
	p->replayed = !fresh;
	if (p->replayed)
		return;
	struct ad_str network = oauth_rows_network(call);
	const struct oauth_rows_new row = { OAUTH_ROWS_PUSHED, network, false };
	if (oauth_rows_make_room(call->db, &row) != AD_DB_DONE) {
		call->status = AD_UNAVAILABLE;
		return;
	}
	struct ad_stmt *s = ad_sql(
		call->db, "INSERT INTO oauth_pushed (uri_hash, client_id, params,"
			  " created_at, expires_at, network) VALUES ($1, $2, $3, $4, $5, $6)");
	int64_t now = ad_now();

	ad_bind(s, 1, oauth_hash(call->arena, p->uri));
	ad_bind(s, 2, p->auth.client.id);
	ad_bind(s, 3, p->form);
	ad_bind_int(s, 4, now);
	ad_bind_int(s, 5, now + OAUTH_PUSHED_SECONDS * AD_SECOND);
	ad_bind(s, 6, network);
	if (ad_step(s) != AD_DB_DONE)
		call->status = AD_UNAVAILABLE;
}

/* --- the endpoint --- */

static void pushed_answer(struct ad_exchange *x)
{
	const struct pushed *p = x->call.door_data;
	struct ad_text text = ad_text_on(x->call.arena);
	struct ad_json j = ad_json_on(&text);

	if (x->call.status != AD_OK) {
		oauth_unavailable(x);
		return;
	}
	if (p->replayed) {
		oauth_error(x, 400, "invalid_dpop_proof", OAUTH_PROOF_USED);
		return;
	}
	ad_json_object(&j);
	ad_json_kstr(&j, "request_uri", p->uri);
	ad_json_kint(&j, "expires_in", OAUTH_PUSHED_SECONDS);
	ad_json_object_end(&j);
	oauth_json(x, 201, ad_text_str(&text));
}

/*
 * The parameters of /authorize besides client_id; "request" is in the list so that it is refused.
 */
static bool pushed_is_known(struct ad_str name)
{
	static const char *const known[] = {
		"response_type", "response_mode", "redirect_uri",   "scope",
		"state",         "resource",      "code_challenge", "code_challenge_method",
		"dpop_jkt",      "login_hint",    "prompt",         "max_age",
		"request",
	};

	for (size_t i = 0; i < AD_LEN(known); i++)
		if (ad_str_is(name, known[i]))
			return true;
	return false;
}

static struct ad_str form_of(struct ad_arena *arena, const struct oauth_params *params,
			     struct ad_str client_id)
{
	struct ad_text form = ad_text_on(arena);

	ad_text_adds(&form, "client_id=");
	ad_text_add_url(&form, client_id);
	for (size_t i = 0; i < params->count; i++) {
		const struct ad_param *p = &params->list[i];
		if (!pushed_is_known(p->name))
			continue;
		ad_text_addc(&form, '&');
		ad_text_add_url(&form, p->name);
		ad_text_addc(&form, '=');
		ad_text_add_url(&form, p->value);
	}
	return ad_text_str(&form);
}

static bool pushed_bad(struct ad_exchange *x, const char *description)
{
	oauth_error(x, 400, "invalid_request", description);
	return false;
}

static bool read_request(struct ad_exchange *x, struct oauth_authorization *a)
{
	if (oauth_param_twice(&a->params))
		return pushed_bad(x, "A parameter is repeated.");
	if (oauth_param(&a->params, "request_uri").p)
		return pushed_bad(x,
				  "request_uri is not allowed in a pushed authorization request.");
	return true;
}

/* The same checks as at /authorize; the client is authenticated. */
static bool pushed_check(struct ad_exchange *x, struct oauth_authorization *a)
{
	struct ad_param *list;
	size_t count;

	/* With Basic, only the header names the client. */
	struct ad_str form = form_of(x->call.arena, &a->params, a->client.id);
	if (ad_http_form(x->call.arena, form, &list, &count)) {
		a->params = (struct oauth_params){ list, count };
		if (oauth_authorization_client(x, a) && oauth_authorization_check(x, a))
			return true;
	}
	if (a->unavailable)
		oauth_unavailable(x);
	else
		oauth_error(x, 400, a->error ? a->error : "invalid_request",
			    a->sentence ? a->sentence : "The form is malformed.");
	return false;
}

/* A proof and dpop_jkt must name the same key (RFC 9449 section 10.1). */
static bool add_key(struct ad_exchange *x, struct pushed *p)
{
	struct ad_str jkt = p->auth.request.jkt;

	if (!p->proof.jkt.p || ad_str_eq(jkt, p->proof.jkt))
		return true;
	if (jkt.p) {
		oauth_error(x, 400, "invalid_dpop_proof",
			    "dpop_jkt differs from the key of the DPoP proof.");
		return false;
	}
	p->form = ad_arena_printf(x->call.arena, "%.*s&dpop_jkt=%.*s", AD_FMT(p->form),
				  AD_FMT(p->proof.jkt));
	return true;
}

static void pushed_proven(struct ad_exchange *x)
{
	struct pushed *p = x->call.door_data;
	uint8_t random[32];

	if (!oauth_proof_read(x, &p->proof) || !pushed_check(x, &p->auth))
		return;
	ad_random(random, sizeof(random));
	p->uri = ad_arena_printf(x->call.arena, OAUTH_PUSHED_PREFIX "%.*s",
				 AD_FMT(ad_base64url(x->call.arena, random, sizeof(random))));
	p->form = form_of(x->call.arena, &p->auth.params, p->auth.client.id);
	if (!add_key(x, p))
		return;
	x->render = pushed_answer;
	ad_call_next(&x->call, AD_WRITE, pushed_keep);
}

void oauth_push(struct ad_exchange *x)
{
	struct pushed *p = ad_arena_zalloc(x->call.arena, sizeof(*p));

	if (!oauth_begin(x, OAUTH_API, AD_ADDRESS_REQUEST) || !oauth_form(x, &p->auth.params) ||
	    !read_request(x, &p->auth))
		return;
	x->call.door_data = p;
	oauth_client_authenticate(x, &p->auth.params, OAUTH_ABOUT_NOTHING, &p->auth.client,
				  pushed_proven);
}
