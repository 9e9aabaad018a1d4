#include "store/history/history.h"

#include <stdio.h>

#include "base/clock.h"
#include "base/text.h"
#include "store/history/history_chain.h"
#include "store/db/pending.h"
#include "store/db/round_trips.h"
#include "store/db/driver.h"

void ad_history_key(struct ad_db *db, const uint8_t key[static AD_HISTORY_KEY_SIZE])
{
	memcpy(db->store->history_key, key, AD_HISTORY_KEY_SIZE);
	db->store->has_history_key = true;
}

enum ad_db_status ad_history_append(struct ad_db *db, const struct ad_history_entry *entry)
{
	struct ad_pending *p = ad_pending_of(db);
	struct ad_history_entry *kept;

	if (!db->store->has_history_key) {
		ad_db_fail(db, "history has no key here");
		return AD_DB_INVALID;
	}
	AD_ARENA_GROW(p->arena, p->entries, p->entry_count, p->entry_room);
	struct ad_cell cell = { entry->space_id, entry->environment, AD_S("history"),
				entry->resource, entry->verb,        entry->door };
	ad_count_later(p, &cell, 1);
	kept = &p->entries[p->entry_count++];
	*kept = *entry;
	if (!kept->at)
		kept->at = ad_now();
	struct ad_str *const texts[] = {
		&kept->space_id,      &kept->environment, &kept->account_id, &kept->door,
		&kept->credential_id, &kept->request_id,  &kept->resource,   &kept->object_id,
		&kept->verb,          &kept->before,      &kept->after,
	};
	for (size_t i = 0; i < AD_LEN(texts); i++) {
		if (texts[i]->p)
			*texts[i] = ad_arena_copy(p->arena, *texts[i]);
	}
	return ad_pending_added(db);
}

/* The chains that a group adds to: each head is read and stored once. */
struct heads {
	struct ad_history_head *at;
	size_t count, room, last;
};

static enum ad_db_status store_head(struct ad_db *db, const struct ad_history_head *head)
{
	char mac[AD_HASH_SIZE];
	struct ad_stmt *s = ad_sql(
		db, "INSERT INTO history_heads (space_id, environment, chain, n, at, hash, mac,"
		    " bytes) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (space_id,"
		    " environment) DO UPDATE SET n = excluded.n, at = excluded.at, hash ="
		    " excluded.hash, mac = excluded.mac, bytes = excluded.bytes");

	ad_history_head_mac(db->store, head, mac);
	ad_bind_kept(s, 1, head->space_id);
	ad_bind_kept(s, 2, head->environment);
	ad_bind_int(s, 3, head->chain);
	ad_bind_int(s, 4, head->count);
	ad_bind_int(s, 5, head->at);
	ad_bind_kept(s, 6, ad_str(head->hash));
	ad_bind_kept(s, 7, ad_str(mac));
	ad_bind_int(s, 8, head->bytes);
	return ad_step_later(s);
}

/* The next free number; nobody else takes it, for there is one writing transaction at a time. */
static enum ad_db_status begin_chain(struct ad_db *db, struct ad_history_head *head)
{
	struct ad_stmt *s = ad_sql(db, "SELECT COALESCE(MAX(chain), 0) + 1 FROM history_heads");
	enum ad_db_status status = ad_step(s);

	if (status != AD_DB_ROW)
		return status;
	head->chain = ad_col_int(s, 0);
	ad_reset(s);
	/* At once: the next chain's number follows from it. */
	return store_head(db, head);
}

static enum ad_db_status head_of(struct ad_db *db, struct heads *heads,
				 const struct ad_history_entry *e, struct ad_history_head **out)
{
	char mac[AD_HASH_SIZE];
	enum ad_db_status status;

	for (size_t i = 0; i < heads->count; i++) {
		size_t k = i ? i - (i <= heads->last) : heads->last; /* the last one first */
		struct ad_history_head *head = &heads->at[k];

		if (ad_str_eq(head->space_id, e->space_id) &&
		    ad_str_eq(head->environment, e->environment)) {
			heads->last = k;
			*out = head;
			return AD_DB_DONE;
		}
	}
	AD_ARENA_GROW(db->pending->arena, heads->at, heads->count, heads->room);
	*out = &heads->at[heads->count];
	**out = (struct ad_history_head){ .space_id = e->space_id, .environment = e->environment };
	status = ad_history_head_load(db, *out, mac);
	if (status != AD_DB_ROW && status != AD_DB_DONE)
		return status;
	heads->last = heads->count++;
	return status == AD_DB_ROW ? AD_DB_DONE : begin_chain(db, *out);
}

static enum ad_db_status history_insert(struct ad_db *db, struct ad_history_head *head,
					struct ad_history_entry *e)
{
	char hash[AD_HASH_SIZE];
	struct ad_stmt *s;

	/* Times never go back in a chain, also where another server's clock ran ahead. */
	if (e->at < head->at)
		e->at = head->at;
	head->at = e->at;
	ad_history_link(db->store, head, e, hash);
	head->bytes += (int64_t)(AD_HISTORY_ROW_BYTES + e->before.n + e->after.n);
	s = ad_sql(db, "INSERT INTO history (chain, seq, at, account_id, door, credential_id,"
		       " request_id, resource, object_id, verb, before, after, hash)"
		       " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)");
	ad_bind_int(s, 1, head->chain);
	ad_bind_int(s, 2, ++head->count);
	ad_bind_int(s, 3, e->at);
	ad_bind_kept(s, 4, e->account_id);
	ad_bind_kept(s, 5, e->door);
	ad_bind_kept(s, 6, e->credential_id);
	ad_bind_kept(s, 7, e->request_id);
	ad_bind_kept(s, 8, e->resource);
	ad_bind_kept(s, 9, e->object_id);
	ad_bind_kept(s, 10, e->verb);
	ad_bind_kept(s, 11, e->before);
	ad_bind_kept(s, 12, e->after);
	ad_bind_kept(s, 13, ad_str(hash));
	memcpy(head->hash, hash, sizeof(hash));
	return ad_step_later(s);
}

enum ad_db_status ad_history_write(struct ad_db *db, struct ad_pending *p)
{
	struct heads heads = { 0 };
	enum ad_db_status status = AD_DB_DONE;

	for (size_t i = 0; i < p->entry_count && status == AD_DB_DONE; i++) {
		struct ad_history_head *head;

		status = head_of(db, &heads, &p->entries[i], &head);
		if (status == AD_DB_DONE)
			status = history_insert(db, head, &p->entries[i]);
	}
	for (size_t i = 0; i < heads.count && status == AD_DB_DONE; i++)
		status = store_head(db, &heads.at[i]);
	return status;
}

enum ad_db_status ad_history_length(struct ad_db *db, struct ad_str space_id,
				    struct ad_str environment, int64_t *count)
{
	int64_t chain;
	enum ad_db_status status = ad_history_chain(db, space_id, environment, &chain, count);
	const struct ad_pending *p = db->pending;

	for (size_t i = 0; p && i < p->entry_count; i++)
		if (ad_str_eq(p->entries[i].space_id, space_id) &&
		    ad_str_eq(p->entries[i].environment, environment))
			(*count)++;
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}
