/*
 * Inside oauth/: the hosts whose metadata documents the operator accepts (Client ID Metadata
 * Documents section 6.5). Hosts are compared as a whole and by labels, never by substrings.
 */
#ifndef OAUTH_TRUST_H
#define OAUTH_TRUST_H

#include "adcore.h"

/*
 * The reason why the document at this URL is not accepted, a sentence in plain ASCII, or NULL. The
 * URL has passed oauth_uri_document_fault().
 */
const char *oauth_trust_fault(const struct ad_core *core, struct ad_arena *arena,
			      struct ad_str url);

#endif
