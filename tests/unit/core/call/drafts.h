/* Drafting in tests: objects of a JSON input, and their faults. */
#ifndef TESTS_UNIT_CORE_CALL_DRAFTS_H
#define TESTS_UNIT_CORE_CALL_DRAFTS_H

#include "tests/unit/core/call/desk.h"

#include "call/objects/objects.h"
#include "store/objects/rows.h"

/* Drafts an object. Returns NULL if it has faults. The test can inspect the call. */
static inline struct ad_row *try_draft(struct desk *d, enum ad_resource_id resource,
				       const char *input)
{
	struct ad_call *call = fresh(d);
	struct ad_row *row = NULL;

	if (!ad_object_draft(call, ad_resource_row(resource), json_of(call->arena, input), &row))
		return NULL;
	return row;
}

/* Drafts and stores an object, which must be valid. Returns its id on the desk's own arena. */
static inline const char *make(struct desk *d, enum ad_resource_id resource, const char *input)
{
	struct ad_row *row = try_draft(d, resource, input);

	if (!row || !ad_object_insert(&d->call, row))
		fail_msg("%s: %s", input, faults(d));
	return ad_arena_copy(d->arena, row->id).p;
}

static inline const char *text_of(struct desk *d, const char *fmt, ...) AD_PRINTF(2, 3);
static inline const char *text_of(struct desk *d, const char *fmt, ...)
{
	char buffer[4000];
	va_list args;

	va_start(args, fmt);
	vsnprintf(buffer, sizeof(buffer), fmt, args);
	va_end(args);
	return ad_arena_copy(d->arena, ad_str(buffer)).p;
}

static inline const char *make_campaign(struct desk *d, const char *name, const char *platform)
{
	bool social = strcmp(platform, "meta") == 0 || strcmp(platform, "reddit") == 0;

	return make(d, AD_R_CAMPAIGN,
		    text_of(d,
			    "{\"name\":\"%s\",\"type\":\"%s\",\"budget\":20,\"platform\":\"%s\"}",
			    name, social ? "SOCIAL" : "SEARCH", platform));
}

static inline const char *make_group(struct desk *d, const char *campaign, const char *name)
{
	return make(d, AD_R_AD_GROUP,
		    text_of(d, "{\"campaignId\":\"%s\",\"name\":\"%s\"}", campaign, name));
}

#define RSA                                                                                        \
	"\"type\":\"RESPONSIVE_SEARCH\",\"finalUrl\":\"https://x.example\","                       \
	"\"headlines\":[\"a\",\"b\",\"c\"],\"descriptions\":[\"d\",\"e\"]"

static inline struct ad_row *row_at(struct desk *d, enum ad_resource_id resource, const char *id)
{
	struct ad_realm realm = { ad_str(d->call.space.id), AD_S("test") };
	struct ad_row *row = NULL;
	enum ad_db_status status =
		ad_row_load(d->db, d->arena, realm, ad_resource_row(resource), ad_str(id), &row);

	GOOD(d->db, status == AD_DB_ROW || status == AD_DB_DONE);
	return status == AD_DB_ROW ? row : NULL;
}

/* Sets the state after a push. */
static inline void pushed(struct desk *d, enum ad_resource_id resource, const char *id)
{
	struct ad_row *row = row_at(d, resource, id);

	row->remote_id = AD_S("123");
	row->synced = ad_row_sent_json(d->arena, row);
	row->sync_revision++;
	GOOD(d->db, ad_row_update(d->db, d->arena, row) == AD_DB_DONE);
}

/* An input, and the faults that the rules find in it. */
struct ruled {
	const char *input, *faults;
};

static inline void hold_rules(struct desk *d, enum ad_resource_id resource,
			      const struct ruled *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct ad_row *row = try_draft(d, resource, rows[i].input);
		if (strcmp(faults(d), rows[i].faults) != 0)
			fail_msg("%s: '%s', not '%s'", rows[i].input, faults(d), rows[i].faults);
		if ((row != NULL) != (rows[i].faults[0] == '\0'))
			fail_msg("%s: drafted and with faults", rows[i].input);
	}
}

#endif
