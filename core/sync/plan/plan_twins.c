/*
 * Keywords that the platform treats as equal to another one. No API call creates such a pair
 * (keyword_rules.c), but drafts of an older version or pulled keywords may form one.
 */
#include <stdlib.h>

#include "model/keyword_text.h"
#include "sync/plan/plan_twins.h"

/*
 * The parts of a keyword's key below its parent, in the columns of the query. For rows stored
 * before texts were folded, letters and spaces are folded as far as SQL can.
 */
#define FOLDED                                                                                     \
	"COALESCE(folded_text, lower(trim(replace(replace(replace(text, '  ', ' '), '  ', ' '),"   \
	" '  ', ' '))))"
#define KEY(column) column ", " FOLDED ", match_type, COALESCE(negative, FALSE)"

/* A keyword that the plan creates: its parent, and its text as the platform compares it. */
struct twin {
	const struct ad_plan_op *op;
	struct ad_str parent, text;
};

struct twins {
	const struct ad_plan_ask *ask;
	struct ad_sync_plan *plan;
	const char *field;
	struct twin *made; /* by parent and text */
	size_t count;
};

static const char per_group[] = "twins below ad groups";
static const char per_campaign[] = "twins below campaigns";

static void write_pairs(struct ad_text *sql, const void *owner)
{
	bool groups = owner == per_group;
	const char *key = groups ? KEY("ad_group_id") : KEY("campaign_id");

	ad_text_addf(sql,
		     "SELECT %s FROM keywords WHERE space_id = $1 AND environment = $2 AND"
		     " sync_state <> 'REMOVED' AND %s IN ",
		     key, groups ? "ad_group_id" : "campaign_id");
	ad_ids_write(sql, 3);
	ad_text_addf(sql, " GROUP BY %s HAVING COUNT(*) > 1", key);
}

static bool is_made(const struct ad_plan_op *op)
{
	return op->op == AD_OP_CREATE && op->res->id == AD_R_KEYWORD;
}

static int by_text(const void *a, const void *b)
{
	const struct twin *x = a, *y = b;
	int order = ad_str_order(x->parent, y->parent);

	return order ? order : ad_str_order(x->text, y->text);
}

/* Folds each text once: a plan creates up to millions of keywords. */
static void collect_made(struct twins *t)
{
	size_t n = 0;

	t->count = 0;
	for (size_t i = 0; i < t->plan->count; i++)
		n += is_made(t->plan->ops[i]);
	t->made = ad_arena_alloc(t->ask->scratch, (n + 1) * sizeof(*t->made));
	for (size_t i = 0; i < t->plan->count; i++) {
		const struct ad_plan_op *op = t->plan->ops[i];
		struct twin one = { .op = op };
		if (is_made(op))
			one.parent = ad_row_text(op->row, t->field);
		if (!one.parent.n)
			continue;
		one.text = ad_keyword_folded(t->ask->scratch, op->platform,
					     ad_row_text(op->row, "text"));
		t->made[t->count++] = one;
	}
	if (t->count)
		qsort(t->made, t->count, sizeof(*t->made), by_text);
}

static bool is_pair(const struct ad_plan_op *op, struct ad_stmt *s)
{
	size_t negative = 0;

	(void)ad_field_find(&op->res->shape, AD_S("negative"), &negative);
	return ad_str_eq(ad_row_text(op->row, "matchType"), ad_col(s, 2)) &&
	       (op->row->v[negative].i != 0) == (ad_col_int(s, 3) != 0);
}

/* Warns about the keywords of a pair, which the row of the statement names. */
static void plan_twins_warn(const struct twins *t, struct ad_stmt *s)
{
	struct twin key = { .parent = ad_col(s, 0), .text = ad_col(s, 1) };
	size_t low = 0, high = t->count;

	while (low < high) {
		size_t middle = (low + high) / 2;
		if (by_text(&t->made[middle], &key) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	for (size_t i = low; i < t->count && by_text(&t->made[i], &key) == 0; i++)
		if (is_pair(t->made[i].op, s))
			ad_plan_warn(t->ask, t->plan, t->made[i].op->row,
				     (struct ad_plan_says){
					     "DUPLICATE", "Another keyword of the same parent is "
							  "equal on the platform, so only one of "
							  "them is created. Delete one of them." });
}

static enum ad_db_status plan_twins_look(const struct twins *t, struct ad_ids page)
{
	const void *owner = strcmp(t->field, "adGroupId") == 0 ? per_group : per_campaign;
	struct ad_stmt *s = ad_sql(t->ask->db, ad_sql_kept(t->ask->db, owner, 0, write_pairs));
	enum ad_db_status status;

	ad_bind(s, 1, t->ask->realm.space_id);
	ad_bind(s, 2, t->ask->realm.environment);
	ad_ids_bind(s, 3, page);
	while ((status = ad_step(s)) == AD_DB_ROW)
		plan_twins_warn(t, s);
	return status;
}

/* Checks each parent of new keywords once. */
static enum ad_db_status look_below(struct twins *t, const char *field)
{
	struct ad_str *ids;
	enum ad_db_status status = AD_DB_DONE;
	size_t n = 0;

	t->field = field;
	collect_made(t);
	ids = ad_arena_alloc(t->ask->scratch, (t->count + 1) * sizeof(*ids));
	for (size_t i = 0; i < t->count; i++)
		ids[n++] = t->made[i].parent;
	n = ad_plan_ids_settle(ids, n);
	for (size_t at = 0; at < n && status == AD_DB_DONE; at += AD_IDS_MAX)
		status = plan_twins_look(t, ad_ids_page((struct ad_ids){ ids, n }, at));
	return status;
}

enum ad_db_status ad_plan_twins(const struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	struct twins t = { .ask = ask, .plan = plan };
	enum ad_db_status status;

	ad_arena_reset(ask->scratch);
	status = look_below(&t, "adGroupId");
	return status == AD_DB_DONE ? look_below(&t, "campaignId") : status;
}
