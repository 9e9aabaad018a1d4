/*
 * The response of an ad platform or of a proxy before it: the first line is the HTTP status and
 * the platform's number, the rest the body. It is read as the response to each change of each
 * kind of object, to each read of it, to an upload, to a search for ad accounts, and to a token
 * request.
 */
#include "tests/fuzz/request.h"

#include "base/clock.h"
#include "base/utf8.h"
#include "model/resource_rows.h"
#include "platform/connect.h"

#define TURNS 4
#define FIRST_DAY 20454
#define LAST_DAY 20457

static const struct ad_resource *const kinds[] = {
	&ad_resource_campaign, &ad_resource_ad_group, &ad_resource_ad,
	&ad_resource_keyword,  &ad_resource_asset,    &ad_resource_asset_link,
};

struct talk {
	struct ad_arena *arena;
	const struct ad_adapter *adapter;
	const struct ad_connector *connector;
	struct ad_link link;
	struct ad_http_response response;
	const cJSON *fields, *parent; /* of an object and of the one above it */
	struct ad_remote live;
};

static bool is_text(struct ad_str text)
{
	return ad_utf8_valid(text);
}

/*
 * Only a certain success counts as done. Any other outcome has a code and a message that can be
 * stored.
 */
static void check_outcome(const struct ad_outcome *o, bool create)
{
	const struct ad_made *made;

	switch (o->kind) {
	case AD_DID:
		HOLDS(!create || o->remote_id.n > 0 || o->made);
		HOLDS(is_text(o->remote_id));
		for (made = o->made; made; made = made->next)
			HOLDS(made->kind.n > 0 && made->id.n > 0 && is_text(made->id));
		return;
	case AD_REFUSED:
	case AD_AGAIN:
	case AD_EXPIRED:
	case AD_DOUBT:
		HOLDS(o->error.code && o->error.code[0]);
		HOLDS(is_text(o->error.message) && is_text(o->error.platform_code));
		HOLDS(o->wait >= 0 && o->wait < INT64_MAX / 2);
		return;
	}
	abort();
}

static struct ad_piece piece_of(const struct talk *t, const struct ad_resource *res, enum ad_op op)
{
	static const char *const changed[] = { "name", "status", NULL };

	return (struct ad_piece){
		.op = op,
		.changed = op == AD_OP_UPDATE ? changed : NULL,
		.live = op == AD_OP_CREATE ? NULL : &t->live,
		.res = res,
		.id = AD_S("0190b1b2-0000-7000-8000-000000000001"),
		.want = t->fields,
		.synced = op == AD_OP_CREATE ? NULL : t->fields,
		.remote_id = op == AD_OP_CREATE ? (struct ad_str){ 0 } : AD_S("7"),
		.parent_remote_id = res->id == AD_R_CAMPAIGN ? (struct ad_str){ 0 } : AD_S("6"),
		.parent = res->id == AD_R_CAMPAIGN ? NULL : t->parent,
	};
}

/* Filled with bytes that every reader must overwrite. */
static void outcomes_spoil(struct ad_outcome *outcomes, size_t count)
{
	memset(outcomes, 0x5a, count * sizeof(*outcomes));
}

static void check_read(const struct talk *t, const struct ad_piece *pieces, size_t count)
{
	struct ad_outcome outcomes[2];

	outcomes_spoil(outcomes, 2);
	t->adapter->read(t->arena, pieces, count, &t->response, outcomes);
	for (size_t i = 0; i < count; i++)
		check_outcome(&outcomes[i], pieces[i].op == AD_OP_CREATE);
}

static void check_changes(const struct talk *t, const struct ad_resource *res)
{
	for (int op = AD_OP_CREATE; op <= AD_OP_REMOVE; op++) {
		struct ad_piece pieces[2] = { piece_of(t, res, (enum ad_op)op),
					      piece_of(t, res, (enum ad_op)op) };
		struct ad_platform_error error;

		if (!t->adapter->can(t->arena, &pieces[0], &error))
			continue;
		check_read(t, pieces, 1);
		pieces[1].id = AD_S("0190b1b2-0000-7000-8000-000000000002");
		if (t->adapter->batch_max > 1 && t->adapter->together(&pieces[0], &pieces[1]))
			check_read(t, pieces, 2);
	}
}

static void check_found(const struct ad_remote *found)
{
	for (; found; found = found->next) {
		HOLDS(found->id.n > 0 && is_text(found->id));
		HOLDS(is_text(found->parent_id) && is_text(found->mark));
		HOLDS(is_text(found->review_reasons) && is_text(found->handle));
		HOLDS(!found->fields || cJSON_IsObject(found->fields));
	}
}

static void check_hearing(const struct talk *t, enum ad_question question,
			  const struct ad_resource *res)
{
	const struct ad_piece piece = piece_of(t, res, AD_OP_UPDATE);
	struct ad_ask ask = {
		.question = question, .link = &t->link, .pieces = &piece, .count = 1
	};
	struct ad_http_request request = { 0 };
	struct ad_outcome outcome;

	for (int turn = 0; turn < TURNS && t->adapter->ask(t->arena, &t->link, &ask, &request);
	     turn++) {
		HOLDS(request.url.n > 0 && !request.changes);
		outcomes_spoil(&outcome, 1);
		t->adapter->hear(t->arena, &ask, &t->response, &outcome);
		check_outcome(&outcome, false);
		if (outcome.kind != AD_DID)
			return;
		check_found(ask.found);
	}
}

static const cJSON *none_of_ours(void *arg, struct ad_str remote_id)
{
	(void)arg;
	(void)remote_id;
	return NULL;
}

/* One parent object, which is listed once. */
static struct ad_str one_above(void *arg, struct ad_str after)
{
	(void)arg;
	return after.n ? (struct ad_str){ 0 } : AD_S("6");
}

static void check_listing(const struct talk *t, const struct ad_resource *res)
{
	struct ad_listing listing = {
		.link = &t->link, .res = res, .ours = none_of_ours, .above = one_above
	};
	struct ad_http_request request = { 0 };
	struct ad_outcome outcome;

	for (int turn = 0; turn < TURNS && t->adapter->list(t->arena, &t->link, &listing, &request);
	     turn++) {
		HOLDS(request.url.n > 0 && !request.changes);
		outcomes_spoil(&outcome, 1);
		t->adapter->list_hear(t->arena, &listing, &t->response, &outcome);
		check_outcome(&outcome, false);
		if (outcome.kind != AD_DID)
			return;
		check_found(listing.found);
		HOLDS(is_text(listing.resume));
	}
}

static void check_figures(const struct talk *t, const struct ad_resource *res)
{
	struct ad_figures_ask ask = {
		.link = &t->link, .res = res, .first = FIRST_DAY, .last = LAST_DAY
	};
	struct ad_http_request request = { 0 };
	struct ad_outcome outcome;

	for (int turn = 0; turn < TURNS && t->adapter->figures(t->arena, &t->link, &ask, &request);
	     turn++) {
		outcomes_spoil(&outcome, 1);
		t->adapter->figures_hear(t->arena, &ask, &t->response, &outcome);
		check_outcome(&outcome, false);
		if (outcome.kind != AD_DID)
			return;
		for (const struct ad_remote_day *d = ask.found; d; d = d->next) {
			HOLDS(d->remote_id.n > 0 && is_text(d->remote_id));
			HOLDS(d->day >= ask.first && d->day <= ask.last);
			for (int m = 0; m < AD_MEASURE_COUNT; m++)
				HOLDS(d->measures[m] >= 0 || d->measures[m] == AD_NOT_COLLECTED);
		}
		if (ask.later)
			return;
	}
}

static void check_upload(const struct talk *t)
{
	const struct ad_upload uploads[2] = {
		{ .key = AD_S("1"), .action = AD_S("8"), .occurred_at = t->link.now - AD_SECOND },
		{ .key = AD_S("2"), .action = AD_S("8"), .occurred_at = t->link.now - AD_SECOND },
	};
	const struct ad_piece pieces[2] = {
		{ .op = AD_OP_UPLOAD, .res = &ad_resource_conversion, .upload = &uploads[0] },
		{ .op = AD_OP_UPLOAD, .res = &ad_resource_conversion, .upload = &uploads[1] },
	};

	for (size_t count = 1; count <= 2 && count <= t->adapter->uploader->batch_max; count++) {
		struct ad_outcome outcomes[2];

		outcomes_spoil(outcomes, 2);
		t->adapter->uploader->read(t->arena, pieces, count, &t->response, outcomes);
		for (size_t i = 0; i < count; i++)
			check_outcome(&outcomes[i], false);
	}
}

static void check_accounts(const struct talk *t)
{
	struct ad_finding finding = { 0 };
	struct ad_outcome outcome = { .kind = AD_DID };
	size_t count = 0;

	for (int turn = 0; turn < TURNS && !finding.over && outcome.kind == AD_DID; turn++) {
		struct ad_http_request request = { 0 };

		t->connector->find(t->arena, &t->link, &finding, &request);
		HOLDS(request.url.n > 0 && !request.changes);
		outcomes_spoil(&outcome, 1);
		t->connector->found(t->arena, &t->link, &finding, &t->response, &outcome);
		check_outcome(&outcome, false);
	}
	for (const struct ad_reached *a = finding.found; a; a = a->next) {
		HOLDS(a->id.n > 0 && is_text(a->id) && is_text(a->name) && is_text(a->manager));
		count++;
	}
	HOLDS(count <= AD_REACHED_MAX);
}

static void check_token(const struct talk *t)
{
	struct ad_platform_token token = { 0 };
	struct ad_outcome outcome;

	outcomes_spoil(&outcome, 1);
	t->adapter->token_read(t->arena, &t->response, &token, &outcome);
	check_outcome(&outcome, false);
	if (outcome.kind == AD_DID)
		HOLDS(token.access_token.n > 0 && token.lifetime > 0);
}

/* True if objects of that kind are sent to the platform. */
static bool is_sent(const struct ad_adapter *adapter, const struct ad_resource *res)
{
	const struct ad_str image = AD_S("IMAGE");

	if (res->id == AD_R_ASSET_LINK)
		return adapter->carries && (adapter->carries(AD_R_CAMPAIGN, image) ||
					    adapter->carries(AD_R_AD_GROUP, image));
	return res->id == AD_R_ASSET ? adapter->carries != NULL : adapter->sends(res, "status");
}

static void check_all(const struct talk *t)
{
	for (size_t i = 0; i < AD_LEN(kinds); i++) {
		if (!is_sent(t->adapter, kinds[i]))
			continue;
		check_changes(t, kinds[i]);
		check_hearing(t, AD_ASK_KEY, kinds[i]);
		check_hearing(t, AD_ASK_LIVE, kinds[i]);
		if (kinds[i]->id < AD_R_ASSET && t->adapter->list)
			check_listing(t, kinds[i]);
		if (kinds[i]->id < AD_R_ASSET && t->adapter->figures)
			check_figures(t, kinds[i]);
	}
	if (t->adapter->uploader)
		check_upload(t);
	check_accounts(t);
	check_token(t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_str rest = ad_arena_copy(arena, (struct ad_str){ (const char *)data, size });
	struct ad_str line = ad_arena_copy(arena, next_line(&rest));
	struct ad_json_error error;
	char *end;
	struct talk t = {
		.arena = arena,
		.response.status = strtol(line.p, &end, 10),
		.response.body = rest,
		.link = { .api_url = AD_S("https://ads.example"),
			  .token_url = AD_S("https://ads.example/token"),
			  .account_id = AD_S("1"),
			  .currency = AD_S("EUR"),
			  .timezone = AD_S("UTC"),
			  .developer_token = AD_S("developer"),
			  .client_id = AD_S("client"),
			  .client_secret = AD_S("a secret of the client"),
			  .access_token = AD_S("an access token"),
			  .now = INT64_C(1795250000) * AD_SECOND },
		.fields = ad_json_parse(arena,
					AD_S("{\"name\":\"A\",\"budget\":20,"
					     "\"status\":\"PAUSED\"}"),
					&error),
		.parent =
			ad_json_parse(arena, AD_S("{\"name\":\"A\",\"type\":\"SEARCH\"}"), &error),
	};
	enum ad_platform platform = (enum ad_platform)(strtoul(end, NULL, 10) % AD_PLATFORM_COUNT);

	t.live =
		(struct ad_remote){ .id = AD_S("7"), .status = AD_S("PAUSED"), .fields = t.fields };
	t.adapter = ad_adapter_of(platform);
	t.connector = ad_connector_of(platform);
	check_all(&t);
	ad_arena_free(arena);
	return 0;
}
