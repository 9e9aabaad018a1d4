/* Figures of the objects a report lists. */
#ifndef SANDBOX_GOOGLE_QUERY_FIGURES_H
#define SANDBOX_GOOGLE_QUERY_FIGURES_H

#include "query.h"
#include "reading.h"

struct figures_of {
	struct g_call *call;
	const struct q_resource *from;
	/* The place of the object at hand among its enabled siblings, which share the ad group. */
	char parent[G_TAIL_ROOM];
	int index, count;
	/* The ad groups of the campaign at hand, or of the account. */
	cJSON *groups;
	char groups_of[G_TAIL_ROOM];
	struct g_reader reader;
};

/* Says which object comes next. `above` holds "campaign" and "adGroup". */
void figures_next(struct figures_of *f, const char *tail, const cJSON *value);
/* Its figures on a day. */
struct g_figures figures_on(struct figures_of *f, const cJSON *value, const cJSON *above,
			    const char *day);
void figures_free(struct figures_of *f);

#endif
