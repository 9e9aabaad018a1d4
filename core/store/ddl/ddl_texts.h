/* The tables that are not of resources, as texts. Private to this room. */
#ifndef AD_STORE_DDL_TEXTS_H
#define AD_STORE_DDL_TEXTS_H

#include <stddef.h>

/* NULL-ended lists of CREATE TABLE / CREATE INDEX texts of each room ("IF NOT EXISTS" each). */
extern const char *const ad_ddl_account[]; /* accounts, spaces, members, tokens, connections */
extern const char *const ad_ddl_oauth[];   /* sessions, clients, requests, codes, grants, keys */
extern const char *const ad_ddl_sync[];    /* runs, operations, steps, previews, leases */
extern const char *const ad_ddl_asset[];   /* bytes, where assets are attached, what stands there */
extern const char *const ad_ddl_report[];  /* daily performance, what reviews found */
extern const char *const ad_ddl_event[];   /* events, webhooks and what waits for them, alarms */
extern const char *const ad_ddl_common[];  /* idempotency, history, counters, limits, settings */

#endif
