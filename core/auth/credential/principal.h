/* The principal: the authenticated caller and its permissions, the same for every front end. */
#ifndef AD_AUTH_PRINCIPAL_H
#define AD_AUTH_PRINCIPAL_H

#include "base/base.h"
#include "base/id.h"
#include "base/json_write.h"
#include "model/scope.h"

enum ad_environment {
	AD_TEST,
	AD_LIVE,
};

enum ad_role {
	AD_NO_MEMBER,
	AD_VIEWER,
	AD_EDITOR,
	AD_PUBLISHER,
	AD_OWNER,
};

enum ad_credential {
	AD_BY_TOKEN,   /* an API token */
	AD_BY_GRANT,   /* an OAuth access token */
	AD_BY_SESSION, /* the application's cookie */
	AD_BY_COMMAND, /* the command line */
};

/*
 * The requests that one credential used of its minute, or one account of its day. Shared by all
 * threads; changed by compare-and-swap only (auth/limits/limits.c).
 */
struct ad_bucket {
	_Atomic uint64_t state;  /* minute: ms of the window's start << 22 | requests in it;
				    day: days since 1970 << 40 | requests in it */
	_Atomic int64_t used_at; /* us of the last request that passed */
};

/*
 * A caller. Cached per thread by the SHA-256 of the credential; a cached one is used only while
 * the generation of revocations is unchanged.
 */
struct ad_principal {
	enum ad_credential kind;
	char account_id[AD_ID_SIZE];
	char credential_id[AD_ID_SIZE]; /* token or grant: what idempotency and limits key on */
	char space_id[AD_ID_SIZE];      /* the grant's, or the account's Personal Space */
	bool space_bound;               /* a grant is one Space; a token may name another */
	char jkt[44];    /* the key that must prove itself with each request (RFC 9449), or "" */
	uint32_t scopes; /* granted */
	enum ad_environment environment;
	int64_t expires_at;   /* us */
	int64_t confirmed_at; /* us: AD_BY_SESSION: when the person last showed who they are */
	bool factor;          /* AD_BY_SESSION: a second factor was shown */
	char email[256];
	char plan[32];
	char plan_name[64];
	int minute_limit;
	int64_t daily_limit;
	bool api_access;
	char subscription[12]; /* active | none | expired */
	bool plan_needs_subscription;
	struct ad_bucket *minute; /* of the credential; lives as long as the process */
	struct ad_bucket *daily;  /* of the account */
};

/* One sentence that describes the scope of this bit. */
const char *ad_scope_doc(uint32_t bit);
/* The same in the words of a list that a person ticks: "Draft ads". */
const char *ad_scope_title(uint32_t bit);
/* "campaigns:read" of one bit. */
const char *ad_scope_name(uint32_t bit);
/* The bit of a name, 0 where there is none. */
uint32_t ad_scope_bit(struct ad_str name);
/* Bits of a list separated by spaces or commas ("all" is every one); false names the bad one. */
bool ad_scopes_parse(struct ad_str list, uint32_t *bits, struct ad_str *bad) AD_CHECK;
/* Writes bits as a list of their names. */
void ad_scopes_write(struct ad_json *j, uint32_t bits);
/* Scopes by role: VIEWER reads, EDITOR also drafts, PUBLISHER and OWNER push, OWNER sees people. */
uint32_t ad_role_scopes(enum ad_role role);

#endif
