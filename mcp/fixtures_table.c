/* The tools and prompts that the conformance suite calls by these names. */
#include "mcp/fixtures.h"

#define NO_ARGUMENTS "{\"type\":\"object\",\"additionalProperties\":false}"
#define ONE_TEXT(name)                                                                             \
	"{\"type\":\"object\",\"properties\":{\"" name                                             \
	"\":{\"type\":\"string\"}},\"required\":[\"" name "\"]}"
#define ALWAYS .modern = true, .legacy = true
#define MODERN .modern = true
#define LEGACY .legacy = true

static void needs_sampling(struct mcp_request *r)
{
	if (ad_json_get(mcp_capabilities(r), "sampling"))
		mcp_result(r, AD_S(FIXTURE_TEXT("sampling is declared")));
	else
		fixture_missing(r, "sampling");
}

const struct fixture fixture_tools[] = {
	{ "test_simple_text", ALWAYS, .description = "Answers a text", .schema = NO_ARGUMENTS,
	  .result = FIXTURE_TEXT("This is a simple text response for testing.") },
	{ "test_image_content", ALWAYS, .description = "Answers a picture", .schema = NO_ARGUMENTS,
	  .result = "\"content\":[{\"type\":\"image\",\"data\":\"" FIXTURE_PNG
		    "\",\"mimeType\":\"image/png\"}]" },
	{ "test_audio_content", ALWAYS, .description = "Answers a sound", .schema = NO_ARGUMENTS,
	  .result = "\"content\":[{\"type\":\"audio\",\"data\":\"" FIXTURE_WAV
		    "\",\"mimeType\":\"audio/wav\"}]" },
	{ "test_embedded_resource", ALWAYS, .description = "Answers a resource",
	  .schema = NO_ARGUMENTS,
	  .result = "\"content\":[{\"type\":\"resource\",\"resource\":{\"uri\":"
		    "\"test://embedded-resource\",\"mimeType\":\"text/plain\",\"text\":\"This is "
		    "an embedded resource content.\"}}]" },
	{ "test_multiple_content_types", ALWAYS, .description = "Answers three kinds of content",
	  .schema = NO_ARGUMENTS,
	  .result = "\"content\":[{\"type\":\"text\",\"text\":\"Multiple content types test:\"},"
		    "{\"type\":\"image\",\"data\":\"" FIXTURE_PNG "\",\"mimeType\":\"image/png\"},"
		    "{\"type\":\"resource\",\"resource\":{\"uri\":"
		    "\"test://mixed-content-resource\",\"mimeType\":\"application/json\",\"text\":"
		    "\"{\\\"test\\\":\\\"data\\\",\\\"value\\\":123}\"}}]" },
	{ "test_error_handling", ALWAYS, .description = "Fails", .schema = NO_ARGUMENTS,
	  .result = FIXTURE_TEXT(
		  "This tool intentionally returns an error for testing") ",\"isError\":true" },
	{ "test_tool_with_progress", ALWAYS, .description = "Tells how far it is",
	  .schema = NO_ARGUMENTS, .run = fixture_progress },
	{ "json_schema_2020_12_tool", ALWAYS, .description = "Takes what JSON Schema 2020-12 has",
	  .schema = "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"type\":"
		    "\"object\",\"$defs\":{\"address\":{\"$anchor\":\"addressDef\",\"type\":"
		    "\"object\",\"properties\":{\"street\":{\"type\":\"string\"},\"city\":{\"type\""
		    ":\"string\"}}}},\"properties\":{\"name\":{\"type\":\"string\"},\"address\":{"
		    "\"$ref\":\"#/$defs/address\"},\"contactMethod\":{\"type\":\"string\",\"enum\":"
		    "[\"phone\",\"email\"]},\"phone\":{\"type\":\"string\"},\"email\":{\"type\":"
		    "\"string\"}},\"allOf\":[{\"anyOf\":[{\"required\":[\"phone\"]},{\"required\":"
		    "[\"email\"]}]}],\"if\":{\"properties\":{\"contactMethod\":{\"const\":\"phone\""
		    "}},\"required\":[\"contactMethod\"]},\"then\":{\"required\":[\"phone\"]},"
		    "\"else\":{\"required\":[\"email\"]},\"additionalProperties\":false}",
	  .result = FIXTURE_TEXT("valid") },

	{ "test_tool_with_logging", LEGACY, .description = "Logs three times",
	  .schema = NO_ARGUMENTS, .run = fixture_logging },
	{ "test_sampling", LEGACY, .description = "Asks the client's model",
	  .schema = ONE_TEXT("prompt"), .run = fixture_sampling },
	{ "test_elicitation", LEGACY, .description = "Asks the person",
	  .schema = ONE_TEXT("message"), .run = fixture_elicitation },
	{ "test_elicitation_sep1034_defaults", LEGACY, .description = "Asks with defaults",
	  .schema = NO_ARGUMENTS, .run = fixture_elicitation_defaults },
	{ "test_elicitation_sep1330_enums", LEGACY, .description = "Asks for choices",
	  .schema = NO_ARGUMENTS, .run = fixture_elicitation_enums },

	{ "test_missing_capability", MODERN, .description = "Needs sampling",
	  .schema = NO_ARGUMENTS, .run = needs_sampling },
	{ "test_streaming_elicitation", MODERN, .description = "Asks the person",
	  .schema = NO_ARGUMENTS, .run = fixture_ask_name },
	{ "test_logging_tool", MODERN, .description = "Logs nothing that was not asked for",
	  .schema = NO_ARGUMENTS, .result = FIXTURE_TEXT("done") },
	{ "test_input_required_result_elicitation", MODERN, .description = "Asks for a name",
	  .schema = NO_ARGUMENTS, .run = fixture_ask_name },
	{ "test_input_required_result_sampling", MODERN, .description = "Asks the client's model",
	  .schema = NO_ARGUMENTS, .run = fixture_ask_sample },
	{ "test_input_required_result_list_roots", MODERN, .description = "Asks for the roots",
	  .schema = NO_ARGUMENTS, .run = fixture_ask_roots },
	{ "test_input_required_result_request_state", MODERN, .description = "Asks with a state",
	  .schema = NO_ARGUMENTS, .run = fixture_ask_with_state },
	{ "test_input_required_result_tampered_state", MODERN,
	  .description = "Asks with a state that nobody may change", .schema = NO_ARGUMENTS,
	  .run = fixture_ask_with_state },
	{ "test_input_required_result_multiple_inputs", MODERN, .description = "Asks for three",
	  .schema = NO_ARGUMENTS, .run = fixture_ask_many },
	{ "test_input_required_result_multi_round", MODERN, .description = "Asks twice",
	  .schema = NO_ARGUMENTS, .run = fixture_ask_twice },
	{ "test_input_required_result_capabilities", MODERN,
	  .description = "Asks for what is declared", .schema = NO_ARGUMENTS,
	  .run = fixture_ask_declared },
};
const size_t fixture_tool_count = AD_LEN(fixture_tools);

#define USER(content) "{\"role\":\"user\",\"content\":" content "}"
#define USER_TEXT(text) USER("{\"type\":\"text\",\"text\":\"" text "\"}")

static void with_arguments(struct mcp_request *r)
{
	struct ad_str one = fixture_argument(r, "arg1");
	struct ad_str two = fixture_argument(r, "arg2");
	struct ad_text members = ad_text_on(r->call->arena);
	ad_text_adds(&members, "\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\","
			       "\"text\":\"Prompt with arguments: arg1='");
	ad_json_escape(&members, one);
	ad_text_adds(&members, "', arg2='");
	ad_json_escape(&members, two);
	ad_text_adds(&members, "'\"}}]");
	mcp_result(r, ad_text_str(&members));
}

static void with_resource(struct mcp_request *r)
{
	struct ad_text members = ad_text_on(r->call->arena);
	ad_text_adds(&members, "\"messages\":[{\"role\":\"user\",\"content\":{\"type\":"
			       "\"resource\",\"resource\":{\"uri\":\"");
	ad_json_escape(&members, fixture_argument(r, "resourceUri"));
	ad_text_adds(&members,
		     "\",\"mimeType\":\"text/plain\",\"text\":\"Embedded resource content for "
		     "testing.\"}}}," USER_TEXT("Please process the embedded resource above.") "]");
	mcp_result(r, ad_text_str(&members));
}

#define ARGUMENT(name)                                                                             \
	"{\"name\":\"" name "\",\"description\":\"Given by the suite\",\"required\":true}"

const struct fixture fixture_prompts[] = {
	{ "test_simple_prompt", ALWAYS, .description = "Says one thing", .schema = "[]",
	  .result = "\"messages\":[" USER_TEXT("This is a simple prompt for testing.") "]" },
	{ "test_prompt_with_arguments", ALWAYS, .description = "Says what it was given",
	  .schema = "[" ARGUMENT("arg1") "," ARGUMENT("arg2") "]", .run = with_arguments },
	{ "test_prompt_with_embedded_resource", ALWAYS, .description = "Holds a resource",
	  .schema = "[" ARGUMENT("resourceUri") "]", .run = with_resource },
	{ "test_prompt_with_image", ALWAYS, .description = "Holds a picture", .schema = "[]",
	  .result = "\"messages\":[" USER(
		  "{\"type\":\"image\",\"data\":\"" FIXTURE_PNG
		  "\",\"mimeType\":\"image/png\"}") "," USER_TEXT("Please analyze the "
								  "image above.") "]" },
	{ "test_input_required_result_prompt", MODERN, .description = "Asks for a context",
	  .schema = "[]", .run = fixture_ask_context },
};
const size_t fixture_prompt_count = AD_LEN(fixture_prompts);
