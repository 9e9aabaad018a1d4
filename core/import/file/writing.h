/* Inside core/import: an object of ours as cells. */
#ifndef AD_IMPORT_WRITING_H
#define AD_IMPORT_WRITING_H

#include <cjson/cJSON.h>

#include "import/file/bulk.h"

/* A word of ours and the platform's. */
struct writing_word {
	const char *ours, *theirs;
};
/* Theirs for ours; absent where there is none. */
struct ad_str writing_word(const struct writing_word *words, size_t count, struct ad_str ours);

/* A text of ours as it is. */
void writing_put(struct ad_bulk_writer *w, int id, const char *text);
/* A field's text, or its money or number as JSON has it; nothing where it has no value. */
void writing_field(struct ad_bulk_writer *w, int id, const struct ad_row *row, const char *field);
/* True if a BOOL is true. */
bool writing_true(const struct ad_row *row, const char *field);
/* A field that holds JSON, parsed; NULL where it has no value. */
const cJSON *writing_json(struct ad_bulk_writer *w, const struct ad_row *row, const char *field);
/* The number of places to show in that the platform has a number for (Meta: countries). */
size_t writing_places_known(const struct ad_bulk_writer *w, const cJSON *places);
/*
 * True if the file must name a place that its platform has no number for: without it the campaign
 * would show elsewhere. It need not where it is one of several to show in: `known` is the
 * number of those that the file names.
 */
bool writing_place_needed(const cJSON *place, size_t known);
/* A member that is money, or (percent) a ratio; nothing where it is none. */
void writing_number(struct ad_bulk_writer *w, int id, const cJSON *object, const char *member,
		    bool percent);
/* A member that is a whole number; nothing where it is none. */
void writing_whole(struct ad_bulk_writer *w, int id, const cJSON *object, const char *member);
/*
 * The texts of a list, each as `word` has it (NULL: as it is), separated by semicolons. One that
 * has no word, or holds a semicolon itself, is told as left.
 */
void writing_list(struct ad_bulk_writer *w, int id, const struct ad_row *row, const char *path,
		  const cJSON *list, struct ad_str (*word)(struct ad_str item));
/* Tells each of the row's fields that has a value and that the file has no column for. */
void writing_left(struct ad_bulk_writer *w, const struct ad_row *row, const char *const *fields);

#endif
