/*
 * adcore connection connect | test | disconnect: what owners of Spaces do at the Connections page,
 * for whoever owns the server. The consent itself is a person's, in a browser: its address is
 * printed, and the address at which the browser ends is pasted back.
 */
#include <ctype.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "auth/auth.h"
#include "base/id.h"
#include "base/json_read.h"
#include "call/connections/connect.h"
#include "call/request/core.h"
#include "call/request/spaces.h"
#include "cli/space/connection.h"
#include "cli/command/drafts.h"

enum {
	LINE_MAX_BYTES = 16384
};

/* A command at work: the call's arena is never reset, for what a platform told is on it. */
struct way {
	struct ad_cli_drafts drafts;
	struct ad_core core;
	struct ad_str id; /* of the connection */
	struct ad_connection_held held;
	struct ad_connecting going;
	struct ad_connect connect;
	struct ad_connected got;
	const struct ad_reached *chosen;
};

/* Where the simulators answer: another server's, or those of the server on this data; or NULL. */
static const char *sandbox_of(const struct ad_cli *cli)
{
	const struct ad_config *config = cli->config;
	struct ad_json_error err;
	char text[256];
	int64_t port;

	if (strcmp(config->sandbox, "auto") != 0)
		return strcmp(config->sandbox, "off") == 0 ? NULL : config->sandbox;
	FILE *file = fopen(ad_arena_printf(cli->arena, "%s/sandbox.json", config->data_dir).p, "r");
	if (!file)
		return NULL;
	size_t n = fread(text, 1, sizeof(text), file);
	fclose(file);
	const cJSON *told = ad_json_parse(cli->arena, (struct ad_str){ text, n }, &err);
	if (!ad_json_int64(ad_json_get(told, "port"), &port) || port < 1 || port > 65535)
		return NULL;
	return ad_arena_printf(cli->arena, "http://127.0.0.1:%d", (int)port).p;
}

static int open_way(struct ad_cli *cli, struct way *w)
{
	struct ad_auth_spec spec = { .issuer = cli->config->public_url,
				     .base_url = cli->config->base_url,
				     .mcp_url = cli->config->mcp_url,
				     .data_dir = cli->config->data_dir };
	char err[256];

	memset(w, 0, sizeof(*w));
	if (!ad_cli_drafts_own(cli, &w->drafts, w))
		return AD_EXIT_FAILED;
	w->core.config = cli->config;
	w->core.auth = ad_auth_open(&spec, w->drafts.work.store, w->drafts.work.db, err);
	atomic_init(&w->core.sandbox_url, sandbox_of(cli));
	w->drafts.call.core = &w->core;
	if (w->core.auth)
		return AD_EXIT_OK;
	ad_cli_drafts_done(&w->drafts);
	return ad_cli_fail(cli, AD_UNAVAILABLE, "%s", err);
}

static int close_way(struct way *w, int code)
{
	ad_auth_close(w->core.auth);
	ad_cli_drafts_done(&w->drafts);
	return code;
}

static int connect_find_space(struct way *w, struct ad_str id)
{
	struct ad_row *row;
	enum ad_db_status status =
		ad_space_row_own(&w->drafts.call, id, &w->drafts.call.space, &row);

	if (status == AD_DB_ROW)
		return AD_EXIT_OK;
	return status == AD_DB_DONE
		       ? ad_cli_fail(w->drafts.work.cli, AD_NOT_FOUND,
				     "there is no Space %.*s; 'adcore space list' tells which "
				     "there are",
				     AD_FMT(id))
		       : ad_cli_work_broken(&w->drafts.work);
}

/* Returns the exit code; prints the fault on failure. */
static int connect_outcome(const struct way *w, bool good)
{
	return good ? AD_EXIT_OK : ad_cli_drafts_failed(&w->drafts);
}

/* --- test and disconnect --- */

/* The connection of the operand, with what it is used with. */
static int connect_hold(struct ad_cli_work *work)
{
	struct way *w = work->arg;
	struct ad_call *call = &w->drafts.call;
	char space[AD_ID_SIZE];

	w->id = ad_str(work->cli->operands[0]);
	int code = ad_cli_connection_find(work, w->id, space, &w->drafts.who.environment);
	if (code == AD_EXIT_OK)
		code = connect_find_space(w, ad_arena_copy(call->arena, ad_str(space)));
	if (code != AD_EXIT_OK)
		return code;
	return ad_connection_hold(call, w->id, &w->held) == AD_DB_ROW ? AD_EXIT_OK
								      : ad_cli_work_broken(work);
}

static int connect_learn(struct ad_cli_work *work)
{
	struct way *w = work->arg;

	ad_call_fresh(&w->drafts.call);
	return connect_outcome(w, ad_connection_learn(&w->drafts.call, &w->held, &w->got));
}

static int run_test(struct ad_cli *cli)
{
	struct way w;
	int code = open_way(cli, &w);

	if (code != AD_EXIT_OK)
		return code;
	code = ad_cli_work_write(&w.drafts.work, connect_hold);
	if (code == AD_EXIT_OK && w.held.usable) {
		ad_connect_seek(w.drafts.call.arena, &w.held.connect, &w.got);
		code = ad_cli_work_write(&w.drafts.work, connect_learn);
	}
	const char *fault =
		code == AD_EXIT_OK ? ad_connection_fault(cli->arena, &w.held, &w.got) : NULL;
	if (fault)
		code = ad_cli_fail(cli, AD_CONFLICT, "%s", fault);
	else if (code == AD_EXIT_OK)
		ad_cli_print(cli->json ? AD_S("{\"works\":true}") : AD_S(AD_CONNECTION_WORKS));
	return close_way(&w, code);
}

static int connect_drop(struct ad_cli_work *work)
{
	struct way *w = work->arg;

	ad_call_fresh(&w->drafts.call);
	return connect_outcome(w, ad_connection_drop(&w->drafts.call, w->id));
}

static int run_disconnect(struct ad_cli *cli)
{
	struct way w;
	bool gave_back = false;
	int code = open_way(cli, &w);

	if (code != AD_EXIT_OK)
		return code;
	code = ad_cli_work_write(&w.drafts.work, connect_hold);
	if (code == AD_EXIT_OK && w.held.usable && !w.held.shared)
		gave_back = ad_connect_revoke(w.drafts.call.arena, &w.held.connect);
	if (code == AD_EXIT_OK)
		code = ad_cli_work_write(&w.drafts.work, connect_drop);
	if (code == AD_EXIT_OK && cli->json)
		ad_cli_print(gave_back ? AD_S("{\"disconnected\":true,\"gaveBack\":true}")
				       : AD_S("{\"disconnected\":true,\"gaveBack\":false}"));
	else if (code == AD_EXIT_OK)
		ad_cli_print(gave_back ? AD_S("Disconnected.") : AD_S(AD_CONNECTION_FORGOTTEN));
	return close_way(&w, code);
}

/* --- connect --- */

static int connect_begin(struct ad_cli_work *work)
{
	struct way *w = work->arg;
	struct ad_call *call = &w->drafts.call;
	enum ad_platform platform = ad_platform_of(ad_str(ad_cli_value(work->cli, "platform")));
	const char *env = ad_cli_value(work->cli, "env");

	if (platform >= AD_PLATFORM_COUNT)
		return ad_cli_usage(work->cli,
				    "--platform: google, microsoft, reddit or meta, not '%s'",
				    ad_cli_value(work->cli, "platform"));
	if (env && strcmp(env, "live") != 0 && strcmp(env, "test") != 0)
		return ad_cli_usage(work->cli, "--env: live or test, not '%s'", env);
	w->drafts.who.environment = env && strcmp(env, "test") == 0 ? AD_TEST : AD_LIVE;
	int code = connect_find_space(w, ad_str(work->cli->operands[0]));
	if (code != AD_EXIT_OK)
		return code;
	bool live = w->drafts.who.environment == AD_LIVE;
	if (!ad_connect_open(call->arena, platform, live, ad_connect_app(call, platform),
			     atomic_load(&w->core.sandbox_url), &w->connect))
		return ad_cli_fail(work->cli, AD_CONFLICT, "%s",
				   live ? "this server is not registered at the platform: name the "
					  "file with --platform-apps, as its server does"
					: "no sandbox answers: start the server, or name one with "
					  "--sandbox");
	w->going = ad_connecting_new(call, platform);
	return ad_connection_account(call, platform, &w->connect.account) == AD_DB_DONE
		       ? AD_EXIT_OK
		       : ad_cli_work_broken(work);
}

/* A line of stdin without its end, on the arena; absent at the end of the input. */
static struct ad_str connect_read_line(const struct ad_cli *cli)
{
	char *line = ad_arena_alloc(cli->arena, LINE_MAX_BYTES);

	if (!fgets(line, LINE_MAX_BYTES, stdin))
		return (struct ad_str){ 0 };
	size_t n = strcspn(line, "\r\n");
	while (n && line[n - 1] == ' ')
		n--;
	return (struct ad_str){ line, n };
}

/* Prints a prompt to stderr, so that stdout holds only the connection. */
static void connect_ask(struct ad_str text)
{
	fprintf(stderr, "%.*s\n", AD_FMT(text));
	fflush(stderr);
}

/* A value of a query without its escapes; what is no escape stays as it is. */
static struct ad_str connect_decoded(const struct ad_cli *cli, struct ad_str text)
{
	char *out = ad_arena_alloc(cli->arena, text.n + 1);
	size_t n = 0;

	for (size_t i = 0; i < text.n; i++) {
		char hex[3] = "";
		if (text.p[i] == '%' && i + 2 < text.n)
			memcpy(hex, text.p + i + 1, 2);
		if (isxdigit((unsigned char)hex[0]) && isxdigit((unsigned char)hex[1])) {
			out[n++] = (char)strtol(hex, NULL, 16);
			i += 2;
		} else {
			out[n++] = text.p[i] == '+' ? ' ' : text.p[i];
		}
	}
	return (struct ad_str){ out, n };
}

/* A parameter of an address, decoded; absent where it is none. */
static struct ad_str connect_parameter(const struct ad_cli *cli, struct ad_str url,
				       const char *name)
{
	const char *at = ad_str_find(url, '?'), *end = url.p + url.n;
	size_t size = strlen(name);

	while (at && ++at < end) {
		const char *stop = at;
		while (stop < end && *stop != '&' && *stop != '#')
			stop++;
		if ((size_t)(stop - at) > size && memcmp(at, name, size) == 0 && at[size] == '=')
			return connect_decoded(
				cli,
				(struct ad_str){ at + size + 1, (size_t)(stop - at) - size - 1 });
		at = stop < end && *stop == '&' ? stop : NULL;
	}
	return (struct ad_str){ 0 };
}

/* A person's consent, and the accounts that it reaches. */
static int connect_consent(struct ad_cli *cli, struct way *w)
{
	struct ad_call *call = &w->drafts.call;
	const struct ad_consent asked = {
		.client_id = w->connect.link.client_id,
		.redirect_uri = ad_arena_printf(call->arena, "%s" AD_CONNECT_PATH,
						ad_cli_public_url(cli, w->drafts.work.db)),
		.state = w->going.nonce,
		.verifier = w->going.verifier,
	};

	connect_ask(
		AD_S("Open this address in a browser, sign in at the platform and allow it:\n"));
	connect_ask(ad_consent_url(call->arena, w->connect.connector, w->connect.authorize_url,
				   &asked));
	connect_ask(
		AD_S("\nThe browser ends at a page that says that nothing was connected. Paste the "
		     "address of\nthat page here:"));
	struct ad_str came = connect_read_line(cli), code = connect_parameter(cli, came, "code");
	if (!code.n || !ad_str_eq(connect_parameter(cli, came, "state"), w->going.nonce))
		return ad_cli_fail(cli, AD_INVALID, "%s",
				   code.n ? "that is the address of another consent: begin again"
					  : "no consent is in that address; nothing was changed");
	ad_connect_code(call->arena, &w->connect, &asked, code, &w->got);
	if (w->got.error.code)
		return ad_cli_fail(cli, AD_CONFLICT, "the platform refused: %.*s",
				   AD_FMT(w->got.error.message));
	w->going.token = w->got.refresh_token;
	w->going.token_expires_at = w->got.expires_at;
	w->going.found = w->got.finding.found;
	return AD_EXIT_OK;
}

static const struct ad_reached *connect_among(const struct ad_reached *list, struct ad_str id)
{
	while (list && !ad_str_eq(list->id, id))
		list = list->next;
	return list;
}

/* One that is not told among many is asked about by its id. */
static const struct ad_reached *connect_seek(struct way *w, struct ad_str id)
{
	struct ad_connected found;

	w->connect.link.refresh_token = w->going.token;
	w->connect.account = id;
	ad_connect_seek(w->drafts.call.arena, &w->connect, &found);
	if (found.refresh_token.n)
		w->going.token = found.refresh_token;
	return connect_among(found.finding.found, id);
}

/* Which of the accounts: the one that --account names, the only one, or what is typed. */
static int connect_choose(struct ad_cli *cli, struct way *w)
{
	const struct ad_reached *found = w->going.found;
	const char *named = ad_cli_value(cli, "account");
	struct ad_str id = named ? ad_str(named) : (struct ad_str){ 0 };

	if (!found && !named)
		return ad_cli_fail(cli, AD_CONFLICT, "you reach no ad account there");
	if (!named && !found->next && !w->got.finding.cut) {
		w->chosen = found;
		return AD_EXIT_OK;
	}
	if (!named) {
		connect_ask(AD_S("\nAd accounts that you reach:"));
		for (; found; found = found->next)
			connect_ask(ad_arena_printf(cli->arena, "  %.*s  %.*s  %.*s",
						    AD_FMT(found->id), AD_FMT(found->currency),
						    AD_FMT(found->name)));
		connect_ask(AD_S("The id of the one that the Space works with:"));
		id = connect_read_line(cli);
	}
	id = ad_account_id(cli->arena, w->going.platform, id);
	w->chosen = connect_among(w->going.found, id);
	if (!w->chosen && id.n)
		w->chosen = connect_seek(w, id);
	return w->chosen ? AD_EXIT_OK
			 : ad_cli_fail(cli, AD_NOT_FOUND,
				       "you reach no ad account '%.*s' there; nothing was changed",
				       AD_FMT(id));
}

static int connect_put(struct ad_cli_work *work)
{
	struct way *w = work->arg;

	ad_call_fresh(&w->drafts.call);
	return connect_outcome(w, ad_connection_put(&w->drafts.call, &w->going, w->chosen));
}

static int run_connect(struct ad_cli *cli)
{
	struct way w;
	int code = open_way(cli, &w);

	if (code != AD_EXIT_OK)
		return code;
	code = ad_cli_work_write(&w.drafts.work, connect_begin);
	if (code == AD_EXIT_OK)
		code = connect_consent(cli, &w);
	if (code == AD_EXIT_OK)
		code = connect_choose(cli, &w);
	if (code == AD_EXIT_OK)
		code = ad_cli_work_write(&w.drafts.work, connect_put);
	if (code == AD_EXIT_OK && cli->json)
		ad_cli_print(
			ad_arena_printf(cli->arena, "{\"platform\":\"%s\",\"accountId\":\"%.*s\"}",
					ad_platform_name(w.going.platform), AD_FMT(w.chosen->id)));
	else if (code == AD_EXIT_OK)
		ad_cli_print(ad_arena_printf(cli->arena, "Connected: %s %.*s",
					     ad_connect_title(w.going.platform),
					     AD_FMT(w.chosen->id)));
	return close_way(&w, code);
}

static const struct ad_cli_flag connect_flags[] = {
	{ "platform", "NAME", "google, microsoft, reddit or meta", true },
	{ "env", "ENV", "live (the default) or test", false },
	{ "account", "ID", "the ad account; default the only one, otherwise the command asks",
	  false },
};

const struct ad_command ad_command_connection_connect = {
	.name = "connection connect",
	.summary = "Connect an ad account to a Space, or connect it again, with the platform's "
		   "consent page.",
	.operands = "SPACEID",
	.operands_min = 1,
	.operands_max = 1,
	.flags = connect_flags,
	.flag_count = AD_LEN(connect_flags),
	.serves = true,
	.run = run_connect,
};
const struct ad_command ad_command_connection_test = {
	.name = "connection test",
	.summary = "Test if a connected ad account is still accessible.",
	.operands = "CONNECTIONID",
	.operands_min = 1,
	.operands_max = 1,
	.serves = true,
	.run = run_test,
};
const struct ad_command ad_command_connection_disconnect = {
	.name = "connection disconnect",
	.summary = "Delete the credentials of an ad account and revoke them at the platform.",
	.operands = "CONNECTIONID",
	.operands_min = 1,
	.operands_max = 1,
	.serves = true,
	.run = run_disconnect,
};
