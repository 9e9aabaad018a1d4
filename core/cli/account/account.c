/* adcore account add | set | invite | password */
#include "cli/account/account.h"

#include <stdio.h>
#include <unistd.h>

#include <openssl/crypto.h>

#include "auth/signin/factors.h"
#include "auth/account/links.h"
#include "auth/signin/password.h"
#include "auth/limits/plans.h"
#include "auth/secret/secrets.h"
#include "base/utf8.h"

/* The values that a command writes beside the account. */
struct entry {
	struct ad_account_spec spec;
	struct ad_str link; /* the token of a one-time link */
	const char *base;   /* the address before it */
	int64_t link_hours;
	bool reset; /* the factors beside the password */
};

static struct ad_str value_or(const struct ad_cli *cli, const char *name, const char *otherwise)
{
	const char *value = ad_cli_value(cli, name);

	return ad_str(value ? value : otherwise);
}

/* Reads the password from stdin (one line end at its end is dropped) and hashes it. */
static int read_password(const struct ad_cli *cli, struct ad_str name, struct ad_str *hash)
{
	char text[AD_PASSWORD_MAX + 3];
	size_t n = fread(text, 1, sizeof(text), stdin);

	if (n > 0 && text[n - 1] == '\n')
		n--;
	if (n > 0 && text[n - 1] == '\r')
		n--;
	const char *fault = ad_password_fault((struct ad_str){ text, n },
					      ad_str(ad_cli_value(cli, "email")), name);
	char *out = ad_arena_alloc(cli->arena, AD_PASSWORD_HASH_SIZE);
	bool good = !fault && ad_password_hash((struct ad_str){ text, n }, out);
	OPENSSL_cleanse(text, sizeof(text));
	if (fault)
		return ad_cli_usage(cli, "--password-stdin: %s", fault);
	*hash = ad_str(out);
	return good ? AD_EXIT_OK : ad_cli_fail(cli, AD_INTERNAL, "no memory to hash the password");
}

static bool plan_known(const struct ad_config *config, struct ad_str id)
{
	for (size_t i = 0; i < config->plan_count; i++)
		if (ad_str_is(id, config->plans[i].id))
			return true;
	return ad_plan_shipped(id) != NULL;
}

/* Checks plan and subscription; appends what is wrong. */
static void check_billing(const struct ad_cli *cli, struct ad_str plan, struct ad_str subscription,
			  struct ad_text *faults)
{
	if (!plan_known(cli->config, plan))
		ad_text_addf(faults, "--plan: there is no plan '%.*s'\n", AD_FMT(plan));
	if (!ad_subscription_valid(subscription))
		ad_text_addf(faults, "--subscription: '%.*s' is not active, none or expired\n",
			     AD_FMT(subscription));
}

static int account_refuse(const struct ad_cli *cli, struct ad_text *faults)
{
	struct ad_str s = ad_text_str(faults);

	while (s.n > 0 && s.p[s.n - 1] == '\n')
		s.n--;
	return s.n == 0 ? AD_EXIT_OK : ad_cli_usage(cli, "%.*s", AD_FMT(s));
}

static bool account_has_control(struct ad_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.p[i] < 0x20 || s.p[i] == 0x7f)
			return true;
	return false;
}

/* The command line into a spec; every fault is named. */
static int read_spec(const struct ad_cli *cli, struct ad_account_spec *spec)
{
	struct ad_text faults = ad_text_on(cli->arena);
	struct ad_str email = ad_str(ad_cli_value(cli, "email"));

	if (!ad_email_normal(cli->arena, email, &spec->email))
		ad_text_addf(&faults, "--email: '%.*s' is no address\n", AD_FMT(email));
	spec->name = value_or(cli, "name", "");
	if (spec->name.n > 200 || !ad_utf8_valid(spec->name) || account_has_control(spec->name))
		ad_text_adds(&faults, "--name: must be one line of at most 200 bytes of UTF-8\n");
	spec->plan = value_or(cli, "plan", "self-hosted");
	spec->subscription = value_or(cli, "subscription", "active");
	check_billing(cli, spec->plan, spec->subscription, &faults);
	spec->currency = value_or(cli, "currency", "USD");
	if (!ad_currency_valid(spec->currency))
		ad_text_addf(&faults, "--currency: '%.*s' is no ISO 4217 code, such as EUR\n",
			     AD_FMT(spec->currency));
	spec->timezone = value_or(cli, "timezone", "UTC");
	if (!ad_timezone_valid(spec->timezone))
		ad_text_addf(&faults, "--timezone: '%.*s' is no zone, such as Europe/Berlin\n",
			     AD_FMT(spec->timezone));
	return account_refuse(cli, &faults);
}

static void print_account(const struct ad_cli *cli, const struct ad_account *a,
			  const char *sentence)
{
	struct ad_text text = ad_text_on(cli->arena);
	struct ad_json j = ad_json_on(&text);

	if (!cli->json) {
		printf("%s %.*s (%.*s), plan %.*s, subscription %.*s, Space %.*s\n", sentence,
		       AD_FMT(a->email), AD_FMT(a->id), AD_FMT(a->plan), AD_FMT(a->subscription),
		       AD_FMT(a->space_id));
		return;
	}
	ad_json_object(&j);
	ad_json_kstr(&j, "uid", a->id);
	ad_json_kstr(&j, "email", a->email);
	ad_json_kstr(&j, "name", a->name);
	ad_json_kstr(&j, "plan", a->plan);
	ad_json_kstr(&j, "subscription", a->subscription);
	ad_json_key(&j, "space");
	ad_json_object(&j);
	ad_json_kstr(&j, "id", a->space_id);
	ad_json_kstr(&j, "currency", a->currency);
	ad_json_kstr(&j, "timezone", a->timezone);
	ad_json_object_end(&j);
	ad_json_object_end(&j);
	ad_cli_print(ad_text_str(&text));
}

/* In the history of the account's Personal Space; neither address nor name nor password. */
static int account_note(struct ad_cli_work *work, const char *verb, struct ad_str before,
			struct ad_str after)
{
	struct ad_history_entry what = {
		.resource = AD_S("account"),
		.object_id = work->account.id,
		.verb = ad_str(verb),
		.before = before,
		.after = after,
	};

	return ad_cli_work_note(work, &what);
}

static struct ad_str billing_of(const struct ad_cli *cli, const struct ad_account *a)
{
	struct ad_text text = ad_text_on(cli->arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	ad_json_kstr(&j, "plan", a->plan);
	ad_json_kstr(&j, "subscription", a->subscription);
	ad_json_object_end(&j);
	return ad_text_str(&text);
}

static int account_insert(struct ad_cli_work *work)
{
	const struct entry *entry = work->arg;

	switch (ad_account_add(work->db, work->cli->arena, work->secrets, &entry->spec,
			       &work->account)) {
	case AD_DB_DONE:
	case AD_DB_ROW:
		return account_note(work, "CREATE", (struct ad_str){ NULL, 0 },
				    billing_of(work->cli, &work->account));
	case AD_DB_CONFLICT:
		return ad_cli_fail(work->cli, AD_CONFLICT, "there is an account %.*s already",
				   AD_FMT(entry->spec.email));
	case AD_DB_BAD_REFERENCE:
	case AD_DB_INVALID:
	case AD_DB_RETRY:
	case AD_DB_UNAVAILABLE:
		break;
	}
	return ad_cli_work_broken(work);
}

/* Opens the database around a change. */
static int with_database(struct ad_cli *cli, struct entry *entry, struct ad_cli_work *work,
			 int (*change)(struct ad_cli_work *work))
{
	if (!ad_cli_work(cli, work))
		return AD_EXIT_FAILED;
	work->arg = entry;
	int code = ad_cli_work_write(work, change);
	ad_cli_work_done(work);
	return code;
}

static int account_run_add(struct ad_cli *cli)
{
	struct entry entry = { 0 };
	struct ad_cli_work work;
	int code = read_spec(cli, &entry.spec);

	if (code == AD_EXIT_OK && ad_cli_has(cli, "password-stdin"))
		code = read_password(cli, entry.spec.name, &entry.spec.password_hash);
	if (code == AD_EXIT_OK)
		code = with_database(cli, &entry, &work, account_insert);
	if (code == AD_EXIT_OK)
		print_account(cli, &work.account, "Added");
	return code;
}

static int account_bill(struct ad_cli_work *work)
{
	const struct ad_cli *cli = work->cli;
	struct ad_text faults = ad_text_on(cli->arena);
	int code = ad_cli_work_account(work);

	if (code != AD_EXIT_OK)
		return code;
	struct ad_account *a = &work->account;
	struct ad_str before = billing_of(cli, a);
	if (ad_cli_has(cli, "plan"))
		a->plan = ad_str(ad_cli_value(cli, "plan"));
	if (ad_cli_has(cli, "subscription"))
		a->subscription = ad_str(ad_cli_value(cli, "subscription"));
	check_billing(cli, a->plan, a->subscription, &faults);
	code = account_refuse(cli, &faults);
	if (code != AD_EXIT_OK)
		return code;
	if (ad_account_bill(work->db, a->id, a->plan, a->subscription) != AD_DB_DONE)
		return ad_cli_work_broken(work);
	return account_note(work, "UPDATE", before, billing_of(cli, a));
}

static int account_run_set(struct ad_cli *cli)
{
	struct ad_cli_work work;

	if (!ad_cli_has(cli, "plan") && !ad_cli_has(cli, "subscription"))
		return ad_cli_usage(cli, "give --plan, --subscription or both");
	if (!ad_cli_work(cli, &work))
		return AD_EXIT_FAILED;
	int code = ad_cli_work_write(&work, account_bill);
	ad_cli_work_done(&work);
	if (code == AD_EXIT_OK)
		print_account(cli, &work.account, "Set");
	return code;
}

/* Records in the history that the password was set, and that factors were removed with it. */
static int note_way_in(struct ad_cli_work *work, const char *what)
{
	const struct entry *entry = work->arg;

	return account_note(
		work, "UPDATE", (struct ad_str){ NULL, 0 },
		ad_arena_printf(work->cli->arena, "{\"%s\":true%s}", what,
				entry->reset ? ",\"noSecondStep\":true,\"noPasskey\":true" : ""));
}

static int make_link(struct ad_cli_work *work)
{
	struct entry *entry = work->arg;

	entry->link = ad_link_make(work->db, work->cli->arena, work->account.id, entry->link_hours);
	if (!entry->link.p)
		return ad_cli_work_broken(work);
	entry->base = ad_cli_public_url(work->cli, work->db);
	return note_way_in(work, "passwordLink");
}

static void print_link(const struct ad_cli *cli, const struct ad_account *a,
		       const struct entry *entry)
{
	struct ad_str url = ad_arena_printf(cli->arena, "%s/signin/link?token=%.*s", entry->base,
					    AD_FMT(entry->link));
	struct ad_text text = ad_text_on(cli->arena);
	struct ad_json j = ad_json_on(&text);

	if (!cli->json) {
		ad_cli_print(url);
		fprintf(stderr,
			"%.*s can set a password with this link, once, within %lld hours.%s\n",
			AD_FMT(a->email), (long long)entry->link_hours,
			entry->reset ? " Second step and passkeys are removed." : "");
		return;
	}
	ad_json_object(&j);
	ad_json_kstr(&j, "uid", a->id);
	ad_json_kstr(&j, "email", a->email);
	ad_json_kstr(&j, "link", url);
	ad_json_ktime(&j, "expiresAt", ad_now() + entry->link_hours * AD_HOUR);
	ad_json_object_end(&j);
	ad_cli_print(ad_text_str(&text));
}

/* Adds the account where there is none, then makes the link. */
static int account_invite(struct ad_cli_work *work)
{
	const struct entry *entry = work->arg;
	enum ad_db_status status =
		ad_account_find(work->db, work->cli->arena, entry->spec.email, &work->account);

	if (status != AD_DB_ROW && status != AD_DB_DONE)
		return ad_cli_work_broken(work);
	int code = status == AD_DB_ROW ? AD_EXIT_OK : account_insert(work);
	return code == AD_EXIT_OK ? make_link(work) : code;
}

static int run_invite(struct ad_cli *cli)
{
	struct entry entry = { .link_hours = AD_LINK_HOURS };
	struct ad_cli_work work;
	int code = read_spec(cli, &entry.spec);

	if (code == AD_EXIT_OK)
		code = with_database(cli, &entry, &work, account_invite);
	if (code == AD_EXIT_OK)
		print_link(cli, &work.account, &entry);
	return code;
}

static int set_password(struct ad_cli_work *work)
{
	struct entry *entry = work->arg;
	int code = ad_cli_work_account(work);

	if (code != AD_EXIT_OK)
		return code;
	if (entry->reset && ad_factors_reset(work->db, work->account.id) != AD_DB_DONE)
		return ad_cli_work_broken(work);
	if (!entry->spec.password_hash.p)
		return make_link(work);
	if (ad_account_set_password(work->db, work->account.id, entry->spec.password_hash) !=
	    AD_DB_DONE)
		return ad_cli_work_broken(work);
	return note_way_in(work, "password");
}

static int run_password(struct ad_cli *cli)
{
	struct entry entry = { .link_hours = AD_LINK_HOURS,
			       .reset = ad_cli_has(cli, "reset-factors") };
	struct ad_cli_work work;
	int code = AD_EXIT_OK;

	if (ad_cli_has(cli, "password-stdin"))
		code = read_password(cli, (struct ad_str){ 0 }, &entry.spec.password_hash);
	if (code == AD_EXIT_OK && !ad_cli_work(cli, &work))
		code = AD_EXIT_FAILED;
	if (code != AD_EXIT_OK)
		return code;
	work.arg = &entry;
	code = ad_cli_work_write(&work, set_password);
	ad_cli_work_done(&work);
	if (code == AD_EXIT_OK && entry.link.p)
		print_link(cli, &work.account, &entry);
	else if (code == AD_EXIT_OK)
		print_account(cli, &work.account,
			      entry.reset ? "Password set, second factor and passkeys removed, all "
					    "sessions ended:"
					  : "Password set, all sessions ended:");
	return code;
}

#define EMAIL_FLAG { "email", "E", "email address of the account", true }
#define BILLING_FLAGS                                                                              \
	{ "plan", "P", "the account's plan (self-hosted)", false },                                \
	{                                                                                          \
		"subscription", "S", "active, none or expired (default active)", false             \
	}
#define SPACE_FLAGS                                                                                \
	{ "name", "N", "the person's name", false },                                               \
		{ "currency", "C", "currency of the Personal Space (USD)", false },                \
	{                                                                                          \
		"timezone", "Z", "time zone of the Personal Space (UTC)", false                    \
	}
#define PASSWORD_FLAG { "password-stdin", NULL, "read the password from stdin", false }

static const struct ad_cli_flag add_flags[] = { EMAIL_FLAG, SPACE_FLAGS, BILLING_FLAGS,
						PASSWORD_FLAG };
static const struct ad_cli_flag set_flags[] = { EMAIL_FLAG, BILLING_FLAGS };
static const struct ad_cli_flag invite_flags[] = { EMAIL_FLAG, SPACE_FLAGS, BILLING_FLAGS };
static const struct ad_cli_flag password_flags[] = {
	EMAIL_FLAG,
	PASSWORD_FLAG,
	{ "reset-factors", NULL,
	  "also remove the account's authenticator app, recovery codes and passkeys", false },
};

const struct ad_command ad_command_account_add = {
	.name = "account add",
	.without_database = true,
	.summary = "Add an account with its Personal Space. Sign-in requires a password.",
	.flags = add_flags,
	.flag_count = AD_LEN(add_flags),
	.run = account_run_add,
};
const struct ad_command ad_command_account_set = {
	.name = "account set",
	.summary = "Set an account's plan and billing state, effective immediately.",
	.flags = set_flags,
	.flag_count = AD_LEN(set_flags),
	.run = account_run_set,
};
const struct ad_command ad_command_account_invite = {
	.name = "account invite",
	.summary = "Print a one-time link to set a password; creates the account if it does not "
		   "exist.",
	.flags = invite_flags,
	.flag_count = AD_LEN(invite_flags),
	.run = run_invite,
};
const struct ad_command ad_command_account_password = {
	.name = "account password",
	.summary = "Set an account's password from stdin, or print a one-time link to reset it.",
	.flags = password_flags,
	.flag_count = AD_LEN(password_flags),
	.run = run_password,
};
