/*
 * Bodies. A body of at most 16 KiB is kept as it comes. A longer one is kept only for a caller
 * whose credential is good, which is looked at once the headers are there, and only while its
 * budget has room. Routes without credentials take short bodies alone, from a pool of their own.
 */
#include "http/body.h"

#include <stdlib.h>

#include "http/internal.h"

#define MIB ((size_t)1024 * 1024)
#define UNKNOWN_ALL (32 * MIB)
#define UNKNOWN_EACH (2 * MIB)
#define UNKNOWN_DROP MIB /* bytes of a chunked body, whose end is not known */

void ad_http_budgets_init(struct ad_http_budgets *b, const struct ad_config *config)
{
	size_t bodies = config->body_memory > 0 ? (size_t)config->body_memory : 256;
	size_t answers = config->answer_memory > 0 ? (size_t)config->answer_memory : 32;

	b->all[AD_POOL_KNOWN] = bodies * MIB;
	b->each[AD_POOL_KNOWN] = bodies * MIB / 4;
	b->all[AD_POOL_UNKNOWN] = UNKNOWN_ALL;
	b->each[AD_POOL_UNKNOWN] = UNKNOWN_EACH;
	b->all[AD_POOL_ANSWERS] = answers * MIB;
	b->each[AD_POOL_ANSWERS] = answers * MIB / 2;
}

/* The client's address in bytes; what is no address counts as one client. */
static void client_bytes(const struct ad_exchange *x, uint8_t out[static 16])
{
	bool is_v4;

	if (!x->call.address.p || !ad_address_parse(x->call.address.p, out, &is_v4))
		memset(out, 0, 16);
}

bool ad_http_budget_take(struct ad_exchange *x, struct ad_http_budget *budget, size_t bytes)
{
	struct ad_http_server *server = x->priv->loop->server;
	struct ad_http_budgets *b = &server->budgets;
	enum ad_http_pool pool = budget->pool;
	enum ad_network_use use = pool == AD_POOL_ANSWERS ? AD_NETWORK_ANSWERS : AD_NETWORK_BODIES;
	size_t more = bytes > budget->bytes ? bytes - budget->bytes : 0;

	if (more == 0)
		return true;
	if (budget->bytes == 0)
		client_bytes(x, budget->address);
	/* An answer larger than any share goes through alone. */
	if (more > b->each[pool] && pool == AD_POOL_ANSWERS &&
	    ad_networks_held(server->networks, budget->address, use) == 0) {
		atomic_fetch_add(&b->held[pool], more);
		(void)!ad_networks_take(server->networks, budget->address, use, more, SIZE_MAX / 8);
		budget->bytes += more;
		return true;
	}
	if (atomic_fetch_add(&b->held[pool], more) + more > b->all[pool] ||
	    !ad_networks_take(server->networks, budget->address, use, more, b->each[pool])) {
		atomic_fetch_sub(&b->held[pool], more);
		return false;
	}
	budget->bytes += more;
	return true;
}

void ad_http_budget_give(struct ad_exchange *x, struct ad_http_budget *budget)
{
	struct ad_http_server *server = x->priv->loop->server;
	bool answer = budget->pool == AD_POOL_ANSWERS;

	if (budget->bytes == 0)
		return;
	atomic_fetch_sub(&server->budgets.held[budget->pool], budget->bytes);
	ad_networks_give(server->networks, budget->address,
			 answer ? AD_NETWORK_ANSWERS : AD_NETWORK_BODIES, budget->bytes);
	budget->bytes = 0;
}

/* --- the credential --------------------------------------------------------------------------- */

static enum ad_admit body_judge_sender(struct ad_exchange *x, struct ad_db *db)
{
	x->call.db = db;
	enum ad_admit verdict = x->priv->route->admit(x);
	x->call.db = NULL;
	return verdict;
}

/* True: the refusal is made. */
static bool body_apply_verdict(struct ad_exchange *x, enum ad_admit verdict)
{
	struct ad_http_private *p = x->priv;

	if (verdict == AD_ADMIT_KNOWN)
		return false;
	p->refused = true;
	p->close = true;
	ad_http_refuse(x, verdict == AD_ADMIT_UNKNOWN ? AD_UNAUTHENTICATED : AD_UNAVAILABLE, NULL);
	if (x->status == 401 && p->route->challenge)
		p->route->challenge(x);
	return true;
}

static void run_look(struct ad_job *job, void *state)
{
	/* The call is the exchange's first member, and its job the call's. */
	struct ad_exchange *x = (struct ad_exchange *)(void *)job;

	x->priv->verdict = body_judge_sender(x, state);
}

/* A long body: who sends it? Without a credential that is known at once. */
static bool body_ask_sender(struct ad_exchange *x, bool is_chunked)
{
	struct ad_http_private *p = x->priv;
	struct ad_http_loop *loop = p->loop;
	enum ad_admit verdict = body_judge_sender(x, NULL);

	if (verdict == AD_ADMIT_ASK && !loop->server->blocking) {
		if (ad_db_moment(loop->db) != AD_DB_DONE)
			ad_db_rollback(loop->db);
		verdict = body_judge_sender(x, loop->db);
	}
	if (verdict == AD_ADMIT_ASK && !ad_http_submit_slow(x, run_look))
		verdict = AD_ADMIT_UNAVAILABLE;
	else if (verdict == AD_ADMIT_ASK)
		p->is_admitting = true;
	if (verdict == AD_ADMIT_ASK)
		return false;
	/* The end of a chunked body is not known: it may turn out to be a short one. */
	p->is_unknown = is_chunked && verdict == AD_ADMIT_UNKNOWN;
	return !p->is_unknown && body_apply_verdict(x, verdict);
}

void ad_http_body_admitted(struct ad_exchange *x)
{
	struct ad_http_private *p = x->priv;

	p->is_admitting = false;
	p->was_admitting = true;
	if (ad_http_header(x, "Transfer-Encoding").p && p->verdict == AD_ADMIT_UNKNOWN)
		p->is_unknown = true;
	else
		(void)body_apply_verdict(x, p->verdict);
	ad_http_resume(x);
	p->parked = false;
}

/* --- bytes ------------------------------------------------------------------------------------ */

bool ad_http_body_expect(struct ad_exchange *x, size_t length)
{
	struct ad_http_private *p = x->priv;
	const struct ad_route *route = p->route;
	bool is_chunked = length == SIZE_MAX;

	/*
	 * libmicrohttpd below 1.0 takes chunk lines that another parser may read otherwise. So
	 * nothing behind a chunked body is read as a request.
	 */
	if (is_chunked && MHD_VERSION < 0x01000000)
		p->close = true;
	p->body_held.pool = AD_POOL_KNOWN;
	if (route && length > 0 && length <= AD_HTTP_SMALL && length <= route->body_max) {
		p->body = ad_arena_alloc(x->call.arena, length + 1);
		p->body_room = length;
	}
	if (!route || length <= AD_HTTP_SMALL || route->body_max <= AD_HTTP_SMALL)
		return false;
	if (route->admit)
		return body_ask_sender(x, is_chunked);
	p->body_held.pool = AD_POOL_UNKNOWN;
	return false;
}

void ad_http_body_drop(struct ad_exchange *x)
{
	struct ad_http_private *p = x->priv;

	if (p->body_on_heap)
		free(p->body);
	p->body = NULL;
	p->body_on_heap = false;
	p->body_room = 0;
	ad_http_budget_give(x, &p->body_held);
}

/* The room for a body that has grown to `need`: all that was declared, else twice as much. */
static size_t room_for(const struct ad_exchange *x, size_t need, size_t most)
{
	struct ad_str declared = ad_http_header(x, "Content-Length");
	size_t length = 0;

	for (size_t i = 0; i < declared.n; i++)
		length = length * 10 + (size_t)(declared.p[i] - '0');
	if (length >= need)
		return length < most ? length : most;
	return 2 * need < most ? 2 * need : most;
}

static bool body_grow(struct ad_exchange *x, size_t have, size_t most)
{
	struct ad_http_private *p = x->priv;
	size_t room = room_for(x, p->received, most);

	if (room > AD_HTTP_SMALL && !ad_http_budget_take(x, &p->body_held, room))
		return false;
	char *grown = ad_xrealloc(p->body_on_heap ? p->body : NULL, room + 1);
	if (have > 0 && !p->body_on_heap)
		memcpy(grown, p->body, have);
	p->body = grown;
	p->body_on_heap = true;
	p->body_room = room;
	return true;
}

/* A chunked body of an unknown caller has passed what such a caller may send. */
static void refuse_unknown(struct ad_exchange *x)
{
	struct ad_http_private *p = x->priv;

	p->is_unknown = false;
	p->drop_max = UNKNOWN_DROP;
	ad_http_body_drop(x);
	(void)body_apply_verdict(x, AD_ADMIT_UNKNOWN);
}

enum MHD_Result ad_http_body_add(struct ad_exchange *x, const char *data, size_t size)
{
	struct ad_http_private *p = x->priv;
	size_t most = p->route && !p->refused ? p->route->body_max : 0;
	size_t have = p->received;

	p->received += size;
	if (p->is_unknown && p->received > AD_HTTP_SMALL) {
		refuse_unknown(x);
		most = 0;
	}
	if (p->received > p->drop_max)
		return MHD_NO;
	if (p->received > most || p->no_room) {
		x->body_too_large = !p->no_room;
		ad_http_body_drop(x);
		return MHD_YES;
	}
	if (p->received > p->body_room && !body_grow(x, have, most)) {
		p->no_room = true;
		ad_http_body_drop(x);
		return MHD_YES;
	}
	memcpy(p->body + have, data, size);
	return MHD_YES;
}
