/* The links of history's chains, as they are made and checked. Private to this room. */
#ifndef AD_STORE_HISTORY_CHAIN_H
#define AD_STORE_HISTORY_CHAIN_H

#include "base/digest.h"
#include "store/history/history.h"

/* A row and its index entries beside the two texts; a step in schema.c has it, too. */
#define AD_HISTORY_ROW_BYTES 400
#define AD_HASH_SIZE 33 /* the first 128 bits as hex, and a NUL */

/* Where a chain ends. */
struct ad_history_head {
	struct ad_str space_id, environment;
	int64_t chain; /* 0: not begun */
	int64_t count;
	int64_t at;              /* of the last row */
	int64_t bytes;           /* of all rows: of each before, after, and AD_HISTORY_ROW_BYTES */
	char hash[AD_HASH_SIZE]; /* of the last row; "" where there is none */
};

/* The hash of a row behind the head: seq is the head's count and one. */
void ad_history_link(const struct ad_store *store, const struct ad_history_head *head,
		     const struct ad_history_entry *entry, char out[static AD_HASH_SIZE]);
/* Computes the MAC of a chain's head. */
void ad_history_head_mac(const struct ad_store *store, const struct ad_history_head *head,
			 char out[static AD_HASH_SIZE]);
/* The head of a chain, and its proof as stored: ROW, DONE where there is none. */
enum ad_db_status ad_history_head_load(struct ad_db *db, struct ad_history_head *head,
				       char mac[static AD_HASH_SIZE]) AD_CHECK;

#endif
