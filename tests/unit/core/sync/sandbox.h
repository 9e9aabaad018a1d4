/* The sandbox of a test: a process of its own, controlled through its control endpoints. */
#ifndef TESTS_UNIT_CORE_SYNC_SANDBOX_H
#define TESTS_UNIT_CORE_SYNC_SANDBOX_H

#include "tests/support/database.h"

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>

#include "auth/account/accounts.h"
#include "base/clock.h"
#include "base/json_read.h"
#include "store/schema/schema.h"
#include "sync/run/run.h"

#define CONTROL_SECRET "unit-test-secret"

struct world {
	struct database *d;
	struct ad_arena *arena;
	struct ad_secrets *secrets;
	struct ad_account account;
	struct ad_realm realm;
	struct ad_str customer;
	struct ad_db *db; /* writes; the test's own */
	struct ad_writer *writer;
	struct ad_sync *sync;
	pid_t sandbox;
	_Atomic(const char *) url; /* the sandbox's */
	_Atomic(const char *) via; /* the runner's replacement address, or NULL */
	int hits;                  /* faults that the sandbox's log was seen to have */
	char state[128];
	pthread_mutex_t lock;
	pthread_cond_t moved;
	int moves;
	int made;        /* objects drafted: their names differ */
	size_t runs_max; /* of the runner; 0: its own */
	char last_run[AD_ID_SIZE];
};

static inline void fine_(enum ad_db_status got, enum ad_db_status want, struct ad_db *db,
			 const char *what)
{
	if (got != want)
		fail_msg("%s: %d: %s", what, (int)got, ad_db_error(db));
}
#define DONE(db, call) fine_(call, AD_DB_DONE, db, #call)
#define ROW(db, call) fine_(call, AD_DB_ROW, db, #call)

static inline void sandbox_up(struct world *w)
{
	const char *program = getenv("ADCORE_SANDBOX");
	int out[2];
	char line[128] = "";
	FILE *in;
	struct ad_json_error err;
	int64_t port = 0;

	if (!program)
		fail_msg("ADCORE_SANDBOX is not set");
	assert_int_equal(pipe(out), 0);
	w->sandbox = fork();
	if (w->sandbox == 0) {
		setenv("ADCORE_SANDBOX_CONTROL_SECRET", CONTROL_SECRET, 1);
		dup2(out[1], 1);
		close(out[0]);
		execl(program, program, "--port", "0", "--state", w->state, "--die-with-parent",
		      (char *)NULL);
		_exit(127);
	}
	close(out[1]);
	in = fdopen(out[0], "r");
	assert_non_null(fgets(line, sizeof(line), in));
	fclose(in);
	assert_true(ad_json_int64(
		ad_json_get(
			ad_json_parse(w->arena, (struct ad_str){ line, strcspn(line, "\n") }, &err),
			"port"),
		&port));
	w->url = ad_arena_printf(w->arena, "http://127.0.0.1:%d", (int)port).p;
}

static inline void sandbox_down(struct world *w)
{
	kill(w->sandbox, SIGKILL);
	waitpid(w->sandbox, NULL, 0);
}

static inline void control_done(struct ad_transfer *transfer)
{
	transfer->timeout_ms = -1;
}

static inline const cJSON *control(struct world *w, const char *method, const char *path,
				   const char *body)
{
	struct ad_transport *transport = ad_transport_new();
	struct ad_transfer transfer = { .done = control_done };
	struct ad_json_error err;
	const cJSON *answer;

	transfer.request = (struct ad_http_request){
		.method = method,
		.url = ad_arena_printf(w->arena, "%s/_control/%s", (const char *)w->url, path),
		.headers = { { "X-Sandbox-Control", AD_S(CONTROL_SECRET) },
			     { "Content-Type", AD_S("application/json") } },
		.header_count = 2,
		.body = ad_str(body),
	};
	ad_transport_send(transport, &transfer);
	while (transfer.timeout_ms != -1)
		ad_transport_run(transport, 1000);
	if (transfer.sent != AD_ANSWERED || transfer.response.status >= 300)
		fail_msg("%s %s: %ld %s %.*s", method, path, transfer.response.status,
			 transfer.reason, AD_FMT(transfer.response.body));
	answer = ad_json_parse(w->arena, ad_arena_copy(w->arena, transfer.response.body), &err);
	ad_transfer_clear(&transfer);
	ad_transport_free(transport);
	return answer;
}

/* A fault at the next request with such an operation. */
static inline void fault(struct world *w, const char *operation, const char *action)
{
	control(w, "POST", "faults",
		ad_arena_printf(w->arena,
				"{\"platform\":\"google\",\"match\":{\"path\":\"googleAds:mutate\","
				"\"operation\":\"%s\"},\"skip\":0,\"times\":1,\"action\":%s}",
				operation, action)
			.p);
}

/* The fault that was set has struck since the last look. */
static inline void assert_hit(struct world *w, const char *what)
{
	const cJSON *entry;
	int hits = 0;

	cJSON_ArrayForEach(entry, ad_json_get(control(w, "GET", "log", NULL), "entries")) hits +=
		cJSON_IsString(ad_json_get(entry, "fault"));
	if (hits == w->hits)
		fail_msg("the fault at %s never struck", what);
	w->hits = hits;
}

static inline const cJSON *sandbox_state(struct world *w)
{
	return control(w, "GET",
		       ad_arena_printf(w->arena, "state?customerId=%.*s", AD_FMT(w->customer)).p,
		       NULL);
}

/* Objects of a collection that are not removed. */
static inline int live_count(struct world *w, const char *collection)
{
	const cJSON *item;
	int n = 0;

	cJSON_ArrayForEach(item, ad_json_get(sandbox_state(w), collection))
	{
		const cJSON *criterion = ad_json_get(item, "keyword");
		if (strcmp(collection, "campaignCriteria") == 0 && !criterion)
			continue;
		n += !ad_str_is(ad_json_get_text(item, "status"), "REMOVED");
	}
	return n;
}

#endif
