/*
 * A small world for the runner's tests: a fresh database with an account and its Space, the real
 * sandbox beside it, and a runner in this process.
 */
#ifndef TESTS_UNIT_CORE_SYNC_WORLD_H
#define TESTS_UNIT_CORE_SYNC_WORLD_H

#include "tests/support/database.h"

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>

#include "auth/accounts.h"
#include "base/clock.h"
#include "base/json_read.h"
#include "store/schema.h"
#include "sync/run.h"

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
	_Atomic(const char *) via; /* what the runner is told instead, or NULL */
	int hits;                  /* faults that the sandbox's log was seen to have */
	char state[128];
	pthread_mutex_t lock;
	pthread_cond_t moved;
	int moves;
	int made; /* objects drafted: their names differ */
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

static inline const char *sandbox_url_of(void *arg)
{
	struct world *w = arg;
	const char *via = w->via;

	return via ? via : w->url;
}

static inline void moved(void *arg)
{
	struct world *w = arg;

	pthread_mutex_lock(&w->lock);
	w->moves++;
	pthread_cond_broadcast(&w->moved);
	pthread_mutex_unlock(&w->lock);
}

static inline void runner_up(struct world *w)
{
	char err[256];
	struct ad_sync_env env = {
		.store = w->d->store,
		.secrets = w->secrets,
		.sandbox_url = sandbox_url_of,
		.notify = moved,
		.arg = w,
		.pause = 4000,
		.timeout_ms = 700,
	};

	w->writer = ad_writer_start(w->d->store, err);
	if (!w->writer)
		fail_msg("%s", err);
	env.writer = w->writer;
	w->sync = ad_sync_new(&env, err);
	if (!w->sync || !ad_sync_start(w->sync, err))
		fail_msg("%s", err);
}

static inline void runner_down(struct world *w)
{
	ad_sync_stop(w->sync);
	ad_writer_stop(w->writer);
	ad_sync_free(w->sync);
	w->sync = NULL;
}

/* Everything but a runner in this process. */
static inline int world_without_runner(void **state)
{
	struct world *w = calloc(1, sizeof(*w));
	struct ad_account_spec spec = {
		.email = AD_S("a@example.com"),
		.name = AD_S("A"),
		.plan = AD_S("self-hosted"),
		.subscription = AD_S("none"),
		.currency = AD_S("USD"),
		.timezone = AD_S("Europe/Berlin"),
	};
	struct ad_connection connection;
	char err[256], secret[96];

	assert_non_null(w);
	assert_int_equal(fresh_database((void **)&w->d), 0);
	w->arena = ad_arena_new();
	pthread_mutex_init(&w->lock, NULL);
	pthread_cond_init(&w->moved, NULL);
	snprintf(secret, sizeof(secret), "%s/secret", w->d->folder);
	snprintf(w->state, sizeof(w->state), "%s/sandbox.db", w->d->folder);
	w->secrets = ad_secrets_open(secret, err);
	w->db = open_db(w->d, AD_DB_WRITE);
	if (!w->secrets || !ad_schema_migrate(w->db, err))
		fail_msg("%s", err);
	DONE(w->db, ad_db_begin(w->db, true));
	DONE(w->db, ad_account_add(w->db, w->arena, w->secrets, &spec, &w->account));
	DONE(w->db, ad_db_commit(w->db));
	w->realm = (struct ad_realm){ w->account.space_id, AD_S("test") };
	ROW(w->db, ad_connection_load(w->db, w->arena, w->realm, AD_GOOGLE, &connection));
	w->customer = connection.account_id;
	sandbox_up(w);
	*state = w;
	return 0;
}

static inline int world_up(void **state)
{
	int failed = world_without_runner(state);

	runner_up(*state);
	return failed;
}

static inline int world_down(void **state)
{
	struct world *w = *state;

	if (w->sync)
		runner_down(w);
	sandbox_down(w);
	ad_db_close(w->db);
	ad_secrets_close(w->secrets);
	ad_arena_free(w->arena);
	drop_database((void **)&w->d);
	free(w);
	return 0;
}

/* --- talking to the sandbox -------------------------------------------------------------------- */

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

/* --- drafts -------------------------------------------------------------------------------------- */

static inline struct ad_row *load(struct world *w, const struct ad_resource *res, struct ad_str id)
{
	struct ad_row *row;

	ROW(w->db, ad_row_load(w->db, w->arena, w->realm, res, id, &row));
	return row;
}

/* Drafts an object with the fields of a JSON object; gives back its id. */
static inline struct ad_str draft(struct world *w, enum ad_resource_id resource, const char *json)
{
	const struct ad_resource *res = ad_resource_row(resource);
	struct ad_row *row = ad_arena_zalloc(w->arena, sizeof(*row));
	struct ad_json_error err;
	const cJSON *fields = ad_json_parse(w->arena, ad_str(json), &err);
	char id[AD_ID_SIZE];

	if (!fields)
		fail_msg("%s: %s", json, err.reason);
	ad_id_make(res->prefix, id);
	row->res = res;
	row->id = ad_arena_copy(w->arena, ad_str(id));
	row->space_id = w->realm.space_id;
	row->environment = w->realm.environment;
	row->source = AD_S("API");
	row->created_by = w->account.id;
	row->created_at = row->updated_at = ad_now();
	row->version = 1;
	for (size_t i = 0; i < res->shape.count; i++) {
		const struct ad_field *field = &res->shape.fields[i];
		const cJSON *value = ad_json_get(fields, field->name);
		if (!value && field->initial)
			value = ad_json_parse(w->arena, ad_str(field->initial), &err);
		row->v[i] = ad_value_take(w->arena, field, value);
	}
	DONE(w->db, ad_db_begin(w->db, true));
	DONE(w->db, ad_row_insert(w->db, w->arena, row));
	DONE(w->db, ad_db_commit(w->db));
	return row->id;
}

/* Changes one field of a draft. */
static inline void edit(struct world *w, struct ad_str id, const char *field, const char *json)
{
	const struct ad_resource *res = ad_resource_of_id(id);
	struct ad_json_error err;
	struct ad_row *row;
	size_t index;

	DONE(w->db, ad_db_begin(w->db, true));
	row = load(w, res, id);
	assert_non_null(ad_field_find(&res->shape, ad_str(field), &index));
	row->v[index] = ad_value_take(w->arena, &res->shape.fields[index],
				      ad_json_parse(w->arena, ad_str(json), &err));
	row->version++;
	row->failed = false;
	DONE(w->db, ad_row_update(w->db, w->arena, row));
	DONE(w->db, ad_db_commit(w->db));
}

static inline void stage_removal(struct world *w, struct ad_str id)
{
	struct ad_row *row;

	DONE(w->db, ad_db_begin(w->db, true));
	row = load(w, ad_resource_of_id(id), id);
	row->removal = true;
	row->version++;
	DONE(w->db, ad_row_update(w->db, w->arena, row));
	DONE(w->db, ad_db_commit(w->db));
}

struct tree {
	struct ad_str campaign, group, ad, keyword, negative;
};

static inline struct tree draft_tree(struct world *w)
{
	struct tree t;
	int n = ++w->made;

#define F(...) ad_arena_printf(w->arena, __VA_ARGS__).p
	t.campaign = draft(w, AD_R_CAMPAIGN,
			   F("{\"name\":\"Bakery %d\",\"type\":\"SEARCH\",\"budget\":20,"
			     "\"platform\":\"google\",\"locations\":[{\"code\":\"DE\","
			     "\"excluded\":false}],\"languages\":[\"de\"]}",
			     n));
	t.group = draft(w, AD_R_AD_GROUP,
			F("{\"campaignId\":\"%.*s\",\"name\":\"Bread\",\"cpcBid\":1.5,"
			  "\"platform\":\"google\"}",
			  AD_FMT(t.campaign)));
	t.ad = draft(w, AD_R_AD,
		     F("{\"adGroupId\":\"%.*s\",\"campaignId\":\"%.*s\",\"platform\":\"google\","
		       "\"type\":\"RESPONSIVE_SEARCH\",\"finalUrl\":\"https://bakery.example/\","
		       "\"headlines\":[\"Fresh bread\",\"Baked at five\",\"Order now\"],"
		       "\"descriptions\":[\"Sourdough and rye.\",\"Pick up from six.\"]}",
		       AD_FMT(t.group), AD_FMT(t.campaign)));
	t.keyword = draft(w, AD_R_KEYWORD,
			  F("{\"adGroupId\":\"%.*s\",\"platform\":\"google\",\"text\":\"sourdough"
			    "\",\"matchType\":\"PHRASE\",\"cpcBid\":1.2}",
			    AD_FMT(t.group)));
	t.negative = draft(w, AD_R_KEYWORD,
			   F("{\"campaignId\":\"%.*s\",\"platform\":\"google\",\"text\":\"free\","
			     "\"matchType\":\"BROAD\",\"negative\":true}",
			     AD_FMT(t.campaign)));
#undef F
	return t;
}

/* --- pushes -------------------------------------------------------------------------------------- */

static inline struct ad_plan_ask plan_ask(struct world *w, bool activate)
{
	return (struct ad_plan_ask){
		.db = w->db,
		.arena = w->arena,
		.realm = w->realm,
		.filter = { .platforms = AD_PLATFORMS_ALL,
			    .campaigns = true,
			    .activate = activate },
		.currency = "USD",
		.rails = { .allowed_platforms = AD_PLATFORMS_ALL,
			   .max_budget_increase_percent = -1 },
		.secrets = w->secrets,
	};
}

static inline void plan_of(struct world *w, bool activate, struct ad_sync_plan *plan)
{
	struct ad_plan_ask ask = plan_ask(w, activate);

	DONE(w->db, ad_plan_make(&ask, plan));
}

/* Queues a run of the present plan; its id is w->last_run. */
static inline void queue_push(struct world *w, bool activate)
{
	struct ad_plan_ask ask = plan_ask(w, activate);
	struct ad_sync_plan plan;
	struct ad_str holder;
	struct ad_run_row run = {
		.mode = AD_S("PUSH"),
		.status = AD_S("QUEUED"),
		.source = AD_S("API"),
		.created_by = w->account.id,
		.credential_id = AD_S("tok"),
		.created_at = ad_now(),
	};

	DONE(w->db, ad_db_begin(w->db, true));
	DONE(w->db, ad_plan_make(&ask, &plan));
	assert_null(plan.violations.first);
	ad_id_make("syn", w->last_run);
	run.id = ad_str(w->last_run);
	run.plan_hash = ad_str(plan.hash);
	run.filters = ad_plan_filter_json(w->arena, &ask.filter);
	run.total = (int64_t)plan.count;
	DONE(w->db, ad_run_insert(w->db, w->arena, w->realm, &run, &plan));
	DONE(w->db, ad_run_lease(w->db, w->arena, w->realm, run.id, &holder));
	DONE(w->db, ad_db_commit(w->db));
}

static inline const char *run_status(struct world *w)
{
	struct ad_run_row run;

	ROW(w->db, ad_run_load(w->db, w->arena, w->realm, ad_str(w->last_run), &run));
	return run.status.p;
}

/* Waits until the last run has ended; gives back its status. */
static inline const char *wait_run(struct world *w)
{
	int64_t end = ad_monotonic() + 60 * AD_SECOND;

	for (;;) {
		const char *status = run_status(w);
		struct timespec until;
		if (ad_run_is_final(ad_str(status)))
			return status;
		if (ad_monotonic() > end)
			fail_msg("the run is %s after a minute", status);
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += 200000000;
		until.tv_sec += until.tv_nsec / 1000000000;
		until.tv_nsec %= 1000000000;
		pthread_mutex_lock(&w->lock);
		if (w->moves == 0)
			pthread_cond_timedwait(&w->moved, &w->lock, &until);
		w->moves = 0;
		pthread_mutex_unlock(&w->lock);
	}
}

static inline const char *push(struct world *w, bool activate)
{
	queue_push(w, activate);
	ad_sync_wake(w->sync);
	return wait_run(w);
}

/* The operation of the last run on an object (the first one): "STATUS CODE". */
static inline const char *operation_of(struct world *w, struct ad_str object)
{
	struct ad_stmt *s = ad_sql(w->db, "SELECT status, error FROM sync_operations WHERE run_id ="
					  " $1 AND object_id = $2 ORDER BY seq LIMIT 1");
	struct ad_json_error err;
	struct ad_str status, error;

	ad_bind_cstr(s, 1, w->last_run);
	ad_bind(s, 2, object);
	ROW(w->db, ad_step(s));
	status = ad_arena_copy(w->arena, ad_col(s, 0));
	error = ad_arena_copy(w->arena, ad_col(s, 1));
	ad_reset(s);
	if (!error.n)
		return status.p;
	return ad_arena_printf(
		       w->arena, "%.*s %.*s", AD_FMT(status),
		       AD_FMT(ad_json_get_text(ad_json_parse(w->arena, error, &err), "code")))
		.p;
}

static inline void assert_state(struct world *w, struct ad_str id, enum ad_sync_state state)
{
	struct ad_row *row = load(w, ad_resource_of_id(id), id);

	if (row->state != state)
		fail_msg("%.*s is %s, not %s: %.*s", AD_FMT(id), ad_sync_state_name(row->state),
			 ad_sync_state_name(state), AD_FMT(row->last_error));
}

/* Every object of the tree stands there once, and is SYNCED here. */
static inline void assert_tree_once(struct world *w, const struct tree *t)
{
	assert_int_equal(live_count(w, "campaigns"), 1);
	assert_int_equal(live_count(w, "adGroups"), 1);
	assert_int_equal(live_count(w, "adGroupAds"), 1);
	assert_int_equal(live_count(w, "adGroupCriteria"), 1);
	assert_int_equal(live_count(w, "campaignCriteria"), 1);
	assert_state(w, t->campaign, AD_SYNCED);
	assert_state(w, t->group, AD_SYNCED);
	assert_state(w, t->ad, AD_SYNCED);
	assert_state(w, t->keyword, AD_SYNCED);
	assert_state(w, t->negative, AD_SYNCED);
}

#endif
