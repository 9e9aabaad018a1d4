/*
 * The simulators' persistent state: accounts, tokens, the platforms' objects, the clock. SQLite,
 * one thread. A statement that fails for another reason than a constraint ends the process: a
 * simulator that lost its state must not continue as if it had one.
 */
#ifndef SANDBOX_STORE_H
#define SANDBOX_STORE_H

#include <stdbool.h>
#include <stddef.h>

#include "json.h"

struct store;

/* `path` is a file (WAL, synchronous=FULL) or ":memory:". NULL with a line on stderr on failure. */
struct store *store_open(const char *path);
void store_close(struct store *s);

/* The one transaction around a request; commits are on disk when they return. */
void store_begin(struct store *s);
void store_commit(struct store *s);
void store_rollback(struct store *s);
/* One savepoint at a time, inside a transaction. */
void store_savepoint(struct store *s);
void store_release(struct store *s, bool keep);

/* Removes every row of every table. */
void store_empty(struct store *s);

/* A named number, 0 when it was never set: counters and the clock. */
long long store_number(struct store *s, const char *name);
void store_set_number(struct store *s, const char *name, long long value);

struct store_account {
	char id[16];
	char currency[8];
	char timezone[64];
	bool revoked;
	long long created; /* seconds of the sandbox's clock */
};

/* An account by its id: read (false where unknown), added, its access taken or given back. */
bool store_account(struct store *s, const char *id, struct store_account *out);
void store_add_account(struct store *s, const struct store_account *account);
void store_revoke_account(struct store *s, const char *id, bool revoked);

/* Access tokens by the SHA-256 of their text, in hex; `expires` in real seconds. */
void store_add_token(struct store *s, const char *hash, const char *account, long long expires);
/* Ends every access token of the account. */
void store_expire_tokens(struct store *s, const char *account);
/* The account the token reaches, into `account` (16 bytes); false when unknown or expired. */
bool store_token(struct store *s, const char *hash, long long now, char *account);

/* An object of an account: `kind` is the platform's, `tail` its id within the kind. */
struct store_object {
	int kind;
	const char *tail;
	const char *parent; /* tail of what it hangs under, "" for nothing */
	const char *name;   /* "" where names do not matter */
	const char *status;
};

/* Adds the object, or replaces the one of that kind and tail. */
void store_put(struct store *s, const char *account, const struct store_object *object,
	       const cJSON *value);
/*
 * The writes since the last call that were not rolled back, in their order, owned by the caller:
 * [{"kind": 101, "id": …, "change": "create" | "update" | "remove"}].
 */
cJSON *store_written(struct store *s);
/* From now on store_written() also gives the whole object as "value". */
void store_keep_values(struct store *s);
/* The object's value, owned by the caller, or NULL. */
cJSON *store_get(struct store *s, const char *account, int kind, const char *tail);
/*
 * True if an object of that kind, parent and name other than `tail` exists and is not REMOVED.
 * `parent` NULL means any.
 */
bool store_named(struct store *s, const char *account, const struct store_object *object);
/* The tail of an object by its name; false when there is none. */
bool store_find(struct store *s, const char *account, int kind, const char *name, char *tail,
		size_t room);
/* Counts the objects below `parent`; `status` NULL means any but REMOVED. */
long long store_count(struct store *s, const char *account, int kind, const char *parent,
		      const char *status);

/* Calls `each` for every object of a kind, by parent, then by age. `each` owns `value`. */
typedef void store_each(void *context, const char *tail, cJSON *value);
void store_walk(struct store *s, const char *account, int kind, store_each *each, void *context);
/* The same for those of one status. */
void store_walk_status(struct store *s, const char *account, const struct store_object *like,
		       store_each *each, void *context);
/* The same in the order of their tails. */
void store_walk_tails(struct store *s, const char *account, int kind, store_each *each,
		      void *context);
/* Those of a kind behind a tail ("" for all) in that order, until `each` says false; of one parent
 * where it is not NULL. */
typedef bool store_each_until(void *context, const char *tail, cJSON *value);
void store_walk_behind(struct store *s, const char *account, const struct store_object *behind,
		       store_each_until *each, void *context);
/* Those under one parent, by age. */
void store_walk_under(struct store *s, const char *account, const struct store_object *under,
		      store_each *each, void *context);

/* Some of a kind: those of the tails, or under the parents, each "a,b"; or all behind so many. */
struct store_choice {
	int kind;
	const char *tails, *parents;
	long long skip; /* counted in the order of store_walk(); only where there is no list */
};
/* These in the order of store_walk(), until `each` says false. */
void store_walk_chosen(struct store *s, const char *account, const struct store_choice *choice,
		       store_each_until *each, void *context);

/* Objects whose id, or whose parent's, is a number from `least` to `most`; of "12~345" the own
 * number is 345. Only of kinds below 100: no other platform asks so. */
struct store_numbers {
	int kind;
	bool of_parent;
	long long least, most;
};
/* An object that is not read; `number` is its place by age. */
struct store_place {
	const char *tail, *parent;
	long long number;
};
typedef bool store_each_numbers(void *context, const struct store_place *place);
/* These by their own number, or by the parent's and then the own, until `each` says false. */
void store_walk_numbers(struct store *s, const char *account, const struct store_numbers *range,
			store_each_numbers *each, void *context);

/* The journal of changes an account saw. */
void store_add_change(struct store *s, const char *account, long long at, const cJSON *value);
void store_walk_changes(struct store *s, const char *account, store_each *each, void *context);

#endif
