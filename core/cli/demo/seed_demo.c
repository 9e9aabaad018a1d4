/*
 * adcore seed-demo: a believable demo in the test data of an account's Personal Space. A campaign
 * that is there by its name stays as it is, so that it may run twice, or again after a crash.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/json_read.h"
#include "call/rules/rules.h"
#include "call/objects/tree.h"
#include "cli/demo/demo.h"
#include "cli/demo/demo_numbers.h"
#include "cli/command/drafts.h"
#include "store/db/lookup.h"

#define CAMPAIGNS_MAX 1000000
#define BATCH 1000 /* campaigns a transaction */

/* The number of objects made, by kind, and the campaigns that already existed. */
struct tally {
	size_t campaigns, groups, ads, keywords, there;
};

struct seeding {
	struct ad_cli_drafts drafts;
	int64_t from, to; /* the batch, by the campaign's number */
	struct tally done, batch;
	size_t days; /* of numbers that were filled */
};

/* --- the input of a campaign ---------------------------------------------------------------- */

/* The next item of a list, or an absent one; *list moves on. */
static struct ad_str seed_demo_next_item(const char **list)
{
	const char *end = *list ? strchr(*list, '|') : NULL;
	struct ad_str item = { NULL, 0 };

	if (!end)
		return item;
	item = (struct ad_str){ *list, (size_t)(end - *list) };
	*list = end + 1;
	return item;
}

static void seed_demo_write_list(struct ad_json *j, const char *key, const char *list)
{
	struct ad_str item;

	if (!list)
		return;
	ad_json_key(j, key);
	ad_json_array(j);
	while ((item = seed_demo_next_item(&list)).p)
		ad_json_str(j, item);
	ad_json_array_end(j);
}

static void seed_demo_write_text(struct ad_json *j, const char *key, const char *text)
{
	if (text)
		ad_json_kcstr(j, key, text);
}

static void seed_demo_write_keyword(struct ad_json *j, struct ad_str k)
{
	bool negative = k.p[0] == '-';
	const char *match = "BROAD";

	if (negative)
		k = (struct ad_str){ k.p + 1, k.n - 1 };
	if (k.p[0] == '[' || k.p[0] == '"') {
		match = k.p[0] == '[' ? "EXACT" : "PHRASE";
		k = (struct ad_str){ k.p + 1, k.n - 2 };
	}
	ad_json_object(j);
	ad_json_kstr(j, "text", k);
	ad_json_kcstr(j, "matchType", match);
	if (negative)
		ad_json_kbool(j, "negative", true);
	ad_json_object_end(j);
}

static void write_keywords(struct ad_json *j, const char *list)
{
	struct ad_str item;

	if (!list[0])
		return;
	ad_json_key(j, "keywords");
	ad_json_array(j);
	while ((item = seed_demo_next_item(&list)).p)
		seed_demo_write_keyword(j, item);
	ad_json_array_end(j);
}

/* The ads of a platform: what differs is what they are called there. */
static const char *ad_type_of(const char *platform)
{
	if (strcmp(platform, "meta") == 0)
		return "IMAGE";
	return strcmp(platform, "reddit") == 0 ? "POST" : "RESPONSIVE_SEARCH";
}

static void seed_demo_write_ad(struct ad_json *j, const struct ad_demo_ad *ad, const char *platform,
			       struct ad_str url)
{
	ad_json_object(j);
	ad_json_kcstr(j, "type", ad_type_of(platform));
	ad_json_kstr(j, "finalUrl", url);
	seed_demo_write_list(j, "headlines", ad->headlines);
	seed_demo_write_list(j, "descriptions", ad->descriptions);
	seed_demo_write_text(j, "path1", ad->path1);
	seed_demo_write_text(j, "path2", ad->path2);
	seed_demo_write_text(j, "primaryText", ad->text);
	seed_demo_write_text(j, "callToAction", ad->action);
	ad_json_object_end(j);
}

static void seed_demo_write_group(struct ad_json *j, struct ad_arena *arena, const char *platform,
				  const struct ad_demo_group *group)
{
	struct ad_str url = ad_arena_printf(arena, "%s%s", AD_DEMO_SITE, group->page);

	ad_json_object(j);
	ad_json_kcstr(j, "name", group->name);
	ad_json_key(j, "ads");
	ad_json_array(j);
	for (size_t i = 0; i < group->ad_count; i++)
		seed_demo_write_ad(j, &group->ads[i], platform, url);
	ad_json_array_end(j);
	write_keywords(j, group->keywords);
	if (group->targeting)
		ad_json_kraw(j, "targeting", ad_str(group->targeting));
	ad_json_object_end(j);
}

/* Writes the fields that all campaigns have; the object stays open. */
static void seed_demo_write_campaign(struct ad_json *j, struct ad_str name, const char *platform,
				     int budget, const char *label)
{
	bool social = strcmp(platform, "reddit") == 0 || strcmp(platform, "meta") == 0;

	ad_json_object(j);
	ad_json_kstr(j, "name", name);
	ad_json_kcstr(j, "type", social ? "SOCIAL" : "SEARCH");
	ad_json_kcstr(j, "platform", platform);
	ad_json_kint(j, "budget", budget);
	ad_json_kraw(j, "locations", AD_S("[{\"code\":\"GB\"}]"));
	ad_json_kraw(j, "languages", AD_S("[\"en\"]"));
	ad_json_key(j, "labels");
	ad_json_array(j);
	ad_json_str(j, AD_S("demo"));
	ad_json_str(j, ad_str(label));
	ad_json_array_end(j);
}

/* Campaigns beyond the demo's own: one a shop of a chain that grew. */
static struct ad_str shop_name(struct ad_arena *arena, int64_t number)
{
	static const char *const towns[] = { "Bristol", "Bath",  "Cardiff", "Exeter",
					     "Swindon", "Truro", "Oxford",  "Reading" };

	return ad_arena_printf(arena, "Shop %06lld | %s", (long long)number,
			       towns[(size_t)number % AD_LEN(towns)]);
}

static struct ad_str seed_demo_name_of(struct ad_arena *arena, int64_t number)
{
	if (number < (int64_t)ad_demo_count)
		return ad_str(ad_demo_campaigns[number].name);
	return shop_name(arena, number + 1);
}

static const char *seed_demo_platform_of(int64_t number)
{
	return number < (int64_t)ad_demo_count ? ad_demo_campaigns[number].platform : "google";
}

static const cJSON *make_input(struct ad_arena *arena, int64_t number)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_json_error err;

	if (number >= (int64_t)ad_demo_count) {
		seed_demo_write_campaign(&j, seed_demo_name_of(arena, number), "google",
					 5 + (int)(number % 20), "shops");
	} else {
		const struct ad_demo_campaign *c = &ad_demo_campaigns[number];
		seed_demo_write_campaign(&j, ad_str(c->name), c->platform, c->budget, c->label);
		ad_json_key(&j, "adGroups");
		ad_json_array(&j);
		for (size_t i = 0; i < c->group_count; i++)
			seed_demo_write_group(&j, arena, c->platform, &c->groups[i]);
		ad_json_array_end(&j);
		write_keywords(&j, c->negatives);
	}
	ad_json_object_end(&j);
	return ad_json_parse(arena, ad_text_str(&text), &err);
}

/* --- a batch -------------------------------------------------------------------------------- */

/* AD_DB_ROW where a campaign of the name is there. */
static enum ad_db_status find_name(struct ad_call *call, struct ad_str name, const char *platform)
{
	struct ad_realm realm = ad_call_realm(call);
	struct ad_stmt *s =
		ad_sql(call->db, "SELECT 1 FROM campaigns WHERE space_id = $1 AND environment = $2"
				 " AND lower(name) = $3 AND platform = $4"
				 " AND sync_state <> 'REMOVED' LIMIT 1");

	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, ad_sql_lower(call->arena, name));
	ad_bind_cstr(s, 4, platform);
	enum ad_db_status status = ad_step(s);
	ad_reset(s);
	return status;
}

static int seed_one(struct seeding *seeding, int64_t number)
{
	struct ad_call *call = ad_cli_drafts_fresh(&seeding->drafts);
	enum ad_db_status status = find_name(call, seed_demo_name_of(call->arena, number),
					     seed_demo_platform_of(number));

	if (status == AD_DB_ROW) {
		seeding->batch.there++;
		return AD_EXIT_OK;
	}
	if (status != AD_DB_DONE)
		return ad_cli_work_broken(&seeding->drafts.work);
	const cJSON *input = make_input(call->arena, number);
	struct ad_node *tree = ad_tree_draft(call, ad_resource_row(AD_R_CAMPAIGN), input);
	if (!tree || call->status != AD_OK || !ad_tree_insert(call, tree))
		return ad_cli_drafts_failed(&seeding->drafts);
	seeding->batch.campaigns++;
	seeding->batch.groups += ad_tree_count(tree, AD_R_AD_GROUP);
	seeding->batch.ads += ad_tree_count(tree, AD_R_AD);
	seeding->batch.keywords += ad_tree_count(tree, AD_R_KEYWORD);
	return AD_EXIT_OK;
}

static int seed_batch(struct ad_cli_work *work)
{
	struct seeding *seeding = work->arg;
	int code = AD_EXIT_OK;

	seeding->batch = (struct tally){ .campaigns = 0 };
	for (int64_t i = seeding->from; i < seeding->to && code == AD_EXIT_OK; i++)
		code = seed_one(seeding, i);
	return code;
}

/* --- its numbers ---------------------------------------------------------------------------- */

/* A campaign of the demo's own as it is there; absent where it was removed. */
static enum ad_db_status find_ref(struct ad_call *call, const struct ad_demo_campaign *c,
				  struct ad_demo_ref *ref)
{
	struct ad_realm realm = ad_call_realm(call);
	struct ad_stmt *s = ad_sql(
		call->db, "SELECT id, budget FROM campaigns WHERE space_id = $1 AND environment ="
			  " $2 AND lower(name) = $3 AND platform = $4"
			  " AND sync_state <> 'REMOVED' LIMIT 1");

	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, ad_sql_lower(call->arena, ad_str(c->name)));
	ad_bind_cstr(s, 4, c->platform);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	*ref = (struct ad_demo_ref){ .id = ad_arena_copy(call->arena, ad_col(s, 0)),
				     .platform = ad_platform_of(ad_str(c->platform)),
				     .budget = ad_col_int(s, 1) };
	ad_reset(s);
	return AD_DB_ROW;
}

static int seed_numbers(struct ad_cli_work *work)
{
	struct seeding *seeding = work->arg;
	struct ad_call *call = ad_cli_drafts_fresh(&seeding->drafts);
	struct ad_demo_ref *refs = ad_arena_zalloc(call->arena, ad_demo_count * sizeof(*refs));
	size_t count = 0;

	for (size_t i = 0; i < ad_demo_count; i++) {
		enum ad_db_status status = find_ref(call, &ad_demo_campaigns[i], &refs[count]);
		if (status != AD_DB_ROW && status != AD_DB_DONE)
			return ad_cli_work_broken(work);
		count += status == AD_DB_ROW;
	}
	return ad_demo_numbers(call, refs, count, &seeding->days) == AD_DB_DONE
		       ? AD_EXIT_OK
		       : ad_cli_work_broken(work);
}

/* --- the command ---------------------------------------------------------------------------- */

static bool read_count(const char *text, int64_t *out)
{
	char *end = NULL;

	if (!text) {
		*out = (int64_t)ad_demo_count;
		return true;
	}
	errno = 0;
	*out = strtoll(text, &end, 10);
	return text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0 && *out >= 1 &&
	       *out <= CAMPAIGNS_MAX;
}

static void seed_demo_add(struct tally *sum, const struct tally *batch)
{
	sum->campaigns += batch->campaigns;
	sum->groups += batch->groups;
	sum->ads += batch->ads;
	sum->keywords += batch->keywords;
	sum->there += batch->there;
}

static void write_count(struct ad_json *j, const char *key, size_t made)
{
	ad_json_key(j, key);
	ad_json_object(j);
	ad_json_kint(j, "created", (int64_t)made);
	ad_json_object_end(j);
}

static void seed_demo_print_json(const struct ad_cli *cli, const struct tally *done, size_t days)
{
	struct ad_text text = ad_text_on(cli->arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	ad_json_key(&j, "campaigns");
	ad_json_object(&j);
	ad_json_kint(&j, "created", (int64_t)done->campaigns);
	ad_json_kint(&j, "existing", (int64_t)done->there);
	ad_json_object_end(&j);
	write_count(&j, "adGroups", done->groups);
	write_count(&j, "ads", done->ads);
	write_count(&j, "keywords", done->keywords);
	write_count(&j, "reportDays", days);
	ad_json_object_end(&j);
	ad_cli_print(ad_text_str(&text));
}

static void print_counts(const struct seeding *seeding)
{
	const struct ad_cli *cli = seeding->drafts.work.cli;
	const struct tally *done = &seeding->done;

	if (cli->json) {
		seed_demo_print_json(cli, done, seeding->days);
		return;
	}
	if (done->campaigns == 0) {
		printf("The demo is there already: %zu campaigns, %s.\n", done->there,
		       seeding->days ? "its reports brought up to yesterday" : "nothing changed");
		return;
	}
	printf("Drafted %zu campaigns, %zu ad groups, %zu ads and %zu keywords in the test data "
	       "of %.*s",
	       done->campaigns, done->groups, done->ads, done->keywords,
	       AD_FMT(seeding->drafts.work.account.email));
	if (done->there)
		printf("; %zu campaigns were there already", done->there);
	printf(", with reports of the last %d days. Nothing is live.\n", AD_DEMO_DAYS);
}

static int seed_demo_run(struct ad_cli *cli)
{
	struct seeding seeding = { .from = 0 };
	int64_t count;

	if (!read_count(ad_cli_value(cli, "campaigns"), &count))
		return ad_cli_usage(cli, "--campaigns: must be a number from 1 to %d",
				    CAMPAIGNS_MAX);
	int code = ad_cli_drafts_open(cli, &seeding.drafts, AD_TEST, NULL);
	if (code != AD_EXIT_OK)
		return code;
	seeding.drafts.work.arg = &seeding;
	while (seeding.to < count && code == AD_EXIT_OK) {
		seeding.from = seeding.to;
		seeding.to = count - seeding.from > BATCH ? seeding.from + BATCH : count;
		code = ad_cli_work_write(&seeding.drafts.work, seed_batch);
		if (code != AD_EXIT_OK)
			break;
		seed_demo_add(&seeding.done, &seeding.batch);
	}
	if (code == AD_EXIT_OK)
		code = ad_cli_work_write(&seeding.drafts.work, seed_numbers);
	if (code == AD_EXIT_OK)
		print_counts(&seeding);
	ad_cli_drafts_done(&seeding.drafts);
	return code;
}

static const struct ad_cli_flag flags[] = {
	{ "email", "E", "email address of the account", true },
	{ "campaigns", "N", "number of campaigns, at most 1000000 (8)", false },
};

const struct ad_command ad_command_seed_demo = {
	.name = "seed-demo",
	.summary =
		"Fill the test data of an account's Personal Space with a demo; may be repeated.",
	.flags = flags,
	.flag_count = AD_LEN(flags),
	.run = seed_demo_run,
};
