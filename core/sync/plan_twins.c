/*
 * Keywords that the platform treats as equal to another one. No API call creates such a pair
 * (keyword_rules.c), but drafts of an older version or pulled keywords may form one.
 */
#include "model/keyword_text.h"
#include "sync/plan_twins.h"

/*
 * The parts of a keyword's key below its parent, in the columns of the query. For rows stored
 * before texts were folded, letters and spaces are folded as far as SQL can.
 */
#define FOLDED                                                                                     \
	"COALESCE(folded_text, lower(trim(replace(replace(replace(text, '  ', ' '), '  ', ' '),"   \
	" '  ', ' '))))"
#define KEY(column) column ", " FOLDED ", match_type, COALESCE(negative, FALSE)"

struct twins {
	const struct ad_plan_ask *ask;
	struct ad_sync_plan *plan;
	const char *field;
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

static bool is_pair(struct ad_arena *arena, const struct ad_plan_op *op, const char *field,
		    struct ad_stmt *s)
{
	size_t negative = 0;

	(void)ad_field_find(&op->res->shape, AD_S("negative"), &negative);
	if (!ad_str_eq(ad_row_text(op->row, field), ad_col(s, 0)) ||
	    !ad_str_eq(ad_row_text(op->row, "matchType"), ad_col(s, 2)) ||
	    (op->row->v[negative].i != 0) != (ad_col_int(s, 3) != 0))
		return false;
	return ad_str_eq(ad_keyword_folded(arena, op->platform, ad_row_text(op->row, "text")),
			 ad_col(s, 1));
}

static void warn(const struct twins *t, struct ad_stmt *s)
{
	for (size_t i = 0; i < t->plan->count; i++) {
		const struct ad_plan_op *op = t->plan->ops[i];
		if (is_made(op) && is_pair(t->ask->scratch, op, t->field, s))
			ad_plan_warn(t->ask, t->plan, op->row,
				     (struct ad_plan_says){
					     "DUPLICATE", "Another keyword of the same parent is "
							  "equal on the platform, so only one of "
							  "them is created. Delete one of them." });
	}
}

static enum ad_db_status look(const struct twins *t, struct ad_ids page)
{
	const void *owner = strcmp(t->field, "adGroupId") == 0 ? per_group : per_campaign;
	struct ad_stmt *s = ad_sql(t->ask->db, ad_sql_kept(t->ask->db, owner, 0, write_pairs));
	enum ad_db_status status;

	ad_bind(s, 1, t->ask->realm.space_id);
	ad_bind(s, 2, t->ask->realm.environment);
	ad_ids_bind(s, 3, page);
	while ((status = ad_step(s)) == AD_DB_ROW)
		warn(t, s);
	return status;
}

/* Checks each parent of new keywords once. */
static enum ad_db_status look_below(struct twins *t, const char *field)
{
	struct ad_str *ids = ad_arena_alloc(t->ask->scratch, (t->plan->count + 1) * sizeof(*ids));
	enum ad_db_status status = AD_DB_DONE;
	size_t n = 0;

	t->field = field;
	for (size_t i = 0; i < t->plan->count; i++) {
		const struct ad_plan_op *op = t->plan->ops[i];
		struct ad_str parent =
			is_made(op) ? ad_row_text(op->row, field) : (struct ad_str){ 0 };
		if (parent.n)
			ids[n++] = parent;
	}
	n = ad_plan_ids_settle(ids, n);
	for (size_t at = 0; at < n && status == AD_DB_DONE; at += AD_IDS_MAX)
		status = look(t, ad_ids_page((struct ad_ids){ ids, n }, at));
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
