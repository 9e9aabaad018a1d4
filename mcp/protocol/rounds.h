/*
 * Multi-round-trip requests (MCP 2026-07-28, basic/patterns/mrtr): what a call needs from a person
 * is asked in its result, and comes with the same call made again. Nothing is kept meanwhile: the
 * client brings requestState back, which is sealed, bound to who asks for what, and holds once.
 */
#ifndef AD_MCP_ROUNDS_H
#define AD_MCP_ROUNDS_H

#include "mcp/protocol/request.h"

/* The kinds of questions. */
enum mcp_asked {
	MCP_ASKED_CONFIRM = 'C',  /* whether to push */
	MCP_ASKED_APPROVAL = 'A', /* to open the page where a run is approved */
};

/* The content of a requestState. */
struct mcp_state {
	enum mcp_asked asked;
	struct ad_str id;     /* of this state: it is used once */
	int64_t expires_at;   /* us */
	struct ad_str run_id; /* of MCP_ASKED_APPROVAL; or empty */
};

/* True if this request's client declared elicitation in a mode: "form" or "url". */
bool mcp_elicits(const struct mcp_request *r, const char *mode);
/* A requestState for the running tool call; run_id may be absent. */
struct ad_str mcp_state_seal(struct mcp_request *r, enum mcp_asked asked, struct ad_str run_id);
/*
 * Opens one that came back with the running tool call. False where it is none of ours, of another
 * caller, grant, Space, tool or arguments, or too old: the request has ended with an error.
 */
bool mcp_state_open(struct mcp_request *r, struct ad_str sealed, struct mcp_state *out) AD_CHECK;
/* Ends the request: a requestState or inputResponses that cannot be taken (-32602). */
void mcp_round_refuse(struct mcp_request *r, const char *reason, const char *message);

#endif
