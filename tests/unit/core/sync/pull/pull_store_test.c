/* Drafts from a platform's live objects: new ones, existing ones, and removed ones. */
#include "tests/unit/core/sync/pulls.h"

struct book {
	struct world *w;
	struct ad_run_row head;
	struct ad_rails rails;
	struct ad_pull_result result;
	struct ad_pull_keeper keeper;
	const struct ad_adapter *adapter; /* NULL: Google */
	struct ad_pull_above *above;      /* set if all objects are of one page */
};

static struct book open_book(struct world *w)
{
	return (struct book){
		.w = w,
		.head = { .id = AD_S("syn_1"),
			  .created_by = w->account.id,
			  .credential_id = AD_S("tok") },
		.rails = { .allowed_platforms = AD_PLATFORMS_ALL,
			   .max_budget_increase_percent = -1 },
		.result = { .arena = w->arena },
	};
}

static const struct ad_pull_keeper *keeper_of(struct book *b)
{
	b->keeper = (struct ad_pull_keeper){ .db = b->w->db,
					     .arena = b->w->arena,
					     .realm = b->w->realm,
					     .adapter = b->adapter ? b->adapter : &ad_google,
					     .head = &b->head,
					     .rails = &b->rails,
					     .result = &b->result,
					     .above = b->above };
	return &b->keeper;
}

static struct ad_remote remote_of(struct world *w, const char *id, const char *parent,
				  const char *fields)
{
	struct ad_json_error err;
	struct ad_remote remote = { .id = ad_str(id), .status = AD_S("PAUSED") };

	if (parent)
		remote.parent_id = ad_str(parent);
	remote.fields = ad_json_parse(w->arena, ad_str(fields), &err);
	assert_non_null(remote.fields);
	return remote;
}

/* A removed object, as a platform returns it. */
static struct ad_remote removed(const char *id)
{
	return (struct ad_remote){ .id = ad_str(id), .status = AD_S("REMOVED") };
}

static void tell(struct book *b, enum ad_resource_id kind, bool under_campaign,
		 const struct ad_remote *remote)
{
	struct world *w = b->w;

	DONE(w->db, ad_db_begin(w->db, true));
	DONE(w->db, ad_pull_store(keeper_of(b), ad_resource_row(kind), under_campaign, remote));
	DONE(w->db, ad_db_commit(w->db));
}

static void miss(struct book *b, struct ad_str id, const struct ad_remote *remote)
{
	static const struct ad_platform_error unseen = { .code = "PERMISSION_DENIED",
							 .message = { "No access.", 10 } };
	struct world *w = b->w;

	DONE(w->db, ad_db_begin(w->db, true));
	DONE(w->db, ad_pull_missing(keeper_of(b), id, ad_resource_of_id(id), remote, &unseen));
	DONE(w->db, ad_db_commit(w->db));
}

/* "created/updated/drifted/removed/unchanged/left out" since the last call. */
static const char *counts(struct book *b)
{
	const struct ad_pull_result *r = &b->result;
	struct ad_str text = ad_arena_printf(b->w->arena, "%d/%d/%d/%d/%d/%d", (int)r->created,
					     (int)r->updated, (int)r->drifted, (int)r->removed,
					     (int)r->unchanged, (int)r->left_out);

	b->result = (struct ad_pull_result){ .arena = b->w->arena };
	return text.p;
}

/* The draft of a remote id. */
static struct ad_row *ours(struct world *w, enum ad_resource_id kind, const char *remote_id)
{
	const struct ad_resource *res = ad_resource_row(kind);
	struct ad_stmt *s = ad_sql(
		w->db,
		ad_arena_printf(w->arena, "SELECT id FROM %s WHERE remote_id = $1", res->table).p);
	struct ad_str id;

	ad_bind_cstr(s, 1, remote_id);
	ROW(w->db, ad_step(s));
	id = ad_col_copy(s, w->arena, 0);
	ad_reset(s);
	return load(w, res, id);
}

#define CAMPAIGN(name, budget)                                                                     \
	"{\"name\":\"" name "\",\"type\":\"SEARCH\",\"status\":\"PAUSED\",\"budget\":" budget "}"
#define WORD "{\"text\":\"rye\",\"matchType\":\"EXACT\",\"status\":\"PAUSED\",\"negative\":false}"
#define NO_WORD                                                                                    \
	"{\"text\":\"free\",\"matchType\":\"EXACT\",\"status\":\"PAUSED\",\"negative\":true}"

static void a_tree_of_others_becomes_drafts_once(void **state)
{
	struct world *w = *state;
	struct book b = open_book(w);
	struct ad_remote campaign = remote_of(w, "1", NULL, CAMPAIGN("Rye", "12.5"));
	struct ad_remote group = remote_of(w, "2", "1", "{\"name\":\"g\",\"status\":\"PAUSED\"}");
	struct ad_remote ad = remote_of(w, "2~3", "2",
					"{\"type\":\"RESPONSIVE_SEARCH\",\"status\":\"PAUSED\","
					"\"finalUrl\":\"https://a.example/\"}");
	struct ad_remote word = remote_of(w, "2~4", "2", WORD);
	struct ad_remote negative = remote_of(w, "1~5", "1", NO_WORD);
	struct ad_row *row;

	for (int again = 0; again < 2; again++) {
		tell(&b, AD_R_CAMPAIGN, false, &campaign);
		tell(&b, AD_R_AD_GROUP, false, &group);
		tell(&b, AD_R_AD, false, &ad);
		tell(&b, AD_R_KEYWORD, false, &word);
		tell(&b, AD_R_KEYWORD, true, &negative);
		assert_string_equal(counts(&b), again ? "0/0/0/0/5/0" : "5/0/0/0/0/0");
	}
	row = ours(w, AD_R_CAMPAIGN, "1");
	assert_int_equal(row->state, AD_SYNCED);
	assert_int_equal(row->version, 1);
	assert_int_equal(ad_row_value(row, "budget")->i, 12500000);
	assert_true(ad_str_is(row->source, "PULL"));
	assert_true(ad_str_eq(row->created_by, w->account.id));
	assert_true(ad_str_eq(ad_row_text(ours(w, AD_R_AD, "2~3"), "campaignId"), row->id));
	assert_true(ad_str_eq(ad_row_text(ours(w, AD_R_KEYWORD, "1~5"), "campaignId"), row->id));
	assert_true(ad_str_eq(ad_row_text(ours(w, AD_R_KEYWORD, "2~4"), "adGroupId"),
			      ours(w, AD_R_AD_GROUP, "2")->id));
	/* The base of the budget rise, and one line of history each. */
	assert_int_equal(number_of(w, "SELECT budget FROM sync_budgets"), 12500000);
	assert_int_equal(number_of(w, "SELECT COUNT(*) FROM history WHERE verb = 'PULL'"), 5);
	assert_int_equal(number_of(w, "SELECT COUNT(*) FROM sync_seen"), 5);
}

static void what_stands_below_none_of_ours_is_left_out(void **state)
{
	struct world *w = *state;
	struct book b = open_book(w);
	struct ad_remote group = remote_of(w, "2", "77", "{\"name\":\"g\"}");
	struct ad_remote negative = remote_of(w, "77~5", "77", NO_WORD);

	tell(&b, AD_R_AD_GROUP, false, &group);
	tell(&b, AD_R_KEYWORD, true, &negative);
	assert_string_equal(counts(&b), "0/0/0/0/0/2");
	assert_int_equal(number_of(w, "SELECT COUNT(*) FROM ad_groups"), 0);
	assert_int_equal(number_of(w, "SELECT COUNT(*) FROM keywords"), 0);
}

/* An object of another Space, or of the other environment, is not found. */
static void realms_do_not_see_each_other(void **state)
{
	struct world *w = *state;
	struct book b = open_book(w);
	struct ad_remote campaign = remote_of(w, "1", NULL, CAMPAIGN("Rye", "12.5"));
	struct ad_remote group = remote_of(w, "2", "1", "{\"name\":\"g\"}");

	tell(&b, AD_R_CAMPAIGN, false, &campaign);
	DONE(w->db, ad_db_exec(w->db, "UPDATE campaigns SET environment = 'live'"));
	tell(&b, AD_R_AD_GROUP, false, &group);
	assert_string_equal(counts(&b), "1/0/0/0/0/1");
	tell(&b, AD_R_CAMPAIGN, false, &campaign);
	assert_string_equal(counts(&b), "1/0/0/0/0/0");
}

static void an_edit_there_is_an_edit_here(void **state)
{
	struct world *w = *state;
	struct book b = open_book(w);
	struct ad_remote was = remote_of(w, "1", NULL, CAMPAIGN("Rye", "12.5"));
	struct ad_remote is = remote_of(w, "1", NULL, CAMPAIGN("Rye", "13"));
	struct ad_row *row;

	tell(&b, AD_R_CAMPAIGN, false, &was);
	counts(&b);
	tell(&b, AD_R_CAMPAIGN, false, &is);
	assert_string_equal(counts(&b), "0/1/0/0/0/0");
	row = ours(w, AD_R_CAMPAIGN, "1");
	assert_int_equal(row->version, 2);
	assert_int_equal(row->state, AD_SYNCED);
	assert_int_equal(ad_row_value(row, "budget")->i, 13000000);
	assert_int_equal(number_of(w, "SELECT COUNT(*) FROM sync_budgets"), 2);
	/* Drafted differently meanwhile, it is drift, and the draft is unchanged. */
	edit(w, row->id, "budget", "20");
	tell(&b, AD_R_CAMPAIGN, false, &was);
	assert_string_equal(counts(&b), "0/0/1/0/0/0");
	row = ours(w, AD_R_CAMPAIGN, "1");
	assert_int_equal(row->state, AD_DRIFTED);
	assert_int_equal(ad_row_value(row, "budget")->i, 20000000);
}

/* An operation that is in flight or in doubt belongs to its run. */
static void what_is_on_its_way_is_left_alone(void **state)
{
	struct world *w = *state;
	struct book b = open_book(w);
	struct ad_remote was = remote_of(w, "1", NULL, CAMPAIGN("Rye", "12.5"));
	struct ad_remote is = remote_of(w, "1", NULL, CAMPAIGN("Oat", "99"));
	struct ad_row *row;

	tell(&b, AD_R_CAMPAIGN, false, &was);
	counts(&b);
	row = ours(w, AD_R_CAMPAIGN, "1");
	DONE(w->db, ad_db_exec(w->db, "UPDATE campaigns SET open_op = 'syn_2.1'"));
	tell(&b, AD_R_CAMPAIGN, false, &is);
	assert_string_equal(counts(&b), "0/0/0/0/0/1");
	miss(&b, row->id, NULL);
	assert_string_equal(counts(&b), "0/0/0/0/0/0");
	row = ours(w, AD_R_CAMPAIGN, "1");
	assert_int_equal(ad_row_value(row, "budget")->i, 12500000);
	assert_null(row->live.p);
}

/* A create whose outcome was unknown: the label identifies the draft that created it. */
static void a_mark_finds_the_draft_that_made_it(void **state)
{
	struct world *w = *state;
	struct book b = open_book(w);
	struct tree t = draft_tree(w);
	struct ad_row *row = load(w, &ad_resource_campaign, t.campaign);
	struct ad_remote there = remote_of(w, "1", NULL, CAMPAIGN("Other name", "20"));

	there.mark = t.campaign;
	tell(&b, AD_R_CAMPAIGN, false, &there);
	assert_int_equal(b.result.created, 0);
	assert_int_equal(number_of(w, "SELECT COUNT(*) FROM campaigns"), 1);
	assert_true(ad_str_eq(ours(w, AD_R_CAMPAIGN, "1")->id, t.campaign));
	/* The draft is unchanged. */
	assert_true(ad_str_eq(ad_row_text(ours(w, AD_R_CAMPAIGN, "1"), "name"),
			      ad_row_text(row, "name")));
	/* A copy on the platform with the same label is another object. */
	counts(&b);
	there.id = AD_S("2");
	tell(&b, AD_R_CAMPAIGN, false, &there);
	assert_string_equal(counts(&b), "1/0/0/0/0/0");
}

static void a_keyword_is_known_by_its_words(void **state)
{
	struct world *w = *state;
	struct book b = open_book(w);
	struct ad_pull_above above[2] = { 0 };
	struct ad_remote campaign = remote_of(w, "1", NULL, CAMPAIGN("Rye", "12.5"));
	struct ad_remote group = remote_of(w, "2", "1", "{\"name\":\"g\"}");
	struct ad_remote word = remote_of(w, "2~4", "2", WORD);
	struct ad_str mine;

	tell(&b, AD_R_CAMPAIGN, false, &campaign);
	tell(&b, AD_R_AD_GROUP, false, &group);
	counts(&b);
	mine = draft(w, AD_R_KEYWORD,
		     ad_arena_printf(w->arena,
				     "{\"adGroupId\":\"%.*s\",\"platform\":\"google\",\"text\":"
				     "\"rye\",\"matchType\":\"EXACT\"}",
				     AD_FMT(ours(w, AD_R_AD_GROUP, "2")->id))
			     .p);
	b.above = above;
	tell(&b, AD_R_KEYWORD, false, &word);
	assert_true(above[1].asked && above[1].drafts);
	assert_int_equal(b.result.created, 0);
	assert_true(ad_str_eq(ours(w, AD_R_KEYWORD, "2~4")->id, mine));
	assert_int_equal(number_of(w, "SELECT COUNT(*) FROM keywords"), 1);
}

static void gone_there_is_told_and_not_taken(void **state)
{
	struct world *w = *state;
	struct book b = open_book(w);
	struct ad_remote campaign = remote_of(w, "1", NULL, CAMPAIGN("Rye", "12.5"));
	struct ad_remote group = remote_of(w, "2", "1", "{\"name\":\"g\"}");
	struct ad_remote gone = removed("1");
	struct ad_row *row, *below;

	tell(&b, AD_R_CAMPAIGN, false, &campaign);
	tell(&b, AD_R_AD_GROUP, false, &group);
	counts(&b);
	row = ours(w, AD_R_CAMPAIGN, "1");
	below = ours(w, AD_R_AD_GROUP, "2");
	miss(&b, row->id, &gone);
	assert_string_equal(counts(&b), "0/0/0/1/0/0");
	row = load(w, row->res, row->id);
	assert_int_equal(row->state, AD_DRIFTED);
	assert_false(row->removed);
	assert_true(ad_str_is(row->remote_status, "REMOVED"));
	/* Objects below it are removed with it, whatever is reported about them. */
	miss(&b, below->id, &group);
	assert_string_equal(counts(&b), "0/0/0/1/0/0");
	assert_int_equal(load(w, below->res, below->id)->state, AD_DRIFTED);
}

/* An object that the platform does not return may exist: nothing shows its removal. */
static void test_an_object_that_is_not_shown_is_left_as_it_was(void **state)
{
	struct world *w = *state;
	struct book b = open_book(w);
	struct ad_remote campaign = remote_of(w, "1", NULL, CAMPAIGN("Rye", "12.5"));
	struct ad_row *row;

	for (int removal = 0; removal < 2; removal++) {
		if (!removal)
			tell(&b, AD_R_CAMPAIGN, false, &campaign);
		row = ours(w, AD_R_CAMPAIGN, "1");
		if (removal)
			stage_removal(w, row->id);
		counts(&b);
		miss(&b, row->id, NULL);
		assert_int_equal(b.result.warned, 1);
		assert_string_equal(b.result.warnings->code, "PERMISSION_DENIED");
		assert_true(ad_str_eq(b.result.warnings->id, row->id));
		assert_string_equal(counts(&b), "0/0/0/0/0/1");
		row = load(w, row->res, row->id);
		assert_false(row->removed || row->live.p);
		assert_true(ad_str_is(row->remote_status, "PAUSED"));
	}
}

/* A page's reads of a parent stay valid until the page itself changes one of that kind. */
static void a_page_sees_what_it_changed_above(void **state)
{
	struct world *w = *state;
	struct book b = open_book(w);
	struct ad_pull_above above[2] = { 0 };
	struct ad_remote campaign = remote_of(w, "1", NULL, CAMPAIGN("Rye", "12.5"));
	struct ad_remote group = remote_of(w, "2", "1", "{\"name\":\"g\"}");
	struct ad_remote other = remote_of(w, "3", "1", "{\"name\":\"h\"}");
	struct ad_remote word = remote_of(w, "2~4", "2", WORD);
	struct ad_remote late = remote_of(w, "2~5", "2", NO_WORD);

	b.above = above;
	tell(&b, AD_R_CAMPAIGN, false, &campaign);
	tell(&b, AD_R_AD_GROUP, false, &group);
	assert_true(ad_str_is(above[0].row->remote_id, "1"));
	tell(&b, AD_R_KEYWORD, false, &word);
	assert_true(ad_str_is(above[1].row->remote_id, "2"));
	assert_true(above[1].asked && !above[1].drafts);
	tell(&b, AD_R_AD_GROUP, false, &other);
	assert_string_equal(counts(&b), "4/0/0/0/0/0");
	assert_true(ad_str_eq(ad_row_text(ours(w, AD_R_AD_GROUP, "3"), "campaignId"),
			      ours(w, AD_R_CAMPAIGN, "1")->id));
	group = removed("2");
	miss(&b, ours(w, AD_R_AD_GROUP, "2")->id, &group);
	assert_null(above[1].row);
	tell(&b, AD_R_KEYWORD, false, &late);
	assert_string_equal(counts(&b), "0/0/0/1/0/1");
}

static void gone_there_as_was_wanted_is_the_end(void **state)
{
	struct world *w = *state;
	struct book b = open_book(w);
	struct ad_remote campaign = remote_of(w, "1", NULL, CAMPAIGN("Rye", "12.5"));
	struct ad_remote gone = removed("1");
	struct ad_row *row;

	tell(&b, AD_R_CAMPAIGN, false, &campaign);
	row = ours(w, AD_R_CAMPAIGN, "1");
	stage_removal(w, row->id);
	miss(&b, row->id, &gone);
	assert_int_equal(load(w, row->res, row->id)->state, AD_REMOVED);
	/* A page of an earlier time does not restore it. */
	counts(&b);
	tell(&b, AD_R_CAMPAIGN, false, &campaign);
	assert_string_equal(counts(&b), "0/0/0/0/0/1");
	assert_int_equal(load(w, row->res, row->id)->state, AD_REMOVED);
}

/* An archived object that exists again counts, and is reported. */
static void what_came_back_is_new_or_told(void **state)
{
	struct world *w = *state;
	struct book b = open_book(w);
	struct ad_remote campaign = remote_of(w, "1", NULL, CAMPAIGN("Rye", "12.5"));
	struct ad_remote other = remote_of(w, "2", NULL, CAMPAIGN("Oat", "9"));
	struct ad_remote gone = removed("1"), lost = removed("2");
	struct ad_row *row;

	tell(&b, AD_R_CAMPAIGN, false, &campaign);
	row = ours(w, AD_R_CAMPAIGN, "1");
	stage_removal(w, row->id);
	miss(&b, row->id, &gone);
	b.head.started_at = ad_now() + 11 * AD_MINUTE;
	/* Still removed there: nothing is new. */
	gone.fields = campaign.fields;
	tell(&b, AD_R_CAMPAIGN, false, &gone);
	assert_int_equal(number_of(w, "SELECT COUNT(*) FROM campaigns"), 1);
	counts(&b);
	tell(&b, AD_R_CAMPAIGN, false, &campaign);
	assert_int_equal(number_of(w, "SELECT COUNT(*) FROM campaigns"), 2);
	assert_int_equal(load(w, row->res, row->id)->state, AD_REMOVED);
	assert_int_equal(number_of(w, "SELECT COUNT(*) FROM campaigns WHERE remote_id = '1' AND"
				      " source = 'PULL' AND sync_state = 'SYNCED' AND budget ="
				      " 12500000"),
			 1);
	assert_string_equal(b.result.warnings->code, "CAME_BACK");
	/* The next pull finds it. */
	tell(&b, AD_R_CAMPAIGN, false, &campaign);
	assert_int_equal(number_of(w, "SELECT COUNT(*) FROM campaigns"), 2);
	/* Removed by another user, undecided, and back: the draft is the same one. */
	tell(&b, AD_R_CAMPAIGN, false, &other);
	row = ours(w, AD_R_CAMPAIGN, "2");
	miss(&b, row->id, &lost);
	assert_int_equal(load(w, row->res, row->id)->state, AD_DRIFTED);
	b.head.started_at = ad_now() + 11 * AD_MINUTE;
	b.result.warnings = NULL;
	b.result.warned = 0;
	tell(&b, AD_R_CAMPAIGN, false, &other);
	assert_int_equal(number_of(w, "SELECT COUNT(*) FROM campaigns"), 3);
	assert_int_equal(b.result.warned, 1);
}

/* Listed or not, an object that can be read by itself exists. */
static void what_was_only_not_listed_stays(void **state)
{
	struct world *w = *state;
	struct book b = open_book(w);
	struct ad_remote campaign = remote_of(w, "1", NULL, CAMPAIGN("Rye", "12.5"));
	struct ad_row *row;

	tell(&b, AD_R_CAMPAIGN, false, &campaign);
	counts(&b);
	row = ours(w, AD_R_CAMPAIGN, "1");
	miss(&b, row->id, &campaign);
	assert_string_equal(counts(&b), "0/0/0/0/1/0");
	assert_int_equal(load(w, row->res, row->id)->state, AD_SYNCED);
}

#define SOCIAL(name, objective)                                                                    \
	"{\"name\":\"" name "\",\"type\":\"SOCIAL\",\"objective\":\"" objective                    \
	"\",\"status\":\"PAUSED\",\"budget\":20}"
#define SENT_AT INT64_C(1795250000000000)

/* A create of a campaign on Reddit, sent at SENT_AT, with an unknown outcome. */
static void leave_in_doubt(struct world *w, const char *status)
{
	struct ad_str sql = ad_arena_printf(
		w->arena,
		"INSERT INTO sync_operations (space_id, environment, run_id, seq, op, resource,"
		" object_id, platform, object_version, want, changes, budget_delta, status,"
		" attempts, known_ids, sent_at, finished_at) VALUES ('%.*s', '%.*s', 'syn_9', 1,"
		" 'CREATE', 'campaign', 'cmp_9', 'reddit', 1, '%s', '[]', 0, '%s', 1,"
		" '[\"t5\",\"@%lld\"]', %lld, 1)",
		AD_FMT(w->realm.space_id), AD_FMT(w->realm.environment), SOCIAL("Rye", "TRAFFIC"),
		status, (long long)(SENT_AT - 30 * AD_SECOND), (long long)SENT_AT);

	DONE(w->db, ad_db_exec(w->db, sql.p));
}

/* One create in doubt holds back the objects that it may have created, and no others. */
static void only_what_may_be_ours_is_held_back(void **state)
{
	static const struct {
		const char *id, *fields;
		int64_t created;
		bool held;
	} rows[] = {
		{ "t1", SOCIAL("Rye", "TRAFFIC"), SENT_AT, true },
		{ "t2", SOCIAL("Renamed", "TRAFFIC"), SENT_AT + AD_MINUTE, true },
		{ "t3", SOCIAL("Rye", "TRAFFIC"), 0, true }, /* without a time */
		{ "t4", SOCIAL("Rye", "TRAFFIC"), SENT_AT - 31 * AD_SECOND, false },
		{ "t5", SOCIAL("Rye", "TRAFFIC"), SENT_AT - 20 * AD_SECOND, false }, /* known id */
		{ "t6", SOCIAL("Rye", "TRAFFIC"), SENT_AT + 2 * 60 * AD_MINUTE, false },
		{ "t7", "{\"name\":\"Rye\",\"type\":\"OTHER\",\"status\":\"PAUSED\",\"budget\":20}",
		  SENT_AT, false },
	};
	struct world *w = *state;
	struct book b = open_book(w);

	b.adapter = &ad_reddit;
	leave_in_doubt(w, "UNKNOWN");
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_remote there = remote_of(w, rows[i].id, NULL, rows[i].fields);
		there.created = rows[i].created;
		b.result.created = b.result.left_out = 0;
		tell(&b, AD_R_CAMPAIGN, false, &there);
		if (b.result.left_out != rows[i].held || b.result.created == rows[i].held)
			fail_msg("%s", rows[i].id);
	}
	/* The doubt ended: all of them are drafted. */
	DONE(w->db, ad_db_exec(w->db, "UPDATE sync_operations SET status = 'FAILED'"));
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_remote there = remote_of(w, rows[i].id, NULL, rows[i].fields);
		tell(&b, AD_R_CAMPAIGN, false, &there);
	}
	assert_int_equal(number_of(w, "SELECT COUNT(*) FROM campaigns"), AD_LEN(rows));
}

static void guardrails_are_told_and_fail_nothing(void **state)
{
	struct world *w = *state;
	struct book b = open_book(w);
	struct ad_remote campaign = remote_of(w, "1", NULL, CAMPAIGN("Rye", "900"));

	b.rails.max_campaign_daily_budget = INT64_C(100000000);
	tell(&b, AD_R_CAMPAIGN, false, &campaign);
	assert_int_equal(b.result.warned, 1);
	assert_string_equal(b.result.warnings->code, "maxCampaignDailyBudget");
	assert_true(ad_str_eq(b.result.warnings->id, ours(w, AD_R_CAMPAIGN, "1")->id));
	assert_int_equal(ad_row_value(ours(w, AD_R_CAMPAIGN, "1"), "budget")->i, 900000000);
}

/* A budget that a pull brings counts in the totals of pushes that run meanwhile. */
static void a_push_in_progress_counts_what_is_pulled(void **state)
{
	struct world *w = *state;
	struct book b = open_book(w);
	struct ad_remote was = remote_of(w, "1", NULL, CAMPAIGN("Rye", "100"));
	struct ad_remote is = remote_of(w, "1", NULL, CAMPAIGN("Rye", "400"));
	struct ad_remote renamed = remote_of(w, "1", NULL, CAMPAIGN("Oat", "400"));

	DONE(w->db, ad_db_exec(w->db, ad_arena_printf(w->arena,
						      "INSERT INTO sync_runs (space_id, "
						      "environment, id, mode, status, plan_hash,"
						      " activate, filters, source, created_by, "
						      "credential_id, connector, cancel,"
						      " done, total, created_at, started_at, "
						      "finished_at, spend) VALUES ('%.*s',"
						      " '%.*s', 'syn_2', 'PUSH', 'RUNNING', 'h', "
						      "0, '{}', 'API', 'a', 't', 0, 0,"
						      " 0, 1, 1, 1, 0, 300000000)",
						      AD_FMT(w->realm.space_id),
						      AD_FMT(w->realm.environment))
					      .p));
	tell(&b, AD_R_CAMPAIGN, false, &was);
	assert_int_equal(number_of(w, "SELECT spend FROM sync_runs WHERE id = 'syn_2'"), 400000000);
	tell(&b, AD_R_CAMPAIGN, false, &is);
	assert_int_equal(number_of(w, "SELECT spend FROM sync_runs WHERE id = 'syn_2'"), 700000000);
	tell(&b, AD_R_CAMPAIGN, false, &renamed);
	assert_int_equal(number_of(w, "SELECT spend FROM sync_runs WHERE id = 'syn_2'"), 700000000);
	/* Drift counts with the higher of both values. */
	edit(w, ours(w, AD_R_CAMPAIGN, "1")->id, "budget", "20");
	tell(&b, AD_R_CAMPAIGN, false, &was);
	assert_int_equal(number_of(w, "SELECT spend FROM sync_runs WHERE id = 'syn_2'"), 700000000);
	miss(&b, ours(w, AD_R_CAMPAIGN, "1")->id, &(struct ad_remote){ .status = AD_S("REMOVED") });
	assert_int_equal(number_of(w, "SELECT spend FROM sync_runs WHERE id = 'syn_2'"), 300000000);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, world_without_runner, world_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_tree_of_others_becomes_drafts_once),
		TEST(what_stands_below_none_of_ours_is_left_out),
		TEST(realms_do_not_see_each_other),
		TEST(an_edit_there_is_an_edit_here),
		TEST(what_is_on_its_way_is_left_alone),
		TEST(a_mark_finds_the_draft_that_made_it),
		TEST(a_keyword_is_known_by_its_words),
		TEST(gone_there_is_told_and_not_taken),
		TEST(test_an_object_that_is_not_shown_is_left_as_it_was),
		TEST(a_page_sees_what_it_changed_above),
		TEST(gone_there_as_was_wanted_is_the_end),
		TEST(what_was_only_not_listed_stays),
		TEST(what_came_back_is_new_or_told),
		TEST(only_what_may_be_ours_is_held_back),
		TEST(guardrails_are_told_and_fail_nothing),
		TEST(a_push_in_progress_counts_what_is_pulled),
	};

	return on_each_database("pull_store", tests);
}
