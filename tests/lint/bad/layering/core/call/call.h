#include "store/db/store.h"
