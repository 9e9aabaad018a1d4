/* Making a Space: what a Personal one and a shared one have in common from the start. */
#ifndef AD_AUTH_WORKSPACES_H
#define AD_AUTH_WORKSPACES_H

#include "auth/secrets.h"
#include "base/id.h"
#include "store/store.h"

struct ad_workspace_spec {
	struct ad_str id;         /* made by ad_id_make("spc") */
	struct ad_str account_id; /* its owner and first member */
	struct ad_str name;
	bool personal;
	struct ad_str currency; /* ISO 4217 */
	struct ad_str timezone; /* IANA */
};

/* Whether a name is one line of 1 to 128 characters that are not all blank. */
bool ad_workspace_name_valid(struct ad_str name);
/*
 * Inserts a Space with the guardrails' defaults, its OWNER and its four sandbox accounts, in the
 * caller's write transaction.
 */
enum ad_db_status ad_workspace_add(struct ad_db *db, struct ad_arena *arena,
				   const struct ad_secrets *secrets,
				   const struct ad_workspace_spec *spec) AD_CHECK;

#endif
