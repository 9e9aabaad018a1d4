/*
 * Inside oauth/: a client's metadata document (draft-ietf-oauth-client-id-metadata-document): the
 * client_id is its URL. What is read of it is kept as a text of our own, so that a grant can go on
 * with what the person saw, whatever the document says later. Pure.
 */
#ifndef OAUTH_DOCUMENT_H
#define OAUTH_DOCUMENT_H

#include "oauth/clients.h"

#define OAUTH_DOCUMENT_MAX (16 * 1024) /* bytes */

/*
 * Reads what the URL answered: its Content-Type and body. The client, of which every text lives on
 * the arena, and its kept text; false with *fault, a sentence without its subject ("names another
 * client_id"). Members and grant types that are not known here are passed over.
 */
bool oauth_document_read(struct ad_arena *arena, struct ad_str url, struct ad_str type,
			 struct ad_str body, struct oauth_client *out, const char **fault) AD_CHECK;
/*
 * The client's public keys, jwks or the address jwks_uri, out of its metadata, registered or a
 * document's. False with *fault where they are bad, or both are there; neither is no fault.
 */
bool oauth_document_keys(struct ad_arena *arena, const cJSON *json, struct oauth_client *out,
			 const char **fault) AD_CHECK;
/* Reads a kept text again; false where it is none. */
bool oauth_document_reread(struct ad_arena *arena, struct ad_str text,
			   struct oauth_client *out) AD_CHECK;
/* True if a media type is JSON: application/json or application/…+json. */
bool oauth_type_is_json(struct ad_str type);

#endif
