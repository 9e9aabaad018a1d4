/* The guardrail maxBid: every field of the resource table with AD_BID. */
#include "base/json_read.h"
#include "sync/state/rails.h"
#include "sync/state/unread.h"

static struct ad_str bid_json(struct ad_arena *arena, int64_t micros)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_micros(&j, micros);
	return ad_text_str(&text);
}

static int64_t bid_in(const cJSON *object, const char *name)
{
	int64_t micros = 0;

	return ad_json_micros_of(ad_json_get(object, name), &micros) ? micros : 0;
}

static void rail_bids_check_fields(const struct ad_rails *rails, struct ad_bid_change change,
				   const struct ad_field *fields, size_t count,
				   struct ad_violations *out)
{
	for (size_t i = 0; i < count; i++) {
		const struct ad_field *f = &fields[i];
		if (f->type == AD_T_OBJECT) {
			struct ad_bid_change inner = { change.id,
						       ad_json_get(change.before, f->name),
						       ad_json_get(change.after, f->name) };
			rail_bids_check_fields(rails, inner, f->members, f->member_count, out);
			continue;
		}
		int64_t is = f->flags & AD_BID ? bid_in(change.after, f->name) : 0;
		if (is <= rails->max_bid || is <= bid_in(change.before, f->name))
			continue;
		ad_violate(out, "maxBid", bid_json(out->arena, rails->max_bid),
			   bid_json(out->arena, is), change.id);
		ad_violate_say(out,
			       ad_arena_printf(out->arena,
					       "%s is above the maximum bid of this Space. Lower "
					       "it, or have the Space's owner raise maxBid.",
					       f->name));
	}
}

static bool fields_have_bids(const struct ad_field *fields, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if ((fields[i].flags & AD_BID) ||
		    (fields[i].type == AD_T_OBJECT &&
		     fields_have_bids(fields[i].members, fields[i].member_count)))
			return true;
	return false;
}

bool ad_rails_is_bid(const struct ad_field *field)
{
	return fields_have_bids(field, 1);
}

bool ad_rails_has_bids(const struct ad_resource *res)
{
	return fields_have_bids(res->shape.fields, res->shape.count);
}

void ad_rails_bids(const struct ad_rails *rails, const struct ad_resource *res,
		   struct ad_bid_change change, struct ad_violations *out)
{
	if (rails->max_bid > 0)
		rail_bids_check_fields(rails, change, res->shape.fields, res->shape.count, out);
}

void ad_rails_unread_bids(const struct ad_rails *rails, const struct ad_row *row,
			  bool (*sends)(const struct ad_resource *res, const char *field),
			  struct ad_violations *out)
{
	struct ad_json_error err;
	const cJSON *synced = row->synced.n ? ad_json_parse(out->arena, row->synced, &err) : NULL;

	if (rails->max_bid <= 0 || !row->remote_id.p)
		return;
	for (size_t i = 0; i < row->res->shape.count; i++) {
		const struct ad_field *f = &row->res->shape.fields[i];
		const cJSON *value = ad_json_get(synced, f->name);
		if (!ad_rails_is_bid(f) || !(f->flags & AD_SENT) || !sends(row->res, f->name) ||
		    (value && !cJSON_IsNull(value)) || row->v[i].kind != AD_NULL ||
		    !ad_unread_is(out->arena, row, f->name))
			continue;
		ad_violate(out, "maxBid", bid_json(out->arena, rails->max_bid),
			   bid_json(out->arena, AD_MONEY_UNHELD), row->id);
		ad_violate_say(
			out, ad_arena_printf(
				     out->arena,
				     "%s was not set and could not be read back after the create, "
				     "so it counts as the maximum. Pull first, or set %s.",
				     f->name, f->name));
	}
}
