/*
 * POST import: the file is looked at on the slow lane, then imported in one writing transaction,
 * which a dry run rolls back.
 */
#include "import/apply/import_step.h"

#include <stdlib.h>
#include <strings.h>

#include "call/request/idempotency.h"
#include "call/request/outcome.h"
#include "call/request/params.h"
#include "call/request/quota.h"
#include "import/apply/importing.h"
#include "store/db/round_trips.h"

#define REPORT_BYTES_MAX ((size_t)6 << 20) /* of the lines of a report */

/* A file that was looked at; the same for each attempt of the writing step. */
struct import_upload {
	const struct ad_bulk *bulk;
	bool applies;
};

struct import_line {
	size_t line;
	struct ad_str json;
};

struct import_lines {
	struct import_line *at;
	size_t count, room;
};

/* One attempt of the writing step. */
struct import_attempt {
	struct ad_call *call; /* the request; the report lives on its arena */
	struct ad_call one;   /* of one object */
	struct importing im;
	size_t read_at; /* bytes of the file */
	struct import_lines objects, skips, warnings;
	size_t report_bytes;
	bool is_cut;
};

/* --- the report --- */

static void line_add(struct import_attempt *a, struct import_lines *lines, size_t line,
		     struct ad_text *json)
{
	struct ad_arena *arena = a->call->arena;

	a->report_bytes += json->n;
	a->is_cut = a->is_cut || a->report_bytes > REPORT_BYTES_MAX;
	if (a->is_cut)
		return;
	AD_ARENA_GROW(arena, lines->at, lines->count, lines->room);
	lines->at[lines->count++] = (struct import_line){
		.line = line,
		.json = ad_arena_copy(arena, ad_text_str(json)),
	};
}

static void upload_skip(struct importing *im, size_t line, const struct ad_import_problem *problem)
{
	struct import_attempt *a = im->arg;
	struct ad_text text = ad_text_on(im->call->arena);
	struct ad_import_problem p = *problem;

	p.column = import_value_shorten(im->call->arena, p.column);
	import_skip_write(&text, line, &p, import_value_shorten(im->call->arena, p.value));
	line_add(a, &a->skips, line, &text);
}

static void upload_warn(struct importing *im, size_t line, const char *code, struct ad_str message)
{
	struct import_attempt *a = im->arg;
	struct ad_text text = ad_text_on(im->call->arena);

	import_warn_write(&text, line, code, message);
	line_add(a, &a->warnings, line, &text);
}

/* The name of the object as the row has it; of an ad its first text. */
static struct ad_str row_name(const struct ad_import_row *row)
{
	struct ad_str name = row->ad_key;
	const char *end = ad_str_find(name, '\n');

	if (row->kind == AD_IMPORT_CAMPAIGN || row->kind == AD_IMPORT_LOCATION)
		return row->campaign;
	if (row->kind == AD_IMPORT_AD_GROUP)
		return row->ad_group;
	if (row->kind != AD_IMPORT_AD)
		return row->text;
	name.n = end ? (size_t)(end - name.p) : name.n;
	return name;
}

static void upload_took(struct importing *im, const struct ad_import_row *row,
			enum import_outcome outcome, struct ad_str id)
{
	static const char *const outcomes[] = {
		[IMPORT_CREATED] = "CREATED", [IMPORT_EXISTING] = "EXISTING",
		[IMPORT_PART] = "PART",       [IMPORT_UPDATED] = "UPDATED",
		[IMPORT_REMOVED] = "REMOVED",
	};
	static const char *const resources[] = {
		[AD_IMPORT_CAMPAIGN] = "campaigns", [AD_IMPORT_LOCATION] = "campaigns",
		[AD_IMPORT_AD_GROUP] = "ad-groups", [AD_IMPORT_AD] = "ads",
		[AD_IMPORT_KEYWORD] = "keywords",
	};
	struct import_attempt *a = im->arg;
	struct ad_text text = ad_text_on(im->call->arena);
	struct ad_json j = ad_json_on(&text);
	bool is_new = outcome == IMPORT_CREATED && a->call->validate_only;

	ad_json_object(&j);
	ad_json_kint(&j, "line", (int64_t)row->line);
	ad_json_kcstr(&j, "resource", resources[row->kind]);
	ad_json_kcstr(&j, "outcome", outcomes[outcome]);
	ad_json_kstr(&j, "id", is_new ? (struct ad_str){ NULL, 0 } : id);
	ad_json_kstr(&j, "name", import_value_shorten(im->call->arena, row_name(row)));
	ad_json_kstr(&j, "campaign", import_value_shorten(im->call->arena, row->campaign));
	if (outcome == IMPORT_UPDATED) {
		ad_json_kraw(&j, "before", im->before);
		ad_json_kraw(&j, "after", im->after);
	}
	ad_json_object_end(&j);
	line_add(a, &a->objects, row->line, &text);
}

static int line_compare(const void *a, const void *b)
{
	const struct import_line *one = a, *other = b;

	if (one->line != other->line)
		return one->line < other->line ? -1 : 1;
	return one->json.p < other->json.p ? -1 : one->json.p > other->json.p;
}

/* In the order of the file: each pass over it tells its own rows. */
static void lines_write(struct ad_json *j, const char *key, struct import_lines *lines)
{
	if (lines->count > 0)
		qsort(lines->at, lines->count, sizeof(*lines->at), line_compare);
	ad_json_key(j, key);
	ad_json_array(j);
	for (size_t i = 0; i < lines->count; i++)
		ad_json_raw(j, lines->at[i].json);
	ad_json_array_end(j);
}

static void upload_answer(struct import_attempt *a)
{
	struct ad_call *call = a->call;
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_str name = ad_call_param(call, "name");

	ad_json_object(&j);
	ad_json_kbool(&j, "applied", !call->validate_only);
	ad_json_kcstr(&j, "platform", ad_platform_name(a->im.bulk->platform));
	ad_json_kstr(&j, "name", name);
	import_counts_write(&j, &a->im);
	lines_write(&j, "objects", &a->objects);
	lines_write(&j, "skipped", &a->skips);
	lines_write(&j, "warnings", &a->warnings);
	ad_json_kbool(&j, "isCut", a->is_cut);
	ad_json_object_end(&j);
	call->data = ad_text_str(&text);
}

/* --- the writing step --- */

static size_t upload_read(void *arg, char *out, size_t room)
{
	struct import_attempt *a = ((struct importing *)arg)->arg;
	struct ad_str body = a->call->body;
	size_t n = body.n - a->read_at < room ? body.n - a->read_at : room;

	memcpy(out, body.p + a->read_at, n);
	a->read_at += n;
	return n;
}

static bool upload_rewind(struct importing *im)
{
	struct import_attempt *a = im->arg;

	a->read_at = 0;
	return true;
}

static void attempt_begin(struct import_attempt *a, struct ad_call *call,
			  const struct import_upload *upload)
{
	static const struct import_host host = {
		.read = upload_read,
		.rewind = upload_rewind,
		.store = import_take_batch,
		.skip = upload_skip,
		.warn = upload_warn,
		.took = upload_took,
		.warns_everywhere = true,
	};

	*a = (struct import_attempt){ .call = call };
	a->one = (struct ad_call){
		.core = call->core,
		.arena = ad_arena_new(),
		.db = call->db,
		.door = call->door,
		.request_id = call->request_id,
		.address = call->address,
		.res = call->res,
		.action = call->action,
		.who = call->who,
		.space = call->space,
		.scopes = call->scopes,
		.inside = true,
	};
	a->im = (struct importing){
		.call = &a->one, .bulk = upload->bulk, .host = &host, .arg = a
	};
}

/* The failure of one object as the request's own. */
static bool attempt_fail(struct ad_call *call, const struct ad_call *one)
{
	const char *message = one->faults ? one->faults->message : ad_outcome_message(one);

	call->details = one->details.p ? ad_arena_copy(call->arena, one->details) : one->details;
	call->retry_after = one->retry_after;
	return ad_fail(call, one->status, "%s", ad_arena_copy(call->arena, ad_str(message)).p);
}

/* Imports the file; false with the call failed, and then nothing of it may be kept. */
static bool attempt_run(struct import_attempt *a)
{
	struct ad_call *call = a->call;
	enum import_end end = import_run(&a->im);

	if (end == IMPORT_FAILED)
		return attempt_fail(call, &a->one);
	if (end != IMPORT_DONE)
		return ad_fail(call, AD_INTERNAL, "%s", "");
	enum ad_db_status status = ad_db_settle(call->db);
	return status == AD_DB_DONE || ad_fail_db(call, status);
}

static void upload_write(struct ad_call *call)
{
	struct import_attempt a;
	bool good = true;

	ad_call_fresh(call);
	if (!ad_idempotency_begin(call))
		return;
	enum ad_db_status status = call->validate_only ? ad_db_savepoint(call->db) : AD_DB_DONE;
	if (status != AD_DB_DONE) {
		ad_fail_db(call, status);
		return;
	}
	attempt_begin(&a, call, call->work);
	good = attempt_run(&a);
	if (good)
		upload_answer(&a);
	if (good && call->validate_only)
		ad_db_rollback_savepoint(call->db);
	import_run_done(&a.im);
	ad_arena_free(a.one.arena);
	if (good)
		(void)!ad_idempotency_keep(call);
	else
		ad_idempotency_fail(call);
}

/* --- the file, before it is imported --- */

static size_t body_read(void *arg, char *out, size_t room)
{
	struct ad_str *rest = arg;
	size_t n = rest->n < room ? rest->n : room;

	memcpy(out, rest->p, n);
	*rest = (struct ad_str){ rest->p + n, rest->n - n };
	return n;
}

/*
 * Counts the columns of the header that a platform's import reads; 0 if the file is not the
 * platform's.
 */
static size_t header_score(struct ad_call *call, const struct ad_bulk *bulk,
			   const struct ad_table_row *header)
{
	struct ad_columns columns;
	size_t score = 0;

	if (!ad_columns_read(call->arena, bulk, header, &columns))
		return 0;
	/* A file of Microsoft begins with Type, what a row is; Google's Type is a match type. */
	if (bulk->platform == AD_MICROSOFT)
		return columns.ids[0] == AD_COL_ROW_TYPE ? columns.count + 1 : 0;
	for (size_t i = 0; i < columns.count; i++)
		score += columns.ids[i] < AD_COL_COUNT;
	return score;
}

/* The platform that the header fits best; NULL where none does, or, *is_tie, several do alike. */
static const struct ad_bulk *header_platform(struct ad_call *call,
					     const struct ad_table_row *header, bool *is_tie)
{
	const struct ad_bulk *best = NULL;
	size_t most = 0;

	for (int i = 0; i < AD_PLATFORM_COUNT; i++) {
		const struct ad_bulk *bulk = ad_bulk_of((enum ad_platform)i);
		size_t score = bulk ? header_score(call, bulk, header) : 0;
		if (score < most || score == 0)
			continue;
		best = score == most ? NULL : bulk;
		most = score;
	}
	*is_tie = !best && most > 0;
	return best;
}

static bool file_refuse(struct ad_call *call, const char *code, const char *message)
{
	ad_fault(call, "file", code, "%s", message);
	return false;
}

static bool header_refuse(struct ad_call *call, bool is_tie)
{
	if (!is_tie)
		return file_refuse(call, "UNSUPPORTED_FORMAT",
				   "No row at the head of the file names the columns of an export. "
				   "Export the campaigns again from Google Ads Editor, Microsoft "
				   "Advertising Editor or Meta Ads Manager, as CSV.");
	ad_fault(call, "platform", "REQUIRED",
		 "The columns of the file fit several platforms; choose the platform.");
	return false;
}

/*
 * Reads up to the header, which fits a platform: upload->bulk is that of the query, or else that of
 * the header.
 */
static bool header_check(struct ad_call *call, struct import_upload *upload, struct ad_table *table)
{
	struct ad_table_row row;
	bool is_tie = false;

	for (int i = 0; i <= AD_TITLES_MAX && !is_tie; i++) {
		enum ad_table_status status = ad_table_next(table, &row);
		const struct ad_bulk *bulk = upload->bulk;
		struct ad_columns columns;
		if (status == AD_TABLE_END)
			break;
		if (status != AD_TABLE_ROW)
			bulk = NULL;
		else if (!bulk)
			bulk = header_platform(call, &row, &is_tie);
		else if (!ad_columns_read(call->arena, bulk, &row, &columns))
			bulk = NULL;
		if (bulk) {
			upload->bulk = bulk;
			return true;
		}
		ad_table_title_passed(table);
	}
	return header_refuse(call, is_tie);
}

static bool rows_check(struct ad_call *call, struct ad_table *table)
{
	struct ad_table_row row;
	size_t count = 0;

	while (count <= AD_IMPORT_ROWS_MAX && ad_table_next(table, &row) != AD_TABLE_END)
		count++;
	if (count == 0)
		return file_refuse(call, "REQUIRED", "The file has no rows below its header.");
	if (count <= AD_IMPORT_ROWS_MAX)
		return true;
	ad_fault_limit(call, "file", "TOO_MANY", AD_IMPORT_ROWS_MAX,
		       "The file has more than %d rows. Split it, or import it on the server with "
		       "the command adcore import.",
		       AD_IMPORT_ROWS_MAX);
	return false;
}

static bool file_check(struct ad_call *call, struct import_upload *upload)
{
	struct ad_str rest = call->body;

	if (rest.n == 0)
		return file_refuse(call, "REQUIRED", "The file is empty.");
	if (ad_table_is_workbook(rest))
		return file_refuse(call, "UNSUPPORTED_FORMAT", AD_TABLE_WORKBOOK);
	struct ad_table *table = ad_table_open(body_read, &rest);
	bool good = header_check(call, upload, table) && rows_check(call, table);
	ad_table_close(table);
	return good;
}

static void upload_look(struct ad_call *call)
{
	struct import_upload *upload = call->work;

	if (!ad_idempotency_begin(call))
		return;
	if (file_check(call, upload))
		ad_call_next(call, AD_WRITE, upload_write);
	else
		ad_idempotency_fail(call);
}

static bool is_text(struct ad_str type)
{
	static const char *const types[] = { "text/csv", "text/tab-separated-values", "text/plain",
					     "application/vnd.ms-excel" };

	for (size_t i = 0; i < AD_LEN(types); i++) {
		size_t n = strlen(types[i]);
		if (type.n >= n && strncasecmp(type.p, types[i], n) == 0 &&
		    (type.n == n || type.p[n] == ';' || type.p[n] == ' '))
			return true;
	}
	return false;
}

static bool query_check(struct ad_call *call, struct import_upload *upload)
{
	static const char *const known[] = { "name", "platform", "apply", NULL };
	struct ad_str platform = ad_call_param(call, "platform");
	struct ad_str apply = ad_call_param(call, "apply");

	if (!ad_known_params(call, known))
		return false;
	if (platform.p)
		upload->bulk = ad_bulk_of(ad_platform_of(platform));
	upload->applies = ad_str_is(apply, "true");
	if (platform.p && !upload->bulk)
		ad_fault(call, "platform", "UNKNOWN_VALUE",
			 "platform must be google, microsoft or meta.");
	if (apply.p && !upload->applies && !ad_str_is(apply, "false"))
		ad_fault(call, "apply", "UNKNOWN_VALUE", "apply must be true or false.");
	if (upload->applies && !platform.p)
		ad_fault(call, "platform", "REQUIRED",
			 "platform is required with apply=true; the dry run names the platform.");
	return call->status == AD_OK;
}

static bool body_check(struct ad_call *call)
{
	if (call->body_too_large)
		return ad_fail(call, AD_TOO_LARGE,
			       "The file is larger than %zu MiB. Split it, or import it on the "
			       "server with the command adcore import.",
			       AD_IMPORT_BYTES_MAX >> 20);
	if (call->body.n > 0 && !is_text(call->content_type))
		return ad_fail(call, AD_UNSUPPORTED_MEDIA, "Send the file as text/csv.");
	if (call->content_encoding.p && !ad_str_is(call->content_encoding, "identity"))
		return ad_fail(call, AD_UNSUPPORTED_MEDIA,
			       "Send the file without Content-Encoding.");
	return true;
}

void ad_import(struct ad_call *call)
{
	struct import_upload *upload = ad_arena_zalloc(call->arena, sizeof(*upload));

	if (!body_check(call) || !ad_idempotency_check_key(call) || !query_check(call, upload))
		return;
	call->validate_only = !upload->applies;
	/* A key is for the file and its platform. */
	if (call->idempotency_path.p && upload->applies)
		call->idempotency_path = ad_arena_printf(call->arena, "%.*s?platform=%s",
							 AD_FMT(call->idempotency_path),
							 ad_platform_name(upload->bulk->platform));
	if (!ad_storage_check(call))
		return;
	call->work = upload;
	ad_call_next(call, AD_SLOW, upload_look);
}
