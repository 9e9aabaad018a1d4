#include "sync/plan/plan_hosts.h"

#include <strings.h>

#include "base/host.h"
#include "base/url.h"
#include "base/json_read.h"

/* The warnings of one host and code name at most this number of objects; all are counted. */
#define NAMED_MAX 100

/* An operation that links to a host, and the first field in which it does. */
struct link {
	struct link *next;
	const struct ad_plan_op *op;
	const char *field;
};

struct host {
	struct host *next;
	struct ad_str written, ascii;
	struct link *links, **end; /* one per operation, in the order of sending */
	const struct ad_plan_op *last;
	size_t count;
};

struct hosts {
	const struct ad_plan_ask *ask;
	struct ad_sync_plan *plan;
	struct host *first;
	bool has_pushed;      /* an ad of the Space was pushed */
	struct ad_str *sites; /* the hosts of its businesses, ASCII */
	size_t site_count;
};

static bool is_link(struct ad_str text)
{
	return (text.n > 7 && strncasecmp(text.p, "http://", 7) == 0) ||
	       (text.n > 8 && strncasecmp(text.p, "https://", 8) == 0);
}

static void add_link(struct hosts *h, struct host *host, const struct ad_plan_op *op,
		     const char *field)
{
	/* An operation is counted once, even if several of its fields link to the host. */
	if (host->last == op)
		return;
	host->last = op;
	if (host->count++ >= NAMED_MAX)
		return;
	*host->end = ad_arena_zalloc(h->ask->arena, sizeof(**host->end));
	**host->end = (struct link){ NULL, op, field };
	host->end = &(*host->end)->next;
}

static void add_host(struct hosts *h, const struct ad_plan_op *op, const char *field,
		     struct ad_str url)
{
	struct ad_arena *arena = h->ask->arena;
	struct ad_str written = ad_url_host(url);
	struct ad_str ascii = ad_host_ascii(h->ask->scratch, written);
	struct host **end = &h->first;

	while (*end && !ad_str_eq((*end)->ascii, ascii))
		end = &(*end)->next;
	if (!*end) {
		*end = ad_arena_zalloc(arena, sizeof(**end));
		(*end)->written = ad_arena_copy(arena, written);
		(*end)->ascii = ad_arena_copy(arena, ascii);
		(*end)->end = &(*end)->links;
	}
	add_link(h, *end, op, field);
}

/* Adds the links of a value, at any depth: platformOptions have URLs as well. */
static void add_links(struct hosts *h, const struct ad_plan_op *op, const char *field,
		      const cJSON *value)
{
	const cJSON *item;

	if (is_link(ad_json_text(value)))
		add_host(h, op, field, ad_json_text(value));
	if (cJSON_IsArray(value) || cJSON_IsObject(value))
		cJSON_ArrayForEach(item, value) add_links(h, op, field, item);
}

static void collect_hosts(struct hosts *h)
{
	struct ad_json_error err;
	struct ad_str want;
	const cJSON *item;

	for (size_t i = 0; i < h->plan->count; i++) {
		const struct ad_plan_op *op = h->plan->ops[i];
		if (op->op != AD_OP_CREATE && op->op != AD_OP_UPDATE)
			continue;
		ad_arena_reset(h->ask->scratch);
		want = ad_plan_want(h->ask->scratch, op);
		if (!want.n || !memmem(want.p, want.n, "://", 3))
			continue;
		cJSON_ArrayForEach(item, ad_json_parse(h->ask->scratch, want, &err))
		{
			const struct ad_field *field =
				ad_field_find(&op->res->shape, ad_str(item->string), NULL);
			if (field && ad_plan_sends_field(op, field->name))
				add_links(h, op, field->name, item);
		}
	}
}

static enum ad_db_status load_space(struct hosts *h)
{
	struct ad_arena *arena = h->ask->arena;
	struct ad_stmt *s = ad_sql(h->ask->db, "SELECT 1 FROM ads WHERE space_id = $1 AND"
					       " environment = $2 AND synced IS NOT NULL LIMIT 1");
	enum ad_db_status status;

	ad_bind(s, 1, h->ask->realm.space_id);
	ad_bind(s, 2, h->ask->realm.environment);
	status = ad_step(s);
	h->has_pushed = status == AD_DB_ROW;
	ad_reset(s);
	if (status != AD_DB_ROW && status != AD_DB_DONE)
		return status;
	s = ad_sql(h->ask->db, "SELECT website FROM businesses WHERE space_id = $1 AND"
			       " environment = $2");
	ad_bind(s, 1, h->ask->realm.space_id);
	ad_bind(s, 2, h->ask->realm.environment);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		size_t n = h->site_count;
		if ((n & (n - 1)) == 0)
			h->sites = ad_arena_resize(arena, h->sites, n * sizeof(*h->sites),
						   (n ? 2 * n : 1) * sizeof(*h->sites));
		h->sites[h->site_count++] = ad_host_ascii(arena, ad_url_host(ad_col(s, 0)));
	}
	return status;
}

/*
 * A pattern of a whole host behind what comes before it in a text. The host's own % and _ are
 * escaped.
 */
static struct ad_str pattern_of(struct ad_arena *arena, const char *before, struct ad_str host,
				const char *end)
{
	struct ad_text out = ad_text_on(arena);

	ad_text_adds(&out, before);
	for (size_t i = 0; i < host.n; i++) {
		char c = host.p[i];
		if (strchr("%_!", c))
			ad_text_addc(&out, '!');
		ad_text_addc(&out, c >= 'A' && c <= 'Z' ? (char)(c + 32) : c);
	}
	ad_text_adds(&out, end);
	return ad_text_str(&out);
}

#define LIKE(slot) "lower(synced) LIKE $" slot " ESCAPE '!'"
#define FIVE(a, b, c, d, e) LIKE(a) " OR " LIKE(b) " OR " LIKE(c) " OR " LIKE(d) " OR " LIKE(e)
/* Few objects name the host at all, so most are compared with the first pattern only. */
#define LIKES                                                                                      \
	" AND " LIKE("3") " AND (" FIVE("4", "5", "6", "7", "8") " OR " FIVE("9", "10", "11",      \
									     "12", "13") ")"
#define IN(table)                                                                                  \
	"EXISTS (SELECT 1 FROM " table " WHERE space_id = $1 AND environment = $2 AND synced"      \
	" IS NOT NULL" LIKES ")"

/*
 * *found: an object on a platform links to the host. The host of a link follows the scheme at the
 * start of a value; behind that, as in "https://a.example/?to=https://b.example/", it is only text.
 */
static enum ad_db_status find_pushed(const struct hosts *h, const struct host *host, bool *found)
{
	static const char *const starts[] = { "%:\"http://", "%:\"https://" };
	static const char *const ends[] = { "/%", "\"%", "?%", "#%", ":%" };
	struct ad_stmt *s =
		ad_sql(h->ask->db, "SELECT " IN("ads") " OR " IN("keywords") " OR " IN("assets"));
	enum ad_db_status status;
	int slot = 3;

	ad_bind(s, 1, h->ask->realm.space_id);
	ad_bind(s, 2, h->ask->realm.environment);
	ad_bind(s, slot++, pattern_of(h->ask->arena, "%://", host->written, "%"));
	for (size_t i = 0; i < AD_LEN(starts); i++)
		for (size_t k = 0; k < AD_LEN(ends); k++)
			ad_bind(s, slot++,
				pattern_of(h->ask->arena, starts[i], host->written, ends[k]));
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	*found = ad_col_int(s, 0) != 0;
	ad_reset(s);
	return AD_DB_DONE;
}

/* Warns of each object that links to the host, so that a reviewer finds all of them. */
static void warn_host(const struct hosts *h, const struct host *host, const char *code,
		      struct ad_str what)
{
	struct ad_arena *arena = h->ask->arena;
	struct ad_str more = { 0 };

	if (host->count > 1)
		more = ad_arena_printf(arena, " %zu objects of this plan link to this host.",
				       host->count);
	for (const struct link *link = host->links; link; link = link->next) {
		ad_plan_warn(h->ask, h->plan, link->op->row,
			     (struct ad_plan_says){
				     code, ad_arena_printf(arena, "%s links to %.*s, %.*s.%.*s",
							   link->field, AD_FMT(host->ascii),
							   AD_FMT(what), AD_FMT(more))
						   .p });
		h->plan->warnings->field = link->field;
	}
}

static bool is_of_business(const struct hosts *h, const struct host *host)
{
	for (size_t i = 0; i < h->site_count; i++)
		if (ad_host_belongs(host->ascii, h->sites[i]))
			return true;
	return h->site_count == 0;
}

static enum ad_db_status check_host(const struct hosts *h, const struct host *host)
{
	enum ad_db_status status = AD_DB_DONE;
	bool found = true;

	for (size_t i = 0; i < host->written.n; i++)
		found = found && (unsigned char)host->written.p[i] < 0x80;
	if (!found)
		warn_host(h, host, "INTERNATIONAL_HOST",
			  ad_arena_printf(h->ask->arena, "which is %.*s in this Space",
					  AD_FMT(host->written)));
	if (!is_of_business(h, host))
		warn_host(h, host, "OTHER_HOST",
			  AD_S("which is not the website of a business of this Space"));
	found = !h->has_pushed;
	if (!found)
		status = find_pushed(h, host, &found);
	if (status == AD_DB_DONE && !found)
		warn_host(h, host, "NEW_HOST",
			  AD_S("to which no pushed ad of this Space links yet"));
	return status;
}

/*
 * A first push of a Space without a business has nothing to compare its links with but each other:
 * warns of each host but the one that most objects link to.
 */
static void compare_hosts(const struct hosts *h)
{
	const struct host *most = h->first;

	for (const struct host *host = h->first; host; host = host->next)
		if (host->count > most->count)
			most = host;
	for (const struct host *host = h->first; host; host = host->next)
		if (!ad_host_belongs(host->ascii, most->ascii) &&
		    !ad_host_belongs(most->ascii, host->ascii))
			warn_host(h, host, "OTHER_HOST",
				  ad_arena_printf(h->ask->arena,
						  "and most objects of this plan link to %.*s",
						  AD_FMT(most->ascii)));
}

enum ad_db_status ad_plan_hosts(const struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	struct hosts h = { .ask = ask, .plan = plan };
	enum ad_db_status status = AD_DB_DONE;

	collect_hosts(&h);
	if (h.first)
		status = load_space(&h);
	for (const struct host *host = h.first; host && status == AD_DB_DONE; host = host->next)
		status = check_host(&h, host);
	if (status == AD_DB_DONE && h.first && !h.has_pushed && h.site_count == 0)
		compare_hosts(&h);
	return status;
}
