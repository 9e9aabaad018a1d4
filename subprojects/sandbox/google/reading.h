/* Objects as a reader sees them: with what the platform itself fills in. */
#ifndef SANDBOX_GOOGLE_READING_H
#define SANDBOX_GOOGLE_READING_H

#include "google.h"

enum {
	REVIEW_SECONDS = 300
}; /* from an edit to the end of its review, by the sandbox's clock */

struct g_reader {
	struct g_call *call;
	/* The parent read last, by kind: objects come ordered by parent. */
	char tails[K_COUNT][G_TAIL_ROOM];
	cJSON *values[K_COUNT];
};

/* Fills in what is output only. `above` holds the members "campaign" and "adGroup" where the kind
 * has such a parent. */
void g_derive(struct g_call *call, enum g_kind_id kind, const char *tail, cJSON *value,
	      const cJSON *above);
/* A parent object, derived; held by the reader until another of its kind is read. */
const cJSON *g_read_parent(struct g_reader *reader, enum g_kind_id kind, const char *name);
void g_reader_free(struct g_reader *reader);
/* The account as the `customer` resource; owned by the caller. */
cJSON *g_customer_json(const struct g_call *call);

/* The figures of an object on one day. */
struct g_figures {
	long long impressions, clicks, cost_micros;
	double conversions, value;
};
/* The figures of an ad group on a day ("yyyy-MM-dd"): zero unless everything is enabled and the
 * day lies within the flight, after the ad group was made, and not in the future. */
struct g_figures g_group_figures(const struct g_call *call, const cJSON *campaign,
				 const cJSON *group, const char *day);
/* The share of the `index`-th of `count`: shares add up to the whole. */
struct g_figures g_share(const struct g_figures *whole, int index, int count);
void g_add_figures(struct g_figures *sum, const struct g_figures *more);
/* The `metrics` member of a row; owned by the caller. */
cJSON *g_metrics_json(const struct g_figures *figures);

#endif
