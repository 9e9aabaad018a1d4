/*
 * Finds negative keywords that block keywords of their own ad group or campaign: a search for the
 * keyword's text would be blocked. Words are compared case-insensitively. In a large campaign only
 * NEGATIVES_MAX negative and KEYWORDS_MAX other keywords are compared.
 */
#include <stdlib.h>

#include "base/fold.h"
#include "base/json_read.h"
#include "base/utf8.h"
#include "store/db/round_trips.h"
#include "sync/plan/plan_reach.h"

#define WORDS_MAX 16
#define NEGATIVES_MAX 10000
#define KEYWORDS_MAX 20000
#define BUCKETS 4096 /* a power of two */

struct phrase {
	struct phrase *next; /* the next negative whose first word is in the same bucket */
	struct ad_str id, group, text, match;
	uint64_t words[WORDS_MAX]; /* digests */
	size_t count;
};

struct looking {
	const struct ad_plan_ask *ask;
	struct ad_sync_plan *plan;
	struct ad_arena *arena;         /* of the lists */
	const struct ad_plan_op **made; /* keywords that the plan creates, by ascending id */
	size_t made_count, told;
	struct phrase *buckets[BUCKETS];
};

static int plan_negatives_order(struct ad_str a, struct ad_str b)
{
	int way = memcmp(a.p, b.p, a.n < b.n ? a.n : b.n);

	return way ? way : (a.n > b.n) - (a.n < b.n);
}

static int plan_negatives_by_id(const void *a, const void *b)
{
	return plan_negatives_order((*(const struct ad_plan_op *const *)a)->row->id,
				    (*(const struct ad_plan_op *const *)b)->row->id);
}

static int to_id(const void *key, const void *op)
{
	return plan_negatives_order(*(const struct ad_str *)key,
				    (*(const struct ad_plan_op *const *)op)->row->id);
}

static const struct ad_row *made_row(const struct looking *l, struct ad_str id)
{
	const struct ad_plan_op *const *found =
		bsearch(&id, l->made, l->made_count, sizeof(struct ad_plan_op *), to_id);

	return found ? (*found)->row : NULL;
}

/* FNV-1a. */
static uint64_t digest_of(struct ad_str word)
{
	uint64_t hash = UINT64_C(14695981039346656037);

	for (size_t i = 0; i < word.n; i++)
		hash = (hash ^ (unsigned char)word.p[i]) * UINT64_C(1099511628211);
	return hash;
}

static void plan_negatives_split(struct ad_arena *arena, struct phrase *phrase)
{
	struct ad_str text = ad_lower(arena, phrase->text);

	for (size_t at = 0; at < text.n && phrase->count < WORDS_MAX;) {
		size_t end = at;
		while (end < text.n && text.p[end] != ' ' && text.p[end] != '\t')
			end++;
		if (end > at)
			phrase->words[phrase->count++] =
				digest_of((struct ad_str){ text.p + at, end - at });
		at = end + 1;
	}
}

static bool has_word(const struct phrase *phrase, uint64_t word)
{
	for (size_t i = 0; i < phrase->count; i++)
		if (phrase->words[i] == word)
			return true;
	return false;
}

static bool has_all(const struct phrase *phrase, const struct phrase *negative)
{
	for (size_t i = 0; i < negative->count; i++)
		if (!has_word(phrase, negative->words[i]))
			return false;
	return true;
}

static bool has_row(const struct phrase *phrase, const struct phrase *negative)
{
	for (size_t at = 0; at + negative->count <= phrase->count; at++)
		if (memcmp(&phrase->words[at], negative->words,
			   negative->count * sizeof(negative->words[0])) == 0)
			return true;
	return false;
}

static bool plan_negatives_blocks(const struct phrase *negative, const struct phrase *phrase)
{
	if (negative->group.p && !ad_str_eq(negative->group, phrase->group))
		return false;
	if (ad_str_is(negative->match, "BROAD"))
		return has_all(phrase, negative);
	return has_row(phrase, negative) &&
	       (ad_str_is(negative->match, "PHRASE") || negative->count == phrase->count);
}

static void plan_negatives_tell(struct looking *l, const struct phrase *negative,
				const struct phrase *phrase)
{
	struct ad_arena *arena = l->ask->arena;
	const struct ad_row *keyword = made_row(l, phrase->id);
	const struct ad_row *row = keyword ? keyword : made_row(l, negative->id);

	/* No warning if both keywords are on the platform already: the plan changes neither. */
	if (!row || l->told >= AD_PLAN_BLOCKED_MAX)
		return;
	l->told++;
	ad_plan_warn(l->ask, l->plan, row,
		     (struct ad_plan_says){
			     "NEGATIVE_BLOCKS_KEYWORD",
			     ad_arena_printf(arena,
					     "The negative %.*s keyword \"%.*s\" (%.*s) of the %s "
					     "blocks the keyword \"%.*s\" (%.*s), which then shows "
					     "no ads for its own text.",
					     AD_FMT(negative->match), AD_FMT(negative->text),
					     AD_FMT(negative->id),
					     negative->group.p ? "ad group" : "campaign",
					     AD_FMT(phrase->text), AD_FMT(phrase->id))
				     .p });
}

static void plan_negatives_look_at(struct looking *l, const struct phrase *phrase)
{
	for (size_t i = 0; i < phrase->count; i++) {
		struct phrase *negative = l->buckets[phrase->words[i] & (BUCKETS - 1)];
		for (; negative; negative = negative->next) {
			if (negative->words[0] != phrase->words[i] ||
			    !plan_negatives_blocks(negative, phrase))
				continue;
			plan_negatives_tell(l, negative, phrase);
			return;
		}
	}
}

#define NEGATIVES_ASKED " k.negative = $4 AND k.sync_state NOT IN ('REMOVED', 'PENDING_REMOVAL')"

/*
 * Selects the keywords of a campaign and of its ad groups, either the negative ones or the others.
 * Two queries by parent: with an OR between them SQLite would scan all keywords of the Space.
 */
static struct ad_stmt *keywords_of(const struct ad_plan_ask *ask, struct ad_str campaign_id,
				   bool negative)
{
	struct ad_stmt *s = ad_sql(
		ask->db,
		"SELECT k.id, k.ad_group_id, k.text, k.match_type FROM keywords k WHERE k.space_id"
		" = $1 AND k.environment = $2 AND k.campaign_id = $3 AND k.ad_group_id IS NULL "
		"AND" NEGATIVES_ASKED
		" UNION ALL SELECT k.id, k.ad_group_id, k.text, k.match_type FROM"
		" ad_groups g JOIN keywords k ON k.space_id = g.space_id AND k.environment ="
		" g.environment AND k.ad_group_id = g.id WHERE g.space_id = $1 AND g.environment ="
		" $2 AND g.campaign_id = $3 AND g.sync_state NOT IN ('REMOVED', 'PENDING_REMOVAL')"
		" AND" NEGATIVES_ASKED " LIMIT $5");

	ad_bind(s, 1, ask->realm.space_id);
	ad_bind(s, 2, ask->realm.environment);
	ad_bind(s, 3, campaign_id);
	ad_bind_bool(s, 4, negative);
	ad_bind_int(s, 5, negative ? NEGATIVES_MAX : KEYWORDS_MAX);
	return s;
}

static struct phrase *phrase_at(struct ad_stmt *s, struct ad_arena *arena)
{
	struct phrase *phrase = ad_arena_zalloc(arena, sizeof(*phrase));

	phrase->id = ad_col_copy(s, arena, 0);
	if (!ad_col_is_null(s, 1))
		phrase->group = ad_col_copy(s, arena, 1);
	phrase->text = ad_col_copy(s, arena, 2);
	phrase->match = ad_col_copy(s, arena, 3);
	plan_negatives_split(arena, phrase);
	return phrase;
}

static enum ad_db_status look_at_campaign(struct looking *l, struct ad_str campaign_id)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_stmt *s = keywords_of(l->ask, campaign_id, true);
	enum ad_db_status status;
	size_t negatives = 0;

	memset(l->buckets, 0, sizeof(l->buckets));
	while ((status = ad_step(s)) == AD_DB_ROW) {
		struct phrase *negative = phrase_at(s, arena);
		struct phrase **bucket = &l->buckets[negative->words[0] & (BUCKETS - 1)];
		if (!negative->count)
			continue;
		negative->next = *bucket;
		*bucket = negative;
		negatives++;
	}
	if (status == AD_DB_DONE && negatives) {
		s = keywords_of(l->ask, campaign_id, false);
		while ((status = ad_step(s)) == AD_DB_ROW) {
			ad_arena_reset(l->ask->scratch);
			plan_negatives_look_at(l, phrase_at(s, l->ask->scratch));
		}
	}
	ad_arena_free(arena);
	return status;
}

/* The campaign of a keyword; absent if its ad group no longer exists. */
static enum ad_db_status plan_negatives_campaign_of(const struct looking *l,
						    const struct ad_row *row,
						    struct ad_str *campaign_id)
{
	const struct ad_plan_ask *ask = l->ask;
	struct ad_str group = ad_row_text(row, "adGroupId");
	struct ad_stmt *s;
	enum ad_db_status status;

	*campaign_id = ad_row_text(row, "campaignId");
	if (campaign_id->p || !group.p)
		return AD_DB_DONE;
	s = ad_sql(ask->db, "SELECT campaign_id FROM ad_groups WHERE space_id = $1 AND environment"
			    " = $2 AND id = $3");
	ad_bind(s, 1, ask->realm.space_id);
	ad_bind(s, 2, ask->realm.environment);
	ad_bind(s, 3, group);
	status = ad_step(s);
	if (status == AD_DB_ROW)
		*campaign_id = ad_col_copy(s, l->arena, 0);
	ad_reset(s);
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

static void plan_negatives_collect(struct looking *l)
{
	for (size_t i = 0; i < l->plan->count; i++)
		l->made_count += l->plan->ops[i]->res->id == AD_R_KEYWORD &&
				 l->plan->ops[i]->op == AD_OP_CREATE;
	l->made = ad_arena_alloc(l->arena, (l->made_count + 1) * sizeof(*l->made));
	l->made_count = 0;
	for (size_t i = 0; i < l->plan->count; i++)
		if (l->plan->ops[i]->res->id == AD_R_KEYWORD && l->plan->ops[i]->op == AD_OP_CREATE)
			l->made[l->made_count++] = l->plan->ops[i];
	if (l->made_count)
		qsort(l->made, l->made_count, sizeof(*l->made), plan_negatives_by_id);
}

enum ad_db_status ad_plan_negatives(const struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	struct ad_arena *arena = ad_arena_new();
	struct looking *l = ad_arena_zalloc(arena, sizeof(*l));
	struct ad_str *ids, last_parent = { 0 };
	enum ad_db_status status = AD_DB_DONE;
	size_t n = 0;

	l->ask = ask;
	l->plan = plan;
	l->arena = arena;
	plan_negatives_collect(l);
	ids = ad_arena_alloc(arena, (l->made_count + 1) * sizeof(*ids));
	for (size_t i = 0; i < plan->count && status == AD_DB_DONE; i++) {
		const struct ad_plan_op *op = plan->ops[i];
		/* Keywords of one parent are mostly consecutive. */
		if (op->res->id != AD_R_KEYWORD || op->op != AD_OP_CREATE ||
		    (last_parent.p && ad_str_eq(last_parent, op->parent_id)))
			continue;
		last_parent = op->parent_id;
		status = plan_negatives_campaign_of(l, op->row, &ids[n]);
		n += ids[n].p != NULL;
	}
	n = ad_plan_ids_settle(ids, n);
	for (size_t i = 0; i < n && status == AD_DB_DONE; i++)
		status = look_at_campaign(l, ids[i]);
	ad_arena_free(arena);
	return status;
}
