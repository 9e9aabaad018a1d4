/*
 * Client authentication at /token: the first line is the header Authorization, the rest the
 * form. Whatever is sent, only a request with the client's secret is authenticated as that
 * client.
 */
#include "tests/fuzz/request.h"

#include <ftw.h>
#include <stdio.h>
#include <unistd.h>

#include "oauth/client/clients.h"
#include "store/schema/schema.h"

#define PUBLIC "cli_00000000000000000000000001"
#define SECRET "cli_00000000000000000000000002"
#define POSTED "cli_00000000000000000000000003"
#define SIGNED "cli_00000000000000000000000004"
#define THE_SECRET "adcore_cs_right"

static char folder[] = "/tmp/adcore-fuzz-XXXXXX";
static struct ad_store *store;
static struct ad_db *db;
static bool proven;

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

static void clean_up(void)
{
	ad_db_close(db);
	ad_store_close(store);
	nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

static void add(const char *id, const char *method, bool secret)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_stmt *s = ad_sql(
		db, "INSERT INTO oauth_clients (id, name, auth_method, secret_hash, redirect_uris,"
		    " metadata, fingerprint, grants, created_at)"
		    " VALUES ($1, 'x', $2, $3, '[]', '{}', $1, 3, 1)");

	ad_bind_cstr(s, 1, id);
	ad_bind_cstr(s, 2, method);
	if (secret)
		ad_bind(s, 3, oauth_hash(arena, AD_S(THE_SECRET)));
	HOLDS(ad_step(s) == AD_DB_DONE);
	ad_arena_free(arena);
}

int LLVMFuzzerInitialize(int *argc, char ***argv);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	char err[256] = "", url[64];

	(void)argc;
	(void)argv;
	be_quiet();
	HOLDS(mkdtemp(folder));
	snprintf(url, sizeof(url), "sqlite:%s/adcore.db", folder);
	store = ad_store_open(ad_str(url), err);
	HOLDS(store);
	db = ad_db_open(store, AD_DB_WRITE, err);
	HOLDS(db && ad_schema_migrate(db, err));
	atexit(clean_up);
	add(PUBLIC, "none", false);
	add(SECRET, "client_secret_basic", true);
	add(POSTED, "client_secret_post", true);
	add(SIGNED, "private_key_jwt", false);
	return 0;
}

static void goes_on(struct ad_exchange *x)
{
	(void)x;
	proven = true;
}

/* The authenticated client: a public one by its id, any other one by its secret. */
static void check_proven(const struct asked *a, const struct oauth_params *params,
			 const struct oauth_client *client)
{
	struct ad_str posted = oauth_param(params, "client_id");
	struct ad_str secret = oauth_param(params, "client_secret");
	struct ad_str header = ad_http_header(&a->x, "Authorization");

	HOLDS(a->x.status == 0 && ad_id_valid("cli", client->id));
	HOLDS(!posted.p || ad_str_eq(posted, client->id));
	HOLDS(!header.p || !secret.p);
	HOLDS(!ad_str_is(client->id, SIGNED));
	switch (client->used) {
	case OAUTH_AUTH_NONE:
		HOLDS(ad_str_is(client->id, PUBLIC));
		break;
	case OAUTH_AUTH_POST:
		HOLDS(ad_str_is(secret, THE_SECRET) && !header.p);
		HOLDS(ad_str_is(client->id, SECRET) || ad_str_is(client->id, POSTED));
		break;
	case OAUTH_AUTH_BASIC:
		HOLDS(strncasecmp(header.p, "Basic ", 6) == 0 && ad_str_is(client->id, SECRET));
		break;
	default:
		abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_str rest = ad_arena_copy(arena, (struct ad_str){ (const char *)data, size });
	struct ad_str header = next_line(&rest);
	struct oauth_params params = { 0 };
	struct oauth_client client = { 0 };
	struct ad_param *list;
	struct asked a;
	struct ad_exchange *x = ask(&a, arena, "POST", "/token");

	if (header.n > 0)
		ask_with(&a, "Authorization", ad_arena_copy(arena, header));
	x->call.db = db;
	x->body = rest;
	proven = false;
	if (ad_http_form(arena, rest, &list, &params.count)) {
		params.list = list;
		oauth_client_authenticate(x, &params, OAUTH_ABOUT_GRANT, &client, goes_on);
		if (proven && !client.unknown)
			check_proven(&a, &params, &client);
		else if (!proven && !x->call.next)
			check_error(&a);
		HOLDS(proven || x->call.next || x->status == 400 || x->status == 401);
		check_headers(&a);
	}
	ad_arena_free(arena);
	return 0;
}
