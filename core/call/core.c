#include "call/core.h"

void ad_core_notify(struct ad_core *core)
{
	if (core->notify)
		core->notify(core->notify_arg);
}
