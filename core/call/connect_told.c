/* What a test of a connection is told as, in the application and on the command line. */
#include "call/connect.h"

/* Whether the account is among those that the token reaches, in the currency that it had. */
static const char *account_fault(struct ad_arena *arena, const struct ad_connection_held *held,
				 const struct ad_connected *learned)
{
	const struct ad_reached *r = learned->finding.found;

	if (!r && learned->finding.cut)
		return "The platform did not tell of all accounts, nor of this one. Try again.";
	if (!r)
		return ad_arena_printf(
			       arena,
			       "What it was connected with no longer reaches the ad "
			       "account %.*s: ask its owner for access, then connect again.",
			       AD_FMT(held->account_id))
			.p;
	if (!ad_str_eq(r->currency, held->currency))
		return ad_arena_printf(arena,
				       "The ad account is now kept in %.*s, and was in %.*s: "
				       "disconnect it and use a Space of that currency.",
				       AD_FMT(r->currency), AD_FMT(held->currency))
			.p;
	return NULL;
}

const char *ad_connection_fault(struct ad_arena *arena, const struct ad_connection_held *held,
				const struct ad_connected *learned)
{
	if (!held->usable)
		return "There is nothing to test it with: connect it again.";
	if (learned->ended)
		return ad_arena_printf(arena,
				       "The platform no longer lets this server in (%.*s). "
				       "Connect it again.",
				       AD_FMT(learned->error.message))
			.p;
	if (learned->error.code)
		return ad_arena_printf(arena,
				       "The platform did not answer as it should (%.*s). Try "
				       "again; where it stays so, connect it again.",
				       AD_FMT(learned->error.message))
			.p;
	return account_fault(arena, held, learned);
}
