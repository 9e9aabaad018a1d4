/* Internals of core/import: the state of a row of a bulk file. */
#ifndef AD_IMPORT_EDITOR_H
#define AD_IMPORT_EDITOR_H

#include "base/json_write.h"
#include "import/file/bulk.h"
#include "import/file/values.h"

/* A row that is being read. */
struct reading {
	struct ad_arena *arena;
	const struct ad_columns *columns;
	const struct ad_table_row *from;
	struct ad_import_row *out;
	struct ad_import_problem **end;
	struct ad_json j;
};

/* A cell, trimmed; absent if it is empty. */
struct ad_str editor_cell(const struct reading *r, int id);
bool editor_has(const struct reading *r, int id);
/* Records a problem of a cell. */
void editor_problem(struct reading *r, int id, const char *reason, const char *suggestion);
void editor_problem_at(struct reading *r, struct ad_str column, struct ad_str value,
		       const char *reason, const char *suggestion);
/* Writes members of the input; none if the cell is empty, or (numbers) zero. */
void editor_put_text(struct reading *r, const char *key, int id);
void editor_put_number(struct reading *r, const char *key, int id, bool percent);
/*
 * Writes the row's own status; a campaign and an ad group have a column for theirs (otherwise -1).
 */
void editor_put_status(struct reading *r, int own);

/*
 * True if the row's location is not marked as removed. Otherwise the problem is noted and the row
 * is marked as removed.
 */
bool editor_place_stands(struct reading *r);

/* Writes the texts of an ad from numbered columns, with their pins; key receives them as lines. */
void editor_put_texts(struct reading *r, bool headlines, struct ad_text *key);
/* Refuses a row of a kind that is not imported (kind NULL: of no known kind): AD_IMPORT_NONE. */
enum ad_import_kind editor_refuse(struct reading *r, const char *kind, size_t at);
/* Records every filled cell of a narrowing column of the kind. */
void editor_check_narrows(struct reading *r, enum ad_import_kind kind);
/*
 * Reads the campaign and the ad group of the row. True if the row names the campaign and, for an
 * ad, the ad group.
 */
bool editor_named(struct reading *r);

/* editor_keyword.c */
/* The text of a keyword without the marks of a match type around it. */
struct ad_str editor_keyword_bare(struct reading *r, struct ad_str text, struct ad_match *marks);
/* Takes the match type of the marks, which must not be another than that of the cells. */
void editor_match_marks(struct reading *r, struct ad_match *match, const struct ad_match *marks,
			bool plus);
/* The match type of the row's cells and of the marks around the text, which are taken away. */
struct ad_match editor_match(struct reading *r, struct ad_str *text);

/* editor_campaign.c */
void editor_put_date(struct reading *r, const char *key, int id);
void editor_put_bidding(struct reading *r);
void editor_put_languages(struct reading *r);
void editor_read_campaign(struct reading *r);
void editor_read_location(struct reading *r);

#endif
