#include "sync/state/low.h"
