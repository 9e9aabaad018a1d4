#include "http/counts.h"

#include <stddef.h>
#include <stdio.h>

static const int codes[AD_COUNT_CODES] = { 200, 201, 202, 204, 206, 302, 303, 304, 400,
					   401, 403, 404, 405, 406, 409, 410, 411, 412,
					   413, 415, 421, 422, 429, 500, 503, 0 };
/* us; greater values: +Inf. */
static const int64_t bounds[AD_COUNT_BUCKETS] = { 1000,   2500,   5000,    10000,   25000,
						  100000, 250000, 1000000, 5000000, 30000000 };
static const char *const bound_names[AD_COUNT_BUCKETS + 1] = {
	"0.001", "0.0025", "0.005", "0.01", "0.025", "0.1", "0.25", "1", "5", "30", "+Inf",
};

static void counts_count_one(_Atomic uint64_t *at, uint64_t n)
{
	atomic_fetch_add_explicit(at, n, memory_order_relaxed);
}

void ad_http_counts_add(struct ad_http_route_counts *counts, int status, int64_t took)
{
	size_t code = 0, bucket = 0;
	int class = status / 100 - 1;

	while (codes[code] && codes[code] != status)
		code++;
	counts_count_one(&counts->by_code[code], 1);
	if (class < 0 || class >= AD_COUNT_CLASSES)
		return;
	while (bucket < AD_COUNT_BUCKETS && took > bounds[bucket])
		bucket++;
	counts_count_one(&counts->bucket[class][bucket], 1);
	counts_count_one(&counts->sum_us[class], took > 0 ? (uint64_t)took : 0);
}

/* The output of one counter, and its sources. */
struct counted {
	const struct ad_http_route_counts *const *loops;
	size_t loop_count;
	size_t route;
	const char *name;
	struct ad_text *out;
};

/* The sum of one counter over all loops, at an offset within a route's counters. */
static uint64_t sum_at(const struct counted *c, size_t offset)
{
	uint64_t total = 0;

	for (size_t i = 0; i < c->loop_count; i++) {
		const char *counts = (const char *)&c->loops[i][c->route];
		total += atomic_load_explicit(
			(const _Atomic uint64_t *)(const void *)(counts + offset),
			memory_order_relaxed);
	}
	return total;
}

static size_t at_bucket(size_t class, size_t bucket)
{
	return offsetof(struct ad_http_route_counts, bucket) +
	       (class * (AD_COUNT_BUCKETS + 1) + bucket) * sizeof(_Atomic uint64_t);
}

static void write_codes(const struct counted *c)
{
	for (size_t i = 0; i < AD_COUNT_CODES; i++) {
		uint64_t n = sum_at(c, offsetof(struct ad_http_route_counts, by_code) +
					       i * sizeof(_Atomic uint64_t));
		char code[8] = "other";
		if (codes[i])
			snprintf(code, sizeof(code), "%d", codes[i]);
		if (n)
			ad_text_addf(c->out,
				     "adcore_http_requests_total{route=\"%s\",code=\"%s\"} %llu\n",
				     c->name, code, (unsigned long long)n);
	}
}

static void write_class(const struct counted *c, size_t class)
{
	uint64_t n = 0, us;

	for (size_t i = 0; i <= AD_COUNT_BUCKETS; i++)
		n += sum_at(c, at_bucket(class, i));
	if (n == 0)
		return;
	n = 0;
	for (size_t i = 0; i <= AD_COUNT_BUCKETS; i++) {
		n += sum_at(c, at_bucket(class, i));
		ad_text_addf(c->out,
			     "adcore_http_request_seconds_bucket{route=\"%s\",class=\"%zuxx\","
			     "le=\"%s\"} %llu\n",
			     c->name, class + 1, bound_names[i], (unsigned long long)n);
	}
	us = sum_at(c, offsetof(struct ad_http_route_counts, sum_us) +
			       class * sizeof(_Atomic uint64_t));
	ad_text_addf(c->out,
		     "adcore_http_request_seconds_sum{route=\"%s\",class=\"%zuxx\"} %llu.%06llu\n"
		     "adcore_http_request_seconds_count{route=\"%s\",class=\"%zuxx\"} %llu\n",
		     c->name, class + 1, (unsigned long long)(us / 1000000),
		     (unsigned long long)(us % 1000000), c->name, class + 1, (unsigned long long)n);
}

void ad_http_counts_write(const struct ad_http_route_counts *const *loops, size_t loop_count,
			  const struct ad_route *routes, size_t route_count, struct ad_text *out)
{
	struct counted c = { .loops = loops, .loop_count = loop_count, .out = out };

	ad_text_adds(out, "# TYPE adcore_http_requests_total counter\n");
	for (c.route = 0; c.route <= route_count; c.route++) {
		c.name = c.route < route_count ? routes[c.route].prefix : "none";
		write_codes(&c);
	}
	ad_text_adds(out, "# TYPE adcore_http_request_seconds histogram\n");
	for (c.route = 0; c.route <= route_count; c.route++) {
		c.name = c.route < route_count ? routes[c.route].prefix : "none";
		for (size_t class = 0; class < AD_COUNT_CLASSES; class ++)
			write_class(&c, class);
	}
}
