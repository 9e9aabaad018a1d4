/*
 * Machines of an account's own: confidential clients that are registered by somebody who works at
 * the command line, and get access tokens by the client credentials grant (OAuth 2.1 section 4.2).
 * Each is a client with a secret and one standing grant, which fixes Space, environment, resource
 * and scopes; what the account's role in the Space allows is asked again at every call. Everything
 * that writes runs in the caller's write transaction.
 */
#ifndef AD_AUTH_MACHINES_H
#define AD_AUTH_MACHINES_H

#include "auth/oauth/grants.h"

#define AD_CLIENT_RIGHT_CREDENTIALS (1u << 2) /* in oauth_clients.grants: it is a machine */

/* The resource of a machine's grant, independent of the server's current URL. */
#define AD_MACHINE_API "api"
#define AD_MACHINE_MCP "mcp"

struct ad_machine {
	struct ad_grant grant;
	struct ad_str secret; /* after adding and rotating only: it is shown once */
};

/*
 * Makes the client and its grant: account_id, client_name, space_id, resource, environment and
 * scopes of machine->grant are the input. It ends by itself after AD_GRANT_DAYS.
 */
enum ad_db_status ad_machine_add(struct ad_db *db, struct ad_arena *arena,
				 struct ad_machine *machine) AD_CHECK;
/*
 * The grant of a machine by its client id, alive or not: AD_DB_ROW, or AD_DB_DONE where there is
 * none.
 */
enum ad_db_status ad_machine_load(struct ad_db *db, struct ad_arena *arena, struct ad_str client_id,
				  struct ad_grant *out) AD_CHECK;
/*
 * A new secret and another AD_GRANT_DAYS for one that lives; the old secret and every access token
 * so far end at once. AD_DB_DONE; machine->grant is as ad_machine_load() gave it.
 */
enum ad_db_status ad_machine_rotate(struct ad_db *db, struct ad_arena *arena,
				    struct ad_machine *machine) AD_CHECK;
/* Ends one for good, with every access token. */
enum ad_db_status ad_machine_remove(struct ad_db *db, const struct ad_grant *grant) AD_CHECK;

#endif
