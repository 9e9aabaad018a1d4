#include "core/http/server.h"
#include "core/adcore.h"
#include "mcp/tools.h"
#include "core/call/call.h"
