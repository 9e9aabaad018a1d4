/* Ads, their creatives, and the pictures and videos that these show. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/evp.h>

#include "meta.h"

enum {
	IMAGE_MAX = 30 * 1024 * 1024
};

static bool meta_ad_is(const cJSON *object, const char *key, const char *word)
{
	const char *text = json_text(object, key);
	return text && strcmp(text, word) == 0;
}

static void check_image(struct m_call *call, const char *hash)
{
	cJSON *image =
		hash ? store_get(call->sandbox->store, call->account.id, M_IMAGE, hash) : NULL;
	if (hash && (!image || meta_ad_is(image, "status", "DELETED")))
		m_refuse(call,
			 (struct m_refusal){
				 .code = 100, .subcode = 1487405, .field = "image_hash" },
			 "The image hash %.32s is none of this ad account's.", hash);
	cJSON_Delete(image);
}

static void check_button(struct m_call *call, const cJSON *data)
{
	const cJSON *button = json_at(data, "call_to_action");
	if (!button)
		return;
	if (!json_text(button, "type"))
		m_refuse(call, (struct m_refusal){ .code = 100, .field = "call_to_action" },
			 "(#100) call_to_action needs its type.");
	if (meta_ad_is(button, "type", "WHATSAPP_MESSAGE") && json_at(button, "value"))
		m_refuse(call,
			 (struct m_refusal){
				 .code = 105, .subcode = 1815630, .field = "call_to_action" },
			 "(#105) The call to action has too many parameters.");
}

static void check_video(struct m_call *call, const cJSON *data)
{
	const char *id = json_text(data, "video_id");
	cJSON *video = id ? store_get(call->sandbox->store, call->account.id, M_VIDEO, id) : NULL;
	if (!video)
		m_refuse(call, (struct m_refusal){ .code = 100, .field = "video_id" },
			 "(#100) video_data names no video of this ad account.");
	else if (!m_video_is_ready(video))
		m_refuse(call,
			 (struct m_refusal){ .code = 100,
					     .subcode = 1885252,
					     .field = "video_id",
					     .title = "Video Not Ready for Use in an Ad" },
			 "The video is still being processed.");
	if (json_text(data, "image_hash") && json_text(data, "image_url"))
		m_refuse(call,
			 (struct m_refusal){
				 .code = 100, .subcode = 1443051, .field = "video_data" },
			 "video_data has one of image_hash and image_url.");
	if (!json_text(data, "image_hash") && !json_text(data, "image_url"))
		m_refuse(call,
			 (struct m_refusal){
				 .code = 100, .subcode = 1443226, .field = "video_data" },
			 "A video needs a thumbnail: image_hash or image_url.");
	cJSON_Delete(video);
}

static void check_story(struct m_call *call, const cJSON *creative)
{
	const cJSON *story = json_at(creative, "object_story_spec");
	const cJSON *link = json_at(story, "link_data");
	const cJSON *video = json_at(story, "video_data");
	const cJSON *data = link ? link : video;
	const cJSON *features =
		json_at(json_at(creative, "degrees_of_freedom_spec"), "creative_features_spec");
	if (json_at(features, "standard_enhancements"))
		m_refuse(call,
			 (struct m_refusal){ .code = 100,
					     .subcode = 3858504,
					     .field = "degrees_of_freedom_spec" },
			 "standard_enhancements cannot be set.");
	if (json_at(creative, "object_story_id") && !story)
		return;
	if (!story) {
		m_refuse(call, (struct m_refusal){ .code = 100, .field = "object_story_spec" },
			 "(#100) A creative needs object_story_spec or object_story_id.");
		return;
	}
	if (!json_at(story, "page_id"))
		m_refuse(call,
			 (struct m_refusal){ .code = 100,
					     .subcode = 1443120,
					     .field = "page_id",
					     .title = "Page Required" },
			 "object_story_spec needs the page_id that the ad runs as.");
	if (!data || (link && video))
		m_refuse(call, (struct m_refusal){ .code = 100, .field = "object_story_spec" },
			 "(#100) object_story_spec holds one of link_data and video_data.");
	if (link && !json_text(link, "link"))
		m_refuse(call, (struct m_refusal){ .code = 100, .field = "link_data" },
			 "(#100) link_data needs its link.");
	if (video)
		check_video(call, video);
	check_image(call, json_text(data, "image_hash"));
	check_button(call, data);
}

void m_creative_create(struct m_call *call)
{
	if (!m_check(call, &m_creative_new))
		return;
	check_story(call, call->values);
	json_set_text(call->values, "status", "ACTIVE");
	m_made(call, M_CREATIVE, call->values);
}

void m_creative_update(struct m_call *call, cJSON *creative)
{
	const cJSON *item;
	if (!m_check(call, &m_creative_change))
		return;
	cJSON_ArrayForEach(item, call->values)
	{
		if (strcmp(item->string, "name") != 0 && strcmp(item->string, "status") != 0 &&
		    strcmp(item->string, "adlabels") != 0)
			m_refuse(call,
				 (struct m_refusal){ .code = 100,
						     .subcode = 1815573,
						     .field = item->string,
						     .title = "Creative Can't Be Edited" },
				 "The content of a creative cannot change; make another.");
		json_set(creative, item->string, cJSON_Duplicate(item, true));
	}
	m_changed(call, M_CREATIVE, creative);
}

/* The creative of an ad: one that is there, or one that is made with it; its id into the ad. */
static void take_creative(struct m_call *call, cJSON *ad)
{
	const cJSON *given = json_at(call->values, "creative");
	const char *id = json_text(given, "creative_id");
	cJSON *creative;
	char made[24];
	if (id) {
		creative = store_get(call->sandbox->store, call->account.id, M_CREATIVE, id);
		if (!creative || meta_ad_is(creative, "status", "DELETED"))
			m_refuse(call, (struct m_refusal){ .code = 100, .field = "creative" },
				 "(#100) creative_id is no creative of this ad account.");
		snprintf(made, sizeof(made), "%s", id);
	} else {
		creative = cJSON_Duplicate(given, true);
		check_story(call, creative);
		if (m_refused(call)) {
			cJSON_Delete(creative);
			return;
		}
		m_new_id(call, made);
		json_set_text(creative, "id", made);
		json_set_text(creative, "account_id", call->account.id);
		json_set_text(creative, "status", "ACTIVE");
		m_put(call, M_CREATIVE, creative);
	}
	cJSON_Delete(creative);
	cJSON *reference = cJSON_CreateObject();
	json_set_text(reference, "id", made);
	json_set(ad, "creative", reference);
	json_set(ad, "_reviewed_from", cJSON_CreateNumber((double)call->now));
}

void m_ad_create(struct m_call *call)
{
	cJSON *adset;
	if (!m_check(call, &m_ad_new))
		return;
	json_default_text(call->values, "status", "ACTIVE");
	adset = store_get(call->sandbox->store, call->account.id, M_ADSET,
			  json_text(call->values, "adset_id"));
	if (!adset || meta_ad_is(adset, "status", "DELETED") ||
	    meta_ad_is(adset, "status", "ARCHIVED"))
		m_refuse(call,
			 (struct m_refusal){ .code = 100, .subcode = 1487056, .field = "adset_id" },
			 "The ad set of the ad does not exist, or was deleted.");
	else
		json_set_text(call->values, "campaign_id", json_text(adset, "campaign_id"));
	if (!m_refused(call))
		take_creative(call, call->values);
	m_made(call, M_AD, call->values);
	cJSON_Delete(adset);
}

void m_ad_update(struct m_call *call, cJSON *ad)
{
	const cJSON *item;
	if (!m_check(call, &m_ad_change) || !m_status(call, ad))
		return;
	cJSON_ArrayForEach(item, call->values)
	{
		if (strcmp(item->string, "creative") != 0)
			json_set(ad, item->string, cJSON_Duplicate(item, true));
	}
	if (json_at(call->values, "creative"))
		take_creative(call, ad);
	m_changed(call, M_AD, ad);
}

/* True if the bytes begin like a JPEG or PNG. */
static bool is_picture(const unsigned char *data, size_t size)
{
	return (size > 3 && memcmp(data, "\xff\xd8\xff", 3) == 0) ||
	       (size > 8 && memcmp(data, "\x89PNG\r\n\x1a\n", 8) == 0);
}

/* The bytes of a base64 text, owned by the caller; NULL where it is none. */
static unsigned char *meta_ad_unbase64(const char *text, size_t *size)
{
	size_t n = strlen(text);
	unsigned char *data = sb_alloc(n / 4 * 3 + 4);
	int got = n && n % 4 == 0 ? EVP_DecodeBlock(data, (const unsigned char *)text, (int)n) : -1;
	if (got < 0) {
		free(data);
		return NULL;
	}
	*size = (size_t)got - (text[n - 1] == '=') - (text[n - 2] == '=');
	return data;
}

void m_image_create(struct m_call *call)
{
	unsigned char digest[EVP_MAX_MD_SIZE];
	char hash[33];
	size_t size = 0;
	if (!m_check(call, &m_image_new))
		return;
	unsigned char *data = meta_ad_unbase64(json_text(call->values, "bytes"), &size);
	if (!data || size > IMAGE_MAX || !is_picture(data, size)) {
		m_refuse(call,
			 (struct m_refusal){ .code = 100,
					     .subcode = 1487411,
					     .field = "bytes",
					     .title = "FileTypeNotSupported" },
			 "The bytes are no JPEG or PNG of at most 30 MB in base64.");
		free(data);
		return;
	}
	EVP_Digest(data, size, digest, NULL, EVP_md5(), NULL);
	free(data);
	for (int i = 0; i < 16; i++)
		snprintf(hash + (size_t)i * 2, 3, "%02x", digest[i]);
	cJSON *image = cJSON_CreateObject();
	json_set_text(image, "hash", hash);
	json_set_text(image, "id", hash);
	json_set_text(image, "name", "bytes");
	json_set_text(image, "status", "ACTIVE");
	json_set_text(image, "url", "https://scontent.example/picture");
	m_put(call, M_IMAGE, image);
	call->committed = true;
	call->status = 200;
	call->answer = cJSON_CreateObject();
	cJSON *shown = json_object(json_object(call->answer, "images"), "bytes");
	json_set_text(shown, "hash", hash);
	json_set_text(shown, "url", "https://scontent.example/picture");
	cJSON_Delete(image);
}

void m_image_remove(struct m_call *call)
{
	if (!m_check(call, &m_image_gone))
		return;
	cJSON *image = store_get(call->sandbox->store, call->account.id, M_IMAGE,
				 json_text(call->values, "hash"));
	if (!image) {
		m_refuse(call, (struct m_refusal){ .code = 100, .field = "hash" },
			 "(#100) There is no image with this hash.");
		return;
	}
	json_set_text(image, "status", "DELETED");
	m_put(call, M_IMAGE, image);
	cJSON_Delete(image);
	call->committed = true;
	call->status = 200;
	call->answer = cJSON_CreateObject();
	json_set_bool(call->answer, "success", true);
}

void m_label_create(struct m_call *call)
{
	if (!m_check(call, &m_label_new))
		return;
	json_set_text(call->values, "status", "ACTIVE");
	m_made(call, M_LABEL, call->values);
}
