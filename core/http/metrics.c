/* Prometheus text (version 0.0.4) about the loops, on a listener of its own or by a route. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <unistd.h>

#include "base/build_commit.h"
#include "http/internal.h"
#include "http/metrics.h"

/* One number over all loops: the counter at that offset of each. */
static uint64_t metrics_sum(const struct ad_http_server *server, size_t offset)
{
	uint64_t total = 0;
	for (size_t i = 0; i < server->loop_count; i++) {
		const char *loop = (const char *)&server->loops[i];
		total += atomic_load_explicit(
			(const _Atomic uint64_t *)(const void *)(loop + offset),
			memory_order_relaxed);
	}
	return total;
}

#define SUM(server, member) metrics_sum(server, offsetof(struct ad_http_loop, member))

static void add_metric(struct ad_text *out, const char *name, const char *type, uint64_t value)
{
	ad_text_addf(out, "# TYPE adcore_%s %s\nadcore_%s %llu\n", name, type, name,
		     (unsigned long long)value);
}

/* Of the process: proc(5) tells. */
static void add_process(struct ad_text *out)
{
	unsigned long long size = 0, resident = 0;
	FILE *file = fopen("/proc/self/statm", "re");

	if (file && fscanf(file, "%llu %llu", &size, &resident) == 2)
		add_metric(out, "resident_memory_bytes", "gauge",
			   resident * (uint64_t)sysconf(_SC_PAGESIZE));
	if (file)
		fclose(file);
}

static void add_routes(const struct ad_http_server *server, struct ad_text *out)
{
	const struct ad_http_route_counts *loops[256];
	size_t n = server->loop_count < AD_LEN(loops) ? server->loop_count : AD_LEN(loops);

	for (size_t i = 0; i < n; i++)
		loops[i] = server->loops[i].by_route;
	ad_http_counts_write(loops, n, server->routes, server->route_count, out);
}

void ad_http_metrics_more(struct ad_http_server *server,
			  void (*add)(void *arg, struct ad_text *out), void *arg)
{
	server->more_metrics_arg = arg;
	server->more_metrics = add;
}

void ad_http_metrics(const struct ad_http_server *server, struct ad_text *out)
{
	const char *commit = ad_build_commit();

	ad_text_addf(out,
		     "# TYPE adcore_build_info gauge\nadcore_build_info{version=\"" ADCORE_VERSION
		     "\",commit=\"%.*s\"} 1\n"
		     "# TYPE adcore_http_responses_total counter\n",
		     (int)strcspn(commit, " "), commit);
	for (size_t class = 1; class <= 5; class ++) {
		size_t offset =
			offsetof(struct ad_http_loop, by_class) + class * sizeof(_Atomic uint64_t);
		ad_text_addf(out, "adcore_http_responses_total{class=\"%zuxx\"} %llu\n", class,
			     (unsigned long long)metrics_sum(server, offset));
	}
	uint64_t busy = SUM(server, busy_us);
	ad_text_addf(out,
		     "# TYPE adcore_http_seconds_total counter\n"
		     "adcore_http_seconds_total %llu.%06llu\n",
		     (unsigned long long)(busy / 1000000), (unsigned long long)(busy % 1000000));
	add_metric(out, "http_connections_total", "counter", SUM(server, connections));
	add_metric(out, "http_connections", "gauge", SUM(server, connections_now));
	add_metric(out, "http_connections_refused_total", "counter", SUM(server, turned_away));
	add_metric(out, "http_connections_shed_total", "counter", SUM(server, shed));
	add_metric(out, "http_body_bytes", "gauge",
		   atomic_load(&server->budgets.held[AD_POOL_KNOWN]) +
			   atomic_load(&server->budgets.held[AD_POOL_UNKNOWN]));
	add_metric(out, "http_answer_bytes", "gauge",
		   atomic_load(&server->budgets.held[AD_POOL_ANSWERS]));
	add_metric(out, "http_active_requests", "gauge", SUM(server, active_now));
	add_metric(out, "http_waiting_requests", "gauge", SUM(server, waiting_now));
	add_metric(out, "http_streams", "gauge", atomic_load(&server->streams));
	add_metric(out, "http_loops", "gauge", server->loop_count);
	add_metric(out, "slow_lane_waiting", "gauge", ad_lane_waiting(server->core->slow));
	const struct ad_config *config = server->core->config;
	struct ad_disk disk;
	if (config && ad_disk_read(config->database, config->data_dir, &disk)) {
		add_metric(out, "storage_free_bytes", "gauge", disk.free);
		add_metric(out, "storage_bytes", "gauge", disk.total);
	}
	add_process(out);
	add_routes(server, out);
	void (*more)(void *arg, struct ad_text *text) = server->more_metrics;
	if (more)
		more(server->more_metrics_arg, out);
}

/* --- a listener of its own ------------------------------------------------------------------- */

static enum MHD_Result metrics_answer(void *cls, struct MHD_Connection *mhd, const char *url,
				      const char *method, const char *version, const char *data,
				      size_t *size, void **context)
{
	const struct ad_http_server *server = cls;
	(void)version;
	(void)data;
	if (!*context) {
		*context = cls; /* the headers alone; the answer goes out at the next call */
		return MHD_YES;
	}
	if (*size > 0)
		return MHD_NO;
	bool found = strcmp(url, "/metrics") == 0 && strcmp(method, "GET") == 0;
	struct ad_text text = { 0 };
	if (found)
		ad_http_metrics(server, &text);
	struct ad_str body = ad_text_str(&text);
	struct MHD_Response *r = MHD_create_response_from_buffer(body.n, (void *)(uintptr_t)body.p,
								 MHD_RESPMEM_MUST_COPY);
	ad_text_free(&text);
	if (!r)
		return MHD_NO;
	enum MHD_Result ok =
		MHD_add_response_header(r, "Content-Type", "text/plain; version=0.0.4");
	ok &= MHD_queue_response(mhd, found ? 200 : 404, r);
	MHD_destroy_response(r);
	return ok;
}

bool ad_http_metrics_start(struct ad_http_server *server, char err[static 256])
{
	struct ad_listen at;
	const char *listen = server->core->config->metrics_listen;
	if (!listen)
		return true;
	struct sockaddr_storage address = { 0 };
	struct sockaddr_in *four = (struct sockaddr_in *)(void *)&address;
	struct sockaddr_in6 *six = (struct sockaddr_in6 *)(void *)&address;
	unsigned flags = MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL;
	if (!ad_listen_parse(listen, &at)) {
		snprintf(err, 256, "not an address and port: %s", listen);
		return false;
	}
	if (inet_pton(AF_INET, at.host, &four->sin_addr) == 1) {
		four->sin_family = AF_INET;
		four->sin_port = htons((uint16_t)at.port);
	} else if (inet_pton(AF_INET6, at.host, &six->sin6_addr) == 1) {
		six->sin6_family = AF_INET6;
		six->sin6_port = htons((uint16_t)at.port);
		flags |= MHD_USE_IPv6;
	}
	server->metrics = MHD_start_daemon(
		flags, (uint16_t)at.port, NULL, NULL, metrics_answer, server, MHD_OPTION_SOCK_ADDR,
		(struct sockaddr *)&address, MHD_OPTION_CONNECTION_TIMEOUT, 10u,
		MHD_OPTION_CONNECTION_LIMIT, 16u, MHD_OPTION_END);
	if (!server->metrics)
		snprintf(err, 256, "cannot listen on %s for the metrics", listen);
	return server->metrics != NULL;
}

void ad_http_metrics_stop(struct ad_http_server *server)
{
	if (server->metrics)
		MHD_stop_daemon(server->metrics);
	server->metrics = NULL;
}
