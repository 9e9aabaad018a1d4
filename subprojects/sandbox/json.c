#include "json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

cJSON *json_at(const cJSON *object, const char *key)
{
	return object ? cJSON_GetObjectItemCaseSensitive(object, key) : NULL;
}

const char *json_text(const cJSON *object, const char *key)
{
	const cJSON *item = json_at(object, key);
	return cJSON_IsString(item) ? item->valuestring : NULL;
}

long long json_long(const cJSON *object, const char *key, long long otherwise)
{
	const cJSON *item = json_at(object, key);
	if (cJSON_IsString(item))
		return strtoll(item->valuestring, NULL, 10);
	return cJSON_IsNumber(item) ? (long long)item->valuedouble : otherwise;
}

double json_double(const cJSON *object, const char *key, double otherwise)
{
	const cJSON *item = json_at(object, key);
	return cJSON_IsNumber(item) ? item->valuedouble : otherwise;
}

bool json_true(const cJSON *object, const char *key)
{
	return cJSON_IsTrue(json_at(object, key));
}

void json_set(cJSON *object, const char *key, cJSON *value)
{
	cJSON_DeleteItemFromObjectCaseSensitive(object, key);
	if (!value || !cJSON_AddItemToObject(object, key, value))
		abort();
}

void json_set_text(cJSON *object, const char *key, const char *value)
{
	json_set(object, key, cJSON_CreateString(value));
}

void json_set_long(cJSON *object, const char *key, long long value)
{
	char digits[24];
	snprintf(digits, sizeof(digits), "%lld", value);
	json_set_text(object, key, digits);
}

void json_set_bool(cJSON *object, const char *key, bool value)
{
	json_set(object, key, cJSON_CreateBool(value));
}

void json_default_text(cJSON *object, const char *key, const char *value)
{
	if (!json_at(object, key))
		json_set_text(object, key, value);
}

void json_default_bool(cJSON *object, const char *key, bool value)
{
	if (!json_at(object, key))
		json_set_bool(object, key, value);
}

cJSON *json_object(cJSON *parent, const char *key)
{
	cJSON *item = json_at(parent, key);
	if (!item) {
		item = cJSON_CreateObject();
		json_set(parent, key, item);
	}
	return item;
}

cJSON *json_array(cJSON *parent, const char *key)
{
	cJSON *item = json_at(parent, key);
	if (!item) {
		item = cJSON_CreateArray();
		json_set(parent, key, item);
	}
	return item;
}

void json_become_text(cJSON *node, const char *value)
{
	char *copy = sb_copy(value);
	cJSON_free(node->valuestring);
	node->valuestring = copy;
	node->type = cJSON_String;
}

void json_rename(cJSON *node, const char *name)
{
	char *copy = sb_copy(name);
	if (!(node->type & cJSON_StringIsConst))
		cJSON_free(node->string);
	node->type &= ~cJSON_StringIsConst;
	node->string = copy;
}

char *json_print(const cJSON *node)
{
	char *printed = cJSON_PrintUnformatted(node);
	if (!printed)
		abort();
	return printed;
}
