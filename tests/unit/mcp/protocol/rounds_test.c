/* requestState and the ids of tasks: their owner, purpose and lifetime. */
#include "tests/unit/core/call/desk.h"

#include "tests/unit/mcp/at_mcp.h"

#include "base/clock.h"
#include "mcp/protocol/rounds.h"
#include "mcp/tools/tasks.h"
#include "mcp/tools/tool.h"

struct office {
	struct desk *desk;
	struct at_mcp *at;
};

static const struct mcp_tool *tool_named(const char *name)
{
	for (size_t i = 0; i < mcp_tool_count; i++)
		if (strcmp(mcp_tools[i].name, name) == 0)
			return &mcp_tools[i];
	fail_msg("no tool %s", name);
	return NULL;
}

/* A push_sync call of the desk's account with these arguments. */
static struct mcp_request *called(struct office *o, const char *args)
{
	struct mcp_request *r = stateless(o->at, "tools/call", "");
	struct ad_json_error err;

	o->at->asked.core.auth = o->desk->auth;
	r->call->who = &o->desk->who;
	r->call->space = o->desk->call.space;
	r->call->body = ad_str(args);
	r->modern = true;
	r->id = AD_S("1");
	r->method = AD_S("tools/call");
	mcp_tool_set(r, tool_named("push_sync"));
	r->params = ad_json_parse(o->at->arena, AD_S("{}"), &err);
	return r;
}

static int up(void **state)
{
	struct office *o = calloc(1, sizeof(*o));

	assert_non_null(o);
	assert_int_equal(desk_up((void **)&o->desk), 0);
	assert_int_equal(at_mcp_up((void **)&o->at), 0);
	snprintf(o->desk->who.credential_id, sizeof(o->desk->who.credential_id), "grt_one");
	o->desk->who.environment = AD_TEST;
	*state = o;
	return 0;
}

static int down(void **state)
{
	struct office *o = *state;

	at_mcp_down((void **)&o->at);
	desk_down((void **)&o->desk);
	free(o);
	return 0;
}

#define office_test(f) cmocka_unit_test_setup_teardown(f, up, down)
#define ARGS "{\"all\":true,\"planHash\":\"x\"}"

static void a_state_says_what_was_put_into_it(void **state)
{
	struct office *o = *state;
	struct mcp_state found;
	struct mcp_request *r = called(o, ARGS);
	struct ad_str run = AD_S("syn_01ARZ3NDEKTSV4RRFFQ69G5FAV");
	struct ad_str sealed = mcp_state_seal(r, MCP_ASKED_APPROVAL, run);
	int64_t now = ad_now();

	assert_null(strstr(sealed.p, "syn_"));
	assert_true(mcp_state_open(called(o, ARGS), sealed, &found));
	assert_int_equal(found.asked, MCP_ASKED_APPROVAL);
	assert_true(ad_str_eq(found.run_id, run));
	assert_true(found.expires_at > now + 14 * AD_MINUTE);
	assert_true(found.expires_at <= now + 16 * AD_MINUTE);
	struct ad_str id = found.id;
	sealed = mcp_state_seal(called(o, ARGS), MCP_ASKED_CONFIRM, (struct ad_str){ NULL, 0 });
	assert_true(mcp_state_open(called(o, ARGS), sealed, &found));
	assert_int_equal(found.asked, MCP_ASKED_CONFIRM);
	assert_int_equal(found.run_id.n, 0);
	assert_false(ad_str_eq(found.id, id));
}

static void not_opened(struct office *o, struct mcp_request *r, struct ad_str sealed)
{
	struct mcp_state found;

	assert_false(mcp_state_open(r, sealed, &found));
	refused(o->at, 200, RPC_INVALID_PARAMS);
	assert_null(r->x->render);
}

static void a_state_of_another_request_does_not_open(void **state)
{
	struct office *o = *state;
	struct ad_principal *who = &o->desk->who;
	struct ad_principal was = *who;
	struct ad_str sealed =
		mcp_state_seal(called(o, ARGS), MCP_ASKED_CONFIRM, (struct ad_str){ NULL, 0 });

	not_opened(o, called(o, "{\"all\":true,\"planHash\":\"y\"}"), sealed);
	snprintf(who->credential_id, sizeof(who->credential_id), "grt_two");
	not_opened(o, called(o, ARGS), sealed);
	*who = was;
	snprintf(who->account_id, sizeof(who->account_id), "acc_other");
	not_opened(o, called(o, ARGS), sealed);
	*who = was;
	who->environment = AD_LIVE;
	not_opened(o, called(o, ARGS), sealed);
	*who = was;
	struct mcp_request *r = called(o, ARGS);
	snprintf(r->call->space.id, sizeof(r->call->space.id), "spc_other");
	not_opened(o, r, sealed);
	r = called(o, ARGS);
	mcp_tool_set(r, tool_named("delete_objects"));
	not_opened(o, r, sealed);
	r = called(o, ARGS);
	r->method = AD_S("prompts/get");
	not_opened(o, r, sealed);
}

static void a_state_that_was_touched_does_not_open(void **state)
{
	struct office *o = *state;
	struct mcp_state found;
	struct ad_str sealed =
		mcp_state_seal(called(o, ARGS), MCP_ASKED_CONFIRM, (struct ad_str){ NULL, 0 });

	for (size_t i = 0; i < sealed.n; i++) {
		struct ad_str bent = ad_arena_copy(o->desk->arena, sealed);
		((char *)(uintptr_t)bent.p)[i] ^= 1;
		not_opened(o, called(o, ARGS), bent);
		not_opened(o, called(o, ARGS), (struct ad_str){ sealed.p, i });
	}
	not_opened(o, called(o, ARGS), (struct ad_str){ NULL, 0 });
	assert_true(mcp_state_open(called(o, ARGS), sealed, &found));
}

static void a_state_is_used_once(void **state)
{
	struct office *o = *state;
	bool first = false;
	int64_t later = ad_now() + AD_MINUTE;

	assert_int_equal(ad_once_use(o->desk->db, AD_S("rqs_a"), later, &first), AD_DB_DONE);
	assert_true(first);
	assert_int_equal(ad_once_use(o->desk->db, AD_S("rqs_a"), later, &first), AD_DB_DONE);
	assert_false(first);
	assert_int_equal(ad_once_use(o->desk->db, AD_S("rqs_b"), later, &first), AD_DB_DONE);
	assert_true(first);
}

/* Sets what the client of a request declared. */
static struct mcp_request *declaring(struct office *o, const char *capabilities)
{
	struct mcp_request *r = called(o, ARGS);
	struct ad_json_error err;

	r->params = ad_json_parse(o->at->arena,
				  ad_arena_printf(o->at->arena,
						  "{\"_meta\":{\"" META "clientCapabilities\":%s}}",
						  capabilities),
				  &err);
	assert_non_null(r->params);
	return r;
}

static void what_was_declared_and_nothing_else(void **state)
{
	struct office *o = *state;
	static const struct {
		const char *capabilities;
		bool form, url, tasks;
	} rows[] = {
		{ "{}", false, false, false },
		{ "{\"elicitation\":{}}", true, false, false },
		{ "{\"elicitation\":{\"form\":{}}}", true, false, false },
		{ "{\"elicitation\":{\"url\":{}}}", false, true, false },
		{ "{\"elicitation\":{\"form\":{},\"url\":{}}}", true, true, false },
		{ "{\"elicitation\":true}", false, false, false },
		{ "{\"elicitation\":{\"form\":true}}", false, false, false },
		{ "{\"sampling\":{}}", false, false, false },
		{ "{\"extensions\":{\"" META "tasks\":{}}}", false, false, true },
		{ "{\"extensions\":{\"" META "tasks\":null}}", false, false, false },
		{ "{\"tasks\":{}}", false, false, false },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct mcp_request *r = declaring(o, rows[i].capabilities);
		assert_int_equal(mcp_elicits(r, "form"), rows[i].form);
		assert_int_equal(mcp_elicits(r, "url"), rows[i].url);
		assert_int_equal(mcp_declares_tasks(r), rows[i].tasks);
		r->modern = false;
		assert_false(mcp_elicits(r, "form") || mcp_elicits(r, "url") ||
			     mcp_declares_tasks(r));
	}
}

/* The id of a task without a run: mcp_task_run() must refuse it. */
static struct ad_str no_task(struct office *o, const char *id)
{
	struct ad_str run;

	assert_false(mcp_task_run(called(o, ARGS), ad_str(id), &run));
	return ad_str(id);
}

static void a_task_cannot_be_guessed(void **state)
{
	struct office *o = *state;

	no_task(o, "");
	no_task(o, ".");
	no_task(o, "syn_01ARZ3NDEKTSV4RRFFQ69G5FAV");
	no_task(o, "syn_01ARZ3NDEKTSV4RRFFQ69G5FAV.");
	no_task(o, "syn_01ARZ3NDEKTSV4RRFFQ69G5FAV."
		   "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
	no_task(o, "cmp_01ARZ3NDEKTSV4RRFFQ69G5FAV.x");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		office_test(a_state_says_what_was_put_into_it),
		office_test(a_state_of_another_request_does_not_open),
		office_test(a_state_that_was_touched_does_not_open),
		office_test(a_state_is_used_once),
		office_test(what_was_declared_and_nothing_else),
		office_test(a_task_cannot_be_guessed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
