/*
 * How many ids of DPoP proofs and client assertions are kept against replay, for those that a
 * stranger can use up. An id cannot be given up before it expires, so beyond a limit the request is
 * refused. A network, and a client, has a limit below that of all together; where those of all are
 * used up, networks with few ids still get theirs.
 */
#ifndef OAUTH_REPLAYS_H
#define OAUTH_REPLAYS_H

#include "adcore.h"

enum oauth_replay_kind {
	OAUTH_REPLAY_PROOF,     /* a DPoP proof at the endpoints of OAuth */
	OAUTH_REPLAY_ASSERTION, /* a private_key_jwt */
};

#define OAUTH_PROOFS_EACH 2000      /* of a network; a proof is kept 10 minutes at most */
#define OAUTH_PROOFS_ALL 50000      /* of all networks; twice as many with those of few */
#define OAUTH_ASSERTIONS_EACH 10000 /* of a network, and of a client; kept an hour at most */
#define OAUTH_ASSERTIONS_ALL 100000 /* of all networks; twice as many with those of few */
#define OAUTH_REPLAYS_FEW 20        /* of a network that gets them also where all are used up */

/*
 * Counts an id that is kept until expires_at (us). client: of an assertion. *room false: a limit is
 * reached and nothing was counted. Write transactions only.
 */
enum ad_db_status oauth_replay_count(struct ad_call *call, enum oauth_replay_kind kind,
				     struct ad_str client, int64_t expires_at, bool *room) AD_CHECK;

#endif
