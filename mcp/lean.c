/*
 * Objects made lean for a model, straight from their stored JSON: our own writer made it, so it is
 * well-formed, without spaces, and each member's extent can be found without building a tree.
 */
#include "mcp/lean.h"

struct span {
	const char *p;
	const char *end;
};

/* Behind a string that begins at p. */
static const char *skip_string(const char *p, const char *end)
{
	for (p++; p < end && *p != '"'; p++)
		if (*p == '\\')
			p++;
	return p < end ? p + 1 : end;
}

/* Behind a value that begins at p. */
static const char *skip_value(const char *p, const char *end)
{
	int depth = 0;
	while (p < end) {
		if (*p == '"') {
			p = skip_string(p, end);
			if (depth == 0)
				return p;
			continue;
		}
		if (depth == 0 && (*p == ',' || *p == '}' || *p == ']'))
			return p;
		if (*p == '{' || *p == '[')
			depth++;
		else if (*p == '}' || *p == ']')
			depth--;
		p++;
		if (depth == 0 && (p[-1] == '}' || p[-1] == ']'))
			return p;
	}
	return end;
}

/* Machine fields that a model hardly ever needs. */
static bool is_noise(struct ad_str key)
{
	static const char *const noise[] = { "spaceId",	    "environment", "createdBy",
					     "createdAt",   "updatedAt",   "budgetLevel",
					     "budgetPeriod", "lastSyncedAt" };
	for (size_t i = 0; i < AD_LEN(noise); i++)
		if (ad_str_is(key, noise[i]))
			return true;
	return false;
}

static bool is_empty(struct span v)
{
	size_t n = (size_t)(v.end - v.p);
	return (n == 4 && memcmp(v.p, "null", 4) == 0) ||
	       (n == 2 && (memcmp(v.p, "[]", 2) == 0 || memcmp(v.p, "{}", 2) == 0));
}

static bool add_object(struct ad_text *out, struct span object, int depth);

/* A member with its value; false where nothing of it is worth saying. */
static bool add_member(struct ad_text *out, struct span key, struct span value, int depth)
{
	size_t mark = out->n;
	ad_text_add(out, (struct ad_str){ key.p, (size_t)(key.end - key.p) });
	ad_text_addc(out, ':');
	bool worth = true;
	if (*value.p == '{' && depth < 8)
		worth = add_object(out, value, depth + 1);
	else
		ad_text_add(out, (struct ad_str){ value.p, (size_t)(value.end - value.p) });
	if (!worth)
		out->n = mark;
	return worth;
}

/* The object without its empty members; false where none is left. */
static bool add_object(struct ad_text *out, struct span object, int depth)
{
	const char *p = object.p + 1;
	bool any = false;
	ad_text_addc(out, '{');
	while (p < object.end && *p == '"') {
		struct span key = { p, skip_string(p, object.end) };
		struct span value = { key.end + 1, skip_value(key.end + 1, object.end) };
		struct ad_str name = { key.p + 1, (size_t)(key.end - key.p) - 2 };
		p = value.end + 1;
		if (is_empty(value) || is_noise(name))
			continue;
		if (any)
			ad_text_addc(out, ',');
		if (add_member(out, key, value, depth))
			any = true;
		else if (any)
			out->n--;
	}
	ad_text_addc(out, '}');
	return any;
}

bool mcp_lean_next(struct ad_str list, size_t *at, struct ad_str *object)
{
	const char *end = list.p + list.n;
	const char *p = list.p + *at;
	if (p < end && (*p == '[' || *p == ','))
		p++;
	if (p >= end || *p != '{')
		return false;
	const char *behind = skip_value(p, end);
	*object = (struct ad_str){ p, (size_t)(behind - p) };
	*at = (size_t)(behind - list.p);
	return true;
}

void mcp_lean_object(struct ad_text *out, struct ad_str object, bool detailed)
{
	if (detailed)
		ad_text_add(out, object);
	else
		(void)add_object(out, (struct span){ object.p, object.p + object.n }, 0);
}
