/* Who works on a run, as its leases name it. Private to this room. */
#ifndef AD_SYNC_HOLDER_H
#define AD_SYNC_HOLDER_H

#include "base/text.h"

/* The name of this process, for its leases. */
void ad_holder_self(char out[static 128]);
/* Whether the process of that name certainly is no more (only known on the same machine). */
bool ad_holder_dead(struct ad_str holder, const char *self);

#endif
