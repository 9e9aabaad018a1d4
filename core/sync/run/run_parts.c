/*
 * The changes that an unsuccessful update may have made: changed fields, and partly changed ones.
 */
#include "sync/run/run_parts.h"

static bool is_done(const struct ad_journal_op *op, const char *field)
{
	for (const char *const *name = op->done; name && *name; name++)
		if (strcmp(*name, field) == 0)
			return true;
	return false;
}

size_t ad_run_standing(const struct ad_run *run, const struct ad_journal_op *op,
		       const struct ad_piece *piece, const char **done)
{
	size_t n = 0;

	for (const char *const *name = op->changed; *name; name++) {
		const char *const *left = piece->changed;
		while (*left && strcmp(*left, *name) != 0)
			left++;
		if (!*left && run->adapter->sends(op->res, *name))
			done[n++] = *name;
	}
	return n;
}

void ad_run_note_parts(const struct ad_run *run, struct ad_journal_op *op,
		       const struct ad_piece *piece, unsigned end)
{
	const char **unknown;
	size_t n = 0;

	if (piece->op != AD_OP_UPDATE || op->op != AD_OP_UPDATE || !run->adapter->in_parts)
		return;
	unknown = ad_arena_zalloc(run->arena, (AD_FIELDS_MAX + 1) * sizeof(*unknown));
	for (const char *const *name = piece->changed; *name; name++) {
		bool touched = false;
		for (unsigned step = 0; step < end && !touched; step++)
			touched = run->adapter->in_parts(piece, step, *name);
		if (touched && !is_done(op, *name))
			unknown[n++] = *name;
	}
	op->unknown = unknown;
}
