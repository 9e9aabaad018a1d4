/* Decides the current operations, once the state on the platform is known. */
#include "base/clock.h"
#include "base/json_read.h"
#include "platform/unseen.h"
#include "sync/state/asset_rows.h"
#include "sync/journal/journal_skip.h"
#include "sync/run/run_back.h"
#include "sync/run/run_claim.h"
#include "sync/run/run_parts.h"
#include "sync/run/run_recognize.h"
#include "sync/run/run_upload.h"

static void run_decide_settle(struct ad_journal_op *op, enum ad_op_status next)
{
	op->next = next;
	op->finished = next != AD_OPS_PENDING;
	op->error = (struct ad_platform_error){ 0 };
}

static void run_decide_fail(struct ad_journal_op *op, const char *code, struct ad_str message,
			    bool retryable)
{
	run_decide_settle(op, AD_OPS_FAILED);
	op->error = (struct ad_platform_error){
		.code = code,
		.message = message,
		.retryable = retryable,
	};
}

/* Certainly not carried out: sends the operation again, a limited number of times. */
static void send_again(const struct ad_run *run, struct ad_journal_op *op)
{
	if (run->late && ad_steps_done(op->steps) > 0)
		run_decide_fail(
			op, "NOT_APPLIED",
			AD_S("Only part of the operation was done. Push again to complete it."),
			true);
	else if (run->late)
		run_decide_fail(op, "NOT_APPLIED",
				op->op == AD_OP_CREATE ? AD_S("The object is not on the platform: "
							      "it was not created, or it "
							      "was removed there. Push it again.")
						       : AD_S("The object on the platform differs "
							      "from the sent values. Push "
							      "it again."),
				true);
	else if (op->attempts < AD_RUN_TRIES)
		run_decide_settle(op, AD_OPS_PENDING);
	else if (ad_steps_done(op->steps) > 0 || op->remote_id.p)
		run_decide_fail(
			op, "PLATFORM_UNAVAILABLE",
			AD_S("The platform failed on every attempt. Only part of the operation was "
			     "done. Preview and push again to complete it."),
			true);
	else
		run_decide_fail(
			op, "PLATFORM_UNAVAILABLE",
			AD_S("The platform failed on every attempt. The operation was not carried "
			     "out."),
			true);
}

/* True if the platform reports the object as removed; not finding it proves nothing. */
static bool is_gone(const struct ad_remote *live)
{
	return ad_str_is(live->status, "REMOVED");
}

#define FORGET_IT                                                                                  \
	" If the object is gone in the ad account, a person can forget it here: POST "             \
	"/sync/drift/resolve with keep FORGET, or the Drift page."

/* The object's state is not known: nothing is sent, and an operation in doubt stays in doubt. */
static void decide_unseen(const struct ad_run *run, struct ad_journal_op *op, struct ad_str id)
{
	run_decide_settle(op, run->doubt ? AD_OPS_UNKNOWN : AD_OPS_FAILED);
	op->error = ad_ask_why_unseen(&run->ask, id);
	if (op->op == AD_OP_REMOVE && op->error.details.n)
		op->error.message =
			ad_arena_printf(run->arena, "%.*s" FORGET_IT, AD_FMT(op->error.message));
}

/* Others changed the object on the platform: nothing is sent over that. */
static void run_decide_drifted(struct ad_run *run, struct ad_journal_op *op,
			       const struct ad_remote *live, const char *field)
{
	const cJSON *synced = ad_parsed(run->arena, op->synced);
	const cJSON *known = ad_known_there(run->arena, op->res, synced, op->there_defaults);

	const char *sent = op->attempts > 0 ? AD_UNCONFIRMED : "Nothing was sent.";

	run_decide_fail(
		op, "DRIFTED",
		is_gone(live)
			? ad_arena_printf(run->arena, "The object was removed on the platform. %s",
					  sent)
			: ad_arena_printf(run->arena,
					  "\"%s\" changed on the platform after the last sync. "
					  "%s",
					  field, sent),
		false);
	op->live_status = is_gone(live) ? AD_S("REMOVED") : live->status;
	if (is_gone(live))
		op->live = AD_LIVE_GONE;
	else
		op->live = ad_live_json(run->arena, run->adapter, op->res, synced, known,
					live->fields);
}

/*
 * Finds the object that the first step of this create made without a confirmed response, so that it
 * is not created again.
 */
static bool run_decide_take_part(struct ad_run *run, struct ad_journal_op *op,
				 struct ad_piece *piece)
{
	const struct ad_remote *part = run->ask.found;

	while (part && !(part->part && ad_str_eq(part->mark, op->object_id)))
		part = part->next;
	if (!part || ad_steps_done(op->steps) > 0)
		return false;
	ad_steps_begin(run->arena, &op->steps);
	ad_steps_end(op->steps, AD_STEP_SUCCEEDED, part->part);
	piece->made = ad_steps_made(run->arena, op->steps);
	return true;
}

#define SEVERAL                                                                                    \
	AD_S("More than one object on the platform could be the one that was sent. A person must " \
	     "leave only one of them on the platform, then retry this run.")
#define UNCERTAIN                                                                                  \
	AD_S("An object that was created on the platform in the meantime may be the one that was " \
	     "sent, but differs from it. A person must set the drafted values on it, or remove "   \
	     "it, then retry this run.")

/* The state of a created object, in the form of the sent values: without open fields. */
static struct ad_str live_over_want(struct ad_run *run, const struct ad_journal_op *op,
				    const struct ad_piece *piece, const cJSON *live)
{
	const cJSON *known = ad_known_there(run->arena, op->res, piece->want, (struct ad_str){ 0 });

	return ad_live_json(run->arena, run->adapter, op->res, piece->want, known, live);
}

/* Adopts an existing object. Changes by others since are drift, and are not overwritten. */
static void run_decide_adopt(struct ad_run *run, struct ad_journal_op *op,
			     const struct ad_piece *piece, const struct ad_remote *made)
{
	bool more = ad_run_is_incomplete(run, piece);
	struct ad_str live = live_over_want(run, op, piece, made->fields);

	run_decide_settle(op, more ? AD_OPS_PENDING : AD_OPS_SUCCEEDED);
	if (more && run->late)
		run_decide_fail(
			op, "NOT_APPLIED",
			AD_S("The object was created, but not all of its parts. Push it again."),
			true);
	op->remote_id = made->id;
	op->defaults =
		ad_open_late_json(run->arena, run->adapter, piece->res, piece->want, made->fields);
	op->review_status = made->review_status;
	op->review_reasons = made->review_reasons;
	if (ad_sent_same(live, op->want))
		return;
	op->changed_there = live;
	op->live_status = made->status;
}

/* Adopts an object with the draft's mark: a restored database may have lost it. */
static bool adopt_marked(struct ad_run *run, struct ad_journal_op *op, struct ad_piece *piece)
{
	const struct ad_remote *made = NULL;
	enum ad_recognition is = AD_RECOGNIZED_NONE;

	if (ad_run_recognize_mark(run, op, piece, &made, &is) != AD_DB_DONE)
		run_decide_settle(op, AD_OPS_PENDING);
	else if (is == AD_RECOGNIZED)
		run_decide_adopt(run, op, piece, made);
	else if (is == AD_RECOGNIZED_SEVERAL)
		run_decide_fail(op, "AMBIGUOUS", SEVERAL, false);
	else
		return false;
	return true;
}

static bool decide_create(struct ad_run *run, struct ad_journal_op *op, struct ad_piece *piece)
{
	const cJSON *ids;
	bool owned = false;

	if (op->known_ids.p)
		return true;
	if (adopt_marked(run, op, piece))
		return false;
	ad_run_record_known(run, op, piece);
	(void)run_decide_take_part(run, op, piece);
	ids = ad_parsed(run->arena, op->known_ids);
	if (!run->adapter->set_like(op->res) || !ids || !ids->child)
		return true;
	/* It exists already: the next round updates it to the wanted values. */
	if (ad_run_owned(run, op, ad_json_text(ids->child), &owned) == AD_DB_DONE && owned)
		run_decide_fail(
			op, "ALREADY_EXISTS",
			AD_S("The same object already exists on the platform, created by another "
			     "draft of yours."),
			false);
	else
		run_decide_settle(op, AD_OPS_PENDING);
	return false;
}

/* True if the creating request set the field, and completing the object does not. */
static bool is_set_by_create(const struct ad_run *run, const struct ad_journal_op *op,
			     const char *field)
{
	const struct ad_adapter *adapter = run->adapter;

	return !adapter->set_like(op->res) && adapter->completes_field &&
	       !adapter->completes_field(op->res, field);
}

/*
 * Records the changes of others to an incomplete object; the fields that complete it will have the
 * wanted values.
 */
static void keep_changed(struct ad_run *run, struct ad_journal_op *op, const struct ad_piece *piece)
{
	struct ad_str live = live_over_want(run, op, piece, piece->live->fields);

	op->changed_there = ad_mixed_json(run->arena, op->res, ad_parsed(run->arena, live),
					  piece->want, piece->changed);
	op->live_status = piece->live->status;
}

/* True if others changed the field since the last sync, and the update may not overwrite it. */
static bool is_taken(const struct ad_run *run, const struct ad_journal_op *op, const char *field,
		     const cJSON *known, const cJSON *live)
{
	return op->op != AD_OP_CREATE && !op->anyway && !ad_names_hold(op->there_unknown, field) &&
	       ad_drifted_there(run->arena, run->adapter, op->res, field, known, live);
}

/* A field that the update sends along with the changed ones, and that has drifted; NULL: none. */
static const char *taken_along(const struct ad_run *run, const struct ad_journal_op *op,
			       const struct ad_piece *piece, const cJSON *known)
{
	for (size_t i = 0; i < op->res->shape.count && run->adapter->rewrites; i++) {
		const struct ad_field *field = &op->res->shape.fields[i];
		if ((field->flags & AD_SENT) && run->adapter->rewrites(piece, field->name) &&
		    is_taken(run, op, field->name, known, piece->live->fields))
			return field->name;
	}
	return NULL;
}

/* Computes the changed fields still to be sent; false if one has drifted. */
static bool fields_left(struct ad_run *run, struct ad_journal_op *op, struct ad_piece *piece,
			const struct ad_remote *live)
{
	const char **left = ad_arena_zalloc(run->arena, (AD_FIELDS_MAX + 1) * sizeof(*left));
	const cJSON *synced = ad_parsed(run->arena, op->synced);
	const cJSON *known = ad_known_there(run->arena, op->res, synced, op->there_defaults);
	bool adopting = op->op == AD_OP_CREATE;
	const char *along;
	bool changed = false;
	size_t n = 0;

	for (const char *const *name = piece->changed; *name; name++) {
		if (!run->adapter->sends(op->res, *name) ||
		    ad_same_there(run->arena, run->adapter, op->res, *name, live->fields,
				  piece->want))
			continue;
		/* The create set the field, so someone changed it since. */
		if (adopting && is_set_by_create(run, op, *name)) {
			changed = true;
			continue;
		}
		struct ad_between between = { *name, synced, piece->want, live->fields };
		if (is_taken(run, op, *name, known, live->fields) &&
		    !ad_on_the_way(run->arena, run->adapter, op->res, &between)) {
			run_decide_drifted(run, op, live, *name);
			return false;
		}
		left[n++] = *name;
	}
	piece->changed = left;
	piece->live = live;
	along = taken_along(run, op, piece, known);
	if (along) {
		run_decide_drifted(run, op, live, along);
		return false;
	}
	if (changed)
		keep_changed(run, op, piece);
	return true;
}

/*
 * Before the first request: records the values that a create is about to change on a keyword that
 * existed before it ("null": the keyword was not there). A revert restores them.
 */
static void note_stood(struct ad_run *run, struct ad_journal_op *op, const struct ad_piece *piece)
{
	const cJSON *known = ad_parsed(run->arena, op->known_ids);
	struct ad_text text = ad_text_on(run->arena);
	struct ad_json j = ad_json_on(&text);

	if (op->op != AD_OP_CREATE || op->stood.p || op->steps || !known || !known->child ||
	    !run->adapter->set_like(op->res))
		return;
	if (piece->live->nowhere) {
		op->stood = AD_S("null");
		return;
	}
	ad_json_object(&j);
	for (const char *const *name = piece->changed; *name; name++) {
		const cJSON *value = ad_json_get(piece->live->fields, *name);
		struct ad_text one = ad_text_on(run->arena);
		if (value)
			ad_json_canonical(&one, value);
		ad_json_kraw(&j, *name, value ? ad_text_str(&one) : (struct ad_str){ 0 });
	}
	ad_json_object_end(&j);
	op->stood = ad_text_str(&text);
}

/* Checks, with the known state, if the adapter can request the change. */
static bool can_change(struct ad_run *run, struct ad_journal_op *op, const struct ad_piece *piece)
{
	struct ad_platform_error error;

	/* The kill switch changes only the status. */
	if (run->doubt || op->anyway || piece->op != AD_OP_UPDATE ||
	    run->adapter->can(run->arena, piece, &error))
		return true;
	run_decide_settle(op, AD_OPS_FAILED);
	op->error = error;
	return false;
}

static bool decide_update(struct ad_run *run, struct ad_journal_op *op, struct ad_piece *piece)
{
	const struct ad_remote *live = ad_ask_find(&run->ask, piece->remote_id);

	if (!live) {
		decide_unseen(run, op, piece->remote_id);
		return false;
	}
	if (is_gone(live) && op->op == AD_OP_CREATE) {
		/* The existing object was removed meanwhile: create it. */
		op->known_ids = AD_S("[]");
		op->remote_id = (struct ad_str){ 0 };
		op->steps = NULL;
		send_again(run, op);
		return false;
	}
	if (is_gone(live)) {
		run_decide_drifted(run, op, live, "status");
		/* A removed object shows no ads: that satisfies the kill switch. */
		if (op->anyway)
			op->next = AD_OPS_SUCCEEDED;
		return false;
	}
	if (!fields_left(run, op, piece, live))
		return false;
	note_stood(run, op, piece);
	op->review_status = live->review_status;
	op->review_reasons = live->review_reasons;
	if (piece->changed[0])
		return can_change(run, op, piece);
	run_decide_settle(op, AD_OPS_SUCCEEDED);
	return false;
}

static bool decide_remove(struct ad_run *run, struct ad_journal_op *op, struct ad_piece *piece)
{
	const struct ad_remote *live = ad_ask_find(&run->ask, piece->remote_id);
	const cJSON *known = ad_known_there(run->arena, op->res, ad_parsed(run->arena, op->synced),
					    op->there_defaults);

	/* Assets are not removed on the platform: only their record here is deleted. */
	if (!live && op->res->id != AD_R_ASSET) {
		decide_unseen(run, op, piece->remote_id);
		return false;
	}
	if (!live || is_gone(live)) {
		run_decide_settle(op, AD_OPS_SUCCEEDED);
		return false;
	}
	/* A removal overrides every field. */
	for (size_t i = 0; i < op->res->shape.count; i++) {
		const struct ad_field *field = &op->res->shape.fields[i];
		if (!(field->flags & AD_SENT) || ad_names_hold(op->there_unknown, field->name) ||
		    !ad_drifted_there(run->arena, run->adapter, op->res, field->name, known,
				      live->fields))
			continue;
		run_decide_drifted(run, op, live, field->name);
		return false;
	}
	piece->live = live;
	return true;
}

int64_t ad_run_landing(const struct ad_run *run)
{
	int64_t landing = ad_sync_env(run->sync)->landing;

	if (landing > 0)
		return landing;
	return ad_str_is(run->realm.environment, "live") ? AD_RUN_LANDING : AD_RUN_LANDING_SANDBOX;
}

/* Leaves the operation in doubt: the platform is queried again after `us`. */
static void ask_again(struct ad_run *run, struct ad_journal_op *op, int64_t us)
{
	op->next = AD_OPS_UNKNOWN;
	op->finished = false;
	if (us > run->delay)
		run->delay = us;
}

/*
 * True if a recent request may still take effect, although the connection or the sending process
 * ended: a missing object does not prove that it was not created.
 */
static bool may_still_land(struct ad_run *run, struct ad_journal_op *op)
{
	int64_t landing = ad_run_landing(run);
	int64_t left;

	left = op->sent_at + landing - ad_now();
	if (left <= 0)
		return false;
	/* A clock that was set back does not extend the wait. */
	if (left > landing)
		left = landing;
	ask_again(run, op, left);
	return true;
}

static void reconcile_create(struct ad_run *run, struct ad_journal_op *op, struct ad_piece *piece)
{
	const struct ad_remote *made = NULL;
	enum ad_recognition is = AD_RECOGNIZED_NONE;

	/* The owner of an object cannot be read: creating it could make a duplicate. */
	if (ad_run_recognize(run, op, piece, &made, &is) != AD_DB_DONE) {
		ask_again(run, op, AD_SECOND);
	} else if (is == AD_RECOGNIZED) {
		run_decide_adopt(run, op, piece, made);
	} else if (is == AD_RECOGNIZED_NONE) {
		if (run_decide_take_part(run, op, piece) || !may_still_land(run, op))
			send_again(run, op);
	} else {
		run_decide_settle(op, AD_OPS_UNKNOWN);
		op->error = (struct ad_platform_error){
			.code = "AMBIGUOUS",
			.message = is == AD_RECOGNIZED_SEVERAL ? SEVERAL : UNCERTAIN,
		};
	}
}

bool ad_run_is_incomplete(const struct ad_run *run, const struct ad_piece *piece)
{
	return piece->op == AD_OP_CREATE && run->adapter->completes &&
	       run->adapter->completes(piece);
}

/*
 * For an update whose response was lost: fields read with the wanted value are changed, whatever
 * happened to the others. If one of them was not changed before, the request was carried out.
 */
static void note_standing(const struct ad_run *run, struct ad_journal_op *op,
			  const struct ad_piece *piece)
{
	const char **done = ad_arena_zalloc(run->arena, (AD_FIELDS_MAX + 1) * sizeof(*done));
	bool news = false;
	size_t n = ad_run_standing(run, op, piece, done);

	if (op->op != AD_OP_UPDATE)
		return;
	for (size_t i = 0; i < n; i++)
		news = news || !ad_fields_hold(op->was_done, done[i]);
	if (news)
		ad_steps_end(op->steps, AD_STEP_SUCCEEDED, NULL);
	op->done = done;
}

/* An operation in doubt sends nothing: if it was not carried out, it becomes PENDING again. */
static void run_decide_reconcile(struct ad_run *run, struct ad_journal_op *op,
				 struct ad_piece *piece)
{
	enum ad_step_status end = AD_STEP_UNKNOWN;

	if (piece->op == AD_OP_UPLOAD) {
		ad_run_upload_again(run, op);
	} else if (piece->op == AD_OP_CREATE) {
		reconcile_create(run, op, piece);
	} else if (piece->op == AD_OP_UPDATE) {
		/*
		 * A late enable must not take effect after the kill switch, which waits for this
		 * run.
		 */
		if (decide_update(run, op, piece) &&
		    !(ad_op_sets_live(run->arena, op) && may_still_land(run, op))) {
			note_standing(run, op, piece);
			send_again(run, op);
		}
	} else if (decide_remove(run, op, piece)) {
		send_again(run, op);
	}
	/* The request may have been carried out in part. */
	if (op->next == AD_OPS_FAILED || op->next == AD_OPS_PENDING)
		ad_run_note_parts(run, op, piece, AD_RUN_ALL_STEPS);
	if (op->next != AD_OPS_UNKNOWN)
		end = op->next == AD_OPS_SUCCEEDED ? AD_STEP_SUCCEEDED : AD_STEP_FAILED;
	ad_steps_end(op->steps, end, NULL);
}

static bool run_decide_decide(struct ad_run *run, struct ad_journal_op *op, struct ad_piece *piece)
{
	if (piece->op == AD_OP_UPLOAD)
		return true;
	if (piece->op == AD_OP_CREATE)
		return decide_create(run, op, piece);
	if (piece->op == AD_OP_UPDATE)
		return decide_update(run, op, piece);
	return decide_remove(run, op, piece);
}

void ad_run_decide(struct ad_run *run)
{
	run->sent_ops = ad_arena_alloc(run->arena, run->count * sizeof(*run->sent_ops));
	run->sent = ad_arena_alloc(run->arena, run->count * sizeof(*run->sent));
	run->sent_count = 0;
	for (size_t i = 0; i < run->count; i++) {
		struct ad_journal_op *op = &run->ops[i];
		if (op->finished)
			continue;
		if (run->doubt) {
			run_decide_reconcile(run, op, &run->pieces[i]);
		} else if (run_decide_decide(run, op, &run->pieces[i])) {
			run->sent_ops[run->sent_count] = *op;
			run->sent[run->sent_count++] = run->pieces[i];
		}
	}
	if (run->sent_count)
		ad_run_send(run);
	else
		ad_run_settle(run);
}
