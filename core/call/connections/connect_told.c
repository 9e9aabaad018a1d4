/* The messages of a connection test, for the application and the command line. */
#include "call/connections/connect.h"

/*
 * NULL if the token reaches the account and the account's currency is unchanged; otherwise the
 * reason.
 */
static const char *account_fault(struct ad_arena *arena, const struct ad_connection_held *held,
				 const struct ad_connected *learned)
{
	const struct ad_reached *r = learned->finding.found;

	if (!r && learned->finding.cut)
		return "The platform did not return all accounts, and this account was not among "
		       "them. Try again.";
	if (!r)
		return ad_arena_printf(
			       arena,
			       "The stored credentials no longer give access to the ad account "
			       "%.*s. Ask the account's owner for access, then connect again.",
			       AD_FMT(held->account_id))
			.p;
	if (!ad_str_eq(r->currency, held->currency))
		return ad_arena_printf(
			       arena,
			       "The currency of the ad account is now %.*s instead of %.*s. "
			       "Disconnect the account and use a Space with the new currency.",
			       AD_FMT(r->currency), AD_FMT(held->currency))
			.p;
	return NULL;
}

const char *ad_connection_fault(struct ad_arena *arena, const struct ad_connection_held *held,
				const struct ad_connected *learned)
{
	if (!held->usable)
		return "The connection has no credentials to test. Connect it again.";
	if (learned->ended)
		return ad_arena_printf(arena,
				       "The platform rejected the stored credentials (%.*s). "
				       "Connect the account again.",
				       AD_FMT(learned->error.message))
			.p;
	if (learned->error.code)
		return ad_arena_printf(arena,
				       "The platform returned an unexpected response (%.*s). Try "
				       "again. If the error persists, connect the account again.",
				       AD_FMT(learned->error.message))
			.p;
	return account_fault(arena, held, learned);
}
