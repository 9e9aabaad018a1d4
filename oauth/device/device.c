/* The stored state of a waiting device and its short code: see device.h. */
#include "oauth/device/device.h"

#include "oauth/endpoint/rows.h"

#include <ctype.h>

/* No vowels, so that no words appear, and no ambiguous characters. */
static const char letters[] = "BCDFGHJKLMNPQRSTVWXZ";

#define LETTERS (sizeof(letters) - 1)

enum ad_db_status oauth_device_add(struct ad_db *db, const struct oauth_device *d)
{
	enum ad_db_status room = oauth_rows_make_room(
		db, &(struct oauth_rows_new){ OAUTH_ROWS_DEVICES, d->network, false });
	if (room != AD_DB_DONE)
		return room;
	struct ad_stmt *s = ad_sql(db, "INSERT INTO oauth_devices (device_hash, user_code,"
				       " client_id, resource, scopes, interval_s, created_at,"
				       " expires_at, network)"
				       " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)");

	ad_bind(s, 1, d->device_hash);
	ad_bind(s, 2, d->user_code);
	ad_bind(s, 3, d->client_id);
	ad_bind(s, 4, d->resource);
	ad_bind_int(s, 5, d->scopes);
	ad_bind_int(s, 6, d->interval_s);
	ad_bind_int(s, 7, ad_now());
	ad_bind_int(s, 8, d->expires_at);
	ad_bind(s, 9, d->network);
	return ad_step(s);
}

#define COLUMNS                                                                                    \
	"device_hash, user_code, client_id, resource, scopes, interval_s, polled_at, expires_at,"  \
	" decision, account_id, space_id, environment, granted, redeemed_at"

static enum ad_db_status device_read_one(struct ad_stmt *s, struct ad_arena *arena,
					 struct oauth_device *out)
{
	enum ad_db_status status = ad_step(s);

	if (status != AD_DB_ROW)
		return status;
	*out = (struct oauth_device){
		.device_hash = ad_col_copy(s, arena, 0),
		.user_code = ad_col_copy(s, arena, 1),
		.client_id = ad_col_copy(s, arena, 2),
		.resource = ad_col_copy(s, arena, 3),
		.scopes = (uint32_t)ad_col_int(s, ad_col_is_null(s, 12) ? 4 : 12),
		.interval_s = ad_col_int(s, 5),
		.polled_at = ad_col_is_null(s, 6) ? 0 : ad_col_int(s, 6),
		.expires_at = ad_col_int(s, 7),
		.decision = ad_col_copy(s, arena, 8),
		.account_id = ad_col_copy(s, arena, 9),
		.space_id = ad_col_copy(s, arena, 10),
		.environment = ad_str_is(ad_col(s, 11), "live") ? AD_LIVE : AD_TEST,
		.redeemed = !ad_col_is_null(s, 13),
	};
	ad_reset(s);
	return AD_DB_ROW;
}

enum ad_db_status oauth_device_by_user_code(struct ad_db *db, struct ad_arena *arena,
					    struct ad_str user_code, struct oauth_device *out)
{
	struct ad_stmt *s = ad_sql(db, "SELECT " COLUMNS " FROM oauth_devices"
				       " WHERE user_code = $1 AND expires_at > $2"
				       " AND decision IS NULL");

	ad_bind(s, 1, user_code);
	ad_bind_int(s, 2, ad_now());
	return device_read_one(s, arena, out);
}

enum ad_db_status oauth_device_by_hash(struct ad_db *db, struct ad_arena *arena,
				       struct ad_str device_hash, struct oauth_device *out)
{
	struct ad_stmt *s =
		ad_sql(db, "SELECT " COLUMNS " FROM oauth_devices WHERE device_hash = $1");

	ad_bind(s, 1, device_hash);
	return device_read_one(s, arena, out);
}

enum ad_db_status oauth_device_decide(struct ad_db *db, const struct oauth_device *d)
{
	struct ad_stmt *s = ad_sql(db, "UPDATE oauth_devices SET decision = $2, account_id = $3,"
				       " space_id = $4, environment = $5, granted = $6"
				       " WHERE device_hash = $1 AND expires_at > $7"
				       " AND redeemed_at IS NULL"
				       " AND (decision IS NULL OR decision = $2)");

	ad_bind(s, 1, d->device_hash);
	ad_bind(s, 2, d->decision);
	ad_bind(s, 3, d->account_id);
	ad_bind(s, 4, d->space_id);
	ad_bind_cstr(s, 5, ad_environment_name(d->environment));
	ad_bind_int(s, 6, d->scopes);
	ad_bind_int(s, 7, ad_now());
	enum ad_db_status status = ad_step(s);
	return status == AD_DB_DONE && ad_db_changes(db) == 1 ? AD_DB_ROW : status;
}

enum ad_db_status oauth_device_polled(struct ad_db *db, const struct oauth_device *d)
{
	struct ad_stmt *s = ad_sql(db, "UPDATE oauth_devices SET polled_at = $2, interval_s = $3"
				       " WHERE device_hash = $1");

	ad_bind(s, 1, d->device_hash);
	ad_bind_int(s, 2, d->polled_at);
	ad_bind_int(s, 3, d->interval_s);
	return ad_step(s);
}

enum ad_db_status oauth_device_redeem(struct ad_db *db, struct ad_str device_hash,
				      struct ad_str grant_id)
{
	struct ad_stmt *s = ad_sql(db, "UPDATE oauth_devices SET redeemed_at = $2, grant_id = $3"
				       " WHERE device_hash = $1");

	ad_bind(s, 1, device_hash);
	ad_bind_int(s, 2, ad_now());
	ad_bind(s, 3, grant_id);
	return ad_step(s);
}

/* --- the short code --- */

struct ad_str oauth_user_code_read(struct ad_arena *arena, struct ad_str typed)
{
	char code[OAUTH_USER_CODE_LENGTH];
	size_t n = 0;

	for (size_t i = 0; i < typed.n; i++) {
		char c = (char)toupper((unsigned char)typed.p[i]);
		if (c == '-' || c == ' ')
			continue;
		if (c == '\0' || !strchr(letters, c) || n == sizeof(code))
			return (struct ad_str){ 0 };
		code[n++] = c;
	}
	if (n != sizeof(code))
		return (struct ad_str){ 0 };
	return ad_arena_copy(arena, (struct ad_str){ code, n });
}

struct ad_str oauth_user_code_show(struct ad_arena *arena, struct ad_str code)
{
	if (code.n != OAUTH_USER_CODE_LENGTH)
		return code;
	return ad_arena_printf(arena, "%.4s-%.4s", code.p, code.p + 4);
}

struct ad_str oauth_user_code_make(struct ad_arena *arena)
{
	char code[OAUTH_USER_CODE_LENGTH];
	uint8_t random;

	for (size_t n = 0; n < sizeof(code);) {
		ad_random(&random, 1);
		/*
		 * 240 is the largest multiple of 20 below 256, so every letter has the same
		 * probability.
		 */
		if (random < 240)
			code[n++] = letters[random % LETTERS];
	}
	return ad_arena_copy(arena, (struct ad_str){ code, sizeof(code) });
}
