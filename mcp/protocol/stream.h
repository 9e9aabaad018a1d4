/* Parts of requests whose answer is an event stream: MCP, basic/transports/streamable-http. */
#ifndef AD_MCP_STREAM_H
#define AD_MCP_STREAM_H

#include <stdatomic.h>

struct ad_mcp_streams;

/* The requests that are answered by event streams: what cancels one may come in on another loop. */
struct ad_mcp_streams *ad_mcp_streams_new(void);
/* After the HTTP server has stopped. NULL is allowed. */
void ad_mcp_streams_free(struct ad_mcp_streams *streams);

#include "core/http/stream.h"
#include "mcp/protocol/request.h"

/* A request that waits, on its arena; first member of what its steps keep in r->tool_data. */
struct mcp_stream {
	struct mcp_stream *next, **prev; /* of all in this process, under a lock */
	const struct mcp_request *r;
	const char *credential; /* its id */
	_Atomic bool cancelled; /* the client wants no answer any more */
	uint32_t scopes;        /* that it needs as long as it lasts */
	uint64_t access;        /* ad_watch_access() when that was last looked at */
	int64_t check_at;       /* us of ad_now(): when it is looked at again, whatever happens */
};

/* Begins the stream; false where it may not be: *room says why, and nothing was answered. */
bool mcp_stream_begin(struct mcp_request *r, struct mcp_stream *s,
		      enum ad_stream_room *room) AD_CHECK;
/* Answers that there is no room: 429 for one account, 503 for all. */
void mcp_stream_refuse(struct mcp_request *r, enum ad_stream_room room);
/* Sends a notification; params is rendered JSON. */
void mcp_stream_notify(struct mcp_request *r, const char *method, struct ad_str params);
/* True if a notice concerns every stream: cancelled, or the credential may have been revoked. */
bool mcp_stream_woken(const struct mcp_stream *s);
/*
 * True if the credential still allows the stream; it is read again if it may have changed or has
 * expired. False with the call's status set. Nothing stays on the arena.
 */
bool mcp_stream_allowed(struct mcp_request *r, struct mcp_stream *s) AD_CHECK;
/* notifications/cancelled: ends the wait of the request that it names, and nothing else. */
void mcp_stream_cancel(struct mcp_request *r);

#endif
