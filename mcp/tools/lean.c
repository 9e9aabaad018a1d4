/*
 * Objects made lean for a model, straight from their stored JSON: our own writer made it, so it is
 * well-formed, without spaces, and each member's extent can be found without building a tree.
 */
#include "mcp/tools/lean.h"

struct span {
	const char *p;
	const char *end;
};

/* Behind a string that begins at p. */
static const char *skip_string(const char *p, const char *end)
{
	for (p++;;) {
		const char *quote = memchr(p, '"', (size_t)(end - p));
		const char *slash = quote;
		if (!quote)
			return end;
		while (slash > p && slash[-1] == '\\')
			slash--;
		p = quote + 1;
		if ((quote - slash) % 2 == 0)
			return p;
	}
}

/* Behind a list or object that begins at p. */
static const char *skip_nested(const char *p, const char *end)
{
	int depth = 0;
	while (p < end) {
		char c = *p;
		if (c == '"') {
			p = skip_string(p, end);
			continue;
		}
		p++;
		if (c == '{' || c == '[')
			depth++;
		else if ((c == '}' || c == ']') && --depth == 0)
			return p;
	}
	return end;
}

/* Behind a value that begins at p. */
static const char *skip_value(const char *p, const char *end)
{
	if (*p == '"')
		return skip_string(p, end);
	if (*p == '{' || *p == '[')
		return skip_nested(p, end);
	while (p < end && *p != ',' && *p != '}' && *p != ']')
		p++;
	return p;
}

bool mcp_is_machine_field(struct ad_str key)
{
	static const char *const noise[] = { "spaceId",      "environment", "createdBy",
					     "createdAt",    "updatedAt",   "budgetLevel",
					     "lastSyncedAt", "steps",       "credentialId",
					     "requestId",    "dependsOn" };
	for (size_t i = 0; i < AD_LEN(noise); i++)
		if (ad_str_is(key, noise[i]))
			return true;
	return false;
}

/* null, [] or {} at p. */
static bool lean_is_empty(const char *p, const char *end)
{
	if (*p == 'n')
		return true;
	return end - p >= 2 && (*p == '[' || *p == '{') && p[1] == (*p == '[' ? ']' : '}');
}

/* A budget is a day's unless it says otherwise. */
static bool is_daily(struct ad_str key, struct span value)
{
	static const char daily[] = "\"DAILY\"";
	return ad_str_is(key, "budgetPeriod") && (size_t)(value.end - value.p) >= strlen(daily) &&
	       memcmp(value.p, daily, strlen(daily)) == 0;
}

static const char *lean_add_object(struct ad_text *out, struct span object, int depth, bool *any);

/* A member whose value begins at p; behind it. *worth: whether anything of it was said. */
static const char *lean_add_member(struct ad_text *out, struct span key, struct span value,
				   int depth, bool *worth)
{
	size_t mark = out->n;
	const char *behind;
	*worth = true;
	ad_text_add(out, (struct ad_str){ key.p, (size_t)(key.end - key.p) });
	ad_text_addc(out, ':');
	if (*value.p == '{' && depth < 8) {
		behind = lean_add_object(out, value, depth + 1, worth);
	} else {
		behind = skip_value(value.p, value.end);
		ad_text_add(out, (struct ad_str){ value.p, (size_t)(behind - value.p) });
	}
	if (!*worth)
		out->n = mark;
	return behind;
}

/* The object that begins object.p without its empty members; behind it. */
static const char *lean_add_object(struct ad_text *out, struct span object, int depth, bool *any)
{
	const char *p = object.p + 1;
	*any = false;
	ad_text_addc(out, '{');
	while (p < object.end && *p == '"') {
		struct span key = { p, skip_string(p, object.end) };
		struct ad_str name = { key.p + 1, (size_t)(key.end - key.p) - 2 };
		struct span value = { key.end + 1, object.end };
		bool worth = false;
		if (lean_is_empty(value.p, value.end) || mcp_is_machine_field(name) ||
		    is_daily(name, value)) {
			p = skip_value(value.p, value.end);
		} else {
			size_t mark = out->n;
			if (*any)
				ad_text_addc(out, ',');
			p = lean_add_member(out, key, value, depth, &worth);
			if (!worth)
				out->n = mark;
		}
		*any = *any || worth;
		if (p < object.end && *p == ',')
			p++;
	}
	ad_text_addc(out, '}');
	return p < object.end ? p + 1 : p;
}

bool mcp_lean_next(struct ad_text *out, struct ad_str list, size_t *at, bool detailed)
{
	const char *end = list.p + list.n;
	const char *p = list.p + *at;
	const char *behind;
	bool any;
	if (p < end && (*p == '[' || *p == ','))
		p++;
	if (p >= end || *p != '{')
		return false;
	if (detailed) {
		behind = skip_nested(p, end);
		ad_text_add(out, (struct ad_str){ p, (size_t)(behind - p) });
	} else {
		behind = lean_add_object(out, (struct span){ p, end }, 0, &any);
	}
	*at = (size_t)(behind - list.p);
	return true;
}
