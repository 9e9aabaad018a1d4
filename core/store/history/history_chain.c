#include "store/history/history_chain.h"

#include <stdio.h>

#include "base/id.h"
#include "base/text.h"
#include "store/db/driver.h"

/* Enough for any number with its separators. */
#define NUMBER_MAX 24

static void history_chain_add_number(struct ad_text *t, int64_t number, char end)
{
	ad_text_addi(t, number);
	ad_text_addc(t, end);
}

/* "5:hello", "-" where absent: no two different rows read alike. */
static void history_chain_add_part(struct ad_text *t, struct ad_str part)
{
	if (!part.p) {
		ad_text_addc(t, '-');
		return;
	}
	history_chain_add_number(t, (int64_t)part.n, ':');
	ad_text_add(t, part);
}

static void history_chain_prove(const struct ad_store *store, struct ad_text *t,
				char out[static AD_HASH_SIZE])
{
	uint8_t mac[AD_SHA256_SIZE];

	ad_hmac_sha256((struct ad_str){ (const char *)store->history_key, AD_HISTORY_KEY_SIZE },
		       ad_text_str(t), mac);
	ad_hex(mac, (AD_HASH_SIZE - 1) / 2, out);
	ad_text_free(t);
}

void ad_history_link(const struct ad_store *store, const struct ad_history_head *head,
		     const struct ad_history_entry *e, char out[static AD_HASH_SIZE])
{
	const struct ad_str parts[] = {
		ad_str(head->hash), head->space_id, head->environment, e->account_id, e->door,
		e->credential_id,   e->request_id,  e->resource,       e->object_id,  e->verb,
		e->before,          e->after,
	};
	struct ad_text t = { 0 };
	size_t size = 2 * NUMBER_MAX;

	for (size_t i = 0; i < AD_LEN(parts); i++)
		size += parts[i].n + NUMBER_MAX;
	(void)ad_text_reserve(&t, size);
	ad_text_adds(&t, "row\n");
	history_chain_add_number(&t, head->count + 1, ' ');
	history_chain_add_number(&t, e->at, '\n');
	for (size_t i = 0; i < AD_LEN(parts); i++)
		history_chain_add_part(&t, parts[i]);
	history_chain_prove(store, &t, out);
}

void ad_history_head_mac(const struct ad_store *store, const struct ad_history_head *head,
			 char out[static AD_HASH_SIZE])
{
	struct ad_text t = { 0 };

	ad_text_adds(&t, "head\n");
	history_chain_add_number(&t, head->chain, ' ');
	history_chain_add_number(&t, head->count, ' ');
	history_chain_add_number(&t, head->at, '\n');
	history_chain_add_part(&t, head->space_id);
	history_chain_add_part(&t, head->environment);
	history_chain_add_part(&t, ad_str(head->hash));
	history_chain_prove(store, &t, out);
}

/* Five bytes of the hash beside five of the place: ids of two Spaces do not meet. */
#define PLACE_BITS 40
#define PLACE_MAX ((INT64_C(1) << PLACE_BITS) - 1)

void ad_history_id(int64_t at, int64_t seq, struct ad_str hash, char out[static AD_ID_SIZE])
{
	uint8_t bytes[PLACE_BITS / 8] = { 0 };
	uint64_t low = 0;

	if (hash.n >= 2 * sizeof(bytes) &&
	    !ad_unhex((struct ad_str){ hash.p, 2 * sizeof(bytes) }, bytes, sizeof(bytes)))
		memset(bytes, 0, sizeof(bytes));
	for (size_t i = 0; i < sizeof(bytes); i++)
		low = low << 8 | bytes[i];
	low |= (uint64_t)seq << PLACE_BITS;
	ad_id_of_parts("his", (uint64_t)(at / 1000), (uint16_t)(seq >> (64 - PLACE_BITS)), low,
		       out);
}

int64_t ad_history_seq(struct ad_str id)
{
	uint16_t high;
	uint64_t low;

	if (!ad_id_valid("his", id))
		return 0;
	ad_id_rest(id, &high, &low);
	return (int64_t)((uint64_t)high << (64 - PLACE_BITS) | low >> PLACE_BITS) & PLACE_MAX;
}

enum ad_db_status ad_history_chain(struct ad_db *db, struct ad_str space_id,
				   struct ad_str environment, int64_t *chain, int64_t *count)
{
	struct ad_history_head head = { .space_id = space_id, .environment = environment };
	char mac[AD_HASH_SIZE];
	enum ad_db_status status = ad_history_head_load(db, &head, mac);

	*chain = head.chain;
	*count = head.count;
	return status;
}

enum ad_db_status ad_history_head_load(struct ad_db *db, struct ad_history_head *head,
				       char mac[static AD_HASH_SIZE])
{
	struct ad_stmt *s = ad_sql(db, "SELECT chain, n, at, hash, mac, bytes FROM history_heads"
				       " WHERE space_id = $1 AND environment = $2");
	enum ad_db_status status;

	ad_bind_kept(s, 1, head->space_id);
	ad_bind_kept(s, 2, head->environment);
	status = ad_step(s);
	mac[0] = '\0';
	if (status != AD_DB_ROW)
		return status;
	head->chain = ad_col_int(s, 0);
	head->count = ad_col_int(s, 1);
	head->at = ad_col_int(s, 2);
	snprintf(head->hash, sizeof(head->hash), "%.*s", AD_FMT(ad_col(s, 3)));
	snprintf(mac, AD_HASH_SIZE, "%.*s", AD_FMT(ad_col(s, 4)));
	head->bytes = ad_col_int(s, 5);
	ad_reset(s);
	return AD_DB_ROW;
}
