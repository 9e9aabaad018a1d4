/* The only header of core that a door includes. */
#ifndef ADCORE_H
#define ADCORE_H

#include "auth/accounts.h"
#include "auth/attempts.h"
#include "auth/auth.h"
#include "auth/grants.h"
#include "auth/jwt.h"
#include "auth/links.h"
#include "auth/password.h"
#include "auth/principal.h"
#include "auth/sessions.h"
#include "auth/tokens.h"
#include "base/arena.h"
#include "base/base.h"
#include "base/clock.h"
#include "base/digest.h"
#include "base/id.h"
#include "base/json_read.h"
#include "base/json_write.h"
#include "base/log.h"
#include "base/text.h"
#include "call/call.h"
#include "call/core.h"
#include "call/cursor.h"
#include "call/idempotency.h"
#include "call/objects.h"
#include "call/outcome.h"
#include "call/tree.h"
#include "call/validate.h"
#include "model/errors.h"
#include "model/json_schema.h"
#include "model/row.h"
#include "model/vocabulary.h"
#include "model/resource.h"
#include "store/store.h"

#define AD_VERSION ADCORE_VERSION /* set by the build, from meson.build */

#endif
