/*
 * Offline conversions, sent to a pixel: the Conversions API. Reddit counts one of several events
 * with the same type and conversion_id within two days (help: "Event Deduplication").
 */
#include "base/clock.h"
#include "base/json_read.h"
#include "platform/reddit/adapter.h"

/* The prefix of an event name that the advertiser defined. */
#define CUSTOM "CUSTOM:"
#define CUSTOM_MAX 64

static bool is_standard(struct ad_str action)
{
	static const char *const types[] = { "PAGE_VISIT",      "VIEW_CONTENT", "SEARCH",
					     "ADD_TO_CART",     "PURCHASE",     "LEAD",
					     "ADD_TO_WISHLIST", "SIGN_UP" };

	for (size_t i = 0; i < AD_LEN(types); i++)
		if (ad_str_is(action, types[i]))
			return true;
	return false;
}

/* The name of an event that the advertiser defined; absent if it is not one. */
static struct ad_str custom_of(struct ad_str action)
{
	size_t n = strlen(CUSTOM);

	if (!ad_str_starts(action, CUSTOM) || action.n == n || action.n > n + CUSTOM_MAX)
		return (struct ad_str){ 0 };
	return (struct ad_str){ action.p + n, action.n - n };
}

static const char *reddit_source_of(struct ad_str ours)
{
	static const char *const sources[] = { "WEBSITE", "APP", "PHYSICAL_STORE" };

	for (size_t i = 0; i < AD_LEN(sources); i++)
		if (ad_str_is(ours, sources[i]))
			return sources[i];
	return "OTHER";
}

static bool reddit_upload_refuse(struct ad_platform_error *error, bool later, struct ad_str message)
{
	*error = (struct ad_platform_error){ .code = "UNSUPPORTED_ON_PLATFORM",
					     .message = message,
					     .retryable = later };
	return false;
}

static bool reddit_upload_can(struct ad_arena *arena, const struct ad_link *link,
			      const struct ad_upload *upload, struct ad_platform_error *error)
{
	(void)link;
	if (ad_str_is(upload->ad_user_data, "DENIED"))
		return reddit_upload_refuse(
			error, false,
			AD_S("The person did not consent to sending user data to a platform, "
			     "and Reddit's events cannot carry the consent. The conversion "
			     "is not sent."));
	/*
	 * Reddit's "limited data use" needs the person's country and state, which are not stored
	 * here.
	 */
	if (ad_str_is(upload->ad_personalization, "DENIED"))
		return reddit_upload_refuse(
			error, false,
			AD_S("The person did not consent to ad personalization, and Reddit "
			     "accepts this only with the person's country and state, which "
			     "are not stored here. The conversion is not sent."));
	if (!is_standard(upload->action) && !custom_of(upload->action).n)
		return reddit_upload_refuse(
			error, true,
			ad_arena_printf(arena,
					"Reddit does not support the event \"%.*s\". Map the "
					"action (conversionActions in the connection's settings) "
					"to PURCHASE, LEAD, SIGN_UP, ADD_TO_CART, ADD_TO_WISHLIST, "
					"VIEW_CONTENT, PAGE_VISIT or SEARCH, or to CUSTOM: and a "
					"name of at most 64 bytes.",
					AD_FMT(upload->action)));
	return true;
}

static void put_type(struct ad_json *j, struct ad_str action)
{
	struct ad_str custom = custom_of(action);

	ad_json_key(j, "type");
	ad_json_object(j);
	ad_json_kstr(j, "tracking_type", custom.n ? AD_S("CUSTOM") : action);
	if (custom.n)
		ad_json_kstr(j, "custom_event_name", custom);
	ad_json_object_end(j);
}

/* Reddit counts an event once per type and conversion_id. */
static void put_metadata(struct ad_json *j, const struct ad_link *link,
			 const struct ad_upload *upload)
{
	ad_json_key(j, "metadata");
	ad_json_object(j);
	ad_json_kstr(j, "conversion_id", upload->key);
	if (upload->order_id.n)
		ad_json_kstr(j, "order_id", upload->order_id);
	if (upload->has_value) {
		ad_json_kstr(j, "currency", upload->currency.n ? upload->currency : link->currency);
		ad_json_key(j, "value");
		ad_json_micros(j, upload->value);
	}
	ad_json_object_end(j);
}

static void put_event(struct ad_json *j, const struct ad_link *link, const struct ad_upload *upload)
{
	struct ad_str click = ad_json_get_text(upload->clicks, "rdtCid");

	ad_json_object(j);
	ad_json_kint(j, "event_at", upload->occurred_at / (AD_SECOND / 1000));
	ad_json_kcstr(j, "action_source", reddit_source_of(upload->source));
	put_type(j, upload->action);
	if (click.n)
		ad_json_kstr(j, "click_id", click);
	put_metadata(j, link, upload);
	if (upload->email.n || upload->phone.n) {
		ad_json_key(j, "user");
		ad_json_object(j);
		if (upload->email.n)
			ad_json_kstr(j, "email", upload->email);
		if (upload->phone.n)
			ad_json_kstr(j, "phone_number", upload->phone);
		ad_json_object_end(j);
	}
	ad_json_object_end(j);
}

/* The pixel of the connection, otherwise the account's own, which has the account's id. */
static void reddit_upload_build(struct ad_arena *arena, const struct ad_link *link,
				const struct ad_piece *pieces, size_t count,
				struct ad_http_request *out)
{
	struct ad_str pixel = ad_json_get_text(link->settings, "conversionPixelId");
	struct ad_text body = ad_text_on(arena);
	struct ad_json j = ad_json_on(&body);

	if (!pixel.n)
		pixel = link->account_id;
	reddit_request(arena, link, "POST",
		       ad_arena_printf(arena, "pixels/%.*s/conversion_events", AD_FMT(pixel)), out);
	ad_json_object(&j);
	ad_json_key(&j, "data");
	ad_json_object(&j);
	ad_json_key(&j, "events");
	ad_json_array(&j);
	for (size_t i = 0; i < count; i++)
		put_event(&j, link, pieces[i].upload);
	ad_json_array_end(&j);
	ad_json_object_end(&j);
	ad_json_object_end(&j);
	out->body = ad_text_str(&body);
}

/* True if the answer confirms all events: "Successfully processed 3 conversion events." */
static bool says_all(const cJSON *body, size_t count)
{
	static const char before[] = "Successfully processed ";
	struct ad_str message = ad_json_get_text(ad_json_get(body, "data"), "message");
	size_t at = sizeof(before) - 1, told = 0;

	if (!ad_str_starts(message, before))
		return false;
	for (; at < message.n && message.p[at] >= '0' && message.p[at] <= '9' && told <= count;
	     at++)
		told = told * 10 + (size_t)(message.p[at] - '0');
	return told == count;
}

/* One answer for all events: one invalid event fails the whole request. */
static void reddit_read_answer(struct ad_arena *arena, const struct ad_piece *pieces, size_t count,
			       const struct ad_http_response *response, struct ad_outcome *outcomes)
{
	struct ad_json_error fault;
	const cJSON *body = response->body.n ? ad_json_parse(arena, response->body, &fault) : NULL;
	struct ad_outcome all = { .kind = AD_DID };

	(void)pieces;
	if (response->status != 200 && response->status != 201) {
		reddit_failure(arena, response, body, &all);
		if (response->status == 400)
			all.error.code = AD_UPLOAD_REFUSED;
		if (response->status == 404)
			all.error.message = AD_S("The pixel of the connection's settings "
						 "(conversionPixelId), or the account's own, does "
						 "not exist, or the connection cannot access it.");
	} else if (!says_all(body, count)) {
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

const struct ad_uploader reddit_uploader = {
	.batch_max = 100,
	.oldest = 7 * AD_DAY,
	.once = 2 * AD_DAY,
	.whole = true,
	.can = reddit_upload_can,
	.build = reddit_upload_build,
	.read = reddit_read_answer,
};
