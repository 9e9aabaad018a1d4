/*
 * Inside oauth/: which hosts' metadata documents the operator lets make clients (Client ID Metadata
 * Documents section 6.5). Hosts are compared whole and by labels, never by what they contain.
 */
#ifndef OAUTH_TRUST_H
#define OAUTH_TRUST_H

#include "adcore.h"

/*
 * Why a client may not name itself by the document at this URL, which passed
 * oauth_uri_document_fault(): a sentence of plain ASCII; NULL: it may.
 */
const char *oauth_trust_fault(const struct ad_core *core, struct ad_arena *arena,
			      struct ad_str url);

#endif
