#ifndef SANDBOX_CONTROL_H
#define SANDBOX_CONTROL_H

#include "sandbox.h"

/* Answers a request to /_control/…; false when there is no such endpoint, or the secret is unset. */
bool control(struct sandbox *sandbox, const struct request *request, struct reply *reply);

#endif
