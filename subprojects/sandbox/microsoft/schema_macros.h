/* Macros for the rows of the published messages; values are named me_…, variants mv_…. */
/* clang-format off: a row each. */
#ifndef SANDBOX_MICROSOFT_SCHEMA_MACROS_H
#define SANDBOX_MICROSOFT_SCHEMA_MACROS_H

#include "schema.h"

#define TEXT(n) { .name = n, .type = M_TEXT }
#define TEXTS(n) { .name = n, .type = M_TEXT, .list = true }
#define LONG(n) { .name = n, .type = M_LONG }
#define LONGS(n) { .name = n, .type = M_LONG, .list = true }
#define INT(n) { .name = n, .type = M_INT }
#define DOUBLE(n) { .name = n, .type = M_DOUBLE }
#define BOOL(n) { .name = n, .type = M_BOOL }
#define FOREIGN(n) { .name = n, .type = M_FOREIGN }
#define ENUM(n, v) { .name = n, .type = M_ENUM, .values = me_##v }
#define ENUMS(n, v) { .name = n, .type = M_ENUM, .values = me_##v, .list = true }
#define FLAGS(n, v) { .name = n, .type = M_FLAGS, .values = me_##v }
#define MESSAGE(n, m) { .name = n, .type = M_MESSAGE, .message = &mm_##m }
#define MESSAGES(n, m) { .name = n, .type = M_MESSAGE, .message = &mm_##m, .list = true }
#define VARIANT(n, v) { .name = n, .type = M_VARIANT, .variants = mv_##v }
#define VARIANTS(n, v) { .name = n, .type = M_VARIANT, .variants = mv_##v, .list = true }
#define END { .name = NULL }
#define DEFINE(type_, id_) const struct ms_message mm_##id_ = { type_, id_##_fields }

#endif
