/*
 * Fixtures of requests of several rounds (MCP 2026-07-28, basic/patterns/mrtr): the first call is
 * answered with what is to be asked, the next brings the answers. States are sealed and opened as
 * the product's are.
 */
#include "mcp/fixtures.h"
#include "mcp/rounds.h"
#include "mcp/tool.h"

#define ELICIT(key, message, field, type)                                                          \
	"\"" key                                                                                   \
	"\":{\"method\":\"elicitation/create\",\"params\":{\"mode\":\"form\",\"message\":"         \
	"\"" message "\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"" field        \
	"\":{\"type\":\"" type "\"}},\"required\":[\"" field "\"]}}}"
#define SAMPLE(key, text)                                                                          \
	"\"" key "\":{\"method\":\"sampling/createMessage\",\"params\":{\"messages\":[{\"role\":"  \
	"\"user\",\"content\":{\"type\":\"text\",\"text\":\"" text "\"}}],\"maxTokens\":100}}"
#define ROOTS(key) "\"" key "\":{\"method\":\"roots/list\",\"params\":{}}"
#define ASK_NAME ELICIT("user_name", "What is your name?", "name", "string")

/* ---- asking ------------------------------------------------------------------------------ */

/* Members of inputRequests, and the state, absent where there is none. */
static void fixtures_rounds_ask(struct mcp_request *r, const char *requests, struct ad_str state)
{
	struct ad_text members = ad_text_on(r->call->arena);
	ad_text_addf(&members, "\"inputRequests\":{%s}", requests);
	if (state.p)
		ad_text_addf(&members, ",\"requestState\":\"%.*s\"", AD_FMT(state));
	mcp_result_as(r, "input_required", ad_text_str(&members));
}

/* A state is bound to the tool that runs: here to one by the name that was called. */
static void name_tool(struct mcp_request *r)
{
	struct mcp_tool *tool = ad_arena_zalloc(r->call->arena, sizeof(*tool));
	tool->name = ad_arena_copy(r->call->arena, ad_json_get_text(r->params, "name")).p;
	r->tool = tool;
}

static struct ad_str fixtures_rounds_seal(struct mcp_request *r, const char *round)
{
	name_tool(r);
	return mcp_state_seal(r, MCP_ASKED_CONFIRM, ad_str(round));
}

enum state {
	STATE_NONE,
	STATE_GOOD,
	STATE_REFUSED, /* the request has ended */
};

/* The round that the state was made in. */
static enum state read_state(struct mcp_request *r, struct ad_str *round)
{
	const cJSON *sealed = ad_json_get(r->params, "requestState");
	struct mcp_state state;
	*round = (struct ad_str){ NULL, 0 };
	if (!sealed)
		return STATE_NONE;
	name_tool(r);
	if (!mcp_state_open(r, ad_json_text(sealed), &state))
		return STATE_REFUSED;
	*round = state.run_id;
	return STATE_GOOD;
}

/* ---- answers ----------------------------------------------------------------------------- */

/* inputResponses, where there is an object; false where it is none, with the error sent. */
static bool take_answers(struct mcp_request *r, const cJSON **answers)
{
	*answers = ad_json_get(r->params, "inputResponses");
	if (!*answers || cJSON_IsObject(*answers))
		return true;
	mcp_error(r, 200, RPC_INVALID_PARAMS, "inputResponses must be an object.",
		  (struct ad_str){ NULL, 0 });
	return false;
}

/* The value of a form's field, or absent. */
static struct ad_str fixtures_rounds_field_of(const cJSON *answers, const char *key,
					      const char *field)
{
	const cJSON *one = ad_json_get(answers, key);
	if (!ad_str_is(ad_json_get_text(one, "action"), "accept"))
		return (struct ad_str){ NULL, 0 };
	return ad_json_get_text(ad_json_get(one, "content"), field);
}

void fixture_ask_name(struct mcp_request *r)
{
	const cJSON *answers;
	if (!take_answers(r, &answers))
		return;
	struct ad_str name = fixtures_rounds_field_of(answers, "user_name", "name");
	if (name.p)
		fixture_text(r, ad_arena_printf(r->call->arena, "Hello, %.*s!", AD_FMT(name)));
	else
		fixtures_rounds_ask(r, ASK_NAME, (struct ad_str){ NULL, 0 });
}

void fixture_ask_sample(struct mcp_request *r)
{
	const cJSON *answers;
	if (!take_answers(r, &answers))
		return;
	const cJSON *content = ad_json_get(ad_json_get(answers, "capital_question"), "content");
	struct ad_str text = ad_json_get_text(content, "text");
	if (text.p)
		fixture_text(r, text);
	else
		fixtures_rounds_ask(r, SAMPLE("capital_question", "What is the capital of France?"),
				    (struct ad_str){ NULL, 0 });
}

void fixture_ask_roots(struct mcp_request *r)
{
	const cJSON *answers;
	struct ad_text text = ad_text_on(r->call->arena);
	const cJSON *root;
	if (!take_answers(r, &answers))
		return;
	const cJSON *roots = ad_json_get(ad_json_get(answers, "client_roots"), "roots");
	if (!cJSON_IsArray(roots)) {
		fixtures_rounds_ask(r, ROOTS("client_roots"), (struct ad_str){ NULL, 0 });
		return;
	}
	ad_text_adds(&text, "Roots:");
	cJSON_ArrayForEach(root, roots)
	{
		ad_text_addc(&text, ' ');
		ad_text_add(&text, ad_json_get_text(root, "uri"));
	}
	fixture_text(r, ad_text_str(&text));
}

void fixture_ask_with_state(struct mcp_request *r)
{
	const cJSON *answers;
	struct ad_str round;
	enum state state = read_state(r, &round);
	if (state == STATE_REFUSED || !take_answers(r, &answers))
		return;
	if (state == STATE_GOOD && ad_json_get(answers, "confirm"))
		fixture_text(r, AD_S("state-ok"));
	else
		fixtures_rounds_ask(r, ELICIT("confirm", "Please confirm", "ok", "boolean"),
				    fixtures_rounds_seal(r, "1"));
}

void fixture_ask_many(struct mcp_request *r)
{
	const cJSON *answers;
	struct ad_str round;
	enum state state = read_state(r, &round);
	if (state == STATE_REFUSED || !take_answers(r, &answers))
		return;
	if (state == STATE_GOOD && ad_json_get(answers, "user_name") &&
	    ad_json_get(answers, "greeting") && ad_json_get(answers, "client_roots"))
		fixture_text(r, AD_S("All three were answered."));
	else
		fixtures_rounds_ask(
			r,
			ASK_NAME
			"," SAMPLE("greeting", "Generate a greeting") "," ROOTS("client_roots"),
			fixtures_rounds_seal(r, "1"));
}

void fixture_ask_twice(struct mcp_request *r)
{
	const cJSON *answers;
	struct ad_str round;
	enum state state = read_state(r, &round);
	if (state == STATE_REFUSED || !take_answers(r, &answers))
		return;
	if (ad_str_is(round, "2") && ad_json_get(answers, "step2"))
		fixture_text(r, AD_S("Both steps were answered."));
	else if (ad_str_is(round, "2") || (ad_str_is(round, "1") && ad_json_get(answers, "step1")))
		fixtures_rounds_ask(
			r,
			ELICIT("step2", "Step 2: What is your favorite color?", "color", "string"),
			fixtures_rounds_seal(r, "2"));
	else
		fixtures_rounds_ask(r,
				    ELICIT("step1", "Step 1: What is your name?", "name", "string"),
				    fixtures_rounds_seal(r, "1"));
}

void fixture_ask_declared(struct mcp_request *r)
{
	static const struct {
		const char *capability, *request;
	} all[] = {
		{ "elicitation", ASK_NAME },
		{ "sampling", SAMPLE("greeting", "Generate a greeting") },
		{ "roots", ROOTS("client_roots") },
	};
	const cJSON *declared = mcp_capabilities(r);
	struct ad_text requests = ad_text_on(r->call->arena);
	const cJSON *answers;
	if (!take_answers(r, &answers))
		return;
	for (size_t i = 0; i < AD_LEN(all) && !answers; i++)
		if (ad_json_get(declared, all[i].capability))
			ad_text_addf(&requests, "%s%s", requests.n ? "," : "", all[i].request);
	if (requests.n)
		fixtures_rounds_ask(r, ad_text_str(&requests).p, (struct ad_str){ NULL, 0 });
	else
		fixture_text(r, AD_S("done"));
}

void fixture_ask_context(struct mcp_request *r)
{
	const cJSON *answers;
	struct ad_text members = ad_text_on(r->call->arena);
	if (!take_answers(r, &answers))
		return;
	struct ad_str context = fixtures_rounds_field_of(answers, "user_context", "context");
	if (!context.p) {
		fixtures_rounds_ask(r,
				    ELICIT("user_context", "What context should the prompt use?",
					   "context", "string"),
				    (struct ad_str){ NULL, 0 });
		return;
	}
	ad_text_adds(&members, "\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\","
			       "\"text\":\"Context: ");
	ad_json_escape(&members, context);
	ad_text_adds(&members, "\"}}]");
	mcp_result(r, ad_text_str(&members));
}
