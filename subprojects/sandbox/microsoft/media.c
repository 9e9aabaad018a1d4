/* The media library of an account: pictures, which image ad extensions name. */
#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>

#include "microsoft.h"

enum {
	MOST = 10,         /* in one request */
	PAGE = 1000,       /* listed at a time, at most */
	DATA_MAX = 102400, /* characters of base64 */
	WIDTH_MAX = 2592,
	HEIGHT_MAX = 2048
};

/* The required form of a picture of a MediaType. */
static const struct form {
	const char *type;
	int across, down; /* of the sides; 0: any */
	int min_width, min_height;
} forms[] = {
	{ "GenericImage", 0, 0, 40, 40 },       { "Image16x9", 16, 9, 640, 360 },
	{ "Image15x10", 15, 10, 300, 200 },     { "Image4x3", 4, 3, 100, 75 },
	{ "Image12x10", 12, 10, 100, 83 },      { "Image1x1", 1, 1, 128, 128 },
	{ "Image191x100", 191, 100, 703, 368 }, { "Image4x1", 4, 1, 512, 128 },
};

struct picture {
	unsigned char *data; /* on the heap */
	size_t size;
	long long width, height; /* 0: no picture that is taken */
};

static long long microsoft_media_number(const unsigned char *p, size_t n, bool little)
{
	long long value = 0;
	for (size_t i = 0; i < n; i++)
		value = value * 256 + p[little ? n - 1 - i : i];
	return value;
}

/* The frame header of a JPEG tells its sides (ITU T.81, B.2.2). */
static void measure_jpeg(struct picture *picture)
{
	const unsigned char *data = picture->data;
	size_t at = 2;
	while (at + 9 < picture->size && data[at] == 0xff) {
		unsigned char kind = data[at + 1];
		if (kind >= 0xc0 && kind <= 0xc3) {
			picture->height = microsoft_media_number(data + at + 5, 2, false);
			picture->width = microsoft_media_number(data + at + 7, 2, false);
			return;
		}
		at += 2 + (size_t)microsoft_media_number(data + at + 2, 2, false);
	}
}

static void microsoft_media_measure(struct picture *picture)
{
	const unsigned char *data = picture->data;
	if (picture->size > 24 && memcmp(data, "\x89PNG\r\n\x1a\n", 8) == 0) {
		picture->width = microsoft_media_number(data + 16, 4, false);
		picture->height = microsoft_media_number(data + 20, 4, false);
	} else if (picture->size > 10 && memcmp(data, "GIF8", 4) == 0) {
		picture->width = microsoft_media_number(data + 6, 2, true);
		picture->height = microsoft_media_number(data + 8, 2, true);
	} else if (picture->size > 10 && memcmp(data, "\xff\xd8\xff", 3) == 0) {
		measure_jpeg(picture);
	}
}

/* True if the sides have that ratio, within one per cent. */
static bool is_like(long long width, long long height, int across, int down)
{
	double wanted = (double)across / down, is = height ? (double)width / (double)height : 0;
	return is > wanted * 0.99 && is < wanted * 1.01;
}

static enum ms_error microsoft_media_fault_of(const struct form *form,
					      const struct picture *picture)
{
	if (!picture->width || !picture->height)
		return ME_MEDIA_FORMAT;
	if (picture->width > WIDTH_MAX || picture->height > HEIGHT_MAX)
		return ME_MEDIA_LARGE;
	if (picture->width < form->min_width)
		return ME_MEDIA_WIDTH;
	if (picture->height < form->min_height)
		return ME_MEDIA_HEIGHT;
	if (form->across && !is_like(picture->width, picture->height, form->across, form->down))
		return ME_MEDIA_RATIO;
	return ME_NONE;
}

/* The bytes of a base64 text, measured; without data where it is none. */
static struct picture picture_of(const char *text)
{
	struct picture picture = { NULL, 0, 0, 0 };
	size_t n = strlen(text);
	picture.data = sb_alloc(n / 4 * 3 + 4);
	int got = n && n % 4 == 0
			  ? EVP_DecodeBlock(picture.data, (const unsigned char *)text, (int)n)
			  : -1;
	if (got < 0) {
		free(picture.data);
		picture.data = NULL;
		return picture;
	}
	picture.size = (size_t)got - (text[n - 1] == '=') - (text[n - 2] == '=');
	microsoft_media_measure(&picture);
	return picture;
}

static const struct form *form_of(const char *type)
{
	for (size_t i = 0; type && i < sizeof(forms) / sizeof(forms[0]); i++)
		if (strcmp(forms[i].type, type) == 0)
			return &forms[i];
	return NULL;
}

static enum ms_error microsoft_media_add_one(struct ms_call *call, const cJSON *given, cJSON *ids)
{
	const struct form *form = form_of(json_text(given, "MediaType"));
	const char *text = json_text(given, "Data");
	char id[24];
	if (!form)
		return ME_MEDIA_TYPE;
	if (!text || !*text)
		return ME_MEDIA_NO_DATA;
	if (strlen(text) > DATA_MAX)
		return ME_MEDIA_HEAVY;
	struct picture picture = picture_of(text);
	enum ms_error error =
		picture.data ? microsoft_media_fault_of(form, &picture) : ME_MEDIA_ENCODING;
	free(picture.data);
	if (error != ME_NONE)
		return error;
	ms_new_id(call, id);
	cJSON *value = cJSON_Duplicate(given, true);
	cJSON_DeleteItemFromObject(value, "Data");
	json_set_text(value, "Id", id);
	json_set(value, "_width", cJSON_CreateNumber((double)picture.width));
	json_set(value, "_height", cJSON_CreateNumber((double)picture.height));
	ms_store(call, MK_MEDIA, value);
	cJSON_Delete(value);
	cJSON_AddItemToArray(ids, cJSON_CreateString(id));
	call->committed = true;
	return ME_NONE;
}

/* There are no partial errors: one bad picture and none is added. */
void ms_media_add(struct ms_call *call, const struct ms_kind *unused)
{
	const cJSON *list = json_at(call->body, "Media"), *given;
	cJSON *ids = json_array(call->answer, "MediaIds");
	int n = cJSON_GetArraySize(list);
	(void)unused;
	if (!ms_names_account(call))
		return;
	if (n == 0 || n > MOST)
		call->whole = n ? ME_MEDIA_LIMIT : ME_MEDIA_NULL;
	cJSON_ArrayForEach(given, list)
	{
		if (call->whole == ME_NONE)
			call->whole = microsoft_media_add_one(call, given, ids);
	}
}

struct listing {
	cJSON *list;
	long long first, last, at;
	bool with_text;
};

static void list_one(void *context, const char *tail, cJSON *value)
{
	struct listing *l = context;
	(void)tail;
	if (l->at >= l->first && l->at < l->last) {
		cJSON *shown = cJSON_CreateObject(), *form = cJSON_CreateObject();
		json_set_text(shown, "Id", json_text(value, "Id"));
		json_set_text(shown, "MediaType", json_text(value, "MediaType"));
		json_set_text(shown, "Type", "Image");
		json_set_text(form, "Name", "Original");
		json_set_text(form, "Type", "ImageMediaRepresentation");
		json_set_text(form, "Url", "https://media.example/picture");
		json_set(form, "Width", cJSON_CreateNumber(json_double(value, "_width", 0)));
		json_set(form, "Height", cJSON_CreateNumber(json_double(value, "_height", 0)));
		cJSON_AddItemToArray(json_array(shown, "Representations"), form);
		if (l->with_text && json_text(value, "Text"))
			json_set_text(shown, "Text", json_text(value, "Text"));
		cJSON_AddItemToArray(l->list, shown);
	}
	l->at++;
	cJSON_Delete(value);
}

void ms_media_list(struct ms_call *call, const struct ms_kind *unused)
{
	const cJSON *page = json_at(call->body, "PageInfo");
	const char *entities = json_text(call->body, "MediaEnabledEntities");
	const char *more = json_text(call->body, "ReturnAdditionalFields");
	long long size = json_long(page, "Size", PAGE), index = json_long(page, "Index", 0);
	if (size < 1 || size > PAGE)
		size = PAGE;
	struct listing l = { json_array(call->answer, "MediaMetaData"), index * size,
			     (index + 1) * size, 0, more && strstr(more, "Text") };
	(void)unused;
	if (!entities || strcmp(entities, "None") == 0)
		call->whole = ME_MEDIA_FILTER;
	else
		store_walk(call->sandbox->store, call->account.id, MK_MEDIA, list_one, &l);
}

/* The fault of a picture as an image asset of that sub type. */
static enum ms_error asset_fault(struct ms_call *call, const cJSON *asset)
{
	static const struct form types[] = {
		{ "LandscapeImageMedia", 191, 100, 0, 0 }, { "SquareImageMedia", 1, 1, 0, 0 },
		{ "ImageMedia169X100", 169, 100, 0, 0 },   { "ImageMedia15X10", 15, 10, 0, 0 },
		{ "ImageMedia133X100", 133, 100, 0, 0 },   { "ImageMedia178X100", 178, 100, 0, 0 },
	};
	const char *id = json_text(asset, "Id"), *type = json_text(asset, "SubType");
	cJSON *media = id ? store_get(call->sandbox->store, call->account.id, MK_MEDIA, id) : NULL;
	enum ms_error error = media ? ME_MEDIA_RATIO : ME_IMAGE_MEDIA;
	for (size_t i = 0; media && type && i < sizeof(types) / sizeof(types[0]); i++)
		if (strcmp(types[i].type, type) == 0 &&
		    is_like(json_long(media, "_width", 0), json_long(media, "_height", 0),
			    types[i].across, types[i].down))
			error = ME_NONE;
	cJSON_Delete(media);
	return error;
}

void ms_check_image_extension(struct ms_item *item)
{
	const char *alternative = json_text(item->value, "AlternativeText");
	const char *description = json_text(item->value, "Description");
	const char *shown = json_text(item->value, "DisplayText");
	const cJSON *images = json_at(item->value, "Images"), *image, *layout;
	if (!alternative || !*alternative)
		ms_fail(item, ME_IMAGE_ALT_NULL, "AlternativeText");
	else if (ms_width(alternative) > 35)
		ms_fail(item, ME_IMAGE_ALT_LONG, "AlternativeText");
	if (description && ms_width(description) > 100)
		ms_fail(item, ME_IMAGE_DESCRIPTION_LONG, "Description");
	if (!cJSON_GetArraySize(images))
		ms_fail(item, ME_IMAGE_MEDIA_NULL, "Images");
	cJSON_ArrayForEach(image, images)
	{
		enum ms_error error = asset_fault(item->call, json_at(image, "Asset"));
		if (error != ME_NONE)
			ms_fail(item, error, "Images");
	}
	cJSON_ArrayForEach(layout, json_at(item->value, "Layouts"))
	{
		if (strcmp(layout->valuestring, "SearchMultiple") == 0 && (!shown || !*shown))
			ms_fail(item, ME_IMAGE_TEXT_NULL, "DisplayText");
	}
	ms_check_urls(item);
}
