/* Rows of an import into drafts: see importing.h. */
#include "import/apply/importing.h"

#include "base/clock.h"
#include "base/json_read.h"
#include "call/objects/guardrails.h"
#include "call/objects/objects.h"
#include "call/rules/rules.h"
#include "import/apply/import_change.h"
#include "import/apply/import_places.h"
#include "store/objects/rows.h"

static const struct ad_str absent = { NULL, 0 };

/* --- what is taken ---------------------------------------------------------------------------- */

static void warn_rails(struct importing *im, const struct ad_import_row *row,
		       const struct ad_row *draft)
{
	struct ad_call *call = im->call;
	struct ad_violations found = { .arena = call->arena };

	if (ad_rails_write(ad_rails_of(call->arena, &call->space), NULL, draft, &found))
		return;
	for (const struct ad_violation *v = found.first; v; v = v->next)
		im->host->warn(im, row->line, v->rule,
			       ad_arena_printf(call->arena,
					       "the guardrail %s allows %s, this is %s; "
					       "a push will be refused",
					       v->rule, v->limit, v->actual));
}

/* Drafts and stores an object of the row. *id is absent where it has faults, which are told. */
static bool import_take_store(struct importing *im, const struct ad_import_row *row,
			      const struct ad_resource *res, struct ad_str input, struct ad_str *id)
{
	struct ad_call *call = im->call;
	struct ad_json_error err;
	struct ad_row *draft = NULL;
	bool good = ad_object_draft(call, res, ad_json_parse(call->arena, input, &err), &draft);

	*id = absent;
	if (call->status != AD_OK && call->status != AD_INVALID && call->status != AD_GUARDRAIL)
		return false;
	if (!good || row->problems) {
		import_skip_row(im, row);
		return true;
	}
	warn_rails(im, row, draft);
	if (!ad_object_insert(call, draft))
		return false;
	*id = draft->id;
	return true;
}

/* Counts an object of the row, and tells it. */
static void import_take_took(struct importing *im, const struct ad_import_row *row,
			     enum import_what what, enum import_outcome outcome, struct ad_str id)
{
	struct import_tally *tally = &im->tally[what];

	if (outcome == IMPORT_REFUSED)
		return;
	if (outcome == IMPORT_CREATED)
		tally->created++;
	else if (outcome == IMPORT_UPDATED)
		tally->updated++;
	else if (outcome == IMPORT_REMOVED)
		tally->removed++;
	else
		tally->existing++;
	if (im->host->took)
		im->host->took(im, row, outcome, id);
}

/* Counts an object that is there, after what its row does with it. */
static bool take_existing(struct importing *im, const struct ad_import_row *row,
			  enum import_what what, enum ad_resource_id resource, struct ad_str id,
			  struct ad_str input)
{
	enum import_outcome outcome = IMPORT_EXISTING;
	struct ad_str kept = ad_arena_copy(im->call->arena, id);
	bool good = import_change_row(im, row, ad_resource_row(resource), id, input, &outcome);

	if (good)
		import_take_took(im, row, what, outcome, kept);
	return good;
}

/* True, and told, of a row that changes or removes what is not there. */
static bool is_absent(struct importing *im, const struct ad_import_row *row)
{
	if (row->edits || row->takes_away)
		import_skip_absent(im, row);
	return row->edits || row->takes_away;
}

/*
 * An object that another row narrows waits where that row cannot be taken: its ads would reach
 * others.
 */
static void check_waits(struct importing *im, struct ad_import_row *row, struct ad_str ad_group)
{
	uint64_t line = import_set_get(&im->waits, import_digest(row->campaign, ad_group));
	struct ad_import_problem *p;

	if (!line)
		return;
	p = ad_arena_zalloc(im->batch, sizeof(*p));
	p->column = ad_columns_name(&im->columns, ad_group.p ? AD_COL_AD_GROUP : AD_COL_CAMPAIGN);
	p->reason = ad_arena_printf(im->batch,
				    "line %llu limits who sees its ads, and cannot be imported",
				    (unsigned long long)line)
			    .p;
	p->suggestion = "Leave that line out to import it without the limit, and set the limit on "
			"the platform before the ads run.";
	p->next = row->problems;
	row->problems = p;
}

/* A platform's id, whatever kind stands in front ("c:123"). */
static uint64_t id_digest(struct ad_str id)
{
	const char *colon = ad_str_find(id, ':');
	size_t n = colon ? (size_t)(colon + 1 - id.p) : 0;

	return import_digest((struct ad_str){ id.p + n, id.n - n }, absent);
}

/*
 * True if an earlier row of a flat file named the campaign or ad group, which was imported there.
 */
static bool import_take_repeated(struct importing *im, const struct ad_import_row *row,
				 bool ad_group)
{
	uint64_t digest = import_digest(row->campaign, ad_group ? row->ad_group : absent);
	uint64_t line = im->bulk->flat ? import_set_get(&im->seen, digest) : 0;

	if (line && line != row->line)
		return true;
	if (im->bulk->flat) {
		import_set_put(im->arena, &im->seen, digest, row->line);
		import_set_put(im->arena, &im->ids, digest,
			       id_digest(ad_group ? row->ad_group_id : row->campaign_id));
	}
	return false;
}

/*
 * The line of a flat file in which another campaign, or ad group, of the row's name stands; 0 where
 * there is none. Taken for the first it would get that one's budget, places and audience.
 */
static uint64_t import_take_namesake(const struct importing *im, const struct ad_import_row *row,
				     bool ad_group)
{
	uint64_t digest = import_digest(row->campaign, ad_group ? row->ad_group : absent);
	struct ad_str id = ad_group ? row->ad_group_id : row->campaign_id;

	if (!im->bulk->flat || !import_set_get(&im->seen, digest) ||
	    import_set_get(&im->ids, digest) == id_digest(id))
		return 0;
	return import_set_get(&im->seen, digest);
}

/* A draft without a place is stored as it is: the review of its push warns of it too. */
static void warn_everywhere(struct importing *im, const struct ad_import_row *row)
{
	const struct import_places *places = import_places_of(im, row->campaign, false);

	if (im->host->warns_everywhere && row->locations.n == 0 && (!places || places->good == 0))
		im->host->warn(im, row->line, "SHOWS_EVERYWHERE",
			       AD_S("the campaign names no location: its ads show in every country "
				    "once it is pushed"));
}

static bool take_campaign(struct importing *im, struct ad_import_row *row)
{
	struct ad_str id;

	(void)import_call_fresh(im);
	if (import_take_namesake(im, row, false)) {
		import_skip_namesake(im, row, false, import_take_namesake(im, row, false));
		return true;
	}
	if (import_take_repeated(im, row, false))
		return true;
	enum ad_db_status status = import_find_campaign(im, row->campaign, &id);
	/* Once: a batch may be done again. */
	struct ad_import_row copy = *row;
	if (status == AD_DB_ROW) {
		struct ad_str input = row->edits ? import_with_places(im, &copy) : row->input;
		return take_existing(im, &copy, IMPORT_OF_CAMPAIGNS, AD_R_CAMPAIGN, id, input);
	}
	if (status != AD_DB_DONE)
		return ad_fail_db(im->call, status);
	if (is_absent(im, row))
		return true;
	check_waits(im, &copy, absent);
	bool good = import_take_store(im, &copy, ad_resource_row(AD_R_CAMPAIGN),
				      import_with_places(im, &copy), &id);
	if (id.p) {
		import_take_took(im, row, IMPORT_OF_CAMPAIGNS, IMPORT_CREATED, id);
		warn_everywhere(im, row);
	} else {
		import_mark_bad(im, row->campaign, absent, row->line);
	}
	return good;
}

/* True if the parent exists and accepts new objects; otherwise reports the row. */
static bool import_take_usable(struct importing *im, const struct ad_import_row *row,
			       const struct import_parent *parent, enum ad_db_status status)
{
	if (status != AD_DB_ROW) {
		import_skip_orphan(im, row, parent == &im->campaign ? absent : row->ad_group);
		return false;
	}
	if (!parent->row->removal)
		return true;
	import_skip_below(im, row, parent != &im->campaign,
			  ad_arena_printf(im->call->arena, "the removal of its %s is staged",
					  parent == &im->campaign ? "campaign" : "ad group")
				  .p,
			  "Restore that first.");
	return false;
}

static struct ad_str id_json(struct importing *im, const struct ad_row *row)
{
	return ad_arena_printf(im->call->arena, "\"%.*s\"", AD_FMT(row->id));
}

static bool take_location(struct importing *im, struct ad_import_row *row)
{
	(void)import_call_fresh(im);
	enum ad_db_status status = import_campaign_of(im, row);
	if (status != AD_DB_ROW && status != AD_DB_DONE)
		return ad_fail_db(im->call, status);
	if (row->problems)
		import_skip_row(im, row);
	else if (import_take_usable(im, row, &im->campaign, status) && im->host->took)
		im->host->took(im, row, IMPORT_PART, im->campaign.row->id);
	return true;
}

/* An ad group of a flat file names the places itself; here they are its campaign's. */
static void import_take_check_places(struct importing *im, struct ad_import_row *row)
{
	struct ad_arena *arena = im->call->arena;
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

/* Warns about an ad group's own start date and languages, which adcore keeps on the campaign. */
static void warn_own(struct importing *im, const struct ad_import_row *row)
{
	struct ad_call *call = im->call;
	struct ad_str languages = ad_row_text(im->campaign.row, "languages");
	char today[11];

	ad_date_today(call->space.timezone, today);
	if (row->starts.p && strncmp(row->starts.p, today, 10) > 0)
		im->host->warn(im, row->line, "LEFT_BEHIND",
			       ad_arena_printf(call->arena,
					       "the day it begins, %.*s, stays behind: it shows "
					       "as soon as its campaign; pause it until then",
					       AD_FMT(row->starts)));
	if (row->languages.p && !ad_str_eq(row->languages, languages))
		im->host->warn(im, row->line, "LEFT_BEHIND",
			       ad_arena_printf(call->arena,
					       "its own languages, %.*s, stay behind: those of its "
					       "campaign hold, %.*s",
					       AD_FMT(row->languages), AD_FMT(languages)));
}

static bool take_ad_group(struct importing *im, struct ad_import_row *row)
{
	struct ad_call *call = import_call_fresh(im);
	struct ad_str id;

	if (import_take_namesake(im, row, false))
		return true; /* told with its campaign */
	if (import_take_namesake(im, row, true)) {
		import_skip_namesake(im, row, true, import_take_namesake(im, row, true));
		return true;
	}
	enum ad_db_status status = import_campaign_of(im, row);
	if (status != AD_DB_ROW && status != AD_DB_DONE)
		return ad_fail_db(im->call, status);
	if (import_take_repeated(im, row, true) ||
	    !import_take_usable(im, row, &im->campaign, status))
		return true;
	status = import_find_ad_group(im, row->ad_group, im->campaign.row->id, &id);
	if (status == AD_DB_ROW) {
		import_forget(&im->ad_group);
		return take_existing(im, row, IMPORT_OF_AD_GROUPS, AD_R_AD_GROUP, id, row->input);
	}
	if (status != AD_DB_DONE)
		return ad_fail_db(im->call, status);
	if (is_absent(im, row))
		return true;
	call->parent_hint = im->campaign.row;
	struct ad_import_row copy = *row;
	import_take_check_places(im, &copy);
	check_waits(im, &copy, row->ad_group);
	bool good = import_take_store(im, &copy, ad_resource_row(AD_R_AD_GROUP),
				      import_with_member(call->arena, row->input, "campaignId",
							 id_json(im, im->campaign.row)),
				      &id);
	if (id.p) {
		import_take_took(im, row, IMPORT_OF_AD_GROUPS, IMPORT_CREATED, id);
		warn_own(im, row);
	} else
		import_mark_bad(im, row->campaign, row->ad_group, row->line);
	return good;
}

/*
 * Drafts the ad group that an ad or keyword names, with its name alone; *status: AD_DB_ROW once it
 * is im->ad_group. False: failed.
 */
static bool make_ad_group(struct importing *im, const struct ad_import_row *row,
			  enum ad_db_status *status)
{
	struct ad_call *call = import_call_fresh(im);
	struct ad_import_row group = *row;
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_str id;

	group.kind = AD_IMPORT_AD_GROUP;
	ad_json_object(&j);
	ad_json_kstr(&j, "campaignId", im->campaign.row->id);
	ad_json_kstr(&j, "name", row->ad_group);
	ad_json_object_end(&j);
	call->parent_hint = im->campaign.row;
	bool good = import_take_store(im, &group, ad_resource_row(AD_R_AD_GROUP),
				      ad_text_str(&text), &id);
	if (!id.p) {
		import_mark_bad(im, row->campaign, row->ad_group, row->line);
		return good;
	}
	import_take_took(im, &group, IMPORT_OF_AD_GROUPS, IMPORT_CREATED, id);
	im->host->warn(im, row->line, "PARENT_CREATED",
		       ad_arena_printf(call->arena,
				       "the ad group %.*s was not there: it was drafted with its "
				       "name alone",
				       AD_FMT(row->ad_group)));
	import_forget(&im->ad_group);
	(void)import_call_fresh(im);
	*status = import_ad_group_of(im, row);
	return true;
}

/* True if the ad group of the row is to be made: no row of the file failed to make it. */
static bool lacks_parent(const struct importing *im, const struct ad_import_row *row,
			 enum ad_db_status status)
{
	return status == AD_DB_DONE && im->makes_parents && !row->problems && !row->edits &&
	       !row->takes_away &&
	       !import_set_get(&im->bad, import_digest(row->campaign, row->ad_group));
}

/* The parent of an ad or keyword; NULL where it is told, or failed: *good. */
static struct import_parent *import_take_parent_of(struct importing *im,
						   const struct ad_import_row *row, bool *good)
{
	struct import_parent *parent = &im->campaign;
	enum ad_db_status status = import_campaign_of(im, row);

	*good = true;
	if (status == AD_DB_ROW && row->ad_group.p && import_take_usable(im, row, parent, status)) {
		parent = &im->ad_group;
		status = import_ad_group_of(im, row);
		if (lacks_parent(im, row, status) && !make_ad_group(im, row, &status)) {
			*good = false;
			return NULL;
		}
	} else if (status == AD_DB_ROW && row->ad_group.p) {
		return NULL;
	}
	if (status != AD_DB_ROW && status != AD_DB_DONE) {
		*good = ad_fail_db(im->call, status);
		return NULL;
	}
	return import_take_usable(im, row, parent, status) ? parent : NULL;
}

/*
 * Which of the ads of the same texts in its ad group it is, from 1. In a flat file they differ by
 * what stays behind, so its id tells one from the next, or else its row.
 */
static uint64_t which_of(struct importing *im, const struct ad_import_row *row)
{
	struct ad_arena *arena = im->call->arena;

	if (!im->bulk->flat)
		return 1;
	struct ad_str texts = ad_arena_printf(arena, "%.*s\n%.*s\n%.*s", AD_FMT(row->campaign),
					      AD_FMT(row->ad_group), AD_FMT(row->ad_key));
	uint64_t own = import_digest(
		texts, ad_arena_printf(arena, "%s%llu", row->ad_id.p ? "id " : "line ",
				       (unsigned long long)(row->ad_id.p ? id_digest(row->ad_id)
									 : row->line)));
	uint64_t n = import_set_get(&im->ads, own);
	if (n)
		return n;
	n = import_set_get(&im->ads, import_digest(texts, absent)) + 1;
	import_set_put(im->arena, &im->ads, import_digest(texts, absent), n);
	import_set_put(im->arena, &im->ads, own, n);
	return n;
}

/* The row's ad below its ad group; *key is the one to keep it under. */
static enum ad_db_status find_ad(struct importing *im, struct import_parent *parent,
				 const struct ad_import_row *row, uint64_t *key, struct ad_str *id)
{
	enum ad_db_status status = import_know_ads(im, parent);

	*key = import_ad_key(row->ad_key, which_of(im, row));
	uint64_t at = import_set_get(&parent->ads, *key);
	if (status != AD_DB_DONE || !at)
		return status;
	*id = parent->ad_ids[at - 1];
	return AD_DB_ROW;
}

/* Drafts an ad or keyword of the row below its parent; an ad is kept under its key. */
static bool make_leaf(struct importing *im, struct ad_import_row *row, struct import_parent *parent,
		      uint64_t key)
{
	struct ad_call *call = im->call;
	bool ad = row->kind == AD_IMPORT_AD;
	struct ad_str id;

	call->parent_hint = parent->row;
	bool good = import_take_store(
		im, row, ad_resource_row(ad ? AD_R_AD : AD_R_KEYWORD),
		import_with_member(call->arena, row->input,
				   parent == &im->campaign ? "campaignId" : "adGroupId",
				   id_json(im, parent->row)),
		&id);
	if (!id.p)
		return good;
	if (row->note)
		im->host->warn(im, row->line, "LEFT_BEHIND", ad_str(row->note));
	import_take_took(im, row, ad ? IMPORT_OF_ADS : IMPORT_OF_KEYWORDS, IMPORT_CREATED, id);
	if (ad)
		import_keep_ad(parent, key, id);
	return good;
}

static bool take_leaf(struct importing *im, struct ad_import_row *row)
{
	uint64_t key = 0;
	bool ad = row->kind == AD_IMPORT_AD;
	struct ad_str id;
	bool good = true;

	(void)import_call_fresh(im);
	bool of_another =
		import_take_namesake(im, row, false) || import_take_namesake(im, row, true);
	struct import_parent *parent = of_another ? NULL : import_take_parent_of(im, row, &good);
	if (!parent)
		return good;
	enum ad_db_status there = ad ? find_ad(im, parent, row, &key, &id)
				     : import_find_keyword(im, parent, row, &id);
	if (there != AD_DB_DONE && there != AD_DB_ROW)
		return ad_fail_db(im->call, there);
	if (there == AD_DB_ROW)
		return take_existing(im, row, ad ? IMPORT_OF_ADS : IMPORT_OF_KEYWORDS,
				     ad ? AD_R_AD : AD_R_KEYWORD, id, row->input);
	return is_absent(im, row) || make_leaf(im, row, parent, key);
}

bool import_take_batch(struct importing *im)
{
	static bool (*const takers[])(struct importing *im, struct ad_import_row *row) = {
		[AD_IMPORT_CAMPAIGN] = take_campaign, [AD_IMPORT_LOCATION] = take_location,
		[AD_IMPORT_AD_GROUP] = take_ad_group, [AD_IMPORT_AD] = take_leaf,
		[AD_IMPORT_KEYWORD] = take_leaf,
	};
	bool good = true;

	import_batch_drop(im);
	import_forget(&im->campaign);
	import_forget(&im->ad_group);
	for (size_t i = 0; i < im->row_count && good; i++)
		good = takers[im->rows[i].kind](im, &im->rows[i]);
	return good;
}
