/* The process that works on a run or a revert, as its leases name it. */
#ifndef AD_SYNC_HOLDER_H
#define AD_SYNC_HOLDER_H

#include "base/text.h"

/* The name of this process, for its leases. */
void ad_holder_self(char out[static 128]);
/*
 * True if the process of a lease has certainly ended, or the name is empty. False if it cannot be
 * known: another machine, boot or PID namespace.
 */
bool ad_holder_dead(struct ad_str holder, const char *self);

#endif
