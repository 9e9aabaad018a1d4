/* Inside core/import: a row of a bulk file while it is read. */
#ifndef AD_IMPORT_EDITOR_H
#define AD_IMPORT_EDITOR_H

#include "base/json_write.h"
#include "import/bulk.h"

/* A row while it is read. */
struct reading {
	struct ad_arena *arena;
	const struct ad_columns *columns;
	const struct ad_table_row *from;
	struct ad_import_row *out;
	struct ad_import_problem **end;
	struct ad_json j;
};

/* A cell, trimmed; absent where it is empty. */
struct ad_str editor_cell(const struct reading *r, int id);
bool editor_has(const struct reading *r, int id);
/* Notes what is wrong with a cell. */
void editor_problem(struct reading *r, int id, const char *reason, const char *suggestion);
void editor_problem_at(struct reading *r, struct ad_str column, struct ad_str value,
		       const char *reason, const char *suggestion);
/* Members of the input; none where the cell is empty, or (numbers) zero. */
void editor_put_text(struct reading *r, const char *key, int id);
void editor_put_number(struct reading *r, const char *key, int id, bool percent);
/* The row's own status; a campaign and an ad group have a column for theirs (else -1). */
void editor_put_status(struct reading *r, int own);

/* Whether a place is one still; where it is not, that is told and the row is removed. */
bool editor_place_stands(struct reading *r);

/* The texts of an ad in numbered columns, with their pins beside them; key gets them as lines. */
void editor_put_texts(struct reading *r, bool headlines, struct ad_text *key);
/* A row of a kind that is not imported (kind NULL: of none): AD_IMPORT_NONE. */
enum ad_import_kind editor_refuse(struct reading *r, const char *kind, size_t at);
/* Notes every filled cell of a narrowing column of the kind. */
void editor_check_narrows(struct reading *r, enum ad_import_kind kind);
/* Whether the row names the campaign and, for an ad, the ad group that it needs; takes them. */
bool editor_named(struct reading *r);

/* editor_campaign.c */
void editor_put_date(struct reading *r, const char *key, int id);
void editor_put_bidding(struct reading *r);
void editor_put_languages(struct reading *r);
void editor_read_campaign(struct reading *r);
void editor_read_location(struct reading *r);

#endif
