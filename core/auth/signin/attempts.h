/*
 * Tries to sign in, counted in the database so that all servers see them: so many failures in so
 * many minutes for one account from one address, 100 an hour from one address over all accounts
 * (400 of an IPv6 network of 48 bits), and of passwords 100 a day for one account from all
 * browsers that it never signed in from. A try is noted before what was shown is looked at, so that
 * many at once cannot slip through. An address of IPv6 counts as its network of 64 bits.
 */
#ifndef AD_AUTH_ATTEMPTS_H
#define AD_AUTH_ATTEMPTS_H

#include "base/arena.h"
#include "base/id.h"
#include "store/db/store.h"

#define AD_ATTEMPTS_ACCOUNT 10
#define AD_ATTEMPTS_ACCOUNT_MINUTES 15
#define AD_ATTEMPTS_ADDRESS 100
#define AD_ATTEMPTS_ADDRESS_MINUTES 60
#define AD_ATTEMPTS_SITE (4 * AD_ATTEMPTS_ADDRESS) /* of an IPv6 network of 48 bits */
#define AD_ATTEMPTS_PASSWORD_ABROAD 100            /* a day, from browsers that are not known */
#define AD_ATTEMPTS_MEMBER_ABROAD 100              /* a day, addresses without an account */
#define AD_ATTEMPTS_ABROAD_MINUTES (24 * 60)

struct ad_attempt {
	struct ad_str address; /* the client's, or the name of a browser that is known */
	struct ad_str email;   /* email: as it was typed, normalised; or what else counts */
	int most, minutes;     /* of one account from one address; 0: those of a password */
	/* In 24 hours, of one account, from all addresses that it did not succeed from; 0: any. */
	int abroad;
	char id[AD_ID_SIZE]; /* set by ad_attempt_note() */
	int64_t retry_after; /* s, where it was refused */
};

/* Notes a try. AD_DB_ROW: go on; AD_DB_DONE: too many, see retry_after. Write transactions only. */
enum ad_db_status ad_attempt_note(struct ad_db *db, struct ad_attempt *attempt) AD_CHECK;
/*
 * It was right, which tells nothing of who tried before (a guesser has something right of his own
 * at hand): this try alone is forgotten.
 */
enum ad_db_status ad_attempt_forget(struct ad_db *db, const struct ad_attempt *attempt) AD_CHECK;
/*
 * It was right, and what was shown is the account's own secret: the try itself is forgotten, and
 * the account's earlier failures from there count for the address only.
 */
enum ad_db_status ad_attempt_succeeded(struct ad_db *db, const struct ad_attempt *attempt) AD_CHECK;
/*
 * Counts the failed attempts of the last 24 hours for the account with that normalised email
 * address. Attempts that the right password followed do not count.
 */
enum ad_db_status ad_attempts_failed(struct ad_db *db, struct ad_str email,
				     int64_t *count) AD_CHECK;
#define AD_ATTEMPTS_TELL 10 /* so many are told to the account's owner */

#endif
