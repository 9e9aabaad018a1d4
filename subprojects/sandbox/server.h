#ifndef SANDBOX_SERVER_H
#define SANDBOX_SERVER_H

#include <stdint.h>

#include "sandbox.h"

struct server;

/* Listens on 127.0.0.1; port 0 takes a free one. NULL with a line on stderr on failure. */
struct server *server_start(struct sandbox *sandbox, uint16_t port);
uint16_t server_port(const struct server *server);
/* Answers requests until `stop_fd` becomes readable. */
void server_run(struct server *server, int stop_fd);
void server_stop(struct server *server);

#endif
