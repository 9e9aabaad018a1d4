#include "sync/run/high.h"
