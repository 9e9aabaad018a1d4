/*
 * Inside oauth/: the device grant (RFC 8628), for what has no browser of its own: command lines,
 * televisions. The device polls with a long secret; the person types a short code at /device.
 */
#ifndef OAUTH_DEVICE_H
#define OAUTH_DEVICE_H

#include "oauth/door.h"

#define OAUTH_DEVICE_PATH "/device"
#define OAUTH_DEVICE_GRANT "urn:ietf:params:oauth:grant-type:device_code"
#define OAUTH_DEVICE_SECONDS 900
#define OAUTH_DEVICE_INTERVAL_S 5 /* between polls; 5 more each time it is too fast */
#define OAUTH_USER_CODE_LENGTH 8

struct oauth_device {
	struct ad_str device_hash, user_code, client_id, resource, decision;
	struct ad_str network;              /* oauth_rows_network() of who asks; when it is added */
	struct ad_str account_id, space_id; /* once it was allowed */
	enum ad_environment environment;
	uint32_t scopes;    /* asked for; once it was allowed: granted */
	int64_t interval_s; /* between polls */
	int64_t polled_at;  /* us; 0: never */
	int64_t expires_at; /* us */
	bool redeemed;
};

/* Keeps one that was asked for. Write transactions only; AD_DB_CONFLICT: the code is taken. */
enum ad_db_status oauth_device_add(struct ad_db *db, const struct oauth_device *device) AD_CHECK;
/* The one that shows this code, in time and not decided: AD_DB_ROW; AD_DB_DONE where none is. */
enum ad_db_status oauth_device_by_user_code(struct ad_db *db, struct ad_arena *arena,
					    struct ad_str user_code,
					    struct oauth_device *out) AD_CHECK;
/* The one with this secret, whatever became of it. */
enum ad_db_status oauth_device_by_hash(struct ad_db *db, struct ad_arena *arena,
				       struct ad_str device_hash,
				       struct oauth_device *out) AD_CHECK;
/*
 * Takes the person's decision over from *device; once. AD_DB_ROW where it was taken, AD_DB_DONE
 * where it is too late. Write transactions only.
 */
enum ad_db_status oauth_device_decide(struct ad_db *db, const struct oauth_device *device) AD_CHECK;
/* Notes a poll: polled_at and interval_s of *device. Write transactions only. */
enum ad_db_status oauth_device_polled(struct ad_db *db, const struct oauth_device *device) AD_CHECK;
/* Marks it as used up. AD_DB_DONE. Write transactions only. */
enum ad_db_status oauth_device_redeem(struct ad_db *db, struct ad_str device_hash,
				      struct ad_str grant_id) AD_CHECK;
/*
 * The code that a person typed: without spaces and dashes, upper case; absent where it cannot be
 * one.
 */
struct ad_str oauth_user_code_read(struct ad_arena *arena, struct ad_str typed);
/* As it is shown: "BCDF-GHJK". */
struct ad_str oauth_user_code_show(struct ad_arena *arena, struct ad_str code);
/* A new one. */
struct ad_str oauth_user_code_make(struct ad_arena *arena);

#endif
