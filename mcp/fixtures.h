/* The conformance suite's fixtures, only in the test executable: see mcp/extra.h. */
#ifndef AD_MCP_FIXTURES_H
#define AD_MCP_FIXTURES_H

#include "mcp/extra.h"

/* 1 x 1 PNG, and a WAV without samples, in base64. */
#define FIXTURE_PNG                                                                                \
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5E" \
	"rkJggg=="
#define FIXTURE_WAV "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA="

#define FIXTURE_TEXT(text) "\"content\":[{\"type\":\"text\",\"text\":\"" text "\"}]"

struct fixture {
	const char *name;
	bool modern, legacy; /* the eras that have it */
	const char *description;
	const char *schema; /* the inputSchema, or the arguments of a prompt; NULL: none */
	const char *result; /* members of its result, or NULL: run() answers */
	void (*run)(struct mcp_request *r);
};

extern const struct fixture fixture_tools[];
extern const size_t fixture_tool_count;
extern const struct fixture fixture_prompts[];
extern const size_t fixture_prompt_count;

/* An argument of the tool or prompt that r calls, or absent. */
struct ad_str fixture_argument(const struct mcp_request *r, const char *name);
/* Answers with one text block. */
void fixture_text(struct mcp_request *r, struct ad_str text);
/* Ends a call with the error of a capability that the client did not declare (HTTP 400, -32021). */
void fixture_missing(struct mcp_request *r, const char *capability);

/* fixtures_stream.c: answers that are event streams. */
void fixture_progress(struct mcp_request *r);
void fixture_logging(struct mcp_request *r);
void fixture_sampling(struct mcp_request *r);
void fixture_elicitation(struct mcp_request *r);
void fixture_elicitation_defaults(struct mcp_request *r);
void fixture_elicitation_enums(struct mcp_request *r);

/* fixtures_rounds.c: requests of several rounds (MCP 2026-07-28, basic/patterns/mrtr). */
void fixture_ask_name(struct mcp_request *r);
void fixture_ask_sample(struct mcp_request *r);
void fixture_ask_roots(struct mcp_request *r);
void fixture_ask_with_state(struct mcp_request *r);
void fixture_ask_many(struct mcp_request *r);
void fixture_ask_twice(struct mcp_request *r);
void fixture_ask_declared(struct mcp_request *r);
void fixture_ask_context(struct mcp_request *r);

#endif
