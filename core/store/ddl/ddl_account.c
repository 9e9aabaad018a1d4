/* Accounts, Spaces and who may what in them; tokens; connections to the platforms. */
#include "store/ddl/ddl_texts.h"

const char *const ad_ddl_account[] = {
	"CREATE TABLE IF NOT EXISTS accounts ("
	"id TEXT PRIMARY KEY, "
	"email TEXT NOT NULL UNIQUE CHECK (email = lower(email)), "
	"name TEXT NOT NULL, "
	"plan TEXT NOT NULL DEFAULT 'self-hosted', "
	"subscription TEXT NOT NULL DEFAULT 'none', "
	"password_hash TEXT, "
	"created_at BIGINT NOT NULL, "
	"updated_at BIGINT NOT NULL, "
	"last_sign_in_at BIGINT, "
	"disabled_at BIGINT)", /* NULL: it may do what its roles allow */

	/* Money is micros; 0, and a negative percent, mean that there is no limit. */
	"CREATE TABLE IF NOT EXISTS spaces ("
	"id TEXT PRIMARY KEY, "
	"name TEXT NOT NULL, "
	"personal BOOLEAN NOT NULL DEFAULT FALSE, "
	"owner_account_id TEXT NOT NULL REFERENCES accounts (id), "
	"currency TEXT NOT NULL DEFAULT 'USD', "
	"timezone TEXT NOT NULL DEFAULT 'UTC', "
	"max_campaign_daily_budget BIGINT NOT NULL DEFAULT 100000000, "
	"max_total_daily_budget BIGINT NOT NULL DEFAULT 500000000, "
	"max_budget_increase_percent BIGINT NOT NULL DEFAULT 50, "
	"max_bid BIGINT, " /* NULL: ad_currency_bid_limit() */
	"allowed_platforms BIGINT NOT NULL DEFAULT 15, "
	"blocked_terms TEXT NOT NULL DEFAULT '[]', "
	"require_approval_live TEXT NOT NULL DEFAULT 'CONNECTOR', "
	"require_approval_test TEXT NOT NULL DEFAULT 'NEVER', "
	"require_second_factor BOOLEAN NOT NULL DEFAULT FALSE, "
	"pushes_blocked_live BOOLEAN NOT NULL DEFAULT FALSE, "
	"pushes_blocked_test BOOLEAN NOT NULL DEFAULT FALSE, "
	"version BIGINT NOT NULL DEFAULT 1, "
	"created_at BIGINT NOT NULL, "
	"updated_at BIGINT NOT NULL)",
	"CREATE INDEX IF NOT EXISTS spaces_by_owner ON spaces (owner_account_id, id)",

	"CREATE TABLE IF NOT EXISTS members ("
	"space_id TEXT NOT NULL REFERENCES spaces (id), "
	"account_id TEXT NOT NULL REFERENCES accounts (id), "
	"role TEXT NOT NULL CHECK (role IN ('VIEWER', 'EDITOR', 'PUBLISHER', 'OWNER')), "
	"created_at BIGINT NOT NULL, "
	"PRIMARY KEY (space_id, account_id))",
	"CREATE INDEX IF NOT EXISTS members_by_account ON members (account_id, space_id)",

	/* Memberships that an OWNER offers and the account has not accepted: no right, no duty. */
	"CREATE TABLE IF NOT EXISTS space_invitations ("
	"space_id TEXT NOT NULL REFERENCES spaces (id), "
	"account_id TEXT NOT NULL REFERENCES accounts (id), "
	"role TEXT NOT NULL CHECK (role IN ('VIEWER', 'EDITOR', 'PUBLISHER', 'OWNER')), "
	"invited_by TEXT NOT NULL REFERENCES accounts (id), "
	"created_at BIGINT NOT NULL, "
	"PRIMARY KEY (space_id, account_id))",
	"CREATE INDEX IF NOT EXISTS space_invitations_by_account ON space_invitations"
	" (account_id, created_at)",
	"CREATE INDEX IF NOT EXISTS space_invitations_by_inviter ON space_invitations"
	" (invited_by)",

	"CREATE TABLE IF NOT EXISTS tokens ("
	"id TEXT PRIMARY KEY, "
	"account_id TEXT NOT NULL REFERENCES accounts (id), "
	"name TEXT NOT NULL, "
	"environment TEXT NOT NULL CHECK (environment IN ('test', 'live')), "
	"scopes BIGINT NOT NULL, "
	"secret_sha256 TEXT NOT NULL, " /* SHA-256 in hex */
	"expires_at BIGINT, "
	"created_at BIGINT NOT NULL, "
	"revoked_at BIGINT, "
	"last_used_at BIGINT)",
	"CREATE INDEX IF NOT EXISTS tokens_by_account ON tokens (account_id, id)",

	/* Tokens that an owner ended in one Space: there, and nowhere else, they are of no use. */
	"CREATE TABLE IF NOT EXISTS space_ended_tokens ("
	"space_id TEXT NOT NULL, "
	"token_id TEXT NOT NULL, "
	"ended_at BIGINT NOT NULL, "
	"PRIMARY KEY (space_id, token_id))",

	"CREATE TABLE IF NOT EXISTS connections ("
	"id TEXT PRIMARY KEY, "
	"space_id TEXT NOT NULL REFERENCES spaces (id), "
	"environment TEXT NOT NULL CHECK (environment IN ('test', 'live')), "
	"platform TEXT NOT NULL, "
	"account_id_remote TEXT NOT NULL, "
	"account_name TEXT, "
	"currency TEXT, "
	"timezone TEXT, "
	"status TEXT NOT NULL DEFAULT 'CONNECTED', "
	"settings TEXT NOT NULL DEFAULT '{}', "
	"credentials TEXT, "    /* encrypted, base64 */
	"goals TEXT, "          /* JSON as in sync/state/goals.h; NULL: not known */
	"sunset_version TEXT, " /* that the platform no longer answers; NULL: none */
	"expires_at BIGINT, "
	"created_by TEXT, "
	"version BIGINT NOT NULL DEFAULT 1, "
	"created_at BIGINT NOT NULL, "
	"updated_at BIGINT NOT NULL, "
	"UNIQUE (space_id, environment, platform))",
	"CREATE INDEX IF NOT EXISTS connections_listed ON connections (space_id, environment, id)",
	/* An ad account may be connected in several Spaces (core/sync/lease/turn.h). */
	"CREATE INDEX IF NOT EXISTS connections_by_account ON connections"
	" (environment, platform, account_id_remote)",

	/* Counts revocations: a cached credential is used while this number is the same. */
	"CREATE TABLE IF NOT EXISTS auth_generation ("
	"id BIGINT PRIMARY KEY CHECK (id = 1), "
	"generation BIGINT NOT NULL)",
	"INSERT INTO auth_generation (id, generation) VALUES (1, 1) ON CONFLICT (id) DO NOTHING",
	NULL,
};
