#include "core/call/call.h"
#include <microhttpd.h>
