/*
 * Who did what through which door: a row a change, in the transaction of the change, chained by
 * hashes. Each Space has a chain an environment: a row's hash is an HMAC over the row and the hash
 * before it, and the head keeps their number and the last hash, itself under the key. The key comes
 * from the server's secret, so who holds the database alone can neither change, take out, add nor
 * swap rows, nor cut the end off, without ad_history_verify() saying so.
 */
#ifndef AD_STORE_HISTORY_H
#define AD_STORE_HISTORY_H

#include "base/id.h"
#include "store/store.h"

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
 * Whether that is the key of the histories that are there: at least one of the first ends was
 * written under it, or there is none. DONE with the answer.
 */
enum ad_db_status ad_history_key_fits(struct ad_db *db, bool *fits) AD_CHECK;
/* Records a change; AD_DB_INVALID where no key was given. The row is there at the COMMIT. */
enum ad_db_status ad_history_append(struct ad_db *db,
				    const struct ad_history_entry *entry) AD_CHECK;

/*
 * How many rows a Space and environment has: also those that the open transaction has recorded and
 * not yet written.
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

/* What ad_history_verify() tells: one sentence a chain that does not hold, its first break. */
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
