/*
 * HTTP to the platforms: libcurl's multi interface on one thread (the sync thread), the only module
 * that uses curl. Enforces timeouts and sizes, follows no redirects, verifies TLS, and reports for
 * every failure whether the request may have arrived.
 */
#ifndef AD_PLATFORM_TRANSPORT_H
#define AD_PLATFORM_TRANSPORT_H

#include "platform/platform.h"

enum ad_sent {
	AD_ANSWERED, /* response is filled */
	AD_NOT_SENT, /* certainly did not arrive: safe to repeat */
	AD_UNKNOWN,  /* may have arrived and been done */
};

struct ad_transport;

/*
 * One exchange. Embedded by the caller, who keeps it (and the request's texts) until done() was
 * called.
 */
struct ad_transfer {
	struct ad_http_request request;
	struct ad_str access_token; /* Authorization: Bearer; masked in answers; or absent */
	int timeout_ms;             /* the whole exchange; 0: 60 s */
	void (*done)(struct ad_transfer *transfer);

	enum ad_sent sent;
	struct ad_http_response response; /* lives on the transfer until _clear() */
	char reason[96];                  /* a sentence where not ANSWERED */
	void *handle, *headers, *buffer;  /* the transport's own */
};

/* NULL if curl cannot start. */
struct ad_transport *ad_transport_new(void) AD_CHECK;
/* Frees the transport; running transfers are dropped without done(). */
void ad_transport_free(struct ad_transport *transport);
/* Starts an exchange; done() is called from ad_transport_run(), never from here. */
void ad_transport_send(struct ad_transport *transport, struct ad_transfer *transfer);
/* Frees the answer; the transfer may then be used again. */
void ad_transfer_clear(struct ad_transfer *transfer);
/* Drops a running exchange: done() is not called. */
void ad_transport_drop(struct ad_transport *transport, struct ad_transfer *transfer);
/* Runs for at most timeout_ms, or until an event; calls done() for finished transfers. */
void ad_transport_run(struct ad_transport *transport, int timeout_ms);
/* Makes ad_transport_run() return soon. Any thread. */
void ad_transport_wake(struct ad_transport *transport);

#endif
