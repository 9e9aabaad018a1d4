#ifndef SANDBOX_CONTROL_H
#define SANDBOX_CONTROL_H

#include "sandbox.h"

/* Answers a request to /_control/…; false where there is no such endpoint or no secret. */
bool control_request(struct sandbox *sandbox, const struct request *request, struct reply *reply);

#endif
