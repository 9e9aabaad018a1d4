/* The four ad accounts in the sandbox that every Space's test environment has from the start. */
#ifndef AD_AUTH_SANDBOX_ACCOUNTS_H
#define AD_AUTH_SANDBOX_ACCOUNTS_H

#include "auth/secret/secrets.h"
#include "model/resource.h"
#include "store/db/store.h"

/* The label under which a connection's credentials are sealed; the context is its id. */
#define AD_CONNECTION_SEAL "connections"

struct ad_sandbox_spec {
	struct ad_str space_id, account_id; /* account_id: who it is made by */
	struct ad_str currency, timezone;   /* of the Space */
};

/*
 * Inserts a connected, empty account on each platform, its declarations set to none. Credentials
 * are a JSON object { "refreshToken", "clientId", "clientSecret", "developerToken" }, sealed.
 */
enum ad_db_status ad_sandbox_accounts_add(struct ad_db *db, struct ad_arena *arena,
					  const struct ad_secrets *secrets,
					  const struct ad_sandbox_spec *spec) AD_CHECK;

/* The conversion actions that every account there has: our names with the platform's, as JSON. */
const char *ad_sandbox_actions(enum ad_platform platform);

#endif
