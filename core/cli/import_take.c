/* Rows of an import into drafts: see import.h. */
#include "cli/import.h"

#include "base/json_read.h"
#include "call/guardrails.h"
#include "call/objects.h"
#include "call/rules/rules.h"
#include "store/rows.h"

static const struct ad_str absent = { NULL, 0 };

static struct ad_call *fresh(struct importing *im)
{
	return ad_cli_drafts_fresh(&im->drafts);
}

static int broken(struct importing *im)
{
	return ad_cli_work_broken(&im->drafts.work);
}

/* --- what is there ---------------------------------------------------------------------------- */

static enum ad_db_status find(struct importing *im, const char *sql, struct ad_str name,
			      struct ad_str parent, struct ad_str *id)
{
	struct ad_call *call = &im->drafts.call;
	struct ad_realm realm = ad_call_realm(call);
	struct ad_stmt *s = ad_sql(call->db, sql);

	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, name);
	ad_bind(s, 4, parent);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_ROW) {
		*id = ad_arena_copy(call->arena, ad_col(s, 0));
		ad_reset(s);
	}
	return status;
}

static enum ad_db_status find_campaign(struct importing *im, struct ad_str name, struct ad_str *id)
{
	return find(im,
		    "SELECT id FROM campaigns WHERE space_id = $1 AND environment = $2"
		    " AND name = $3 AND platform = $4 AND sync_state <> 'REMOVED'"
		    " ORDER BY id LIMIT 1",
		    name, ad_str(ad_platform_name(im->bulk->platform)), id);
}

static enum ad_db_status find_ad_group(struct importing *im, struct ad_str name,
				       struct ad_str campaign, struct ad_str *id)
{
	return find(im,
		    "SELECT id FROM ad_groups WHERE space_id = $1 AND environment = $2"
		    " AND name = $3 AND campaign_id = $4 AND sync_state <> 'REMOVED'"
		    " ORDER BY id LIMIT 1",
		    name, campaign, id);
}

static void forget(struct import_parent *parent)
{
	struct ad_arena *arena = parent->arena;

	ad_arena_reset(arena);
	*parent = (struct import_parent){ .arena = arena };
}

/* Loads a parent by its id. */
static enum ad_db_status remember(struct importing *im, struct import_parent *parent,
				  const struct ad_resource *res, struct ad_str name,
				  struct ad_str id)
{
	struct ad_call *call = &im->drafts.call;

	parent->name = ad_arena_copy(parent->arena, name);
	return ad_row_load(call->db, parent->arena, ad_call_realm(call), res, id, &parent->row);
}

/* The campaign of a row into im->campaign: AD_DB_ROW where it is there. */
static enum ad_db_status campaign_of(struct importing *im, const struct ad_import_row *row)
{
	struct ad_str id;

	if (im->campaign.row && ad_str_eq(im->campaign.name, row->campaign))
		return AD_DB_ROW;
	forget(&im->campaign);
	forget(&im->ad_group);
	enum ad_db_status status = find_campaign(im, row->campaign, &id);
	if (status == AD_DB_ROW)
		status = remember(im, &im->campaign, ad_resource_row(AD_R_CAMPAIGN), row->campaign,
				  id);
	return status;
}

/* The ad group of a row, whose campaign is there, into im->ad_group. */
static enum ad_db_status ad_group_of(struct importing *im, const struct ad_import_row *row)
{
	struct ad_str id;

	if (im->ad_group.row && ad_str_eq(im->ad_group.name, row->ad_group))
		return AD_DB_ROW;
	forget(&im->ad_group);
	enum ad_db_status status = find_ad_group(im, row->ad_group, im->campaign.row->id, &id);
	if (status == AD_DB_ROW)
		status = remember(im, &im->ad_group, ad_resource_row(AD_R_AD_GROUP), row->ad_group,
				  id);
	return status;
}

/* A keyword's natural key: platforms do not tell its letters' case. */
static uint64_t keyword_key(struct ad_arena *arena, struct ad_str text, const char *match,
			    bool negative)
{
	struct ad_str key = ad_arena_printf(arena, "%.*s", AD_FMT(text));
	char *p = (char *)(uintptr_t)key.p;

	for (size_t i = 0; i < key.n; i++)
		if (p[i] >= 'A' && p[i] <= 'Z')
			p[i] = (char)(p[i] + 32);
	return import_digest(key, ad_arena_printf(arena, "%s%d", match, negative));
}

static struct ad_stmt *below(struct importing *im, const char *sql, const struct ad_row *parent)
{
	struct ad_call *call = &im->drafts.call;
	struct ad_realm realm = ad_call_realm(call);
	struct ad_stmt *s = ad_sql(call->db, sql);

	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, parent->id);
	return s;
}

static enum ad_db_status know_keywords(struct importing *im, struct import_parent *parent)
{
	enum ad_db_status status;
	bool campaign = parent == &im->campaign;

	if (parent->keywords_known)
		return AD_DB_DONE;
	struct ad_stmt *s =
		below(im,
		      campaign ? "SELECT text, match_type, negative FROM keywords"
				 " WHERE space_id = $1 AND environment = $2 AND campaign_id = $3"
				 " AND sync_state <> 'REMOVED'"
			       : "SELECT text, match_type, negative FROM keywords"
				 " WHERE space_id = $1 AND environment = $2 AND ad_group_id = $3"
				 " AND sync_state <> 'REMOVED'",
		      parent->row);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		char match[16];
		snprintf(match, sizeof(match), "%.*s", AD_FMT(ad_col(s, 1)));
		import_set_put(parent->arena, &parent->keywords,
			       keyword_key(im->drafts.call.arena, ad_col(s, 0), match,
					   ad_col_int(s, 2) != 0),
			       1);
	}
	parent->keywords_known = status == AD_DB_DONE;
	return status;
}

static enum ad_db_status know_ads(struct importing *im, struct import_parent *parent)
{
	struct ad_arena *arena = im->drafts.call.arena;
	enum ad_db_status status;

	if (parent->ads_known)
		return AD_DB_DONE;
	struct ad_stmt *s = below(im,
				  "SELECT headlines, descriptions, final_url, name, primary_text"
				  " FROM ads"
				  " WHERE space_id = $1 AND environment = $2 AND ad_group_id = $3"
				  " AND sync_state <> 'REMOVED'",
				  parent->row);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		struct ad_str key = ad_bulk_ad_key(arena, ad_col(s, 0), ad_col(s, 1), ad_col(s, 2));
		if (im->bulk->flat)
			key = ad_arena_printf(arena, "%.*s\n%.*s\n%.*s", AD_FMT(key),
					      AD_FMT(ad_col(s, 3)), AD_FMT(ad_col(s, 4)));
		import_set_put(parent->arena, &parent->ads, import_digest(key, absent), 1);
	}
	parent->ads_known = status == AD_DB_DONE;
	return status;
}

/* --- what is taken ---------------------------------------------------------------------------- */

/* The input with another member, whose JSON is given. */
static struct ad_str with_member(struct ad_arena *arena, struct ad_str input, const char *key,
				 struct ad_str json)
{
	return ad_arena_printf(arena, "{\"%s\":%.*s,%.*s", key, AD_FMT(json), (int)(input.n - 1),
			       input.p + 1);
}

static void warn_rails(struct importing *im, const struct ad_import_row *row,
		       const struct ad_row *draft)
{
	struct ad_call *call = &im->drafts.call;
	struct ad_violations found = { .arena = call->arena };

	if (ad_rails_write(ad_rails_of(call->arena, &call->space), NULL, draft, &found))
		return;
	for (const struct ad_violation *v = found.first; v; v = v->next)
		import_warn(im, row->line, v->rule,
			    ad_arena_printf(call->arena,
					    "the guardrail %s allows %s, this is %s; "
					    "a push will be refused",
					    v->rule, v->limit, v->actual));
}

/*
 * Drafts and stores an object of the row. *stored is false where it has faults, which are told
 * then.
 */
static int store(struct importing *im, const struct ad_import_row *row,
		 const struct ad_resource *res, struct ad_str input, bool *stored)
{
	struct ad_call *call = &im->drafts.call;
	struct ad_json_error err;
	struct ad_row *draft = NULL;
	bool good = ad_object_draft(call, res, ad_json_parse(call->arena, input, &err), &draft);

	*stored = false;
	if (call->status != AD_OK && call->status != AD_INVALID)
		return ad_cli_drafts_failed(&im->drafts);
	if (!good || row->problems) {
		import_skip_row(im, row);
		return AD_EXIT_OK;
	}
	warn_rails(im, row, draft);
	call->drafted = true;
	*stored = ad_object_insert(call, draft);
	return *stored ? AD_EXIT_OK : ad_cli_drafts_failed(&im->drafts);
}

static void count(struct importing *im, enum import_what what, bool created)
{
	if (created)
		im->tally[what].created++;
	else
		im->tally[what].existing++;
}

static struct import_places *places_of(struct importing *im, struct ad_str campaign, bool make)
{
	uint64_t digest = import_digest(campaign, absent);
	uint64_t index = import_set_get(&im->places, digest);

	if (index)
		return &im->place_lists[index - 1];
	if (!make)
		return NULL;
	if (im->place_count == im->place_room) {
		size_t room = im->place_room ? 2 * im->place_room : 64;
		im->place_lists = ad_arena_resize(im->arena, im->place_lists,
						  im->place_room * sizeof(*im->place_lists),
						  room * sizeof(*im->place_lists));
		im->place_room = room;
	}
	im->place_lists[im->place_count] = (struct import_places){
		.list = ad_text_on(im->arena),
	};
	import_set_put(im->arena, &im->places, digest, ++im->place_count);
	return &im->place_lists[im->place_count - 1];
}

void import_take_places(struct importing *im)
{
	for (size_t i = 0; i < im->row_count; i++) {
		const struct ad_import_row *row = &im->rows[i];
		if (row->kind == AD_IMPORT_NONE) {
			(void)fresh(im);
			import_skip_row(im, row);
			continue;
		}
		struct import_places *places = places_of(im, row->campaign, true);
		bool excluded = row->locations.p && strstr(row->locations.p, "true");
		if (row->geo_mode) {
			places->mode = row->geo_mode;
			continue;
		}
		places->bad += row->problems != NULL;
		places->good += row->locations.p && !excluded;
		if (row->locations.p && places->list.n)
			ad_text_addc(&places->list, ',');
		ad_text_add(&places->list, row->locations);
	}
}

/* The row's input with its own places and those of other rows. */
static struct ad_str with_places(struct importing *im, struct ad_import_row *row)
{
	struct ad_arena *arena = im->drafts.call.arena;
	struct import_places *places = places_of(im, row->campaign, false);
	struct ad_text list = ad_text_on(arena);

	ad_text_addc(&list, '[');
	ad_text_add(&list, row->locations);
	if (places && places->list.n && row->locations.n)
		ad_text_addc(&list, ',');
	if (places)
		ad_text_add(&list, ad_text_str(&places->list));
	ad_text_addc(&list, ']');
	if (places && places->bad && !places->good && !row->locations.n) {
		/* Without its places it would show everywhere. */
		struct ad_import_problem *p = ad_arena_zalloc(im->batch, sizeof(*p));
		p->column = ad_columns_name(&im->columns, AD_COL_LOCATION);
		p->reason = "none of the places that it is to show in is known";
		p->suggestion = "Correct the rows of its locations first.";
		p->next = row->problems;
		row->problems = p;
	}
	struct ad_str input = row->input;
	if (places && places->mode)
		input = with_member(arena, input, "platformOptions",
				    ad_arena_printf(arena, "{\"geoMode\":\"%s\"}", places->mode));
	return with_member(arena, input, "locations", ad_text_str(&list));
}

/* Whether a flat file named the campaign, or ad group, in a row before: there it was taken. */
static bool repeated(struct importing *im, const struct ad_import_row *row, struct ad_str ad_group)
{
	uint64_t digest = import_digest(row->campaign, ad_group);
	uint64_t line = im->bulk->flat ? import_set_get(&im->seen, digest) : 0;

	if (line && line != row->line)
		return true;
	if (im->bulk->flat)
		import_set_put(im->arena, &im->seen, digest, row->line);
	return false;
}

static int take_campaign(struct importing *im, struct ad_import_row *row)
{
	struct ad_str id;
	bool stored;

	(void)fresh(im);
	if (repeated(im, row, absent))
		return AD_EXIT_OK;
	enum ad_db_status status = find_campaign(im, row->campaign, &id);
	if (status == AD_DB_ROW) {
		count(im, IMPORT_OF_CAMPAIGNS, false);
		return AD_EXIT_OK;
	}
	if (status != AD_DB_DONE)
		return broken(im);
	/* Once: a batch may be done again. */
	struct ad_import_row copy = *row;
	int code =
		store(im, &copy, ad_resource_row(AD_R_CAMPAIGN), with_places(im, &copy), &stored);
	if (stored)
		count(im, IMPORT_OF_CAMPAIGNS, true);
	else
		import_mark_bad(im, row->campaign, absent, row->line);
	return code;
}

/* Whether the parent is there and may have new objects below; tells the row where not. */
static bool usable(struct importing *im, const struct ad_import_row *row,
		   const struct import_parent *parent, enum ad_db_status status)
{
	if (status != AD_DB_ROW) {
		import_skip_orphan(im, row, parent == &im->campaign ? absent : row->ad_group);
		return false;
	}
	if (!parent->row->removal)
		return true;
	import_skip_below(im, row, parent != &im->campaign,
			  ad_arena_printf(im->drafts.call.arena, "the removal of its %s is staged",
					  parent == &im->campaign ? "campaign" : "ad group")
				  .p,
			  "Restore that first.");
	return false;
}

static struct ad_str id_json(struct importing *im, const struct ad_row *row)
{
	return ad_arena_printf(im->drafts.call.arena, "\"%.*s\"", AD_FMT(row->id));
}

static int take_location(struct importing *im, struct ad_import_row *row)
{
	(void)fresh(im);
	enum ad_db_status status = campaign_of(im, row);
	if (status != AD_DB_ROW && status != AD_DB_DONE)
		return broken(im);
	if (row->problems)
		import_skip_row(im, row);
	else
		(void)usable(im, row, &im->campaign, status);
	return AD_EXIT_OK;
}

/* An ad group of a flat file names the places itself; here they are its campaign's. */
static void check_places(struct importing *im, struct ad_import_row *row)
{
	struct ad_arena *arena = im->drafts.call.arena;
	struct ad_str here = ad_row_text(im->campaign.row, "locations");

	if (!im->bulk->flat ||
	    ad_str_eq(here, ad_arena_printf(arena, "[%.*s]", AD_FMT(row->locations))))
		return;
	struct ad_import_problem *p = ad_arena_zalloc(im->batch, sizeof(*p));
	p->column = ad_columns_name(&im->columns, AD_COL_LOCATION);
	p->reason = "its places are not those that its campaign has here";
	p->suggestion = "Give ad sets of other places a campaign of their own.";
	p->next = row->problems;
	row->problems = p;
}

static int take_ad_group(struct importing *im, struct ad_import_row *row)
{
	struct ad_call *call = fresh(im);
	struct ad_str id;
	bool stored;
	enum ad_db_status status = campaign_of(im, row);

	if (status != AD_DB_ROW && status != AD_DB_DONE)
		return broken(im);
	if (repeated(im, row, row->ad_group) || !usable(im, row, &im->campaign, status))
		return AD_EXIT_OK;
	status = find_ad_group(im, row->ad_group, im->campaign.row->id, &id);
	if (status == AD_DB_ROW) {
		count(im, IMPORT_OF_AD_GROUPS, false);
		return AD_EXIT_OK;
	}
	if (status != AD_DB_DONE)
		return broken(im);
	call->parent_hint = im->campaign.row;
	struct ad_import_row copy = *row;
	check_places(im, &copy);
	int code = store(
		im, &copy, ad_resource_row(AD_R_AD_GROUP),
		with_member(call->arena, row->input, "campaignId", id_json(im, im->campaign.row)),
		&stored);
	if (stored)
		count(im, IMPORT_OF_AD_GROUPS, true);
	else
		import_mark_bad(im, row->campaign, row->ad_group, row->line);
	return code;
}

/* The parent of an ad or keyword; NULL with *code where it is told or failed. */
static struct import_parent *parent_of(struct importing *im, const struct ad_import_row *row,
				       int *code)
{
	struct import_parent *parent = &im->campaign;
	enum ad_db_status status = campaign_of(im, row);

	*code = AD_EXIT_OK;
	if (status == AD_DB_ROW && row->ad_group.p && usable(im, row, parent, status)) {
		parent = &im->ad_group;
		status = ad_group_of(im, row);
	} else if (status == AD_DB_ROW && row->ad_group.p) {
		return NULL;
	}
	if (status != AD_DB_ROW && status != AD_DB_DONE) {
		*code = broken(im);
		return NULL;
	}
	return usable(im, row, parent, status) ? parent : NULL;
}

static int take_leaf(struct importing *im, struct ad_import_row *row)
{
	struct ad_call *call = fresh(im);
	bool ad = row->kind == AD_IMPORT_AD, stored;
	enum import_what what = ad ? IMPORT_OF_ADS : IMPORT_OF_KEYWORDS;
	int code;
	struct import_parent *parent = parent_of(im, row, &code);

	if (!parent)
		return code;
	struct import_set *set = ad ? &parent->ads : &parent->keywords;
	if ((ad ? know_ads(im, parent) : know_keywords(im, parent)) != AD_DB_DONE)
		return broken(im);
	uint64_t key = ad ? import_digest(row->ad_key, absent)
			  : keyword_key(call->arena, row->text, row->match ? row->match : "",
					row->negative);
	if (import_set_get(set, key)) {
		count(im, what, false);
		return AD_EXIT_OK;
	}
	call->parent_hint = parent->row;
	code = store(im, row, ad_resource_row(ad ? AD_R_AD : AD_R_KEYWORD),
		     with_member(call->arena, row->input,
				 parent == &im->campaign ? "campaignId" : "adGroupId",
				 id_json(im, parent->row)),
		     &stored);
	if (!stored)
		return code;
	if (row->note)
		import_warn(im, row->line, "LEFT_BEHIND", ad_str(row->note));
	count(im, what, true);
	import_set_put(parent->arena, set, key, 1);
	return code;
}

int import_take_batch(struct ad_cli_work *work)
{
	static int (*const takers[])(struct importing *im, struct ad_import_row *row) = {
		[AD_IMPORT_CAMPAIGN] = take_campaign, [AD_IMPORT_LOCATION] = take_location,
		[AD_IMPORT_AD_GROUP] = take_ad_group, [AD_IMPORT_AD] = take_leaf,
		[AD_IMPORT_KEYWORD] = take_leaf,
	};
	struct importing *im = work->arg;
	int code = AD_EXIT_OK;

	import_report_drop(im);
	forget(&im->campaign);
	forget(&im->ad_group);
	for (size_t i = 0; i < im->row_count && code == AD_EXIT_OK; i++)
		code = takers[im->rows[i].kind](im, &im->rows[i]);
	return code;
}
