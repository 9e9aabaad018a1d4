/*
 * Encrypted values in the database (secret_keys.h): which key sealed each of them, and sealing them
 * again with the current key. Sealed forms and links are not in the database; they expire
 * within an hour.
 */
#ifndef AD_AUTH_RESEAL_H
#define AD_AUTH_RESEAL_H

#include "auth/secret/secret_keys.h"
#include "store/db/store.h"

/* The tables with something sealed in them. */
enum ad_sealed_table {
	AD_SEALED_SIGNING_KEYS,
	AD_SEALED_TOTP,
	AD_SEALED_CONNECTIONS,
	AD_SEALED_WEBHOOKS,
	AD_SEALED_TABLES,
};

#define AD_SEALS_MAX (2 * AD_SECRET_KEYS_MAX) /* keys told apart; the rest counts as damaged */

struct ad_seal_use {
	char id[AD_SECRET_ID];
	bool known;                  /* the key is among those here */
	int64_t n[AD_SEALED_TABLES]; /* rows sealed by it */
};

struct ad_seals {
	size_t count; /* of keys: first those that are here */
	struct ad_seal_use use[AD_SEALS_MAX];
	int64_t damaged[AD_SEALED_TABLES]; /* rows that their key, which is here, does not open */
};

/*
 * Opens all that is sealed, a row at a time, and counts. Rows of one moment only in a transaction
 * of the caller's. AD_DB_DONE.
 */
enum ad_db_status ad_seals_count(struct ad_db *db, const struct ad_secrets *secrets,
				 struct ad_seals *out) AD_CHECK;
/* The number of values that a key sealed, by table. */
const int64_t *ad_seals_of(const struct ad_seals *seals, const char *id);
/* "3 connections, 1 signing key" of such counts, or "nothing"; on the arena. */
struct ad_str ad_seals_told(struct ad_arena *arena, const int64_t n[static AD_SEALED_TABLES]);
/* "connections": the table as JSON names it. */
const char *ad_sealed_name(enum ad_sealed_table table);

/* The position of a walk over all rows; starts as { 0 }. */
struct ad_reseal {
	int table; /* enum ad_sealed_table; AD_SEALED_TABLES: it is through */
	char after[64];
	int64_t done; /* rows sealed anew */
	int64_t shut; /* rows that do not open, and stay as they are */
};

/*
 * Seals up to 200 rows anew that another key sealed than the one that seals now. Write transactions
 * only; *walk is good once it is committed. What a walk did stays done, and the next one goes on
 * behind it. AD_DB_DONE.
 */
enum ad_db_status ad_reseal_batch(struct ad_db *db, const struct ad_secrets *secrets,
				  struct ad_reseal *walk) AD_CHECK;

#endif
