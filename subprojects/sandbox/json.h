/*
 * Short words over cJSON. Trees are owned by whoever parsed or made them; "held" nodes belong to
 * their parent. cJSON is used for writing here too: the sandbox keeps 64-bit numbers as strings,
 * as the platforms do.
 */
#ifndef SANDBOX_JSON_H
#define SANDBOX_JSON_H

#include <stdbool.h>

#include <cjson/cJSON.h>

/* The member of an object, or NULL; NULL also where `object` is NULL. */
cJSON *json_at(const cJSON *object, const char *key);
/* The member's text, or NULL when it is absent or no string. */
const char *json_text(const cJSON *object, const char *key);
/* The member as a 64-bit number (a number or a string of digits), or `otherwise`. */
long long json_long(const cJSON *object, const char *key, long long otherwise);
double json_double(const cJSON *object, const char *key, double otherwise);
bool json_true(const cJSON *object, const char *key);

/* Sets or replaces a member. */
void json_set(cJSON *object, const char *key, cJSON *value);
void json_set_text(cJSON *object, const char *key, const char *value);
void json_set_long(cJSON *object, const char *key, long long value); /* as a string */
void json_set_bool(cJSON *object, const char *key, bool value);
/* Sets a member only where it is absent. */
void json_default_text(cJSON *object, const char *key, const char *value);
void json_default_bool(cJSON *object, const char *key, bool value);
/* The object at `key`, made when absent. */
cJSON *json_object(cJSON *parent, const char *key);
cJSON *json_array(cJSON *parent, const char *key);

/* Turns a held node into a string node in place. */
void json_become_text(cJSON *node, const char *value);
/* Gives a held node another name. */
void json_rename(cJSON *node, const char *name);
/* Unformatted text, malloc'd. */
char *json_print(const cJSON *node);

#endif
