#include "sync/run/run_recognize.h"

#include <stdlib.h>

#include "base/json_read.h"
#include "base/json_write.h"
#include "sync/run/run_claim.h"

#define SINCE '@' /* starts the record of a time among ids; no id starts with it */

/* The certainty that the create made an object. */
enum sureness {
	NOT_MADE,
	MARKED, /* no one else can have made it */
	EQUAL,  /* it equals the sent values */
	CLOSE,  /* it differs in one field that people can change */
	REMOTE, /* it differs in several fields, all of which people can change */
	BARE,   /* it equals the sent values, but its mark was removed */
	SURENESSES
};

struct candidates {
	const struct ad_remote *first[SURENESSES];
	size_t count[SURENESSES];
};

static bool run_recognize_is_known(struct ad_run *run, const struct ad_journal_op *op,
				   struct ad_str id)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, ad_parsed(run->arena, op->known_ids))
	{
		if (ad_str_eq(ad_json_text(item), id))
			return true;
	}
	return false;
}

/*
 * True for resources with neither a mark nor set semantics: a name identifies them, and anyone can
 * change it.
 */
static bool is_by_name(const struct ad_run *run, const struct ad_resource *res)
{
	return (res->id == AD_R_CAMPAIGN || res->id == AD_R_AD_GROUP) && !run->adapter->marks(res);
}

int64_t ad_run_known_since(struct ad_arena *arena, struct ad_str known_ids)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, ad_parsed(arena, known_ids))
	{
		struct ad_str text = ad_json_text(item);
		if (text.n > 1 && text.p[0] == SINCE)
			return strtoll(text.p + 1, NULL, 10);
	}
	return 0;
}

void ad_run_record_known(struct ad_run *run, struct ad_journal_op *op, const struct ad_piece *piece)
{
	struct ad_text text = ad_text_on(run->arena);
	struct ad_json j = ad_json_on(&text);
	bool by_name = is_by_name(run, op->res);
	int64_t since = run->ask.newest - AD_ASK_NEWEST;

	if (since < 1)
		since = 1;
	ad_json_array(&j);
	for (const struct ad_remote *r = run->ask.found; r; r = r->next)
		if (!r->part &&
		    (run->adapter->same_key(piece, r) || (by_name && r->created >= since)))
			ad_json_str(&j, r->id);
	if (by_name)
		ad_json_str(&j, ad_arena_printf(run->arena, "%c%lld", SINCE, (long long)since));
	ad_json_array_end(&j);
	op->known_ids = ad_text_str(&text);
}

/* The number of sent fields that differ; SIZE_MAX if one of them is immutable. */
static size_t run_recognize_differences(struct ad_run *run, const struct ad_journal_op *op,
					const struct ad_piece *piece,
					const struct ad_remote *remote)
{
	size_t n = 0;

	for (size_t i = 0; i < op->res->shape.count; i++) {
		const struct ad_field *field = &op->res->shape.fields[i];
		const cJSON *wanted = ad_json_get(piece->want, field->name);
		if (!(field->flags & AD_SENT) || !run->adapter->sends(op->res, field->name) ||
		    cJSON_IsNull(wanted) || !ad_json_get(remote->fields, field->name) ||
		    ad_same_there(run->arena, run->adapter, op->res, field->name, remote->fields,
				  piece->want))
			continue;
		if (field->flags & AD_IMMUTABLE)
			return SIZE_MAX;
		n++;
	}
	return n;
}

/* For a resource identified by name, without a mark. */
static enum sureness sureness_by_name(struct ad_run *run, const struct ad_journal_op *op,
				      const struct ad_piece *piece, const struct ad_remote *remote)
{
	int64_t since = ad_run_known_since(run->arena, op->known_ids);
	size_t n = run_recognize_differences(run, op, piece, remote);

	if (n == 0 && run->adapter->same_key(piece, remote))
		return EQUAL;
	if (!since || n == SIZE_MAX || (remote->created && remote->created < since) ||
	    !ad_str_eq(piece->parent_remote_id, remote->parent_id))
		return NOT_MADE;
	return n <= 1 ? CLOSE : REMOTE;
}

static enum sureness sureness_of(struct ad_run *run, const struct ad_journal_op *op,
				 const struct ad_piece *piece, const struct ad_remote *remote)
{
	bool marks = run->adapter->marks(op->res);

	if (remote->part || ad_str_is(remote->status, "REMOVED") ||
	    run_recognize_is_known(run, op, remote->id))
		return NOT_MADE;
	if (remote->mark.n)
		return ad_str_eq(remote->mark, op->object_id) ? MARKED : NOT_MADE;
	if (run->adapter->made_of && run->adapter->made_of(piece, remote))
		return MARKED;
	if (is_by_name(run, op->res))
		return sureness_by_name(run, op, piece, remote);
	if (!run->adapter->same_key(piece, remote))
		return NOT_MADE;
	/* The key is the identity, whatever others changed. */
	if (run->adapter->set_like(op->res))
		return EQUAL;
	if (!ad_same_all(run->arena, run->adapter, op->res, remote->fields, piece->want))
		return NOT_MADE;
	return marks ? BARE : EQUAL;
}

/* *others: another draft owns the object, or another draft's create in doubt explains it. */
static enum ad_db_status is_of_others(struct ad_run *run, const struct ad_journal_op *op,
				      const struct ad_remote *remote, enum sureness sure,
				      bool *others)
{
	enum ad_db_status status = ad_run_owned(run, op, remote->id, others);

	/* Without a mark, an object of another Space looks the same. */
	if (status == AD_DB_DONE && !*others && sure != MARKED)
		status = ad_run_owned_elsewhere(run, op, remote->id, others);
	if (status == AD_DB_DONE && !*others && (sure == CLOSE || sure == REMOTE))
		status = ad_run_claimed(run, op, ad_json_get_text(remote->fields, "name"), others);
	return status;
}

/*
 * True if exactly one of several objects with the mark equals the sent values: the others are
 * copies.
 */
static bool is_original(struct ad_run *run, const struct ad_journal_op *op,
			const struct ad_piece *piece, const struct ad_remote **made)
{
	size_t n = 0;

	for (const struct ad_remote *r = run->ask.found; r; r = r->next) {
		if (sureness_of(run, op, piece, r) != MARKED ||
		    run_recognize_differences(run, op, piece, r) != 0)
			continue;
		*made = r;
		n++;
	}
	return n == 1;
}

static enum ad_recognition run_recognize_choose(struct ad_run *run, const struct ad_journal_op *op,
						const struct ad_piece *piece,
						const struct candidates *c,
						const struct ad_remote **made)
{
	*made = c->first[MARKED];
	if (c->count[MARKED] == 1 || (c->count[MARKED] > 1 && is_original(run, op, piece, made)))
		return AD_RECOGNIZED;
	if (c->count[MARKED])
		return AD_RECOGNIZED_SEVERAL;
	*made = c->first[EQUAL];
	if (c->count[EQUAL])
		return c->count[EQUAL] == 1 ? AD_RECOGNIZED : AD_RECOGNIZED_SEVERAL;
	*made = c->first[CLOSE];
	if (c->count[CLOSE] == 1 && !c->count[REMOTE])
		return AD_RECOGNIZED;
	if (c->count[CLOSE] + c->count[REMOTE] + c->count[BARE] > 1)
		return AD_RECOGNIZED_SEVERAL;
	return c->count[REMOTE] + c->count[BARE] ? AD_RECOGNIZED_UNCERTAIN : AD_RECOGNIZED_NONE;
}

static enum ad_db_status run_recognize_recognize(struct ad_run *run, const struct ad_journal_op *op,
						 const struct ad_piece *piece, bool marked,
						 struct candidates *c)
{
	for (const struct ad_remote *r = run->ask.found; r; r = r->next) {
		enum sureness sure = sureness_of(run, op, piece, r);
		bool others = false;
		enum ad_db_status status;
		if (sure == NOT_MADE || (marked && sure != MARKED))
			continue;
		status = is_of_others(run, op, r, sure, &others);
		if (status != AD_DB_DONE)
			return status;
		if (others)
			continue;
		c->first[sure] = r;
		c->count[sure]++;
	}
	return AD_DB_DONE;
}

enum ad_db_status ad_run_recognize(struct ad_run *run, const struct ad_journal_op *op,
				   const struct ad_piece *piece, const struct ad_remote **made,
				   enum ad_recognition *out)
{
	struct candidates c = { 0 };
	enum ad_db_status status = run_recognize_recognize(run, op, piece, false, &c);

	if (status == AD_DB_DONE)
		*out = run_recognize_choose(run, op, piece, &c, made);
	return status;
}

enum ad_db_status ad_run_recognize_mark(struct ad_run *run, const struct ad_journal_op *op,
					const struct ad_piece *piece, const struct ad_remote **made,
					enum ad_recognition *out)
{
	struct candidates c = { 0 };
	enum ad_db_status status = AD_DB_DONE;

	*out = AD_RECOGNIZED_NONE;
	if (run->adapter->marks(op->res))
		status = run_recognize_recognize(run, op, piece, true, &c);
	if (status == AD_DB_DONE)
		*out = run_recognize_choose(run, op, piece, &c, made);
	return status;
}
