#include "auth/secret/keys.c"
