/* Selects the next operations, and checks if they can be sent. */
#include "base/clock.h"
#include "base/json_read.h"
#include "base/log.h"
#include "sync/state/asset_rows.h"
#include "sync/journal/conditions.h"
#include "sync/plan/plan_needs.h"
#include "sync/plan/plan_reach.h"
#include "sync/run/run_claim.h"
#include "sync/run/run_credential.h"
#include "sync/run/run_pace.h"
#include "sync/run/run_recognize.h"
#include "sync/run/run_turn.h"
#include "sync/run/run_upload.h"
#include "sync/state/spans.h"
#include "sync/run/asset_piece.h"

static void run_batch_ended(struct ad_run *run)
{
	const struct ad_sync_env *env = ad_sync_env(run->sync);

	env->notify(env->arg);
	ad_run_end(run);
}

static void run_batch_resolve(struct ad_journal_op *op, enum ad_op_status next, const char *code,
			      const char *message)
{
	op->next = next;
	op->finished = true;
	op->error = (struct ad_platform_error){
		.code = code,
		.message = ad_str(message),
		.retryable = next == AD_OPS_SKIPPED,
	};
}

/* The database cannot be read at the moment: try again after 1 s. */
static void read_later(struct ad_run *run, enum ad_db_status status)
{
	ad_log(AD_LOG_WARN, "sync_read_failed", "run", run->id, "status",
	       status == AD_DB_UNAVAILABLE ? "unavailable" : "retry", "error",
	       ad_db_error(ad_sync_db(run->sync)), NULL);
	ad_run_sleep(run, AD_SECOND, ad_run_next);
}

/* Keywords and attachments may also be below campaigns. */
static bool is_under_campaign(const struct ad_journal_op *op)
{
	return (op->res->id == AD_R_KEYWORD || op->res->id == AD_R_ASSET_LINK) && op->parent_res &&
	       op->parent_res->id == AD_R_CAMPAIGN;
}

/*
 * An asset with attachments on the platform waits until these are removed: deleting its record
 * would lose them.
 */
static enum ad_db_status check_linked(struct ad_run *run, struct ad_journal_op *op)
{
	enum ad_db_status status;

	if (op->res->id != AD_R_ASSET)
		return AD_DB_DONE;
	status = ad_remotes_linked(ad_sync_db(run->sync), run->realm, op->object_id, op->platform);
	if (status == AD_DB_ROW)
		run_batch_resolve(
			op, AD_OPS_SKIPPED, "STILL_ATTACHED",
			"The asset could not be detached from all objects on the platform. Preview "
			"and push again.");
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

/* True if the operation was sent and its result is not known. */
static bool batch_in_doubt(const struct ad_journal_op *op)
{
	return op->status == AD_OPS_SENT || op->status == AD_OPS_UNKNOWN;
}

/* Nothing is created below an object that is not on the platform, or only in part. */
static void check_parent(struct ad_journal_op *op, const struct ad_piece *piece,
			 const struct ad_row *parent, bool there)
{
	if (!piece->parent_remote_id.p && batch_in_doubt(op))
		run_batch_resolve(
			op, AD_OPS_FAILED, "PARENT_GONE",
			"The response to this create was lost, and the parent object was removed "
			"afterwards. Anything that was created was removed with the parent.");
	else if (!piece->parent_remote_id.p)
		run_batch_resolve(op, AD_OPS_SKIPPED, "PARENT_FAILED",
				  "The parent object is not on the platform.");
	else if (there && ad_row_is_incomplete(parent))
		run_batch_resolve(
			op, AD_OPS_SKIPPED, "PARENT_FAILED",
			"The parent object is on the platform only in part. Preview and push again "
			"to complete it.");
}

static enum ad_db_status load_parent(struct ad_run *run, struct ad_journal_op *op,
				     struct ad_piece *piece)
{
	struct ad_row *parent = NULL;
	enum ad_db_status status;

	piece->under_campaign = is_under_campaign(op);
	if (op->op == AD_OP_REMOVE)
		return check_linked(run, op);
	if (!op->parent_res)
		return AD_DB_DONE;
	status = ad_row_load(ad_sync_db(run->sync), run->arena, run->realm, op->parent_res,
			     op->parent_id, &parent);
	if (status == AD_DB_ROW)
		piece->parent = ad_parsed(run->arena, parent->synced);
	if (status == AD_DB_ROW && parent->remote_id.p && !parent->removed)
		piece->parent_remote_id = parent->remote_id;
	if (op->op != AD_OP_CREATE || (status != AD_DB_ROW && status != AD_DB_DONE))
		return status == AD_DB_ROW ? AD_DB_DONE : status;
	check_parent(op, piece, parent, status == AD_DB_ROW);
	if (status == AD_DB_DONE || op->res->id != AD_R_AD_GROUP)
		return AD_DB_DONE;
	return ad_reach_is_pulled(ad_sync_db(run->sync), run->realm, parent, &piece->parent_pulled);
}

/*
 * The wanted object already exists: a keyword, whoever created it, or an incomplete object that
 * this operation made. It is updated to the wanted values instead of created. Its state is not
 * recorded, so all fields are compared.
 */
static void adopt_standing(struct ad_run *run, struct ad_journal_op *op, struct ad_piece *piece)
{
	const cJSON *known = ad_parsed(run->arena, op->known_ids);
	struct ad_str id = { 0 };
	const char **all;
	size_t n = 0;

	if (op->op != AD_OP_CREATE)
		return;
	if (run->adapter->set_like(op->res) && known && known->child)
		id = ad_json_text(known->child);
	else if (run->adapter->completes && run->adapter->completes(piece))
		id = op->remote_id;
	if (!id.p)
		return;
	all = ad_arena_zalloc(run->arena, (AD_FIELDS_MAX + 1) * sizeof(*all));
	for (size_t i = 0; i < op->res->shape.count; i++) {
		const struct ad_field *field = &op->res->shape.fields[i];
		if ((field->flags & AD_SENT) && !(field->flags & AD_IMMUTABLE) &&
		    run->adapter->sends(op->res, field->name))
			all[n++] = field->name;
	}
	piece->op = AD_OP_UPDATE;
	piece->changed = all;
	piece->remote_id = op->remote_id = id;
}

/* True if the object has another unsettled operation, of this run or an earlier one. */
static bool open_elsewhere(const struct ad_run *run, const struct ad_journal_op *op,
			   const struct ad_row *row)
{
	return !run->doubt && !op->anyway && row->open_op.p &&
	       !ad_str_eq(row->open_op, ad_op_id(run->arena, ad_str(run->id), op->seq));
}

/* A change or a removal starts from the object's current state. */
static void run_batch_stand(const struct ad_run *run, struct ad_journal_op *op,
			    struct ad_piece *piece, const struct ad_row *row)
{
	piece->remote_id = op->remote_id = row->remote_id;
	op->synced = row->synced;
	op->there_unknown = row->unknown;
	op->there_defaults = row->defaults;
	piece->synced = ad_parsed(run->arena, row->synced);
	if (open_elsewhere(run, op, row))
		run_batch_resolve(op, AD_OPS_SKIPPED, "UNSETTLED",
				  "An earlier operation on the object is unresolved.");
	else if (!row->remote_id.p)
		run_batch_resolve(op, AD_OPS_SKIPPED, "PARENT_FAILED",
				  "The object is not on the platform: its creation failed.");
}

/* Skips an operation if one that it depends on has failed: the platform is not queried about it. */
static enum ad_db_status check_needs(struct ad_run *run, struct ad_journal_op *op)
{
	const struct ad_conditions c = { .db = ad_sync_db(run->sync),
					 .arena = run->arena,
					 .realm = run->realm,
					 .run_id = ad_str(run->id) };
	enum ad_db_status status;

	if (run->doubt || op->anyway)
		return AD_DB_DONE;
	status = ad_conditions_look(&c, op);
	if (!op->finished)
		op->next = op->status;
	return status;
}

/* Fills the adapter's input for an operation whose object exists here. */
static enum ad_db_status fill_piece(struct ad_run *run, struct ad_journal_op *op,
				    struct ad_piece *piece, const struct ad_row *row)
{
	struct ad_platform_error error;
	enum ad_db_status status;

	if (op->op != AD_OP_CREATE)
		run_batch_stand(run, op, piece, row);
	status = load_parent(run, op, piece);
	if (status == AD_DB_DONE && !op->finished)
		status = ad_piece_assets(run, op, row, piece);
	if (status == AD_DB_DONE && !op->finished)
		status = ad_run_media(run, piece);
	if (op->finished || status != AD_DB_DONE)
		return status;
	adopt_standing(run, op, piece);
	piece->made = ad_steps_made(run->arena, op->steps);
	piece->since = run->doubt ? ad_run_known_since(run->arena, op->known_ids) : 0;
	/* The kill switch changes only the status. */
	if (!run->doubt && !op->anyway && !run->adapter->can(run->arena, piece, &error)) {
		op->next = AD_OPS_FAILED;
		op->finished = true;
		op->error = error;
	}
	return AD_DB_DONE;
}

static enum ad_db_status make_piece(struct ad_run *run, struct ad_journal_op *op,
				    struct ad_piece *piece)
{
	struct ad_row *row;
	enum ad_db_status status =
		ad_op_row(ad_sync_db(run->sync), run->arena, run->realm, op, &row);

	*piece = (struct ad_piece){ .op = op->op, .res = op->res, .id = op->object_id };
	piece->want = ad_parsed(run->arena, op->want);
	piece->changed = op->changed;
	if (status == AD_DB_DONE) {
		run_batch_resolve(op, AD_OPS_SKIPPED, "DELETED",
				  "The object was deleted here in the meantime.");
		return AD_DB_DONE;
	}
	if (status != AD_DB_ROW)
		return status;
	status = check_needs(run, op);
	if (status != AD_DB_DONE || op->finished)
		return status;
	if (op->op == AD_OP_UPLOAD) {
		ad_run_upload(run, op, piece, row);
		return AD_DB_DONE;
	}
	return fill_piece(run, op, piece, row);
}

/* An update starts from the platform's state; a create continues after its completed steps. */
static unsigned first_step(const struct ad_run *run, size_t i)
{
	return run->pieces[i].op == AD_OP_CREATE ? ad_steps_done(run->ops[i].steps) : 0;
}

/* True if the operation at run->count may share a request with the first one. */
static bool run_batch_fits(const struct ad_run *run, size_t first)
{
	const struct ad_piece *a = &run->pieces[first], *b = &run->pieces[run->count];
	const struct ad_adapter *adapter = run->adapter;

	if (b->op == AD_OP_UPLOAD)
		return adapter->uploader && run->count - first < adapter->uploader->batch_max &&
		       ad_run_upload_together(run, first, run->count);
	return run->count - first < adapter->batch_max &&
	       first_step(run, run->count) == first_step(run, first) && adapter->together(a, b);
}

/*
 * True if the object of the operation at run->count has an earlier one in the batch: that needs its
 * own request.
 */
static bool is_second(const struct ad_run *run)
{
	for (size_t i = 0; i < run->count; i++)
		if (ad_str_eq(run->ops[i].object_id, run->ops[run->count].object_id))
			return true;
	return false;
}

/*
 * True if the operation at run->count depends on an earlier one in the batch, which must succeed
 * first.
 */
static bool relies_on_one(const struct ad_run *run)
{
	int64_t first, last;

	for (size_t at = 0; ad_spans_next(run->ops[run->count].needs, &at, &first, &last);)
		for (size_t i = 0; i < run->count; i++)
			if (run->ops[i].seq >= first && run->ops[i].seq <= last)
				return true;
	return false;
}

/* Makes pieces for as many of the loaded operations as can share a request. */
static enum ad_db_status make_pieces(struct ad_run *run, size_t loaded)
{
	size_t first = loaded;

	run->pieces = ad_arena_zalloc(run->arena, loaded * sizeof(*run->pieces));
	for (run->count = 0; run->count < loaded; run->count++) {
		struct ad_journal_op *op = &run->ops[run->count];
		struct ad_piece *piece = &run->pieces[run->count];
		enum ad_db_status status;
		/* Operations of another kind may depend on these: they are loaded later. */
		if (op->platform != run->ops[0].platform || op->op != run->ops[0].op ||
		    op->res != run->ops[0].res || is_second(run) || relies_on_one(run))
			break;
		status = make_piece(run, op, piece);
		if (status != AD_DB_DONE)
			return status;
		if (op->finished)
			continue;
		if (first == loaded)
			first = run->count;
		else if (!run_batch_fits(run, first))
			break;
	}
	return AD_DB_DONE;
}

static bool is_expired(const struct ad_run *run, enum ad_db_status loaded)
{
	return loaded == AD_DB_DONE && ad_str_is(run->connection.status, "EXPIRED");
}

/*
 * Loads the platform's connection; DONE if none is CONNECTED. The kill switch also tries an EXPIRED
 * one: access may be restored, and a failed attempt does no harm.
 */
static enum ad_db_status load_connected(struct ad_run *run, enum ad_platform platform)
{
	enum ad_db_status status = ad_connection_load(ad_sync_db(run->sync), run->arena, run->realm,
						      platform, &run->connection);

	bool tried =
		run->kind == AD_RUN_KILL_SWITCH && ad_str_is(run->connection.status, "EXPIRED");
	if (status == AD_DB_ROW && !tried && !ad_str_is(run->connection.status, "CONNECTED"))
		return AD_DB_DONE;
	return status;
}

/* Selects the loaded operations on the platform of the first one. */
static void take_platform(struct ad_run *run, size_t loaded)
{
	run->platform = run->ops[0].platform;
	run->adapter = ad_adapter_of(run->platform);
	for (run->count = 1; run->count < loaded; run->count++)
		if (run->ops[run->count].platform != run->platform)
			break;
}

/*
 * The adapter and the account of the current operations; false if they are abandoned or tried
 * later.
 */
static bool run_batch_reach(struct ad_run *run, size_t loaded)
{
	const struct ad_sync_env *env = ad_sync_env(run->sync);
	struct ad_platform_error error = { .code = "CONNECTION_REQUIRED" };
	struct ad_outcome outcome = { .kind = AD_AGAIN };
	const char *url = env->sandbox_url(env->arg);
	bool live = ad_str_is(run->realm.environment, "live");
	enum ad_db_status status;

	take_platform(run, loaded);
	status = load_connected(run, run->platform);
	if (status != AD_DB_ROW && status != AD_DB_DONE) {
		read_later(run, status);
		return false;
	}
	/* A test or another run has detected this since the run started. */
	if (is_expired(run, status)) {
		ad_run_locked_out(run);
		return false;
	}
	error.message = AD_S("No usable ad account is connected.");
	if (run->adapter && status == AD_DB_ROW &&
	    ad_link_fill(run->arena, env->secrets, url, run->realm, run->platform,
			 &run->connection))
		return true;
	if (run->adapter && status == AD_DB_ROW && !live && !env->no_sandbox) {
		outcome.error = (struct ad_platform_error){
			.code = "PLATFORM_UNAVAILABLE",
			.message = AD_S("The sandbox is not running."),
			.retryable = true,
		};
		ad_run_again(run, &outcome, ad_run_next);
	} else {
		if (!live && env->no_sandbox)
			error.message = AD_S("This server runs without the sandbox.");
		ad_run_give_up(run, &error);
	}
	return false;
}

static void begin_batch(struct ad_run *run)
{
	enum ad_db_status status = make_pieces(run, run->count);
	bool open = false;

	if (status != AD_DB_DONE) {
		read_later(run, status);
		return;
	}
	for (size_t i = 0; i < run->count; i++)
		open = open || !run->ops[i].finished;
	if (open)
		ad_run_ask(run);
	else
		ad_run_settle(run);
}

static void start_batch(struct ad_run *run, size_t loaded)
{
	if (run_batch_reach(run, loaded))
		ad_run_turn(run, begin_batch);
}

uint32_t ad_run_other_parts(const struct ad_run *run)
{
	return run->part < AD_PLATFORM_COUNT ? AD_PLATFORMS_ALL & ~(1u << run->part) : 0;
}

/* Operations in doubt go first, even if the run is cancelled. */
static enum ad_db_status load_page(struct ad_run *run, struct ad_journal_page *page)
{
	struct ad_db *db = ad_sync_db(run->sync);
	enum ad_db_status status;

	page->doubt = true;
	status = ad_journal_next(db, run->arena, page);
	if (status != AD_DB_DONE || page->count > 0 || run->cancel)
		return status;
	page->doubt = false;
	return ad_journal_next(db, run->arena, page);
}

/* A removal may use the rest of a quota. */
static bool goes_anyway(const struct ad_run *run, const struct ad_journal_op *op)
{
	return op->op == AD_OP_REMOVE && !ad_run_barred(run, op->platform);
}

/* Loads the next operations; those on paused platforms come last, and wait (*held). */
static enum ad_db_status load_next(struct ad_run *run, bool *held)
{
	struct ad_journal_page page = { .realm = run->realm,
					.run_id = ad_str(run->id),
					.max = 100 };
	struct ad_db *db = ad_sync_db(run->sync);
	struct ad_run_row head = { .cancel = true };
	uint32_t others = ad_run_other_parts(run);
	enum ad_db_status status = ad_run_load(db, run->arena, run->realm, ad_str(run->id), &head);

	run->cancel = head.cancel;
	*held = false;
	if (status == AD_DB_ROW)
		status = ad_pace_load(db, run->realm, run->paces);
	/* Operations that others wait for are loaded even if their platform is paused. */
	page.without = run->in_line ? others : ad_run_paced_all(run) | others;
	run->in_line = false;
	if (status == AD_DB_DONE)
		status = load_page(run, &page);
	if (status == AD_DB_DONE && page.count == 0 && page.without != others) {
		page.without = others;
		status = load_page(run, &page);
	}
	if (status == AD_DB_DONE && page.count > 0 && page.without == others)
		*held = ad_run_paced(run, page.ops[0].platform) && !goes_anyway(run, &page.ops[0]);
	for (size_t i = 0; i < page.count; i++)
		page.ops[i].anyway = run->kind == AD_RUN_KILL_SWITCH;
	run->doubt = page.doubt;
	run->ops = page.ops;
	run->count = page.count;
	return status;
}

/* All remaining operations are on paused platforms. */
static void run_batch_await(struct ad_run *run, size_t loaded)
{
	struct ad_platform_error error;

	take_platform(run, loaded);
	if (ad_run_gives_up(run, run->platform, &error))
		ad_run_give_up(run, &error);
	else
		ad_run_await(run, ad_run_next);
}

void ad_run_next(struct ad_run *run)
{
	enum ad_db_status status;
	bool held;

	ad_arena_reset(run->arena);
	run->refreshed = false;
	run->delay = 0;
	run->step = 0;
	run->ask = (struct ad_ask){ 0 };
	if (ad_sync_stopping(run->sync)) {
		ad_run_end(run);
		return;
	}
	status = load_next(run, &held);
	if (status == AD_DB_DONE && run->count && !run->doubt)
		status = ad_run_look_credential(run);
	if (status != AD_DB_DONE)
		read_later(run, status);
	else if (run->revoked && run->count && !run->doubt)
		ad_run_revoked(run);
	else if (run->count == 0 && run->part < AD_PLATFORM_COUNT)
		ad_run_end_part(run);
	else if (run->count == 0)
		ad_run_write_then(run, ad_run_finish, run_batch_ended);
	else if (held)
		run_batch_await(run, run->count);
	else
		start_batch(run, run->count);
}
