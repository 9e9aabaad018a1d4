/* The service manager's protocol (sd_notify(3)), without its library. */
#ifndef AD_CLI_NOTIFY_H
#define AD_CLI_NOTIFY_H

#include "base/base.h"

/* Sends "READY=1" and the like to NOTIFY_SOCKET; does nothing where the variable is not set. */
void ad_notify_send(const char *state);
/* us between two signs of life that the service manager expects of this process; 0: none. */
int64_t ad_notify_interval(void);
/* Sends WATCHDOG=1 if the server at "ADDR:PORT" answers a request within 5 s. */
void ad_notify_alive(const char *listen);

#endif
