#include "fetch/gate.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define KEY_SIZE 48

struct ad_fetch_gate {
	pthread_mutex_t lock;
	size_t all, each;
	char (*inside)[KEY_SIZE]; /* "": free */
};

struct ad_fetch_gate *ad_fetch_gate_new(size_t all, size_t each)
{
	struct ad_fetch_gate *gate = ad_xcalloc(1, sizeof(*gate));

	pthread_mutex_init(&gate->lock, NULL);
	gate->all = all;
	gate->each = each;
	gate->inside = ad_xcalloc(all, KEY_SIZE);
	return gate;
}

void ad_fetch_gate_free(struct ad_fetch_gate *gate)
{
	if (!gate)
		return;
	pthread_mutex_destroy(&gate->lock);
	free(gate->inside);
	free(gate);
}

static bool is_key(const char *place, const char *key)
{
	return strncmp(place, key, KEY_SIZE - 1) == 0;
}

bool ad_fetch_enter(struct ad_fetch_gate *gate, const char *key)
{
	char *place = NULL;
	size_t have = 0;

	pthread_mutex_lock(&gate->lock);
	for (size_t i = 0; i < gate->all; i++) {
		if (!gate->inside[i][0])
			place = gate->inside[i];
		have += is_key(gate->inside[i], key);
	}
	if (have >= gate->each)
		place = NULL;
	if (place)
		snprintf(place, KEY_SIZE, "%s", key);
	pthread_mutex_unlock(&gate->lock);
	return place != NULL;
}

void ad_fetch_leave(struct ad_fetch_gate *gate, const char *key)
{
	pthread_mutex_lock(&gate->lock);
	for (size_t i = 0; i < gate->all; i++) {
		if (is_key(gate->inside[i], key)) {
			gate->inside[i][0] = '\0';
			break;
		}
	}
	pthread_mutex_unlock(&gate->lock);
}
