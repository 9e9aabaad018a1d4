#include "auth/keys.c"
