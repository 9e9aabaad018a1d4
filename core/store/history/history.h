/*
 * The change history: one row per change (actor, front end, values), in the transaction of the
 * change, chained by hashes. Each Space and environment has a chain: a row's hash is an HMAC over
 * the row and the previous hash, and the head keeps the number of rows and the last hash, itself
 * under the key. The key comes from the server's secret, so a person with only the database can
 * neither change, remove, add nor swap rows, nor cut the end off, without ad_history_verify()
 * reporting it.
 */
#ifndef AD_STORE_HISTORY_H
#define AD_STORE_HISTORY_H

#include "base/id.h"
#include "store/db/store.h"

/* One change. Absent: not known, or none. No personal or secret value is ever put into it. */
struct ad_history_entry {
	struct ad_str space_id, environment;
	int64_t at; /* us; 0: now */
	struct ad_str account_id, door, credential_id;
	struct ad_str request_id; /* the request's, or the run's that carried it out */
	struct ad_str resource, object_id, verb;
	struct ad_str before, after; /* JSON objects of the fields that changed */
};

#define AD_HISTORY_KEY_SIZE 32

/*
 * Gives the key under which history is written, for all connections of db's store; before other
 * threads open theirs.
 */
void ad_history_key(struct ad_db *db, const uint8_t key[static AD_HISTORY_KEY_SIZE]);
/*
 * Checks that the stored histories were written under this key: at least one of the first chain
 * ends was, or there is none. DONE with the answer in *fits.
 */
enum ad_db_status ad_history_key_fits(struct ad_db *db, bool *fits) AD_CHECK;
/* Records a change; AD_DB_INVALID where no key was given. The row is there at the COMMIT. */
enum ad_db_status ad_history_append(struct ad_db *db,
				    const struct ad_history_entry *entry) AD_CHECK;

/*
 * Counts the rows of a Space and environment, including rows that the open transaction has recorded
 * but not yet written.
 */
enum ad_db_status ad_history_length(struct ad_db *db, struct ad_str space_id,
				    struct ad_str environment, int64_t *count) AD_CHECK;
/* A row's id for its readers: made of its time, its place in the chain and its hash. */
void ad_history_id(int64_t at, int64_t seq, struct ad_str hash, char out[static AD_ID_SIZE]);
/* The place in the chain that an id names; 0 where it has another form. */
int64_t ad_history_seq(struct ad_str id);
/* The chain of a Space and environment: ROW with its number and rows; DONE where it has none. */
enum ad_db_status ad_history_chain(struct ad_db *db, struct ad_str space_id,
				   struct ad_str environment, int64_t *chain,
				   int64_t *count) AD_CHECK;

/* The result of ad_history_verify(): one sentence per broken chain, at its first break. */
struct ad_history_findings {
	void (*found)(void *arg, struct ad_str sentence);
	void *arg;
	int64_t rows; /* looked at so far */
};
/*
 * Walks every chain, some hundred rows at a time, all reads of one moment where the caller has
 * begun a transaction. AD_DB_DONE where it could be walked, whatever was found.
 */
enum ad_db_status ad_history_verify(struct ad_db *db,
				    struct ad_history_findings *findings) AD_CHECK;

#endif
