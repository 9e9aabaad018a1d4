#include "sync/plan_hosts.h"

#include "base/host.h"
#include "base/json_read.h"

struct host {
	struct host *next;
	struct ad_str written, ascii;
	const struct ad_plan_op *op; /* the first that links to it */
	const char *field;
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
	return ad_str_starts(text, "http://") || ad_str_starts(text, "https://");
}

static void add_host(struct hosts *h, const struct ad_plan_op *op, const char *field,
		     struct ad_str url)
{
	struct ad_arena *arena = h->ask->arena;
	struct ad_str written = ad_url_host(url);
	struct ad_str ascii = ad_host_ascii(arena, written);
	struct host **end = &h->first;

	for (; *end; end = &(*end)->next)
		if (ad_str_eq((*end)->ascii, ascii))
			return;
	*end = ad_arena_zalloc(arena, sizeof(**end));
	**end = (struct host){ NULL, ad_arena_copy(arena, written), ascii, op, field };
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
			if (field && is_link(ad_json_text(item)) &&
			    ad_plan_sends_field(op, field->name))
				add_host(h, op, field->name, ad_json_text(item));
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

/* Patterns such as "%://host/%", for the whole host. Its own % and _ are escaped. */
static struct ad_str pattern_of(struct ad_arena *arena, struct ad_str host, char end)
{
	struct ad_text out = ad_text_on(arena);

	ad_text_adds(&out, "%://");
	for (size_t i = 0; i < host.n; i++) {
		char c = host.p[i];
		if (strchr("%_!", c))
			ad_text_addc(&out, '!');
		ad_text_addc(&out, c >= 'A' && c <= 'Z' ? (char)(c + 32) : c);
	}
	ad_text_addc(&out, end);
	ad_text_addc(&out, '%');
	return ad_text_str(&out);
}

#define LIKES                                                                                      \
	" AND (lower(synced) LIKE $3 ESCAPE '!' OR lower(synced) LIKE $4 ESCAPE '!' OR"            \
	" lower(synced) LIKE $5 ESCAPE '!' OR lower(synced) LIKE $6 ESCAPE '!' OR"                 \
	" lower(synced) LIKE $7 ESCAPE '!')"
#define IN(table)                                                                                  \
	"EXISTS (SELECT 1 FROM " table " WHERE space_id = $1 AND environment = $2 AND synced"      \
	" IS NOT NULL" LIKES ")"

/* *found: an object on a platform links to the host. */
static enum ad_db_status find_pushed(const struct hosts *h, const struct host *host, bool *found)
{
	static const char ends[] = "/\"?#:";
	struct ad_stmt *s =
		ad_sql(h->ask->db, "SELECT " IN("ads") " OR " IN("keywords") " OR " IN("assets"));
	enum ad_db_status status;

	ad_bind(s, 1, h->ask->realm.space_id);
	ad_bind(s, 2, h->ask->realm.environment);
	for (int i = 0; i < 5; i++)
		ad_bind(s, 3 + i, pattern_of(h->ask->arena, host->written, ends[i]));
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	*found = ad_col_int(s, 0) != 0;
	ad_reset(s);
	return AD_DB_DONE;
}

static void warn_host(const struct hosts *h, const struct host *host, const char *code,
		      struct ad_str what)
{
	ad_plan_warn(h->ask, h->plan, host->op->row,
		     (struct ad_plan_says){
			     code, ad_arena_printf(h->ask->arena, "%s links to %.*s, %.*s.",
						   host->field, AD_FMT(host->ascii), AD_FMT(what))
					   .p });
	h->plan->warnings->field = host->field;
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

enum ad_db_status ad_plan_hosts(const struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	struct hosts h = { .ask = ask, .plan = plan };
	enum ad_db_status status = AD_DB_DONE;

	collect_hosts(&h);
	if (h.first)
		status = load_space(&h);
	for (const struct host *host = h.first; host && status == AD_DB_DONE; host = host->next)
		status = check_host(&h, host);
	return status;
}
