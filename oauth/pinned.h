/*
 * Inside oauth/: what a person was shown of a metadata-document client, kept with the code, the
 * device and the grant: tokens are given by that copy, whatever the document says by then. Nothing
 * here fetches.
 */
#ifndef OAUTH_PINNED_H
#define OAUTH_PINNED_H

#include "oauth/clients.h"

/* Keeps the client's document with a code (its hash) or a device. Write transactions only. */
enum ad_db_status oauth_pin_code(struct ad_db *db, struct ad_str code_hash,
				 const struct oauth_client *client) AD_CHECK;
enum ad_db_status oauth_pin_device(struct ad_db *db, struct ad_str device_hash,
				   const struct oauth_client *client) AD_CHECK;
/* With a grant, and how the client proved who it is when it was made. Write transactions only. */
enum ad_db_status oauth_pin_grant(struct ad_db *db, struct ad_str grant_id,
				  const struct oauth_client *client) AD_CHECK;

/*
 * The metadata-document client that a request speaks of: by what was kept with what it shows; by
 * the newest copy of the document where it shows nothing. AD_DB_DONE with client->unknown where
 * nothing is known of it.
 */
enum ad_db_status oauth_pinned_client(struct ad_exchange *x, const struct oauth_evidence *evidence,
				      struct ad_str id, struct oauth_client *client) AD_CHECK;
/* The account's last grant to a client: AD_DB_ROW, or AD_DB_DONE if there is none. */
enum ad_db_status oauth_pinned_last(struct ad_db *db, struct ad_arena *arena,
				    struct ad_str account_id, struct ad_str client_id,
				    struct ad_str *document) AD_CHECK;

#endif
