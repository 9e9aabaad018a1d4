/* Which fields of an update stand although it did not succeed. */
#include "sync/run.h"

static bool is_named(const char *const *names, const char *field)
{
	for (; *names; names++)
		if (strcmp(*names, field) == 0)
			return true;
	return false;
}

static bool is_step_done(const struct ad_run *run, const struct ad_piece *piece, const char *field)
{
	for (unsigned step = 0; step < run->step; step++)
		if (run->adapter->in_step(piece, step, field))
			return true;
	return false;
}

/* Whether an earlier attempt at the operation had requests that succeeded. */
static bool has_earlier(const struct ad_run *run, const struct ad_journal_op *op)
{
	return ad_steps_done(op->steps) > run->step;
}

/* Whether a part of the field may stand: in some ad groups, or some places. */
static bool is_begun(const struct ad_run *run, const struct ad_piece *piece, const char *field,
		     const struct ad_outcome *outcome)
{
	unsigned first = 0;

	if (!run->adapter->spreads || !run->adapter->spreads(piece, field, &first))
		return false;
	if (first < run->step)
		return true;
	return first == run->step && outcome && (outcome->partly || outcome->kind == AD_DOUBT);
}

void ad_run_keep_done(struct ad_run *run, struct ad_journal_op *op, const struct ad_piece *piece,
		      const struct ad_outcome *outcome)
{
	const char **done = ad_arena_zalloc(run->arena, (AD_FIELDS_MAX + 1) * sizeof(*done));
	const char **part = ad_arena_zalloc(run->arena, (AD_FIELDS_MAX + 1) * sizeof(*part));
	const struct ad_adapter *adapter = run->adapter;
	bool earlier = has_earlier(run, op);
	unsigned first;
	size_t n = 0, parts = 0;

	if (piece->op != AD_OP_UPDATE || op->op != AD_OP_UPDATE)
		return;
	/* The platform was asked: what is not sent again stands as it is wanted. */
	for (const char *const *name = op->changed; *name && earlier; name++)
		if (!is_named(piece->changed, *name) && adapter->sends(op->res, *name))
			done[n++] = *name;
	for (const char *const *name = piece->changed; *name; name++) {
		bool again = earlier && adapter->spreads && adapter->spreads(piece, *name, &first);
		if (is_step_done(run, piece, *name))
			done[n++] = *name;
		else if (again || is_begun(run, piece, *name, outcome))
			part[parts++] = *name;
	}
	op->done = done;
	op->part = part;
}
