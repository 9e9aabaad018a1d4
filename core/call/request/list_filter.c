#include "call/request/list_filter.h"

#include "base/clock.h"
#include "call/request/validate.h"
#include "store/db/lookup.h"

void ad_filter_begin(struct ad_list_filter *f, struct ad_call *call)
{
	*f = (struct ad_list_filter){ .call = call, .countable = true };
	f->where = ad_text_on(call->arena);
	f->cells = ad_text_on(call->arena);
}

static int list_filter_add_value(struct ad_list_filter *f, struct ad_value value)
{
	f->values[f->count] = value;
	return 3 + f->count++;
}

static bool on_cells(const char *column)
{
	return strcmp(column, "platform") == 0 || strcmp(column, "status") == 0 ||
	       strcmp(column, "sync_state") == 0;
}

/* Adds " AND (platforms LIKE $3 OR …)": a list of names contains a name if its JSON does. */
static void add_holds(struct ad_list_filter *f, const char *column, const struct ad_value *values,
		      int n)
{
	ad_text_addf(&f->where, " AND (");
	for (int i = 0; i < n; i++) {
		struct ad_str pattern =
			ad_arena_printf(f->call->arena, "%%\"%.*s\"%%", AD_FMT(values[i].s));
		struct ad_value value = { .kind = AD_TEXT, .s = pattern };
		ad_text_addf(&f->where, "%s%s LIKE $%d", i ? " OR " : "", column,
			     list_filter_add_value(f, value));
	}
	ad_text_addc(&f->where, ')');
}

/* " AND column IN ($3,$4)". */
static struct ad_str in_values(struct ad_list_filter *f, const char *column,
			       const struct ad_value *values, int n)
{
	struct ad_text in = ad_text_on(f->call->arena);
	ad_text_addf(&in, " AND %s IN (", column);
	for (int i = 0; i < n; i++)
		ad_text_addf(&in, "%s$%d", i ? "," : "", list_filter_add_value(f, values[i]));
	ad_text_addc(&in, ')');
	return ad_text_str(&in);
}

/*
 * For an assistant a campaign's keywords include those of its ad groups, because an assistant would
 * take a shorter list for the complete one. REST filters by the field itself.
 */
static bool add_whole_campaign(struct ad_list_filter *f, const struct ad_field *field,
			       struct ad_str in)
{
	if (f->call->door != AD_DOOR_MCP || f->call->res->id != AD_R_KEYWORD ||
	    strcmp(field->name, "campaignId") != 0)
		return false;
	const struct ad_str condition = { in.p + sizeof(" AND ") - 1,
					  in.n - (sizeof(" AND ") - 1) };
	ad_text_addf(&f->where,
		     " AND (%.*s OR ad_group_id IN (SELECT id FROM %s WHERE space_id = $1 AND"
		     " environment = $2 AND %.*s))",
		     AD_FMT(condition), ad_resource_row(AD_R_AD_GROUP)->table, AD_FMT(condition));
	f->walks = field->name;
	return true;
}

/* Reads the values in the field's form; false with a fault. */
static bool take_values(struct ad_list_filter *f, const struct ad_field *field,
			const struct ad_str *texts, int n, struct ad_value *values)
{
	for (int i = 0; i < n; i++) {
		if (f->count + i >= AD_FILTER_VALUES) {
			ad_fault_limit(f->call, field->name, "TOO_MANY", AD_FILTER_VALUES,
				       "Too many filter values.");
			return false;
		}
		if (!ad_validate_filter(f->call, field, field->name, texts[i], &values[i]))
			return false;
	}
	return n > 0;
}

static void list_filter_add_field(struct ad_list_filter *f, const struct ad_field *field,
				  const struct ad_str *texts, int n)
{
	char column[64];
	struct ad_value values[AD_FILTER_VALUES + 1];
	struct ad_field one = *field;
	ad_column_name(field->name, column);
	if (field->type == AD_T_LIST)
		one.type = field->item;
	if (!take_values(f, &one, texts, n, values))
		return;
	f->state_named = f->state_named || strcmp(column, "sync_state") == 0;
	f->countable = f->countable && on_cells(column);
	if (!on_cells(column) && ((field->flags & AD_WALKED) || field->type == AD_T_LIST))
		f->walks = field->name;
	if (field->type == AD_T_LIST) {
		add_holds(f, column, values, n);
		return;
	}
	struct ad_str in = in_values(f, column, values, n);
	if (add_whole_campaign(f, field, in))
		return;
	ad_text_add(&f->where, in);
	if (on_cells(column))
		ad_text_add(&f->cells, in);
}

static struct ad_str like_pattern(struct ad_arena *arena, struct ad_str q)
{
	struct ad_text out = ad_text_on(arena);
	ad_text_addc(&out, '%');
	for (size_t i = 0; i < q.n; i++) {
		if (q.p[i] == '%' || q.p[i] == '_' || q.p[i] == '!')
			ad_text_addc(&out, '!');
		ad_text_addc(&out, q.p[i]);
	}
	ad_text_addc(&out, '%');
	return ad_text_str(&out);
}

static void add_q(struct ad_list_filter *f, struct ad_str q)
{
	struct ad_value value = {
		.kind = AD_TEXT, .s = like_pattern(f->call->arena, ad_sql_lower(f->call->arena, q))
	};
	ad_text_addf(&f->where, " AND lower(%s) LIKE $%d ESCAPE '!'",
		     ad_resource_search(f->call->res), list_filter_add_value(f, value));
	f->countable = false;
	f->walks = "q";
}

static void add_updated_since(struct ad_list_filter *f, struct ad_str text)
{
	struct ad_value value = { .kind = AD_INT };
	if (!ad_time_parse(text, &value.i)) {
		ad_fault(f->call, "updatedSince", "INVALID_TIME",
			 "updatedSince must be an RFC 3339 time, such as 2026-11-21T09:30:00Z.");
		return;
	}
	ad_text_addf(&f->where, " AND updated_at >= $%d", list_filter_add_value(f, value));
	f->countable = false;
	f->walks = "updatedSince";
}

static const struct ad_field *list_filter_field_of(const struct ad_list_filter *f,
						   struct ad_str name)
{
	const struct ad_field *field = ad_field_find(&f->call->res->shape, name, NULL);
	if (!field)
		field = ad_field_find(ad_common_of(f->call->res), name, NULL);
	return field && (field->flags & AD_FILTER) ? field : NULL;
}

static bool is_q(const struct ad_list_filter *f, struct ad_str name)
{
	return ad_str_is(name, "q") && ad_resource_search(f->call->res);
}

bool ad_filter_add(struct ad_list_filter *f, struct ad_str name, struct ad_str text)
{
	struct ad_str texts[AD_FILTER_VALUES + 1];
	int n = 0;
	if (is_q(f, name) || ad_str_is(name, "updatedSince"))
		return ad_filter_add_values(f, name, &text, 1);
	for (bool more = true; more && n <= AD_FILTER_VALUES;) {
		const char *comma = ad_str_find(text, ',');
		texts[n].p = text.p;
		texts[n++].n = comma ? (size_t)(comma - text.p) : text.n;
		more = comma != NULL;
		if (more)
			text = (struct ad_str){ comma + 1, text.n - texts[n - 1].n - 1 };
	}
	return ad_filter_add_values(f, name, texts, n);
}

bool ad_filter_add_values(struct ad_list_filter *f, struct ad_str name, const struct ad_str *values,
			  int count)
{
	const struct ad_field *field = list_filter_field_of(f, name);
	if (is_q(f, name))
		add_q(f, values[0]);
	else if (ad_str_is(name, "updatedSince"))
		add_updated_since(f, values[0]);
	else if (field)
		list_filter_add_field(f, field, values,
				      count > AD_FILTER_VALUES ? AD_FILTER_VALUES + 1 : count);
	else
		return false;
	return true;
}

void ad_filter_end(struct ad_list_filter *f)
{
	if (!f->call->res->staged || f->state_named)
		return;
	ad_text_adds(&f->where, " AND sync_state <> 'REMOVED'");
	ad_text_adds(&f->cells, " AND sync_state <> 'REMOVED'");
}

int ad_filter_bind(struct ad_stmt *s, const struct ad_list_filter *f)
{
	ad_bind_cstr(s, 1, f->call->space.id);
	ad_bind_cstr(s, 2, f->call->who->environment == AD_LIVE ? "live" : "test");
	for (int i = 0; i < f->count; i++) {
		if (f->values[i].kind == AD_TEXT)
			ad_bind(s, 3 + i, f->values[i].s);
		else
			ad_bind_int(s, 3 + i, f->values[i].i);
	}
	return 3 + f->count;
}

void ad_filter_too_broad(struct ad_list_filter *f)
{
	struct ad_call *call = f->call;
	ad_call_fresh(call);
	ad_fault(call, f->walks ? f->walks : "", "TOO_BROAD",
		 "The request reads too many objects. Narrow it by a parent (campaignId, "
		 "adGroupId), by status or syncState alone, or by a later updatedSince.");
}
