/* Counts the running fetches of each client, so that no client takes all the workers. */
#ifndef AD_FETCH_GATE_H
#define AD_FETCH_GATE_H

#include "base/base.h"

struct ad_fetch_gate;

/* A gate for so many fetches in all, and so many a key (a Space's id). Any thread may use it. */
struct ad_fetch_gate *ad_fetch_gate_new(size_t all, size_t each) AD_CHECK;
/* Ends it; nobody is inside any more. NULL is allowed. */
void ad_fetch_gate_free(struct ad_fetch_gate *gate);
/* Lets one in; false where as many of the key, or of all, are inside. Keys are cut at 47 bytes. */
bool ad_fetch_enter(struct ad_fetch_gate *gate, const char *key) AD_CHECK;
/* One of the key is done. */
void ad_fetch_leave(struct ad_fetch_gate *gate, const char *key);

#endif
