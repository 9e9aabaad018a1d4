#include "call/request/core.h"

void ad_core_notify(struct ad_core *core)
{
	void (*notify)(void *) = core->notify;
	if (notify)
		notify(core->notify_arg);
}
