/*
 * adcore secret list | rotate | reseal | drop-old: the keys that encrypt what the database holds
 * (auth/secret/secret_keys.h). They work beside running servers, which follow the file.
 */
#include "cli/secret/secret.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "cli/command/span.h"
#include "cli/command/work.h"

#define LEAD_MAX (30 * AD_DAY)
/* Data sealed before the newest key took over may still be in transit for this long. */
#define REST AD_HOUR

/* --- what is told ------------------------------------------------------------------------- */

size_t ad_cli_seals_faults(struct ad_arena *arena, const struct ad_seals *seals,
			   void (*tell)(void *arg, struct ad_str sentence), void *arg)
{
	size_t n = 0;
	bool damaged = false;

	for (size_t i = 0; i < seals->count; i++) {
		const struct ad_seal_use *use = &seals->use[i];
		if (use->known)
			continue;
		n++;
		tell(arg, ad_arena_printf(
				  arena,
				  "Under key %s, which is not in secret.key (or ADCORE_SECRET_KEY) "
				  "here, is sealed: %.*s. Put the key's line back.",
				  use->id, AD_FMT(ad_seals_told(arena, use->n))));
	}
	for (int i = 0; i < AD_SEALED_TABLES; i++)
		damaged = damaged || seals->damaged[i] > 0;
	if (damaged)
		tell(arg, ad_arena_printf(arena, "Damaged, for its own key does not open it: %.*s.",
					  AD_FMT(ad_seals_told(arena, seals->damaged))));
	return n + damaged;
}

static const char *secret_state_of(const struct ad_secret_name *name)
{
	if (name->seals)
		return "seals";
	return name->seals_from > ad_now() ? "next" : "opens";
}

void ad_cli_seals_print(struct ad_arena *arena, const struct ad_secrets *secrets,
			const struct ad_seals *seals)
{
	struct ad_secret_name names[AD_SECRET_KEYS_MAX];
	size_t count = ad_secrets_names(secrets, names);

	for (size_t i = 0; i < count; i++) {
		char from[25] = "the beginning";
		if (names[i].seals_from > 0)
			ad_time_format(names[i].seals_from, from);
		printf("key %zu%s  %s  %s from %s  %.*s\n", i + 1, i == 0 ? " (root)" : "",
		       names[i].id, secret_state_of(&names[i]), from,
		       AD_FMT(ad_seals_told(arena, ad_seals_of(seals, names[i].id))));
	}
}

static void write_counts(struct ad_json *j, const int64_t n[static AD_SEALED_TABLES])
{
	ad_json_object(j);
	for (int i = 0; i < AD_SEALED_TABLES; i++)
		ad_json_kint(j, ad_sealed_name((enum ad_sealed_table)i), n[i]);
	ad_json_object_end(j);
}

static void write_faults(void *arg, struct ad_str sentence)
{
	ad_json_str(arg, sentence);
}

static void write_keys(struct ad_json *j, const struct ad_secrets *secrets,
		       const struct ad_seals *seals)
{
	struct ad_secret_name names[AD_SECRET_KEYS_MAX];
	size_t count = ad_secrets_names(secrets, names);

	ad_json_key(j, "keys");
	ad_json_array(j);
	for (size_t i = 0; i < count; i++) {
		ad_json_object(j);
		ad_json_kcstr(j, "id", names[i].id);
		ad_json_kbool(j, "root", i == 0);
		ad_json_kcstr(j, "state", secret_state_of(&names[i]));
		ad_json_ktime(j, "sealsFrom", names[i].seals_from);
		ad_json_key(j, "holds");
		write_counts(j, ad_seals_of(seals, names[i].id));
		ad_json_object_end(j);
	}
	ad_json_array_end(j);
}

static void print_fault(void *arg, struct ad_str sentence)
{
	(void)arg;
	fprintf(stderr, "- %.*s\n", AD_FMT(sentence));
}

/* Keys, what each seals, and `count` under a name, NULL for none. Failed where anything is shut. */
static int secret_show(struct ad_cli_work *work, const char *name, int64_t count)
{
	struct ad_arena *arena = work->cli->arena;
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_seals seals;
	size_t faults;

	if (ad_seals_count(work->db, work->secrets, &seals) != AD_DB_DONE)
		return ad_cli_work_broken(work);
	if (work->cli->json) {
		ad_json_object(&j);
		write_keys(&j, work->secrets, &seals);
		if (name)
			ad_json_kint(&j, name, count);
		ad_json_key(&j, "findings");
		ad_json_array(&j);
		faults = ad_cli_seals_faults(arena, &seals, write_faults, &j);
		ad_json_array_end(&j);
		ad_json_object_end(&j);
		ad_cli_print(ad_text_str(&text));
	} else {
		if (name)
			printf("%s: %lld\n", name, (long long)count);
		ad_cli_seals_print(arena, work->secrets, &seals);
		faults = ad_cli_seals_faults(arena, &seals, print_fault, NULL);
	}
	return faults > 0 ? AD_EXIT_FAILED : AD_EXIT_OK;
}

/* --- sealing anew ------------------------------------------------------------------------- */

static int secret_batch(struct ad_cli_work *work)
{
	const struct ad_reseal *before = work->arg;
	struct ad_reseal walk = before[0];

	if (ad_reseal_batch(work->db, work->secrets, &walk) != AD_DB_DONE)
		return ad_cli_work_broken(work);
	((struct ad_reseal *)work->arg)[1] = walk;
	return AD_EXIT_OK;
}

/*
 * A transaction a batch, so that servers get their turn. Whoever ends it half-way has lost nothing:
 * what is done names its key, and the next walk passes it.
 */
static int reseal_all(struct ad_cli_work *work, int64_t *done)
{
	struct ad_reseal walk[2] = { { 0 } };

	work->arg = walk;
	while (walk[0].table < AD_SEALED_TABLES) {
		int code = ad_cli_work_write(work, secret_batch);
		if (code != AD_EXIT_OK)
			return code;
		walk[0] = walk[1];
	}
	work->arg = NULL;
	*done = walk[0].done;
	return AD_EXIT_OK;
}

static int reseal_and_show(struct ad_cli_work *work)
{
	int64_t done = 0;
	int code = reseal_all(work, &done);

	return code == AD_EXIT_OK ? secret_show(work, "resealed", done) : code;
}

static int with_work(struct ad_cli *cli, int (*act)(struct ad_cli_work *work))
{
	struct ad_cli_work work;

	if (!ad_cli_work(cli, &work))
		return AD_EXIT_FAILED;
	int code = act(&work);
	ad_cli_work_done(&work);
	return code;
}

static int secret_list(struct ad_cli_work *work)
{
	return secret_show(work, NULL, 0);
}

static int secret_run_list(struct ad_cli *cli)
{
	return with_work(cli, secret_list);
}

static int run_reseal(struct ad_cli *cli)
{
	return with_work(cli, reseal_and_show);
}

/* --- rotate ------------------------------------------------------------------------------- */

static int refuse_environment(const struct ad_cli *cli)
{
	return ad_cli_fail(
		cli, AD_CONFLICT,
		"the keys are in ADCORE_SECRET_KEY, which no command can change: put a "
		"comma and a further key behind it (64 hex digits, a space, and the time "
		"from which it seals, by which all servers have it), start each server "
		"with it, and after that time run 'adcore secret reseal'");
}

static int secret_rotate(struct ad_cli_work *work)
{
	const struct ad_cli *cli = work->cli;
	const char *lead = ad_cli_value(cli, "lead");
	char id[AD_SECRET_ID], err[256];
	int64_t span = 0;

	if (lead && !ad_cli_span(ad_str(lead), &span))
		span = 0;
	if (!ad_secret_add(cli->config->data_dir, ad_now() + span, id, err))
		return ad_cli_fail(cli, AD_UNAVAILABLE, "%s", err);
	return span > 0 ? secret_show(work, NULL, 0) : reseal_and_show(work);
}

static int secret_run_rotate(struct ad_cli *cli)
{
	const char *lead = ad_cli_value(cli, "lead");
	bool now = ad_cli_has(cli, "now");
	int64_t span = 0;

	if (lead && (!ad_cli_span(ad_str(lead), &span) || span <= 0 || span > LEAD_MAX))
		return ad_cli_usage(cli, "--lead: '%s' is no time such as 1d or 2h, of at most 30d",
				    lead);
	if (lead && now)
		return ad_cli_usage(cli, "--lead and --now exclude each other");
	if (ad_secrets_from_environment())
		return refuse_environment(cli);
	if (!lead && !now && !ad_str_starts(ad_str(cli->config->database), "sqlite:"))
		return ad_cli_usage(
			cli, "several servers may share this database, and each needs the new line "
			     "before it seals: give --lead 1d and copy secret.key to all of them, "
			     "or --now where there is no other");
	return with_work(cli, secret_rotate);
}

/* --- drop-old ----------------------------------------------------------------------------- */

/* The keys that may go once nothing is sealed by them. */
struct old_keys {
	size_t count;
	char id[AD_SECRET_KEYS_MAX][AD_SECRET_ID];
	int64_t sealing_from; /* since when another one seals, us */
};

static void find_old(const struct ad_secrets *secrets, struct old_keys *old)
{
	struct ad_secret_name names[AD_SECRET_KEYS_MAX];
	size_t count = ad_secrets_names(secrets, names);
	int64_t now = ad_now();

	*old = (struct old_keys){ 0 };
	for (size_t i = 0; i < count; i++) {
		if (names[i].seals)
			old->sealing_from = names[i].seals_from;
		else if (i > 0 && names[i].seals_from <= now)
			memcpy(old->id[old->count++], names[i].id, AD_SECRET_ID);
	}
}

static bool is_old(const struct old_keys *old, const char *id)
{
	for (size_t i = 0; i < old->count; i++)
		if (strcmp(old->id[i], id) == 0)
			return true;
	return false;
}

/* Names all that is still in the way. */
static int refuse_used(const struct ad_cli *cli, const struct ad_seals *seals,
		       const struct old_keys *old)
{
	struct ad_text text = ad_text_on(cli->arena);

	for (size_t i = 0; i < seals->count; i++) {
		struct ad_str told = ad_seals_told(cli->arena, seals->use[i].n);
		if (!is_old(old, seals->use[i].id) || ad_str_is(told, "nothing"))
			continue;
		ad_text_addf(&text, "%skey %s still seals %.*s", text.n > 0 ? "; " : "",
			     seals->use[i].id, AD_FMT(told));
	}
	if (text.n == 0)
		return AD_EXIT_OK;
	return ad_cli_fail(cli, AD_CONFLICT, "%.*s: run 'adcore secret reseal', then this again",
			   AD_FMT(ad_text_str(&text)));
}

/* In a write transaction: nobody stores anything between the count and the new file. */
static int secret_drop(struct ad_cli_work *work)
{
	const struct ad_cli *cli = work->cli;
	struct old_keys *old = work->arg;
	struct ad_seals seals;
	char err[256], after[25];

	find_old(work->secrets, old);
	if (old->count == 0)
		return AD_EXIT_OK;
	ad_time_format(old->sealing_from + REST, after);
	if (ad_now() < old->sealing_from + REST)
		return ad_cli_fail(cli, AD_CONFLICT,
				   "the newest key seals for less than an hour: what was sealed "
				   "before may still be on its way. Again after %s",
				   after);
	if (ad_seals_count(work->db, work->secrets, &seals) != AD_DB_DONE)
		return ad_cli_work_broken(work);
	int code = refuse_used(cli, &seals, old);
	if (code == AD_EXIT_OK &&
	    !ad_secret_drop(cli->config->data_dir, (const char(*)[AD_SECRET_ID])old->id, old->count,
			    err))
		return ad_cli_fail(cli, AD_UNAVAILABLE, "%s", err);
	return code;
}

static int drop_and_show(struct ad_cli_work *work)
{
	struct old_keys old = { 0 };

	work->arg = &old;
	int code = ad_cli_work_write(work, secret_drop);
	work->arg = NULL;
	return code == AD_EXIT_OK ? secret_show(work, "dropped", (int64_t)old.count) : code;
}

static int run_drop_old(struct ad_cli *cli)
{
	if (ad_secrets_from_environment())
		return ad_cli_fail(cli, AD_CONFLICT,
				   "the keys are in ADCORE_SECRET_KEY, which no command can "
				   "change: 'adcore secret list' shows what each still seals; take "
				   "those out that seal nothing, but never the first");
	return with_work(cli, drop_and_show);
}

static const struct ad_cli_flag rotate_flags[] = {
	{ "lead", "TIME",
	  "time until the new key is used, such as 1d: copy the file to all servers before",
	  false },
	{ "now", NULL, "activate the new key immediately (the default with SQLite)", false },
};

const struct ad_command ad_command_secret_list = {
	.name = "secret list",
	.summary = "List the keys of secret.key by id, with the data that each encrypts.",
	.run = secret_run_list,
};
const struct ad_command ad_command_secret_rotate = {
	.name = "secret rotate",
	.summary = "Add a key to secret.key and re-encrypt all data with it.",
	.flags = rotate_flags,
	.flag_count = AD_LEN(rotate_flags),
	.run = secret_run_rotate,
};
const struct ad_command ad_command_secret_reseal = {
	.name = "secret reseal",
	.summary = "Re-encrypt the data of older keys with the newest key; resumes after an "
		   "interruption.",
	.run = run_reseal,
};
const struct ad_command ad_command_secret_drop_old = {
	.name = "secret drop-old",
	.summary = "Remove unused keys from secret.key.",
	.run = run_drop_old,
};
