/*
 * Inside oauth/: the device grant (RFC 8628), for devices without a browser, such as command lines
 * and televisions. The device polls with a long secret; the user enters a short code at /device.
 */
#ifndef OAUTH_DEVICE_H
#define OAUTH_DEVICE_H

#include "oauth/endpoint/door.h"

#define OAUTH_DEVICE_PATH "/device"
#define OAUTH_DEVICE_SECONDS 900
#define OAUTH_DEVICE_INTERVAL_S 5 /* between polls; 5 more after a poll that is too fast */
#define OAUTH_USER_CODE_LENGTH 8

struct oauth_device {
	struct ad_str device_hash, user_code, client_id, resource, decision;
	struct ad_str network; /* oauth_rows_network() of the caller; set for a new row */
	struct ad_str account_id, space_id; /* set after the user allowed it */
	enum ad_environment environment;
	uint32_t scopes;    /* requested scopes; granted scopes after the user allowed it */
	int64_t interval_s; /* seconds between polls */
	int64_t polled_at;  /* us; 0: never */
	int64_t expires_at; /* us */
	bool redeemed;
};

/*
 * Stores a new device request. AD_DB_CONFLICT: the code exists already. Write transactions only.
 */
enum ad_db_status oauth_device_add(struct ad_db *db, const struct oauth_device *device) AD_CHECK;
/* Finds an undecided and unexpired request by its user code: AD_DB_ROW, else AD_DB_DONE. */
enum ad_db_status oauth_device_by_user_code(struct ad_db *db, struct ad_arena *arena,
					    struct ad_str user_code,
					    struct oauth_device *out) AD_CHECK;
/* Finds a request by its device code, in any state. */
enum ad_db_status oauth_device_by_hash(struct ad_db *db, struct ad_arena *arena,
				       struct ad_str device_hash,
				       struct oauth_device *out) AD_CHECK;
/*
 * Stores the decision of *device, once. AD_DB_ROW: stored. AD_DB_DONE: too late. Write
 * transactions only.
 */
enum ad_db_status oauth_device_decide(struct ad_db *db, const struct oauth_device *device) AD_CHECK;
/* Stores a poll: polled_at and interval_s of *device. Write transactions only. */
enum ad_db_status oauth_device_polled(struct ad_db *db, const struct oauth_device *device) AD_CHECK;
/* Marks it as redeemed. AD_DB_DONE. Write transactions only. */
enum ad_db_status oauth_device_redeem(struct ad_db *db, struct ad_str device_hash,
				      struct ad_str grant_id) AD_CHECK;
/* Normalizes a typed code: removes spaces and dashes, upper case; absent if it is malformed. */
struct ad_str oauth_user_code_read(struct ad_arena *arena, struct ad_str typed);
/* The displayed form of a code: "BCDF-GHJK". */
struct ad_str oauth_user_code_show(struct ad_arena *arena, struct ad_str code);
/* Creates a new code. */
struct ad_str oauth_user_code_make(struct ad_arena *arena);

#endif
