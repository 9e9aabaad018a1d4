/* Verified credentials of one thread: see auth_cache.h. */
#include "auth/credential/auth_cache.h"

#include <stdlib.h>

#define SETS 256
#define WAYS 4

struct ad_auth_cache {
	const struct ad_db *db; /* whose change mark it is */
	int64_t mark;
	int64_t generation;
	bool known; /* mark and generation hold */
	unsigned turn;
	struct ad_auth_entry *entry[SETS][WAYS];
};

struct ad_auth_cache *ad_auth_cache_new(void)
{
	return ad_xcalloc(1, sizeof(struct ad_auth_cache));
}

static void auth_cache_empty(struct ad_auth_cache *cache)
{
	for (size_t i = 0; i < SETS; i++)
		for (size_t k = 0; k < WAYS; k++) {
			free(cache->entry[i][k]);
			cache->entry[i][k] = NULL;
		}
}

void ad_auth_cache_free(void *cache)
{
	if (cache)
		auth_cache_empty(cache);
	free(cache);
}

/*
 * The mark is read before the generation: a commit in between makes the next look read again. A
 * change by another process moves the mark as one by our own writer does.
 */
enum ad_db_status ad_auth_cache_refresh(struct ad_auth_cache *cache, struct ad_db *db)
{
	int64_t mark = ad_db_change_mark(db);

	if (cache->known && cache->db == db && cache->mark == mark && mark >= 0)
		return AD_DB_DONE;
	struct ad_stmt *s = ad_sql(db, "SELECT generation FROM auth_generation");
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status == AD_DB_DONE ? AD_DB_UNAVAILABLE : status;
	int64_t generation = ad_col_int(s, 0);
	ad_reset(s);
	if (!cache->known || cache->generation != generation)
		auth_cache_empty(cache);
	cache->db = db;
	cache->mark = mark;
	cache->generation = generation;
	cache->known = true;
	return AD_DB_DONE;
}

int64_t ad_auth_cache_generation(const struct ad_auth_cache *cache)
{
	return cache->generation;
}

const struct ad_auth_entry *ad_auth_cache_find(const struct ad_auth_cache *cache,
					       const uint8_t key[static AD_SHA256_SIZE])
{
	struct ad_auth_entry *const *set = cache->entry[key[0]];

	for (size_t i = 0; i < WAYS; i++)
		if (set[i] && memcmp(set[i]->key, key, AD_SHA256_SIZE) == 0)
			return set[i];
	return NULL;
}

void ad_auth_cache_put(struct ad_auth_cache *cache, const struct ad_auth_entry *entry)
{
	struct ad_auth_entry **set = cache->entry[entry->key[0]];
	size_t at = cache->turn++ % WAYS;

	for (size_t i = 0; i < WAYS; i++)
		if (!set[i] || memcmp(set[i]->key, entry->key, AD_SHA256_SIZE) == 0) {
			at = i;
			break;
		}
	if (!set[at])
		set[at] = ad_xmalloc(sizeof(*entry));
	*set[at] = *entry;
}
