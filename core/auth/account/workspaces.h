/* Making a Space: what a Personal one and a shared one have in common from the start. */
#ifndef AD_AUTH_WORKSPACES_H
#define AD_AUTH_WORKSPACES_H

#include "auth/secret/secrets.h"
#include "base/id.h"
#include "store/db/store.h"

struct ad_workspace_spec {
	struct ad_str id;         /* made by ad_id_make("spc") */
	struct ad_str account_id; /* its owner and first member */
	struct ad_str name;
	bool personal;
	struct ad_str currency; /* ISO 4217 */
	struct ad_str timezone; /* IANA */
};

/*
 * The order of an account's Spaces, where s is the Space, m the membership and $1 the account: its
 * own first, then by the time it joined. Spaces that others add it to never displace its own.
 */
#define AD_WORKSPACES_ORDER                                                                        \
	" ORDER BY s.personal DESC, CASE WHEN s.owner_account_id = $1 THEN 0 ELSE 1 END,"          \
	" m.created_at, s.id"

/* The e-mail of a Space's owner, with the same names; NULL if $1 is the owner. */
#define AD_WORKSPACES_OWNER                                                                        \
	"(SELECT wo.email FROM accounts wo WHERE wo.id = s.owner_account_id AND wo.id <> $1)"

/* True if a name is one line of 1 to 128 characters that are not all blank. */
bool ad_workspace_name_valid(struct ad_str name);
/*
 * Inserts a Space with the guardrails' defaults, its OWNER and its four sandbox accounts, in the
 * caller's write transaction.
 */
enum ad_db_status ad_workspace_add(struct ad_db *db, struct ad_arena *arena,
				   const struct ad_secrets *secrets,
				   const struct ad_workspace_spec *spec) AD_CHECK;

#endif
