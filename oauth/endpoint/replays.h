/*
 * Limits on the ids of DPoP proofs and client assertions that are stored against replay and that
 * any stranger can use up. An id cannot be deleted before it expires, so that a request beyond a
 * limit is refused. A network, and a client, has a lower limit than all together; when the total is
 * used up, networks with few ids are still served.
 */
#ifndef OAUTH_REPLAYS_H
#define OAUTH_REPLAYS_H

#include "adcore.h"

enum oauth_replay_kind {
	OAUTH_REPLAY_PROOF,     /* a DPoP proof at the endpoints of OAuth */
	OAUTH_REPLAY_ASSERTION, /* a private_key_jwt */
};

#define OAUTH_PROOFS_EACH 2000      /* per network; a proof is stored for 10 minutes at most */
#define OAUTH_PROOFS_ALL 50000      /* of all networks; twice as many with those of small ones */
#define OAUTH_ASSERTIONS_EACH 10000 /* per network, and per client; stored for an hour at most */
#define OAUTH_ASSERTIONS_ALL 100000 /* of all networks; twice as many with those of small ones */
#define OAUTH_REPLAYS_FEW 20        /* of a network that is served even if all are used up */

/*
 * Counts an id that is stored until expires_at (us). client: of an assertion. *room false: a limit
 * is reached and nothing was counted. Write transactions only.
 */
enum ad_db_status oauth_replay_count(struct ad_call *call, enum oauth_replay_kind kind,
				     struct ad_str client, int64_t expires_at, bool *room) AD_CHECK;

#endif
