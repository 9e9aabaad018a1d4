#include "store/events/events.h"

#include "base/clock.h"
#include "base/id.h"
#include "store/events/events_private.h"
#include "store/db/round_trips.h"
#include "store/db/driver.h"

void ad_events_put(struct ad_pending *p, const struct ad_pending_event *event)
{
	struct ad_pending_event *kept;

	AD_ARENA_GROW(p->arena, p->events, p->event_count, p->event_room);
	kept = &p->events[p->event_count++];
	*kept = *event;
	struct ad_str *const texts[] = { &kept->space_id, &kept->environment, &kept->data,
					 &kept->object, &kept->kind };
	for (size_t i = 0; i < AD_LEN(texts); i++)
		if (texts[i]->p)
			*texts[i] = ad_arena_copy(p->arena, *texts[i]);
}

enum ad_db_status ad_event_add(struct ad_db *db, struct ad_realm realm, enum ad_event_type type,
			       struct ad_str data)
{
	ad_events_put(ad_pending_of(db), &(struct ad_pending_event){
						 .space_id = realm.space_id,
						 .environment = realm.environment,
						 .type = type,
						 .data = data,
					 });
	return ad_pending_added(db);
}

static void events_write_object(struct ad_json *j, const struct ad_event_object *object)
{
	ad_json_object(j);
	ad_json_kstr(j, "resource", object->resource);
	ad_json_kstr(j, "id", object->id);
	ad_json_kstr(j, "platform", object->platform);
	if (object->campaign_id.p)
		ad_json_kstr(j, "campaignId", object->campaign_id);
	if (object->review_status.p)
		ad_json_kstr(j, "reviewStatus", object->review_status);
	ad_json_object_end(j);
}

enum ad_db_status ad_event_add_object(struct ad_db *db, struct ad_realm realm,
				      enum ad_event_type type, const struct ad_event_object *object)
{
	struct ad_pending *p = ad_pending_of(db);
	struct ad_text text = ad_text_on(p->arena);
	struct ad_json j = ad_json_on(&text);

	events_write_object(&j, object);
	ad_events_put(p, &(struct ad_pending_event){
				 .space_id = realm.space_id,
				 .environment = realm.environment,
				 .type = type,
				 .object = ad_text_str(&text),
				 .kind = object->resource,
			 });
	return ad_pending_added(db);
}

int64_t ad_alarm_level(int64_t percent)
{
	return percent >= 100 ? 100 : percent >= 80 ? 80 : 0;
}

enum ad_db_status ad_event_alarm(struct ad_db *db, struct ad_realm realm, enum ad_event_type type,
				 int64_t percent, struct ad_str data)
{
	const char *name = ad_event_row(type)->name;
	int64_t before = 0, level = ad_alarm_level(percent);
	struct ad_stmt *s = ad_sql(db, "SELECT level FROM alarms WHERE space_id = $1 AND"
				       " environment = $2 AND name = $3");

	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind_cstr(s, 3, name);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_ROW) {
		before = ad_col_int(s, 0);
		ad_reset(s);
	} else if (status != AD_DB_DONE) {
		return status;
	}
	if (level == before)
		return AD_DB_DONE;
	s = ad_sql(db, "INSERT INTO alarms (space_id, environment, name, level) VALUES ($1, $2, $3,"
		       " $4) ON CONFLICT (space_id, environment, name) DO UPDATE SET level ="
		       " excluded.level");
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind_cstr(s, 3, name);
	ad_bind_int(s, 4, level);
	status = ad_step_later(s);
	if (status != AD_DB_DONE || level < before)
		return status;
	return ad_event_add(db, realm, type, data);
}

void ad_event_write(struct ad_json *j, const struct ad_event_shown *event)
{
	ad_json_object(j);
	ad_json_kstr(j, "id", event->id);
	ad_json_kstr(j, "type", event->type);
	ad_json_ktime(j, "createdAt", event->created_at);
	ad_json_kstr(j, "environment", event->environment);
	ad_json_kraw(j, "data", event->data);
	ad_json_object_end(j);
}

/* --- before COMMIT --- */

static bool is_same_group(const struct ad_pending_event *a, const struct ad_pending_event *b)
{
	return b->object.p && a->type == b->type && ad_str_eq(a->kind, b->kind) &&
	       ad_str_eq(a->space_id, b->space_id) && ad_str_eq(a->environment, b->environment);
}

/* { count, objects } of all objects that share the event. */
static struct ad_str group_data(struct ad_pending *p, size_t first)
{
	struct ad_text text = ad_text_on(p->arena);
	struct ad_json j = ad_json_on(&text);
	int64_t count = 0;

	ad_json_object(&j);
	ad_json_key(&j, "objects");
	ad_json_array(&j);
	for (size_t i = first; i < p->event_count; i++) {
		struct ad_pending_event *e = &p->events[i];

		if (!is_same_group(&p->events[first], e))
			continue;
		e->written = true;
		if (count++ < AD_EVENT_OBJECTS_MAX)
			ad_json_raw(&j, e->object);
	}
	ad_json_array_end(&j);
	ad_json_kint(&j, "count", count);
	ad_json_object_end(&j);
	return ad_text_str(&text);
}

/* The kind of the history that the event belongs to: who reads it reads the event. */
static struct ad_str events_kind_of(const struct ad_pending_event *e)
{
	const char *kind = ad_event_row(e->type)->kind;

	return kind ? ad_str(kind) : e->kind;
}

/* The webhooks that want the event, and whose owner's credential could read it. */
struct listeners {
	struct ad_str *ids;
	size_t n;
};

static enum ad_db_status find_listeners(struct ad_db *db, const struct ad_pending_event *e,
					struct listeners *out)
{
	struct ad_pending *p = db->pending;
	size_t room = 16;
	enum ad_db_status status;
	struct ad_str type = ad_arena_printf(p->arena, "%%\"%s\"%%", ad_event_row(e->type)->name);
	struct ad_stmt *s = ad_sql(db, "SELECT id FROM webhooks WHERE space_id = $1 AND environment"
				       " = $2 AND enabled AND (events IS NULL OR events LIKE $3)"
				       " AND (scopes & $4) = $4 AND " AD_WEBHOOK_STANDS
				       " ORDER BY id LIMIT 16");

	*out = (struct listeners){ .ids = ad_arena_alloc(p->arena, room * sizeof(*out->ids)) };
	ad_bind(s, 1, e->space_id);
	ad_bind(s, 2, e->environment);
	ad_bind(s, 3, type);
	ad_bind_int(s, 4, ad_kind_read_scope(events_kind_of(e)));
	while ((status = ad_step(s)) == AD_DB_ROW && out->n < room)
		out->ids[out->n++] = ad_col_copy(s, p->arena, 0);
	if (status == AD_DB_ROW)
		ad_reset(s);
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

static enum ad_db_status events_is_full(struct ad_db *db, const struct ad_pending_event *e,
					bool *full)
{
	struct ad_stmt *s = ad_sql(db, "SELECT COUNT(*) FROM webhooks w JOIN webhook_queue q ON"
				       " q.webhook_id = w.id WHERE w.space_id = $1 AND"
				       " w.environment = $2");
	enum ad_db_status status;

	ad_bind(s, 1, e->space_id);
	ad_bind(s, 2, e->environment);
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	*full = ad_col_int(s, 0) >= AD_WEBHOOK_QUEUE_MAX;
	ad_reset(s);
	return AD_DB_DONE;
}

static enum ad_db_status queue_one(struct ad_db *db, struct ad_str webhook, const char *event_id,
				   bool full)
{
	struct ad_stmt *s;
	enum ad_db_status status;

	if (full) {
		s = ad_sql(db, "UPDATE webhooks SET missed = missed + 1 WHERE id = $1");
		ad_bind(s, 1, webhook);
		return ad_step_later(s);
	}
	s = ad_sql(db, "INSERT INTO webhook_queue (webhook_id, event_id) VALUES ($1, $2)");
	ad_bind(s, 1, webhook);
	ad_bind_cstr(s, 2, event_id);
	status = ad_step_later(s);
	if (status != AD_DB_DONE)
		return status;
	s = ad_sql(db, "UPDATE webhooks SET next_at = COALESCE(next_at, $2) WHERE id = $1");
	ad_bind(s, 1, webhook);
	ad_bind_int(s, 2, ad_now());
	return ad_step_later(s);
}

static enum ad_db_status queue_event(struct ad_db *db, const struct ad_pending_event *e,
				     const char *id)
{
	struct listeners to;
	bool full = false;
	enum ad_db_status status = find_listeners(db, e, &to);

	if (status == AD_DB_DONE && to.n)
		status = events_is_full(db, e, &full);
	for (size_t i = 0; i < to.n && status == AD_DB_DONE; i++)
		status = queue_one(db, to.ids[i], id, full);
	return status;
}

static enum ad_db_status write_event(struct ad_db *db, const struct ad_pending_event *e,
				     struct ad_str data)
{
	const struct ad_event_row *row = ad_event_row(e->type);
	char id[AD_ID_SIZE];
	struct ad_stmt *s = ad_sql(db, "INSERT INTO events (space_id, environment, id, type, kind,"
				       " created_at, data) VALUES ($1, $2, $3, $4, $5, $6, $7)");
	enum ad_db_status status;

	ad_id_make("evt", id);
	ad_bind(s, 1, e->space_id);
	ad_bind(s, 2, e->environment);
	ad_bind_cstr(s, 3, id);
	ad_bind_cstr(s, 4, row->name);
	ad_bind(s, 5, events_kind_of(e));
	ad_bind_int(s, 6, ad_now());
	ad_bind(s, 7, data);
	status = ad_step_later(s);
	return status == AD_DB_DONE ? queue_event(db, e, id) : status;
}

enum ad_db_status ad_events_write(struct ad_db *db, struct ad_pending *p)
{
	enum ad_db_status status = ad_events_told(db, p);

	for (size_t i = 0; i < p->event_count && status == AD_DB_DONE; i++) {
		struct ad_pending_event *e = &p->events[i];

		if (!e->written)
			status = write_event(db, e, e->object.p ? group_data(p, i) : e->data);
	}
	return status;
}

enum ad_db_status ad_events_sweep(struct ad_db *db)
{
	struct ad_stmt *s = ad_sql(db, "DELETE FROM events WHERE created_at < $1");
	enum ad_db_status status;

	ad_bind_int(s, 1, ad_now() - AD_EVENT_AGE);
	status = ad_step(s);
	if (status != AD_DB_DONE)
		return status;
	s = ad_sql(db, "DELETE FROM events WHERE (space_id, environment, id) IN (SELECT space_id,"
		       " environment, id FROM (SELECT space_id, environment, id, row_number() OVER"
		       " (PARTITION BY space_id, environment ORDER BY id DESC) AS place FROM"
		       " events) AS numbered WHERE place > $1)");
	ad_bind_int(s, 1, AD_EVENTS_MAX);
	return ad_step(s);
}
