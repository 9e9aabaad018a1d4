#include "query_figures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool google_query_figures_shares(const struct figures_of *f, const cJSON *value)
{
	const char *status = json_text(value, "status");
	if (!status || strcmp(status, "ENABLED") != 0)
		return false;
	return f->from->kind == K_AD_GROUP_AD ||
	       (json_at(value, "keyword") && !json_true(value, "negative"));
}

static void count_sharing(void *context, const char *tail, cJSON *value)
{
	struct figures_of *f = context;
	(void)tail;
	f->count += google_query_figures_shares(f, value);
	cJSON_Delete(value);
}

static void add_group(void *context, const char *tail, cJSON *value)
{
	(void)tail;
	cJSON_AddItemToArray(context, value);
}

static void load_groups(struct figures_of *f, const char *campaign)
{
	struct store *store = f->call->sandbox->store;
	const char *account = f->call->account.id;
	if (f->groups && strcmp(f->groups_of, campaign) == 0)
		return;
	cJSON_Delete(f->groups);
	f->groups = cJSON_CreateArray();
	snprintf(f->groups_of, sizeof(f->groups_of), "%s", campaign);
	struct store_object under = { .kind = K_AD_GROUP, .parent = campaign };
	if (*campaign)
		store_walk_under(store, account, &under, add_group, f->groups);
	else
		store_walk(store, account, K_AD_GROUP, add_group, f->groups);
}

void figures_next(struct figures_of *f, const char *tail, const cJSON *value)
{
	if (f->from->source == Q_CUSTOMER) {
		load_groups(f, "");
	} else if (f->from->kind == K_CAMPAIGN) {
		load_groups(f, tail);
	} else if (f->from->kind == K_AD_GROUP_AD || f->from->kind == K_AD_GROUP_CRITERION) {
		char parent[G_TAIL_ROOM];
		snprintf(parent, sizeof(parent), "%.*s", (int)strcspn(tail, "~"), tail);
		if (strcmp(parent, f->parent) != 0) {
			struct store_object under = { .kind = (int)f->from->kind,
						      .parent = parent };
			snprintf(f->parent, sizeof(f->parent), "%s", parent);
			f->index = -1;
			f->count = 0;
			store_walk_under(f->call->sandbox->store, f->call->account.id, &under,
					 count_sharing, f);
		}
		f->index += google_query_figures_shares(f, value);
	}
}

static struct g_figures sum_groups(struct figures_of *f, const char *day)
{
	struct g_figures sum = { 0 };
	const cJSON *group;
	cJSON_ArrayForEach(group, f->groups)
	{
		const cJSON *campaign =
			g_read_parent(&f->reader, K_CAMPAIGN, json_text(group, "campaign"));
		struct g_figures one = g_group_figures(f->call, campaign, group, day);
		g_add_figures(&sum, &one);
	}
	return sum;
}

struct g_figures figures_on(struct figures_of *f, const cJSON *value, const cJSON *above,
			    const char *day)
{
	if (f->from->source == Q_CUSTOMER || f->from->kind == K_CAMPAIGN)
		return sum_groups(f, day);
	const cJSON *campaign = json_at(above, "campaign");
	if (f->from->kind == K_AD_GROUP)
		return g_group_figures(f->call, campaign, value, day);
	if (!google_query_figures_shares(f, value))
		return (struct g_figures){ 0 };
	struct g_figures whole = g_group_figures(f->call, campaign, json_at(above, "adGroup"), day);
	return g_share(&whole, f->index, f->count);
}

void figures_free(struct figures_of *f)
{
	cJSON_Delete(f->groups);
	g_reader_free(&f->reader);
}
