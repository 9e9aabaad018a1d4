/*
 * Inside oauth/: the copy of a client's metadata document that the user saw, stored with the code,
 * the device and the grant. Tokens are issued by that copy, even if the document changes. These
 * functions do not fetch.
 */
#ifndef OAUTH_PINNED_H
#define OAUTH_PINNED_H

#include "oauth/client/clients.h"

/* Stores the client's document with a code (its hash) or a device. Write transactions only. */
enum ad_db_status oauth_pin_code(struct ad_db *db, struct ad_str code_hash,
				 const struct oauth_client *client) AD_CHECK;
enum ad_db_status oauth_pin_device(struct ad_db *db, struct ad_str device_hash,
				   const struct oauth_client *client) AD_CHECK;
/* Stores it with a grant, and the client's authentication method. Write transactions only. */
enum ad_db_status oauth_pin_grant(struct ad_db *db, struct ad_str grant_id,
				  const struct oauth_client *client) AD_CHECK;

/*
 * Loads the metadata-document client of a request: the copy that is stored with the code, device
 * or grant in the request, otherwise the newest copy. AD_DB_DONE with client->unknown: no copy
 * exists.
 */
enum ad_db_status oauth_pinned_client(struct ad_exchange *x, const struct oauth_evidence *evidence,
				      struct ad_str id, struct oauth_client *client) AD_CHECK;
/* The account's last grant to a client: AD_DB_ROW, or AD_DB_DONE if there is none. */
enum ad_db_status oauth_pinned_last(struct ad_db *db, struct ad_arena *arena,
				    struct ad_str account_id, struct ad_str client_id,
				    struct ad_str *document) AD_CHECK;

#endif
