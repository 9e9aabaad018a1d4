/*
 * The 13 scopes of the requirement, and one only for API tokens. Their names:
 * auth/credential/principal.h.
 */
#ifndef AD_MODEL_SCOPE_H
#define AD_MODEL_SCOPE_H

/* The scopes as bits, in the order of the requirement. */
enum ad_scope {
	AD_CAMPAIGNS_READ = 1 << 0,
	AD_CAMPAIGNS_WRITE = 1 << 1,
	AD_ADS_READ = 1 << 2,
	AD_ADS_WRITE = 1 << 3,
	AD_KEYWORDS_READ = 1 << 4,
	AD_KEYWORDS_WRITE = 1 << 5,
	AD_ASSETS_READ = 1 << 6,
	AD_ASSETS_WRITE = 1 << 7,
	AD_BUSINESSES_READ = 1 << 8,
	AD_BUSINESSES_WRITE = 1 << 9,
	AD_REPORTS_READ = 1 << 10,
	AD_SYNC_READ = 1 << 11,
	AD_SYNC_WRITE = 1 << 12,
	AD_PEOPLE_READ = 1 << 13, /* of API tokens and sessions: no grant has it */
};
#define AD_SCOPE_COUNT 14
/* "all": what a grant can have. AD_PEOPLE_READ is given by its name alone. */
#define AD_SCOPES_ALL ((uint32_t)AD_PEOPLE_READ - 1)
#define AD_SCOPES_PERSON (AD_SCOPES_ALL | AD_PEOPLE_READ)
/*
 * The scopes that a client requests first: all except sync:write, which it requests by step-up when
 * a call needs it. Fewer would hide tools, because a tool beyond the scopes is not listed.
 */
#define AD_SCOPES_BASELINE                                                                         \
	((uint32_t)AD_CAMPAIGNS_READ | AD_CAMPAIGNS_WRITE | AD_ADS_READ | AD_ADS_WRITE |           \
	 AD_KEYWORDS_READ | AD_KEYWORDS_WRITE | AD_ASSETS_READ | AD_ASSETS_WRITE |                 \
	 AD_BUSINESSES_READ | AD_BUSINESSES_WRITE | AD_REPORTS_READ | AD_SYNC_READ)

#endif
