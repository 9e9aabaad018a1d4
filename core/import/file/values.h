/*
 * Cells of Google Ads Editor as the values that the REST fields take. Each answers absent (or
 * false) where the cell cannot be understood; words match in any case.
 */
#ifndef AD_IMPORT_VALUES_H
#define AD_IMPORT_VALUES_H

#include "base/arena.h"

/* True if both have the same words, ignoring case and repeated spaces. */
bool ad_words_are(struct ad_str cell, const char *words);
/*
 * A number as JSON: "1,234.50" and "1 234,50" are 1234.5; a currency's sign or code and, for a
 * ratio, % (divided by 100) may stand beside it.
 */
struct ad_str ad_cell_number(struct ad_arena *arena, struct ad_str cell, bool percent);
/*
 * True if a number or a day means two things where it is not known which country wrote it: "1,250"
 * and "1.250" (a thousand or one), "05/06/2027" (May or June).
 */
bool ad_cell_number_is_ambiguous(struct ad_str cell);
bool ad_cell_date_is_ambiguous(struct ad_str cell);
/* A day as YYYY-MM-DD, from that, YYYYMMDD, M/D/YYYY, YYYY/M/D or D.M.YYYY, at midnight or bare. */
struct ad_str ad_cell_date(struct ad_arena *arena, struct ad_str cell);
/* ENABLED, PAUSED or REMOVED. */
struct ad_str ad_cell_status(struct ad_str cell);
/* A campaign's type (SEARCH, DISPLAY, …). */
struct ad_str ad_cell_campaign_type(struct ad_str cell);
/* A bidding strategy (MANUAL_CPC, …). */
struct ad_str ad_cell_strategy(struct ad_str cell);
/* A network (SEARCH, SEARCH_PARTNERS, DISPLAY). */
struct ad_str ad_cell_network(struct ad_str item);
/* A language as BCP 47, from its code or its English name. */
struct ad_str ad_cell_language(struct ad_arena *arena, struct ad_str item);
/* A place as an ISO 3166 country or, by its number, the platform's geo id. */
struct ad_str ad_cell_place(struct ad_arena *arena, struct ad_str name, struct ad_str id);

/* The match type that a cell states. */
struct ad_match {
	const char *type; /* EXACT, PHRASE, BROAD */
	bool negative;
	bool campaign; /* on campaign level */
};
bool ad_cell_match(struct ad_str cell, struct ad_match *out) AD_CHECK;
/* The next item of a list separated by ';', trimmed; false at the end. Empty ones are left out. */
bool ad_cell_item(struct ad_str *list, struct ad_str *item) AD_CHECK;

#endif
