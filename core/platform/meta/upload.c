/* Offline conversions, sent to a dataset: the Conversions API. */
#include "base/clock.h"
#include "base/json_read.h"
#include "platform/form.h"
#include "platform/meta/adapter.h"

/* Meta's word for our actionSource; NULL: it needs data that is not stored here. */
static const struct source {
	const char *ours, *theirs;
} sources[] = {
	{ "EMAIL", "email" },
	{ "PHONE_CALL", "phone_call" },
	{ "CHAT", "chat" },
	{ "PHYSICAL_STORE", "physical_store" },
	{ "SYSTEM_GENERATED", "system_generated" },
	{ "OTHER", "other" },
};

static const char *meta_source_of(struct ad_str ours)
{
	if (!ours.n)
		return "other";
	for (size_t i = 0; i < AD_LEN(sources); i++)
		if (ad_str_is(ours, sources[i].ours))
			return sources[i].theirs;
	return NULL;
}

static bool meta_upload_refuse(struct ad_platform_error *error, const char *message)
{
	*error = (struct ad_platform_error){ .code = "UNSUPPORTED_ON_PLATFORM",
					     .message = ad_str(message) };
	return false;
}

static bool meta_upload_can(struct ad_arena *arena, const struct ad_link *link,
			    const struct ad_upload *upload, struct ad_platform_error *error)
{
	(void)arena;
	(void)link;
	if (ad_str_is(upload->ad_user_data, "DENIED"))
		return meta_upload_refuse(
			error, "The person did not consent to sending user data to a platform, and "
			       "Meta can match only with user data. The conversion is not sent.");
	if (!meta_source_of(upload->source))
		return meta_upload_refuse(
			error, "Meta requires the page, device or thread of conversions on a "
			       "website, in an app or in a message, which are not stored "
			       "here. Use Meta's pixel, or another actionSource.");
	if (ad_str_is(upload->action, "Purchase") && !upload->has_value)
		return meta_upload_refuse(error,
					  "Meta requires the value of a Purchase. Set value.");
	return true;
}

static void put_hash(struct ad_json *j, const char *key, struct ad_str hash)
{
	if (!hash.n)
		return;
	ad_json_key(j, key);
	ad_json_array(j);
	ad_json_str(j, hash);
	ad_json_array_end(j);
}

/*
 * The click in the form of Meta's cookie; the time of the click is unknown, but not after the
 * conversion.
 */
static void put_click(struct ad_json *j, struct ad_arena *arena, const struct ad_upload *upload)
{
	struct ad_str click = ad_json_get_text(upload->clicks, "fbclid");

	if (!click.n)
		return;
	if (!ad_str_starts(click, "fb."))
		click = ad_arena_printf(arena, "fb.1.%lld.%.*s",
					(long long)(upload->occurred_at / 1000), AD_FMT(click));
	ad_json_kstr(j, "fbc", click);
}

static void put_worth(struct ad_json *j, const struct ad_link *link, const struct ad_upload *upload)
{
	if (!upload->has_value && !upload->order_id.n)
		return;
	ad_json_key(j, "custom_data");
	ad_json_object(j);
	if (upload->has_value) {
		ad_json_kstr(j, "currency", upload->currency.n ? upload->currency : link->currency);
		ad_json_key(j, "value");
		ad_json_micros(j, upload->value);
	}
	if (upload->order_id.n)
		ad_json_kstr(j, "order_id", upload->order_id);
	ad_json_object_end(j);
}

static void put_event(struct ad_json *j, struct ad_arena *arena, const struct ad_link *link,
		      const struct ad_upload *upload)
{
	const char *source = meta_source_of(upload->source);

	ad_json_object(j);
	ad_json_kstr(j, "event_name", upload->action);
	ad_json_kint(j, "event_time", upload->occurred_at / AD_SECOND);
	ad_json_kcstr(j, "action_source", source ? source : "other");
	/* Meta counts an event once per name and event_id. */
	ad_json_kstr(j, "event_id", upload->key);
	if (ad_str_is(upload->ad_personalization, "DENIED"))
		ad_json_kbool(j, "opt_out", true);
	ad_json_key(j, "user_data");
	ad_json_object(j);
	put_hash(j, "em", upload->email);
	put_hash(j, "ph", upload->phone);
	put_click(j, arena, upload);
	ad_json_object_end(j);
	put_worth(j, link, upload);
	ad_json_object_end(j);
}

static void meta_upload_build(struct ad_arena *arena, const struct ad_link *link,
			      const struct ad_piece *pieces, size_t count,
			      struct ad_http_request *out)
{
	struct ad_str dataset = ad_json_get_text(link->settings, "datasetId");
	struct ad_text data = ad_text_on(arena);
	struct ad_json j = ad_json_on(&data);
	struct meta_part part = { .method = "POST", .form = ad_text_on(arena) };

	ad_json_array(&j);
	for (size_t i = 0; i < count; i++)
		put_event(&j, arena, link, pieces[i].upload);
	ad_json_array_end(&j);
	part.path = ad_arena_printf(arena, "%.*s/events", AD_FMT(dataset));
	ad_form_add(&part.form, "data", ad_text_str(&data));
	meta_request(arena, link, &part, 1, out);
}

/* One answer for all events: one invalid event fails the whole request. */
static void meta_read_answer(struct ad_arena *arena, const struct ad_piece *pieces, size_t count,
			     const struct ad_http_response *response, struct ad_outcome *outcomes)
{
	struct ad_json_error fault;
	const cJSON *body = response->body.n ? ad_json_parse(arena, response->body, &fault) : NULL;
	struct ad_outcome all = { .kind = AD_DID };
	int64_t received = -1;

	(void)pieces;
	if (response->status != 200 || ad_json_get(body, "error")) {
		meta_failure(arena, response->status, body, response, &all);
		/* A parameter is wrong, and only the conversion's own parameters vary. */
		if (all.kind == AD_REFUSED && strcmp(all.error.code, "REFUSED") == 0)
			all.error.code = AD_UPLOAD_REFUSED;
		if (meta_is_unseen(&all))
			all.error.message =
				AD_S("The dataset of the connection's settings (datasetId) does "
				     "not exist, or the connection cannot access it.");
	} else if (!ad_json_int64(ad_json_get(body, "events_received"), &received) ||
		   received != (int64_t)count) {
		all = (struct ad_outcome){ .kind = AD_DOUBT };
		all.error = (struct ad_platform_error){
			.code = "UNREADABLE_ANSWER",
			.message = AD_S("The response does not confirm all events."),
			.retryable = true,
		};
	}
	for (size_t i = 0; i < count; i++)
		outcomes[i] = all;
}

const struct ad_uploader meta_uploader = {
	.batch_max = 100,
	.oldest = 7 * AD_DAY,
	.oldest_in_store = 62 * AD_DAY,
	.once = 48 * AD_HOUR,
	.setting = "datasetId",
	.whole = true,
	.can = meta_upload_can,
	.build = meta_upload_build,
	.read = meta_read_answer,
};
