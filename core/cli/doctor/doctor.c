/*
 * Looks over what is kept: schema, file, counters, whether the history is as it was written, and
 * whether all that is sealed opens. With --online also the public URL, from outside.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/disk.h"
#include "base/disk_probe.h"
#include "cli/command/command.h"
#include "cli/doctor/file_modes.h"
#include "cli/doctor/online.h"
#include "cli/secret/secret.h"
#include "platform/version.h"
#include "store/history/history.h"
#include "store/schema/schema.h"
#include "store/schema/schema_compare.h"

#define WAIT_S 60
#define SECONDS_MAX 600

/* The findings, as they are printed. */
struct findings {
	const struct ad_cli *cli;
	struct ad_db *db;
	struct ad_text text; /* one JSON array of sentences */
	struct ad_json json;
	size_t count;
	struct ad_text warned; /* another array, or empty: they fail nothing */
	struct ad_text online; /* the online checks, or empty */
};

static void doctor_find(struct findings *f, struct ad_str sentence)
{
	f->count++;
	ad_json_str(&f->json, sentence);
	if (!f->cli->json)
		fprintf(stderr, "- %.*s\n", AD_FMT(sentence));
}

static void tell_finding(void *arg, struct ad_str sentence)
{
	doctor_find(arg, sentence);
}

/* One line a difference: it says what a migration will change, or what went wrong in one. */
static void check_schema(struct findings *f)
{
	if (ad_schema_is_newer(f->db)) {
		doctor_find(f, AD_S("The database is newer than this version of adcore, which must "
				    "not write to it: install the newer version, or restore the "
				    "copy that was made before the upgrade."));
		return;
	}
	if (!ad_schema_current(f->db))
		doctor_find(f, AD_S("The database is not at this version: run 'adcore migrate'."));
	if (ad_schema_compare(f->db, tell_finding, f) != AD_DB_DONE)
		doctor_find(f, ad_arena_printf(f->cli->arena, "The tables cannot be read: %s",
					       ad_db_error(f->db)));
}

/* The server would not start. */
static void check_modes(struct findings *f)
{
	char err[256];

	if (!ad_file_modes_check(f->cli->config, err))
		doctor_find(f, ad_arena_printf(f->cli->arena, "%s", err));
}

/* SQLite alone keeps its file itself, and can say whether it is whole. */
static void check_file(struct findings *f)
{
	if (!ad_str_starts(ad_str(f->cli->config->database), "sqlite:"))
		return;
	struct ad_stmt *s = ad_sql(f->db, "PRAGMA integrity_check(20)");
	enum ad_db_status status;
	while ((status = ad_step(s)) == AD_DB_ROW) {
		if (!ad_str_is(ad_col(s, 0), "ok"))
			doctor_find(f, ad_arena_printf(f->cli->arena, "The file is damaged: %.*s",
						       AD_FMT(ad_col(s, 0))));
	}
	if (status != AD_DB_DONE)
		doctor_find(f, ad_arena_printf(f->cli->arena, "The file cannot be checked: %s",
					       ad_db_error(f->db)));
}

/* Counts the Spaces whose stored total differs from the number of rows. */
static void check_counters(struct findings *f, const struct ad_resource *res)
{
	struct ad_str sql = ad_arena_printf(
		f->cli->arena,
		"SELECT COUNT(*) FROM (SELECT space_id, environment FROM ("
		"SELECT space_id, environment, COUNT(*) AS n FROM %s GROUP BY space_id, environment"
		" UNION ALL SELECT space_id, environment, -SUM(n) AS n FROM counters"
		" WHERE resource = $1 GROUP BY space_id, environment) AS both_counts"
		" GROUP BY space_id, environment HAVING SUM(n) <> 0) AS wrong",
		res->table);
	struct ad_stmt *s = ad_sql(f->db, sql.p);
	ad_bind_cstr(s, 1, res->name);
	if (ad_step(s) != AD_DB_ROW) {
		doctor_find(f, ad_arena_printf(f->cli->arena, "%s cannot be counted: %s",
					       res->table, ad_db_error(f->db)));
		return;
	}
	if (ad_col_int(s, 0) != 0)
		doctor_find(f, ad_arena_printf(f->cli->arena,
					       "The totals of %s are wrong in %lld sets of data.",
					       res->table, (long long)ad_col_int(s, 0)));
	ad_reset(s);
}

/* The same of the history, whose rows are as many as each chain's end says. */
static void check_history_totals(struct findings *f)
{
	struct ad_stmt *s = ad_sql(
		f->db, "SELECT COUNT(*) FROM history_heads h WHERE h.n <> (SELECT"
		       " COALESCE(SUM(c.n), 0) FROM counters c WHERE c.space_id = h.space_id AND"
		       " c.environment = h.environment AND c.resource = 'history')");
	if (ad_step(s) == AD_DB_ROW && ad_col_int(s, 0) != 0)
		doctor_find(f, ad_arena_printf(
				       f->cli->arena,
				       "The totals of the history are wrong in %lld sets of data.",
				       (long long)ad_col_int(s, 0)));
	ad_reset(s);
}

/* Row by row, all of one moment: also while a server writes. */
static void check_history(struct findings *f, const struct ad_secrets *secrets)
{
	struct ad_history_findings history = { .found = tell_finding, .arg = f };
	ad_secrets_unlock_history(secrets, f->db);
	enum ad_db_status status = ad_db_begin(f->db, false);
	if (status == AD_DB_DONE)
		status = ad_history_verify(f->db, &history);
	if (status != AD_DB_DONE)
		doctor_find(f, ad_arena_printf(f->cli->arena, "The history cannot be read: %s",
					       ad_db_error(f->db)));
	ad_db_rollback(f->db);
}

static void check_seals(struct findings *f, const struct ad_secrets *secrets)
{
	struct ad_seals seals;
	if (ad_seals_count(f->db, secrets, &seals) != AD_DB_DONE) {
		doctor_find(f, ad_arena_printf(f->cli->arena, "What is sealed cannot be read: %s",
					       ad_db_error(f->db)));
		return;
	}
	if (!f->cli->json)
		ad_cli_seals_print(f->cli->arena, secrets, &seals);
	(void)ad_cli_seals_faults(f->cli->arena, &seals, tell_finding, f);
}

static void check_secret(struct findings *f)
{
	const char *dir = f->cli->config->data_dir;
	char err[256];
	/* One that was made here would open nothing, and stand in the way of the right one. */
	if (!ad_secrets_there(dir)) {
		doctor_find(f,
			    ad_arena_printf(f->cli->arena,
					    "There is no secret: put secret.key into %s, or give "
					    "ADCORE_SECRET_KEY.",
					    dir));
		return;
	}
	struct ad_secrets *secrets = ad_secrets_open(dir, err);
	if (!secrets) {
		doctor_find(f, ad_arena_printf(f->cli->arena,
					       "History and what is sealed cannot be checked: %s",
					       err));
		return;
	}
	check_history(f, secrets);
	check_seals(f, secrets);
	ad_secrets_close(secrets);
}

static void doctor_add_warning(struct findings *f, struct ad_str sentence)
{
	struct ad_json j = ad_json_on(&f->warned);
	ad_text_adds(&f->warned, f->warned.n ? "," : "");
	ad_json_str(&j, sentence);
}

static void doctor_warn(struct findings *f, struct ad_str sentence)
{
	doctor_add_warning(f, sentence);
	if (!f->cli->json)
		fprintf(stderr, "- %.*s\n", AD_FMT(sentence));
}

/* Whoever is to upgrade has to hear of it before pushes fail. */
static void check_versions(struct findings *f)
{
	int64_t left, today = ad_now() / AD_DAY;
	for (int p = 0; p < AD_PLATFORM_COUNT; p++) {
		const struct ad_api_version *v = ad_api_version_of((enum ad_platform)p);
		if (!ad_api_version_left(v, today, &left) || left > AD_VERSION_WARN_DAYS)
			continue;
		doctor_warn(f, ad_arena_printf(
				       f->cli->arena,
				       "The API version %s of %s, which this build speaks, %s on "
				       "%s%s: upgrade adcore.",
				       v->name, ad_platform_name((enum ad_platform)p),
				       left > 0 ? "ends" : "ended", v->sunset,
				       v->projected ? ", as versions lived so far" : ""));
	}
}

static void check_room(struct findings *f)
{
	const struct ad_config *config = f->cli->config;
	struct ad_disk disk;
	char err[256];

	if (!ad_disk_try(config->database, config->data_dir, err))
		doctor_find(f,
			    ad_arena_printf(f->cli->arena,
					    "The disk of the database takes no writes: %s.", err));
	if (!ad_disk_read(config->database, config->data_dir, &disk) || !ad_disk_is_low(&disk))
		return;
	doctor_warn(f,
		    ad_arena_printf(f->cli->arena,
				    "The disk of the database has %llu MiB left, less than a "
				    "tenth: make room. Below %d MiB nothing new is stored.",
				    (unsigned long long)(disk.free >> 20), config->disk_reserve));
}

static void check_all(struct findings *f)
{
	check_schema(f);
	if (f->count > 0)
		return; /* the tables may not be there */
	check_modes(f);
	check_file(f);
	for (int i = 0; i < AD_RESOURCE_COUNT; i++) {
		const struct ad_resource *res = ad_resource_row((enum ad_resource_id)i);
		if (res->table)
			check_counters(f, res);
	}
	check_history_totals(f);
	check_room(f);
	check_secret(f);
}

/* --- the public URL --------------------------------------------------------------------------- */

/* A failure is a finding. The line of each check goes to stdout. */
static void tell_check(void *arg, const char *check, const struct ad_verdict *verdict)
{
	static const char *const words[] = { "ok", "warning", "failure", "skipped" };
	struct findings *f = arg;
	struct ad_json j = ad_json_on(&f->online);

	ad_text_adds(&f->online, f->online.n ? "," : "");
	ad_json_object(&j);
	ad_json_kcstr(&j, "check", check);
	ad_json_kcstr(&j, "result", words[verdict->result]);
	ad_json_kstr(&j, "message", verdict->sentence);
	ad_json_object_end(&j);
	if (verdict->result == AD_ONLINE_FAILURE) {
		f->count++;
		ad_json_str(&f->json, verdict->sentence);
	} else if (verdict->result == AD_ONLINE_WARNING) {
		doctor_add_warning(f, verdict->sentence);
	}
	if (f->cli->json)
		return;
	printf("%-8s %-15s %.*s\n", words[verdict->result], check, AD_FMT(verdict->sentence));
	fflush(stdout);
}

/* Reads a flag that is a number of seconds; false after printing the error. */
static bool read_seconds(const struct ad_cli *cli, const char *flag, int *seconds)
{
	const char *value = ad_cli_value(cli, flag);
	char *end = NULL;
	long number = value ? strtol(value, &end, 10) : *seconds;

	if (value && (end == value || *end || number < 1 || number > SECONDS_MAX)) {
		ad_cli_usage(cli, "--%s: must be a number of seconds from 1 to %d", flag,
			     SECONDS_MAX);
		return false;
	}
	*seconds = (int)number;
	return true;
}

/* Reads the flags of --online; false after printing the error. */
static bool read_online(const struct ad_cli *cli, struct ad_online *online)
{
	static const char *const others[] = { "http-url", "ca-file", "silence", "wait" };

	for (size_t i = 0; i < AD_LEN(others) && !ad_cli_has(cli, "online"); i++) {
		if (ad_cli_has(cli, others[i])) {
			ad_cli_usage(cli, "--%s requires --online", others[i]);
			return false;
		}
	}
	online->http_url = ad_cli_value(cli, "http-url");
	online->ca_file = ad_cli_value(cli, "ca-file");
	if (!online->ca_file)
		online->ca_file = cli->config->fetch_ca;
	if (online->http_url && strncmp(online->http_url, "http://", 7) != 0) {
		ad_cli_usage(cli, "--http-url: must begin with http://");
		return false;
	}
	online->target.listen = cli->config->listen;
	online->wait = WAIT_S;
	return read_seconds(cli, "wait", &online->wait) &&
	       read_seconds(cli, "silence", &online->silence);
}

static void check_online(struct findings *f, struct ad_online *online)
{
	const char *dir = f->cli->config->data_dir;
	struct ad_secrets *secrets = NULL;
	char err[256];

	online->target.url = ad_cli_known_url(f->cli, f->db);
	if (!online->target.url) {
		doctor_find(f, AD_S("The public URL is unknown, so it was not checked: start the "
				    "server once, or give --public-url."));
		return;
	}
	/* The checks of the secret have reported one that is missing or not readable. */
	if (ad_secrets_there(dir))
		secrets = ad_secrets_open(dir, err);
	online->secrets = secrets;
	online->tell = tell_check;
	online->arg = f;
	ad_online_check(f->cli->arena, online);
	ad_secrets_close(secrets);
}

static int doctor_run(struct ad_cli *cli)
{
	struct ad_online online = { 0 };
	char err[256] = "";

	if (!read_online(cli, &online))
		return AD_EXIT_USAGE;
	struct ad_store *store = ad_store_open(ad_str(cli->config->database), err);
	struct ad_db *db = store ? ad_db_open(store, AD_DB_READ, err) : NULL;
	struct findings f = { .cli = cli,
			      .db = db,
			      .text = ad_text_on(cli->arena),
			      .warned = ad_text_on(cli->arena),
			      .online = ad_text_on(cli->arena) };
	f.json = ad_json_on(&f.text);
	ad_json_object(&f.json);
	ad_json_key(&f.json, "findings");
	ad_json_array(&f.json);
	check_versions(&f);
	if (db)
		check_all(&f);
	if (db && ad_cli_has(cli, "online"))
		check_online(&f, &online);
	ad_json_array_end(&f.json);
	if (f.warned.n)
		ad_json_kraw(&f.json, "warnings",
			     ad_arena_printf(cli->arena, "[%.*s]", AD_FMT(ad_text_str(&f.warned))));
	if (f.online.n)
		ad_json_kraw(&f.json, "online",
			     ad_arena_printf(cli->arena, "[%.*s]", AD_FMT(ad_text_str(&f.online))));
	ad_json_object_end(&f.json);
	ad_db_close(db);
	ad_store_close(store);
	if (!db)
		return ad_cli_fail(cli, AD_UNAVAILABLE, "cannot open the database: %s", err);
	if (cli->json)
		ad_cli_print(ad_text_str(&f.text));
	else if (f.count == 0)
		printf("Nothing found: the schema is current, the data whole, the totals right, "
		       "the history as it was written, and all that is sealed opens.%s\n",
		       f.online.n ? " The server answers at its public URL." : "");
	return f.count > 0 ? AD_EXIT_FAILED : AD_EXIT_OK;
}

static const struct ad_cli_flag flags[] = {
	{ "online", NULL, "also check the running server through its public URL", false },
	{ "http-url", "URL", "plain HTTP URL that must redirect (http://DOMAIN/healthz)", false },
	{ "ca-file", "FILE", "PEM file of additional authorities (--fetch-ca)", false },
	{ "silence", "SECONDS", "silence that a proxy must allow, such as 300 (no check)", false },
	{ "wait", "SECONDS", "time for all online checks, without --silence (60)", false },
};

const struct ad_command ad_command_doctor = {
	.name = "doctor",
	.summary = "Check the database: schema, damage, totals, history, keys. Read-only. "
		   "--online: check the public URL.",
	.flags = flags,
	.flag_count = AD_LEN(flags),
	.run = doctor_run,
};
