/* Rows of a bulk file that belong to a campaign: its places and hours. */
#ifndef AD_IMPORT_PLACES_H
#define AD_IMPORT_PLACES_H

#include "import/apply/importing.h"

/* The places of a campaign, as its rows name them. */
struct import_places {
	struct ad_text list;  /* items of a JSON list; on im->arena */
	size_t good, bad;     /* places to show in: known, not known */
	size_t lost;          /* places to stay away from that are not known */
	size_t held;          /* places with a limit that an import has no place for */
	struct ad_text hours; /* in which its ads may show: items of a JSON list; on im->arena */
	size_t bad_hours;     /* that are not known */
	const char *mode;     /* how they are meant, or NULL */
};

/* Takes the rows of places and hours of the batch into im->place_lists. */
void import_take_places(struct importing *im);
/* Those of a campaign; where it has none they are made, or NULL. */
struct import_places *import_places_of(struct importing *im, struct ad_str campaign, bool make);
/* A campaign's input with its own places, and with the places and hours of other rows. */
struct ad_str import_with_places(struct importing *im, struct ad_import_row *row);
/* The input with another member, whose JSON is given. */
struct ad_str import_with_member(struct ad_arena *arena, struct ad_str input, const char *key,
				 struct ad_str json);

#endif
