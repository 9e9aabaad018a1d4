#include "store/postgres/postgres_url.h"

#include <libpq-fe.h>
#include <stdio.h>
#include <string.h>

/* A password with an @ or / that was not escaped ends up in these; then messages would show it. */
static bool store_postgres_url_plausible(const PQconninfoOption *o)
{
	if (!o->val)
		return true;
	if (strcmp(o->keyword, "host") == 0)
		return !strchr(o->val, '@');
	if (strcmp(o->keyword, "port") == 0)
		return strspn(o->val, "0123456789,") == strlen(o->val);
	return true;
}

bool ad_postgres_open_store(struct ad_store *store, struct ad_str url, char err[static 256])
{
	PQconninfoOption *options;
	bool ok;

	store->source = ad_xstrdup(url);
	/* libpq's own sentence may repeat parts of the URL, and so of the password. */
	options = PQconninfoParse(store->source, NULL);
	ok = options && !ad_str_find(url, '\0');
	for (PQconninfoOption *o = options; ok && o->keyword; o++)
		ok = store_postgres_url_plausible(o);
	PQconninfoFree(options);
	if (!ok)
		snprintf(err, 256,
			 "not a valid postgresql:// URL; in a password write @ as %%40, / as %%2F");
	return ok;
}
