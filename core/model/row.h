/*
 * One object of any stored resource in memory: the common part and a value a field, in the order
 * of the resource's row. Lives on an arena; values point into it.
 */
#ifndef AD_MODEL_ROW_H
#define AD_MODEL_ROW_H

#include <cjson/cJSON.h>

#include "base/id.h"
#include "base/json_write.h"
#include "model/resource.h"

enum ad_value_kind {
	AD_NULL,
	AD_INT,  /* INT, BOOL, MONEY (micros), TIME (us) */
	AD_REAL, /* NUMBER */
	AD_TEXT, /* TEXT, URL, ENUM, DATE, REF; JSON text of LIST, OBJECT, OPTIONS */
};

struct ad_value {
	enum ad_value_kind kind;
	int64_t i;
	double d;
	struct ad_str s;
};

enum ad_sync_state {
	AD_SYNCING,
	AD_FAILED,
	AD_DRIFTED,
	AD_PENDING_REMOVAL,
	AD_MODIFIED,
	AD_STAGED,
	AD_SYNCED,
	AD_REMOVED,
	AD_SYNC_STATE_COUNT
};

struct ad_row {
	const struct ad_resource *res;
	struct ad_str id, space_id, environment;
	struct ad_str source;           /* APP | API | MCP | PULL | IMPORT */
	struct ad_str created_by;       /* account id */
	int64_t created_at, updated_at; /* us */
	int64_t version;                /* counts edits, from 1 */
	int64_t sync_revision;          /* counts changes of the remote part, from 0 */
	enum ad_sync_state state;       /* derived by ad_row_derive_state() */
	struct ad_str remote_id, remote_status, review_status; /* absent: none */
	int64_t last_synced_at;                                /* us, 0: never */
	struct ad_str last_error;                              /* JSON object, or absent */
	struct ad_str synced; /* JSON object of AD_SENT fields as last sent, or absent */
	struct ad_str live;   /* JSON object of AD_SENT fields as last read live, or absent */
	/*
	 * Names of AD_SENT fields, comma-separated: a push stopped half-way and may have changed
	 * them, so their value on the platform is unknown. Absent: none.
	 */
	struct ad_str unknown;
	/*
	 * JSON object of AD_SENT fields that the draft left open, as they were read right after the
	 * create; absent where they were not read.
	 */
	struct ad_str defaults;
	struct ad_str open_op; /* id of an unsettled operation, or absent */
	bool failed;           /* the last operation on it failed and it was not edited since */
	bool removal;          /* removal staged */
	bool with_parent;      /* … because its parent's was: a restore of that one restores it */
	bool removed;          /* removed on the platform by a push */
	/* The version that a connector drafted and that no push has carried whole; 0: none. */
	int64_t connector_version;
	struct ad_str json; /* as stored, by ad_row_insert() and ad_row_update(); else absent */
	struct ad_value v[AD_FIELDS_MAX];
};

/* As the interfaces spell it; empty for AD_SYNC_STATE_COUNT. */
const char *ad_sync_state_name(enum ad_sync_state state);
/* AD_SYNC_STATE_COUNT where unknown. */
enum ad_sync_state ad_sync_state_of(struct ad_str name);

/* The value of a field by name; the field must exist. */
struct ad_value *ad_row_value(struct ad_row *row, const char *field);
/* Its text, absent where NULL. */
struct ad_str ad_row_text(const struct ad_row *row, const char *field);
/* True if a field has no value. */
bool ad_row_is_null(const struct ad_row *row, const char *field);
/*
 * An amount on a platform that is too large to be held, or not a number of micros. The field is
 * unknown then; guardrails count this value, and nothing sends it. No draft can hold so much.
 */
#define AD_MONEY_UNHELD ((int64_t)AD_JSON_MONEY_MAX * 1000000)
/* True where the value is an amount that stands for one that cannot be held. */
bool ad_value_is_unheld(const struct ad_field *field, const struct ad_value *value);
/* True where a drafted value is such an amount. */
bool ad_row_holds_unheld(const struct ad_row *row);
/* Adds to row->unknown the fields whose last synced amount cannot be held. */
void ad_row_mark_unheld(struct ad_arena *arena, struct ad_row *row);
/* True if two values of one field are equal. */
bool ad_value_eq(const struct ad_value *a, const struct ad_value *b);
/* Writes a value as the field's public JSON (money in major units, times in RFC 3339). */
void ad_value_write(struct ad_json *j, const struct ad_field *field, const struct ad_value *value);
/* Takes a public JSON value that was validated (or came from ad_value_write) into a value. */
struct ad_value ad_value_take(struct ad_arena *arena, const struct ad_field *field,
			      const cJSON *item);
/* True if two JSON objects of AD_SENT fields are equal, in any order of members. */
bool ad_sent_same(struct ad_str a, struct ad_str b);
/* True if the object is only partly on the platform: some of its fields are unknown there. */
bool ad_row_is_incomplete(const struct ad_row *row);
/* `live` of an object that is there no more. */
#define AD_LIVE_GONE AD_S("{\"removed\":true}")
/* True if the value of that field on the platform is unknown. */
bool ad_row_is_unknown(const struct ad_row *row, const char *field);
/* True if a list of names ("a,b") holds one. */
bool ad_names_hold(struct ad_str names, const char *name);
/* The list with the named ones (NULL-ended) added, or taken out; absent where none is left. */
struct ad_str ad_names_with(struct ad_arena *arena, struct ad_str names, const char *const *more);
struct ad_str ad_names_without(struct ad_arena *arena, struct ad_str names,
			       const char *const *less);
/* True if the platform is known to differ from the last sent values. */
bool ad_row_drifted(const struct ad_row *row);
/*
 * True if a draft differs from the last sent values in a field that an update of the platform sends
 * (model/sent.h; AD_PLATFORM_COUNT: an update of any platform). Both are JSON objects of AD_SENT
 * fields.
 */
bool ad_row_sent_differs(const struct ad_resource *res, enum ad_platform platform,
			 struct ad_str synced, struct ad_str draft);
/* Sets row->state from the other members; the first state that applies wins. */
void ad_row_derive_state(struct ad_row *row);
/* The JSON object of the row's AD_SENT fields as they stand (for `synced`). */
struct ad_str ad_row_sent_json(struct ad_arena *arena, const struct ad_row *row);
/* The same with the status PAUSED: what a create sends. */
struct ad_str ad_row_paused_json(struct ad_arena *arena, const struct ad_row *row);
/*
 * Writes what of an object changed, for history: two JSON objects that hold the fields which
 * differ, as they were and as they are. Of a new object (before NULL) and of one that is gone
 * (after NULL) only the other side is written, with the own fields that have a value.
 */
void ad_row_write_changes(struct ad_json *from, struct ad_json *to, const struct ad_row *before,
			  const struct ad_row *after);
/* Writes the object as the API answers it (own and common fields). */
void ad_row_write(struct ad_json *j, const struct ad_row *row);

#endif
