/*
 * Inside oauth/: a client's metadata document (draft-ietf-oauth-client-id-metadata-document): the
 * client_id is its URL. A normalized copy is stored, so that a grant keeps the data that the user
 * saw, even if the document changes. Pure functions.
 */
#ifndef OAUTH_DOCUMENT_H
#define OAUTH_DOCUMENT_H

#include "oauth/client/clients.h"

#define OAUTH_DOCUMENT_MAX (16 * 1024) /* bytes */

/*
 * Parses the response of the URL: Content-Type and body. Fills the client, with its texts on the
 * arena, and its stored text. False: *fault is a sentence without a subject ("has no
 * client_name"). Unknown members and grant types are ignored.
 */
bool oauth_document_read(struct ad_arena *arena, struct ad_str url, struct ad_str type,
			 struct ad_str body, struct oauth_client *out, const char **fault) AD_CHECK;
/*
 * Reads the client's public keys (jwks) or their address (jwks_uri) from its metadata. False with
 * *fault: malformed, or both are present. Having neither is allowed.
 */
bool oauth_document_keys(struct ad_arena *arena, const cJSON *json, struct oauth_client *out,
			 const char **fault) AD_CHECK;
/* Parses a stored text. False: it is malformed. */
bool oauth_document_reread(struct ad_arena *arena, struct ad_str text,
			   struct oauth_client *out) AD_CHECK;
/* True if a media type is JSON: application/json or application/…+json. */
bool oauth_type_is_json(struct ad_str type);

#endif
