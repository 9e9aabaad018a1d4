/* Places and languages, as rows. */
#ifndef SANDBOX_GOOGLE_GEO_H
#define SANDBOX_GOOGLE_GEO_H

#include <stdbool.h>
#include <stddef.h>

#include "../json.h"

struct g_place {
	long long id;
	const char *name;
	const char *country; /* ISO 3166 alpha-2 */
	const char *type;
	bool eu;
};

struct g_language {
	long long id;
	const char *code;
	const char *name;
};

/* The i-th row, NULL past the last. */
const struct g_place *g_place_at(size_t i);
const struct g_language *g_language_at(size_t i);
/* As the resource of a query; owned by the caller. */
cJSON *g_place_json(const struct g_place *place);
cJSON *g_language_json(const struct g_language *language);

#endif
