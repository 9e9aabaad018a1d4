/*
 * Answers that go out piece by piece, as server-sent events (WHATWG HTML, section 9.2). A call
 * becomes one with ad_stream_begin(); from then on what its steps write goes out while it waits
 * (AD_WAIT), holding neither a thread nor a moment of the database. Its next step runs only when
 * what was written before it has been taken by the socket: who reads slowly is served slowly, and
 * costs no more memory than one step writes. A comment line goes out every 15 s.
 *
 * Where the other side closes its end, no further step runs and the exchange ends. At the server's
 * stop the waiting step runs once more, with call->ending set, and its call has to end.
 */
#ifndef AD_HTTP_STREAM_H
#define AD_HTTP_STREAM_H

#include "http/server.h"

enum ad_stream_room {
	AD_STREAM_BEGUN,
	AD_STREAM_FULL_EACH, /* this holder has as many open as one may (config streams-each) */
	AD_STREAM_FULL_ALL,  /* there are as many open as may be (config streams) */
};

/*
 * Makes the exchange's answer an event stream with status 200; headers that were added go out with
 * it, later ones do not. holder: the account that it counts for. Only in steps that run AD_HERE or
 * in a render: a writing step may run twice. Once an exchange.
 */
enum ad_stream_room ad_stream_begin(struct ad_exchange *x, struct ad_str holder) AD_CHECK;
/* True if the exchange has become a stream. */
bool ad_stream_is(const struct ad_exchange *x);
/*
 * Writes an event of type "message"; data is one line of text. Where more would be queued than may
 * be (config stream-buffer) it is lost: nothing more goes out, and the connection is closed.
 */
void ad_stream_event(struct ad_exchange *x, struct ad_str data);
/*
 * Notices (ad_core_notify()) run the waiting step only where worth() says so; its deadline and the
 * server's stop always do. A notice that is passed over does not come again: worth() brings the
 * deadline forward where the notice has to be looked at later. On the loop's thread: it must not
 * block.
 */
void ad_stream_worth(struct ad_exchange *x, bool (*worth)(struct ad_exchange *x));

#endif
