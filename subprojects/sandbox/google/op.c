/* Helpers for rules: faults, references, ids. */
#include "op.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/sha.h>

#include "mutation.h"

cJSON *op_fail(struct g_op *op, enum g_error code, const char *field, const char *trigger)
{
	size_t mark = op->path.size;
	if (*field)
		text_format(&op->path, ".%s", field);
	cJSON *error = g_error_add(op->m->errors, code, text_get(&op->path), trigger);
	text_cut(&op->path, mark);
	op->failed = true;
	return error;
}

cJSON *op_fail_at(struct g_op *op, enum g_error code, const char *trigger, const char *format, ...)
{
	char field[200];
	va_list args;
	va_start(args, format);
	vsnprintf(field, sizeof(field), format, args);
	va_end(args);
	return op_fail(op, code, field, trigger);
}

void op_fail_operation(struct g_op *op, enum g_error code, const char *member, const char *trigger)
{
	char *whole = sb_copy(text_get(&op->path));
	text_cut(&op->path, op->base);
	op_fail(op, code, member, trigger);
	text_cut(&op->path, 0);
	text_put(&op->path, whole);
	free(whole);
}

/* True if one entry of a mask is `field` or lies below it; either spelling. */
static bool entry_touches(const char *entry, size_t size, const char *field)
{
	char camel[G_NAME_ROOM];
	size_t snake_size = strlen(field);
	g_camel(field, camel, sizeof(camel));
	size_t camel_size = strlen(camel);
	return (size >= snake_size && strncmp(entry, field, snake_size) == 0 &&
		(size == snake_size || entry[snake_size] == '.')) ||
	       (size >= camel_size && strncmp(entry, camel, camel_size) == 0 &&
		(size == camel_size || entry[camel_size] == '.'));
}

bool op_touches(const struct g_op *op, const char *field)
{
	if (op->verb == VERB_CREATE)
		return true;
	for (const char *at = op->mask; at && *at;) {
		size_t n = strcspn(at, ",");
		size_t lead = strspn(at, " ");
		if (lead < n && entry_touches(at + lead, n - lead, field))
			return true;
		at += n + (at[n] == ',');
	}
	return false;
}

const char *op_temporary(struct g_op *op, const char *name)
{
	return table_get(&op->m->temporary, name);
}

void op_skip(struct g_op *op, const char *field)
{
	if (op->m->partial && !op->skipped)
		op_fail(op, E_TEMP_ID_RESOURCE_HAD_ERRORS, field, NULL);
	op->skipped = true;
}

const cJSON *op_load(struct g_op *op, enum g_kind_id kind, const char *tail)
{
	cJSON *value = store_get(op->call->sandbox->store, op->call->account.id, (int)kind, tail);
	if (value)
		cJSON_AddItemToArray(op->m->kept, value);
	return value;
}

const cJSON *op_reference(struct g_op *op, const char *field, enum g_kind_id kind, char *tail)
{
	char camel[G_NAME_ROOM], account[16];
	g_camel(field, camel, sizeof(camel));
	const char *name = json_text(op->value, camel);
	tail[0] = '\0';
	if (!name || !*name || op->skipped)
		return NULL; /* told already: required, or a parent that failed */
	int named = g_parse_name(name, account, tail, G_TAIL_ROOM);
	if (named < 0 || named != (int)kind) {
		op_fail(op, E_RESOURCE_NAME_MALFORMED, field, name);
		return NULL;
	}
	if (strcmp(account, op->call->account.id) != 0) {
		op_fail(op, E_INVALID_CUSTOMER_ID, field, name);
		return NULL;
	}
	if (strchr(tail, '-')) /* a temporary name without an object: told by g_check_values */
		return NULL;
	const cJSON *value = op_load(op, kind, tail);
	if (!value) {
		op_fail(op, E_RESOURCE_NOT_FOUND, field, name);
		return NULL;
	}
	const char *status = json_text(value, "status");
	if (status && strcmp(status, "REMOVED") == 0) {
		op_fail(op, kind == K_CAMPAIGN_BUDGET ? E_BUDGET_REMOVED : E_REMOVED_CONTEXT, field,
			name);
		return NULL;
	}
	return value;
}

bool op_request_has(const struct g_op *op, enum g_kind_id kind, op_want *want, const void *context)
{
	char member[64];
	const cJSON *entry;
	if (!op->sent_name)
		return false;
	snprintf(member, sizeof(member), "%sOperation", g_kinds[kind].json);
	cJSON_ArrayForEach(entry, op->m->operations)
	{
		const cJSON *created = json_at(json_at(entry, member), "create");
		if (created && want(created, op->sent_name, context))
			return true;
	}
	return false;
}

void op_new_id(struct g_op *op, enum g_kind_id kind, char *tail)
{
	static const long long first[K_COUNT] = {
		[K_CAMPAIGN_BUDGET] = 13000000000, [K_CAMPAIGN] = 22000000000,
		[K_AD_GROUP] = 155000000000,       [K_AD] = 712000000000,
		[K_ASSET] = 90000000000,
	};
	struct store *store = op->call->sandbox->store;
	char counter[48];
	snprintf(counter, sizeof(counter), "%s/%s", op->call->account.id, g_kinds[kind].collection);
	long long n = store_number(store, counter) + 1;
	store_set_number(store, counter, n);
	snprintf(tail, G_TAIL_ROOM, "%lld", first[kind] + n);
}

long long g_currency_unit(const char *currency)
{
	static const char *const whole[] = { "JPY", "KRW", "CLP", "VND", "ISK",
					     "HUF", "TWD", "COP", "IDR", "PYG" };
	for (size_t i = 0; i < sizeof(whole) / sizeof(whole[0]); i++)
		if (strcmp(whole[i], currency) == 0)
			return 1000000;
	return 10000;
}

/* One character of UTF-8 at `*s`, which moves on; a stray byte counts as itself. */
static unsigned next_character(const unsigned char **s)
{
	unsigned c = *(*s)++;
	int more = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : c >= 0xc0 ? 1 : 0;
	c &= more == 3 ? 0x07u : more == 2 ? 0x0fu : more == 1 ? 0x1fu : 0xffu;
	while (more-- > 0 && (**s & 0xc0) == 0x80)
		c = c << 6 | (*(*s)++ & 0x3fu);
	return c;
}

/* East Asian width, by the blocks that are wide as a whole. */
static bool is_wide(unsigned c)
{
	static const unsigned blocks[][2] = {
		{ 0x1100, 0x115f }, { 0x2e80, 0xa4cf }, { 0xac00, 0xd7a3 }, { 0xf900, 0xfaff },
		{ 0xfe30, 0xfe6f }, { 0xff00, 0xff60 }, { 0xffe0, 0xffe6 }, { 0x20000, 0x3fffd },
	};
	for (size_t i = 0; i < sizeof(blocks) / sizeof(blocks[0]); i++)
		if (c >= blocks[i][0] && c <= blocks[i][1])
			return true;
	return false;
}

size_t g_length(const char *text, bool wide)
{
	size_t n = 0;
	for (const unsigned char *s = (const unsigned char *)text; *s;) {
		bool doubled = is_wide(next_character(&s)) && wide;
		n += doubled ? 2u : 1u;
	}
	return n;
}

void g_criterion_id(const char *what, char *out)
{
	unsigned char digest[SHA256_DIGEST_LENGTH];
	SHA256((const unsigned char *)what, strlen(what), digest);
	unsigned long long n = 0;
	for (int i = 0; i < 8; i++)
		n = n << 8 | digest[i];
	snprintf(out, G_TAIL_ROOM, "%llu", 100000000ull + n % 1000000000000ull);
}
