#include "mcp/protocol/rounds.h"

#define LABEL "mcp request state"
#define LIFE (15 * AD_MINUTE) /* as long as the preview that it is about */

static const struct ad_str none = { NULL, 0 };

bool mcp_elicits(const struct mcp_request *r, const char *mode)
{
	const cJSON *elicitation = ad_json_get(mcp_capabilities(r), "elicitation");
	if (!r->modern || !cJSON_IsObject(elicitation))
		return false;
	if (cJSON_IsObject(ad_json_get(elicitation, mode)))
		return true;
	/* An empty object is the form alone (client/elicitation). */
	return strcmp(mode, "form") == 0 && !ad_json_get(elicitation, "form") &&
	       !ad_json_get(elicitation, "url");
}

void mcp_round_refuse(struct mcp_request *r, const char *reason, const char *message)
{
	struct ad_text data = ad_text_on(r->call->arena);
	struct ad_json j = ad_json_on(&data);
	ad_json_object(&j);
	ad_json_kcstr(&j, "reason", reason);
	ad_json_object_end(&j);
	r->x->render = NULL;
	mcp_error(r, 200, RPC_INVALID_PARAMS, message, ad_text_str(&data));
}

/* The caller and call that a requestState is bound to. It opens for no other request. */
static struct ad_str bound_to(const struct mcp_request *r)
{
	const struct ad_call *call = r->call;
	uint8_t digest[AD_SHA256_SIZE];
	char hex[2 * AD_SHA256_SIZE + 1];
	ad_sha256(call->body, digest);
	ad_hex(digest, sizeof(digest), hex);
	return ad_arena_printf(call->arena, "%s\n%s\n%s\n%s\n%.*s\n%s\n%s", call->who->account_id,
			       call->who->credential_id, call->space.id,
			       ad_environment_name(call->who->environment), AD_FMT(r->method),
			       r->tool_name, hex);
}

/* "C", the end in us, the state's id, the run's: between line breaks. */
struct ad_str mcp_state_seal(struct mcp_request *r, enum mcp_asked asked, struct ad_str run_id)
{
	char id[AD_ID_SIZE];
	ad_id_make("rqs", id);
	struct ad_str plain = ad_arena_printf(r->call->arena, "%c\n%lld\n%s\n%.*s", (char)asked,
					      (long long)(ad_now() + LIFE), id, AD_FMT(run_id));
	return ad_secrets_seal(ad_auth_secrets(r->call->core->auth), r->call->arena, LABEL,
			       bound_to(r), plain);
}

/* The part up to the next line break, which is taken off. */
static struct ad_str rounds_part(struct ad_str *rest)
{
	const char *end = rest->n ? memchr(rest->p, '\n', rest->n) : NULL;
	struct ad_str one = { rest->p, end ? (size_t)(end - rest->p) : rest->n };
	size_t used = one.n + (end ? 1 : 0);
	*rest = (struct ad_str){ rest->p + used, rest->n - used };
	return one;
}

bool mcp_state_open(struct mcp_request *r, struct ad_str sealed, struct mcp_state *out)
{
	struct ad_str plain = none;
	if (!sealed.p || !ad_secrets_unseal(ad_auth_secrets(r->call->core->auth), r->call->arena,
					    LABEL, bound_to(r), sealed, &plain)) {
		mcp_round_refuse(r, "INVALID",
				 "The requestState does not belong to this call. Call again "
				 "without requestState and inputResponses.");
		return false;
	}
	struct ad_str asked = rounds_part(&plain), end = rounds_part(&plain);
	*out = (struct mcp_state){ .asked = (enum mcp_asked)asked.p[0] };
	for (size_t i = 0; i < end.n; i++)
		out->expires_at = out->expires_at * 10 + (end.p[i] - '0');
	out->id = rounds_part(&plain);
	out->run_id = rounds_part(&plain);
	if (ad_now() < out->expires_at)
		return true;
	mcp_round_refuse(r, "EXPIRED",
			 "The requestState is older than 15 minutes. Call again without "
			 "requestState and inputResponses.");
	return false;
}
