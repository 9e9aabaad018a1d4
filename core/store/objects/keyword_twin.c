#include "store/objects/keyword_twin.h"

#include "model/keyword_text.h"
#include "store/db/lookup.h"

#define PARTS " match_type = $5 AND COALESCE(negative, FALSE) = $6 AND id <> $7 AND "
#define ALL " sync_state <> 'REMOVED'"
#define DRAFTED " remote_id IS NULL AND removal = 0"
/*
 * Keywords that were stored before texts were folded have none: they are found by their own. In no
 * order: for one by the ids SQLite would walk all keywords of the parent.
 */
#define TWINS(column, which)                                                                       \
	"SELECT id, text FROM keywords WHERE space_id = $1 AND environment = $2 AND " column       \
	" = $3 AND folded_text = $4 AND" PARTS which " UNION ALL SELECT id, text FROM keywords"    \
	" WHERE space_id = $1 AND environment = $2 AND " column                                    \
	" = $3 AND " AD_FOLDED("text") " = $8 AND folded_text IS NULL AND" PARTS which

/* Ids are ordered by the time they were made. */
static bool is_older(struct ad_str a, struct ad_str b)
{
	return memcmp(a.p, b.p, a.n < b.n ? a.n : b.n) < 0;
}

static enum ad_db_status keyword_twin_look(struct ad_stmt *s, struct ad_arena *arena,
					   struct ad_realm realm, const struct ad_row *row,
					   struct ad_keyword_twin *out)
{
	enum ad_platform platform = ad_platform_of(ad_row_text(row, "platform"));
	struct ad_str group = ad_row_text(row, "adGroupId"), text = ad_row_text(row, "text");
	struct ad_str folded = ad_keyword_folded(arena, platform, text);
	size_t negative = 0;
	enum ad_db_status status;
	bool found = false;

	(void)ad_field_find(&row->res->shape, AD_S("negative"), &negative);
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, group.p ? group : ad_row_text(row, "campaignId"));
	ad_bind(s, 4, folded);
	ad_bind(s, 5, ad_row_text(row, "matchType"));
	ad_bind_bool(s, 6, row->v[negative].kind == AD_INT && row->v[negative].i != 0);
	ad_bind(s, 7, row->id.p ? row->id : AD_S(""));
	ad_bind(s, 8, ad_sql_folded(arena, text));
	while ((status = ad_step(s)) == AD_DB_ROW) {
		bool exact = ad_str_eq(ad_col(s, 1), text);
		/* The oldest, unless one is written as the given one. */
		if ((found && !exact && !is_older(ad_col(s, 0), out->id)) ||
		    !ad_str_eq(ad_keyword_folded(arena, platform, ad_col(s, 1)), folded))
			continue;
		*out = (struct ad_keyword_twin){ ad_col_copy(s, arena, 0),
						 ad_col_copy(s, arena, 1) };
		found = true;
		if (!exact)
			continue;
		ad_reset(s);
		return AD_DB_ROW;
	}
	return status == AD_DB_DONE && found ? AD_DB_ROW : status;
}

enum ad_db_status ad_keyword_twin_find(struct ad_db *db, struct ad_arena *arena,
				       struct ad_realm realm, const struct ad_row *row,
				       struct ad_keyword_twin *out)
{
	struct ad_stmt *s = ad_sql(db, ad_row_text(row, "adGroupId").p ? TWINS("ad_group_id", ALL)
								       : TWINS("campaign_id", ALL));

	return keyword_twin_look(s, arena, realm, row, out);
}

enum ad_db_status ad_keyword_twin_drafted(struct ad_db *db, struct ad_arena *arena,
					  struct ad_realm realm, const struct ad_row *row,
					  struct ad_keyword_twin *out)
{
	struct ad_stmt *s =
		ad_sql(db, ad_row_text(row, "adGroupId").p ? TWINS("ad_group_id", DRAFTED)
							   : TWINS("campaign_id", DRAFTED));

	return keyword_twin_look(s, arena, realm, row, out);
}
