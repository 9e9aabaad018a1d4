/* Tables of sign-in and OAuth. Secrets are stored as SHA-256 in hex; times are us since 1970. */
#include "store/ddl/ddl_texts.h"

const char *const ad_ddl_oauth[] = {
	/* The application's signed-in browsers. */
	"CREATE TABLE IF NOT EXISTS sessions ("
	" token_hash TEXT PRIMARY KEY,"
	" id TEXT NOT NULL,"
	" account_id TEXT NOT NULL,"
	" created_at BIGINT NOT NULL,"
	" confirmed_at BIGINT NOT NULL," /* last use of password or passkey */
	" factor_at BIGINT,"             /* use of a second factor; NULL: the password alone */
	" before_at BIGINT,"             /* the account's previous sign-in */
	" seen_at BIGINT NOT NULL,"
	" expires_at BIGINT NOT NULL,"
	" address TEXT NOT NULL,"
	" user_agent TEXT NOT NULL)",
	"CREATE INDEX IF NOT EXISTS sessions_by_account ON sessions (account_id)",
	"CREATE INDEX IF NOT EXISTS sessions_by_expiry ON sessions (expires_at)",

	/* One row per sign-in attempt that has not (yet) succeeded. */
	"CREATE TABLE IF NOT EXISTS signin_attempts ("
	" id TEXT PRIMARY KEY,"
	" address TEXT NOT NULL,"
	" email_hash TEXT NOT NULL,"
	" cleared BIGINT NOT NULL DEFAULT 0," /* 1: the account has signed in from there since */
	" told BIGINT,"                       /* 1: the history has the limit that it was part of */
	" attempted_at BIGINT NOT NULL,"
	" site TEXT)", /* the network of 48 bits of an IPv6 address */
	"CREATE INDEX IF NOT EXISTS signin_attempts_by_site"
	" ON signin_attempts (site, attempted_at)",
	"CREATE INDEX IF NOT EXISTS signin_attempts_by_address"
	" ON signin_attempts (address, attempted_at)",
	"CREATE INDEX IF NOT EXISTS signin_attempts_by_email"
	" ON signin_attempts (email_hash, attempted_at)",
	"CREATE INDEX IF NOT EXISTS signin_attempts_by_time ON signin_attempts (attempted_at)",

	/* One-time links for setting a password. */
	"CREATE TABLE IF NOT EXISTS account_links ("
	" token_hash TEXT PRIMARY KEY,"
	" account_id TEXT NOT NULL,"
	" created_at BIGINT NOT NULL,"
	" expires_at BIGINT NOT NULL,"
	" used_at BIGINT)",
	"CREATE INDEX IF NOT EXISTS account_links_by_expiry ON account_links (expires_at)",

	/*
	 * The secret of an account's authenticator app, sealed; if there is one, sign-in requires
	 * it.
	 */
	"CREATE TABLE IF NOT EXISTS account_totp ("
	" account_id TEXT PRIMARY KEY,"
	" sealed TEXT NOT NULL,"
	" counter BIGINT NOT NULL," /* the last accepted step: a code is valid once */
	" created_at BIGINT NOT NULL)",
	/* Unused recovery codes. */
	"CREATE TABLE IF NOT EXISTS account_recovery ("
	" account_id TEXT NOT NULL,"
	" code_hash TEXT NOT NULL,"
	" created_at BIGINT NOT NULL,"
	" PRIMARY KEY (account_id, code_hash))",
	/* Passkeys; credential_id and public_key (a COSE_Key) are base64url of bytes. */
	"CREATE TABLE IF NOT EXISTS passkeys ("
	" credential_hash TEXT PRIMARY KEY,"
	" id TEXT NOT NULL UNIQUE,"
	" account_id TEXT NOT NULL,"
	" credential_id TEXT NOT NULL,"
	" name TEXT NOT NULL,"
	" public_key TEXT NOT NULL,"
	" sign_count BIGINT NOT NULL,"
	" backup_eligible BIGINT NOT NULL,"
	" backed_up BIGINT NOT NULL,"
	" created_at BIGINT NOT NULL,"
	" last_used_at BIGINT)",
	"CREATE INDEX IF NOT EXISTS passkeys_by_account ON passkeys (account_id, id)",
	/* Challenges that were answered, until they would expire. */
	"CREATE TABLE IF NOT EXISTS passkey_challenges ("
	" challenge_hash TEXT PRIMARY KEY,"
	" expires_at BIGINT NOT NULL)",
	"CREATE INDEX IF NOT EXISTS passkey_challenges_by_expiry"
	" ON passkey_challenges (expires_at)",
	/* Browsers that sent the right password and must send the second factor. */
	"CREATE TABLE IF NOT EXISTS signin_steps ("
	" token_hash TEXT PRIMARY KEY,"
	" account_id TEXT NOT NULL,"
	" created_at BIGINT NOT NULL,"
	" expires_at BIGINT NOT NULL)",
	"CREATE INDEX IF NOT EXISTS signin_steps_by_account ON signin_steps (account_id)",
	"CREATE INDEX IF NOT EXISTS signin_steps_by_expiry ON signin_steps (expires_at)",

	/* Registered clients (RFC 7591). */
	"CREATE TABLE IF NOT EXISTS oauth_clients ("
	" id TEXT PRIMARY KEY,"
	" name TEXT NOT NULL,"
	" auth_method TEXT NOT NULL," /* none, client_secret_basic, …_post, private_key_jwt */
	" secret_hash TEXT,"
	" redirect_uris TEXT NOT NULL," /* JSON array of strings */
	" grants BIGINT NOT NULL,"      /* bits: 1 code, 2 device, 4 client credentials, 8 bound */
	" metadata TEXT NOT NULL,"      /* JSON object, as answered, without the secret */
	" fingerprint TEXT NOT NULL,"
	" created_at BIGINT NOT NULL,"
	" used_at BIGINT,"       /* last consent or token; NULL: never */
	" management_hash TEXT," /* of the registration access token (RFC 7592) */
	" shared BIGINT,"        /* 1: an identical registration got it too */
	" origin TEXT)",         /* the registering network, as a MAC; NULL: several did */
	"CREATE INDEX IF NOT EXISTS oauth_clients_by_fingerprint"
	" ON oauth_clients (fingerprint, created_at)",
	"CREATE INDEX IF NOT EXISTS oauth_clients_by_use ON oauth_clients (used_at, created_at)",
	"CREATE INDEX IF NOT EXISTS oauth_clients_by_origin"
	" ON oauth_clients (origin, used_at, created_at)",

	/*
	 * Copies of what clients publish: metadata documents in our own form, key sets as received;
	 * the reason of the last failure; the current fetch (one at a time, over all servers).
	 */
	"CREATE TABLE IF NOT EXISTS oauth_remote ("
	" kind TEXT NOT NULL," /* document | keys */
	" url TEXT NOT NULL,"
	" body TEXT," /* NULL: never received */
	" fetched_at BIGINT,"
	" expires_at BIGINT,"       /* from its headers, within limits */
	" failure TEXT,"            /* of the last attempt; NULL: it succeeded */
	" invalid BIGINT NOT NULL," /* 1: the received text was invalid */
	" tried_at BIGINT NOT NULL,"
	" leased_until BIGINT NOT NULL,"
	" PRIMARY KEY (kind, url))",
	"CREATE INDEX IF NOT EXISTS oauth_remote_by_try ON oauth_remote (tried_at)",
	"CREATE INDEX IF NOT EXISTS oauth_remote_by_kind ON oauth_remote (kind, tried_at)",
	"CREATE INDEX IF NOT EXISTS oauth_remote_by_lease ON oauth_remote (kind, leased_until)",

	/* Used client assertions, until they expire (RFC 7523). */
	"CREATE TABLE IF NOT EXISTS oauth_assertions ("
	" id TEXT PRIMARY KEY," /* hash of client and jti */
	" expires_at BIGINT NOT NULL)",
	"CREATE INDEX IF NOT EXISTS oauth_assertions_by_expiry ON oauth_assertions (expires_at)",

	/* Authorization requests that passed every check and wait for a person's decision. */
	"CREATE TABLE IF NOT EXISTS oauth_requests ("
	" handle_hash TEXT PRIMARY KEY,"
	" browser_hash TEXT NOT NULL,"
	" client_id TEXT NOT NULL,"
	" redirect_uri TEXT NOT NULL,"
	" redirect_given BIGINT NOT NULL,"
	" state TEXT,"
	" challenge TEXT NOT NULL,"
	" resource TEXT NOT NULL,"
	" scopes BIGINT NOT NULL,"
	" login_hint TEXT,"
	" confirm_after BIGINT NOT NULL," /* us: sign-in must be later (prompt=login); 0: any */
	" created_at BIGINT NOT NULL,"
	" expires_at BIGINT NOT NULL,"
	" decision TEXT,"    /* NULL | allow | deny */
	" pushed_hash TEXT," /* of its request_uri (RFC 9126) */
	" device_hash TEXT," /* of the waiting device (RFC 8628), and its code */
	" user_code TEXT,"
	" jkt TEXT,"         /* the key that its code is bound to (RFC 9449 section 10) */
	" network TEXT,"     /* its network, as a hash; older rows have none */
	" reached_by TEXT)", /* the account that is signed in there; see oauth/endpoint/rows.h */
	"CREATE INDEX IF NOT EXISTS oauth_requests_by_share"
	" ON oauth_requests (network, reached_by, created_at)",
	"CREATE INDEX IF NOT EXISTS oauth_requests_by_person"
	" ON oauth_requests (reached_by, created_at)",
	"CREATE INDEX IF NOT EXISTS oauth_requests_by_expiry ON oauth_requests (expires_at)",
	"CREATE INDEX IF NOT EXISTS oauth_requests_by_browser ON oauth_requests (browser_hash)",

	/* Pushed authorization requests (RFC 9126), as a form without the client's credentials. */
	"CREATE TABLE IF NOT EXISTS oauth_pushed ("
	" uri_hash TEXT PRIMARY KEY,"
	" client_id TEXT NOT NULL,"
	" params TEXT NOT NULL,"
	" created_at BIGINT NOT NULL,"
	" expires_at BIGINT NOT NULL,"
	" network TEXT,"
	" reached_by TEXT)",
	"CREATE INDEX IF NOT EXISTS oauth_pushed_by_person ON oauth_pushed (reached_by, "
	"created_at)",
	"CREATE INDEX IF NOT EXISTS oauth_pushed_by_share"
	" ON oauth_pushed (network, reached_by, created_at)",
	"CREATE INDEX IF NOT EXISTS oauth_pushed_by_expiry ON oauth_pushed (expires_at)",

	/* Devices that wait for a person's decision (RFC 8628). */
	"CREATE TABLE IF NOT EXISTS oauth_devices ("
	" device_hash TEXT PRIMARY KEY,"
	" user_code TEXT NOT NULL UNIQUE,"
	" client_id TEXT NOT NULL,"
	" resource TEXT NOT NULL,"
	" scopes BIGINT NOT NULL,"
	" interval_s BIGINT NOT NULL,"
	" polled_at BIGINT,"
	" created_at BIGINT NOT NULL,"
	" expires_at BIGINT NOT NULL,"
	" decision TEXT," /* NULL | allow | deny */
	" account_id TEXT,"
	" space_id TEXT,"
	" environment TEXT,"
	" granted BIGINT,"
	" redeemed_at BIGINT,"
	" client_document TEXT," /* what the person saw of a metadata-document client */
	" client_fetched_at BIGINT,"
	" grant_id TEXT,"
	" network TEXT,"
	" reached_by TEXT)",
	"CREATE INDEX IF NOT EXISTS oauth_devices_by_person"
	" ON oauth_devices (reached_by, created_at)",
	"CREATE INDEX IF NOT EXISTS oauth_devices_by_share"
	" ON oauth_devices (network, reached_by, created_at)",
	"CREATE INDEX IF NOT EXISTS oauth_devices_by_expiry ON oauth_devices (expires_at)",
	"CREATE INDEX IF NOT EXISTS oauth_devices_by_client ON oauth_devices (client_id)",

	"CREATE TABLE IF NOT EXISTS oauth_codes ("
	" code_hash TEXT PRIMARY KEY,"
	" client_id TEXT NOT NULL,"
	" redirect_uri TEXT NOT NULL,"
	" redirect_given BIGINT NOT NULL,"
	" challenge TEXT NOT NULL,"
	" resource TEXT NOT NULL,"
	" scopes BIGINT NOT NULL,"
	" account_id TEXT NOT NULL,"
	" space_id TEXT NOT NULL,"
	" environment TEXT NOT NULL,"
	" created_at BIGINT NOT NULL,"
	" expires_at BIGINT NOT NULL,"
	" tries BIGINT NOT NULL DEFAULT 0," /* wrong verifiers */
	" redeemed_at BIGINT,"
	" client_document TEXT," /* what the person saw of a metadata-document client */
	" client_fetched_at BIGINT,"
	" grant_id TEXT,"
	" jkt TEXT)", /* the key that may redeem it (RFC 9449 section 10) */
	"CREATE INDEX IF NOT EXISTS oauth_codes_by_expiry ON oauth_codes (expires_at)",
	"CREATE INDEX IF NOT EXISTS oauth_codes_by_client ON oauth_codes (client_id)",

	/*
	 * Grants: a person's consent to a client for one Space, environment and resource. Refresh
	 * tokens are not stored: generation n is derived from the server's secret, id, n and salt.
	 */
	"CREATE TABLE IF NOT EXISTS oauth_grants ("
	" id TEXT PRIMARY KEY,"
	" account_id TEXT NOT NULL,"
	" client_id TEXT NOT NULL,"
	" client_name TEXT NOT NULL,"
	" redirect_host TEXT NOT NULL,"
	" space_id TEXT NOT NULL,"
	" environment TEXT NOT NULL,"
	" scopes BIGINT NOT NULL,"
	" resource TEXT NOT NULL,"
	" created_at BIGINT NOT NULL,"
	" last_used_at BIGINT,"
	" expires_at BIGINT NOT NULL,"      /* final */
	" idle_expires_at BIGINT NOT NULL," /* unless refreshed before */
	" generation BIGINT NOT NULL,"      /* of the current refresh token */
	" rotated_at BIGINT NOT NULL,"
	" salt TEXT NOT NULL,"
	" client_document TEXT," /* of a metadata-document client: the approved document */
	" client_fetched_at BIGINT,"
	" client_method BIGINT," /* its authentication method; no other is accepted */
	" revoked_at BIGINT,"
	" revoked_reason TEXT,"
	" own BIGINT NOT NULL DEFAULT 0," /* 1: a machine of the account itself */
	" jkt TEXT)",                     /* the key of its refresh tokens (RFC 9449); NULL: any */
	"CREATE INDEX IF NOT EXISTS oauth_grants_by_account ON oauth_grants (account_id)",
	"CREATE INDEX IF NOT EXISTS oauth_grants_by_client ON oauth_grants (client_id)",
	"CREATE INDEX IF NOT EXISTS oauth_grants_by_expiry ON oauth_grants (idle_expires_at)",

	/* Used DPoP proofs (RFC 9449 section 11.1), until they are too old to be accepted. */
	"CREATE TABLE IF NOT EXISTS oauth_proofs ("
	" id TEXT PRIMARY KEY," /* hash of key and jti */
	" expires_at BIGINT NOT NULL)",
	"CREATE INDEX IF NOT EXISTS oauth_proofs_by_expiry ON oauth_proofs (expires_at)",

	/*
	 * The number of proofs and assertions of a network, of a client and of all, by their
	 * expiry.
	 */
	"CREATE TABLE IF NOT EXISTS oauth_replay_use ("
	" party TEXT NOT NULL,"
	" slot BIGINT NOT NULL," /* us / 300,000,000 */
	" n BIGINT NOT NULL,"
	" PRIMARY KEY (party, slot))",

	/* Single access tokens that were revoked, until they would have expired. */
	"CREATE TABLE IF NOT EXISTS oauth_revoked ("
	" id TEXT PRIMARY KEY,"
	" expires_at BIGINT NOT NULL)",
	"CREATE INDEX IF NOT EXISTS oauth_revoked_by_expiry ON oauth_revoked (expires_at)",

	/* Credentials whose client reported in MCP's handshake that it shows views (MCP Apps). */
	"CREATE TABLE IF NOT EXISTS mcp_views ("
	" credential_id TEXT PRIMARY KEY,"
	" expires_at BIGINT NOT NULL)",
	"CREATE INDEX IF NOT EXISTS mcp_views_by_expiry ON mcp_views (expires_at)",

	/* Handles that are valid once, until they expire (auth/signin/once.h). */
	"CREATE TABLE IF NOT EXISTS used_once ("
	" id TEXT PRIMARY KEY,"
	" expires_at BIGINT NOT NULL)",
	"CREATE INDEX IF NOT EXISTS used_once_by_expiry ON used_once (expires_at)",

	"CREATE TABLE IF NOT EXISTS signing_keys ("
	" kid TEXT PRIMARY KEY,"
	" alg TEXT NOT NULL,"
	" sealed TEXT NOT NULL,"
	" sign_from BIGINT NOT NULL,"
	" created_at BIGINT NOT NULL)",
	NULL,
};
