/*
 * Pictures: image ad extensions. One is created in two requests: its bytes are added to the
 * account's library, then the extension names them. Both carry our mark, the media in its Text and
 * the extension in its Description, which no ad shows; so each is found again after a crash. A
 * picture cannot be changed here, so it is never updated at Microsoft.
 */
#include "base/digest.h"
#include "base/json_read.h"
#include "base/utf8.h"
#include "platform/microsoft/adapter.h"

#define MEDIA "media"                /* the object of a step (made.h) */
#define ALT_MAX 35                   /* AlternativeText, characters */
#define WIDTH_MAX 2592               /* pixels */
#define HEIGHT_MAX 2048              /* pixels */
#define DATA_MAX 102400              /* bytes of base64 */
#define BYTES_MAX (DATA_MAX / 4 * 3) /* of the picture itself */
#define PAGE 1000                    /* media listed at a time, at most */
#define HEARD_ALL (1u << 30)         /* ask->part after the last query */

bool microsoft_is_image(const struct ad_piece *piece)
{
	return piece->res->id == AD_R_ASSET &&
	       ad_str_is(ad_json_get_text(piece->want, "type"), "IMAGE");
}

/*
 * Microsoft's type of an image asset with these sides: square or landscape, within 1 percent as the
 * limits of pictures are checked (model/media_limits.h); NULL for any other ratio.
 */
static const char *sub_type(const struct ad_piece_media *media)
{
	int64_t wide = media->width * 100, high = media->height * 191;
	int64_t side = media->height,
		off = media->width > side ? media->width - side : side - media->width;

	if (side > 0 && off * 100 <= side)
		return "SquareImageMedia";
	if (media->height > 0 && wide * 100 >= high * 99 && wide * 100 <= high * 101)
		return "LandscapeImageMedia";
	return NULL;
}

bool microsoft_image_can(const struct ad_piece *piece, struct ad_platform_error *error)
{
	const struct ad_piece_media *media = &piece->media;
	const char *message = NULL;

	if (piece->op != AD_OP_CREATE)
		return true;
	if (ad_utf8_width(ad_json_get_text(piece->want, "name")) > ALT_MAX)
		message = "A picture's name is its alternative text on Microsoft. Use a name of at "
			  "most 35 characters.";
	else if (media->bytes.n > BYTES_MAX)
		message = "Microsoft accepts pictures of at most 76,800 bytes. Create the asset "
			  "from a smaller file.";
	else if (media->width > WIDTH_MAX || media->height > HEIGHT_MAX)
		message = "Microsoft accepts pictures of at most 2592 by 2048 pixels. Create the "
			  "asset from a smaller picture.";
	else if (!sub_type(media))
		message = "Microsoft requires pictures with the aspect ratio 1:1 or 1.91:1. Create "
			  "the asset from such a picture.";
	*error = (struct ad_platform_error){ .code = "UNSUPPORTED_ON_PLATFORM",
					     .message = ad_str(message ? message : "") };
	return !message;
}

static struct ad_str microsoft_media_of(const struct ad_piece *piece)
{
	for (const struct ad_made *made = piece->made; made; made = made->next)
		if (ad_str_is(made->kind, MEDIA))
			return made->id;
	return (struct ad_str){ 0 };
}

static void put_media(struct ad_arena *arena, struct ad_json *j, const struct ad_piece *piece)
{
	struct ad_str bytes = piece->media.bytes;

	ad_json_object(j);
	ad_json_kcstr(j, "Type", "Image");
	ad_json_kcstr(j, "MediaType", "GenericImage");
	ad_json_kstr(j, "Text", piece->id);
	ad_json_kstr(j, "Data", ad_base64(arena, bytes.p, bytes.n));
	ad_json_object_end(j);
}

static void put_asset(struct ad_json *j, const struct ad_piece *piece)
{
	const char *type = sub_type(&piece->media);

	ad_json_key(j, "Images");
	ad_json_array(j);
	ad_json_object(j);
	ad_json_key(j, "Asset");
	ad_json_object(j);
	ad_json_kcstr(j, "Type", "ImageAsset");
	ad_json_kstr(j, "Id", microsoft_media_of(piece));
	ad_json_kcstr(j, "SubType", type ? type : "LandscapeImageMedia");
	ad_json_object_end(j);
	ad_json_object_end(j);
	ad_json_array_end(j);
}

static void put_extension(struct ad_json *j, const struct ad_piece *piece)
{
	ad_json_object(j);
	ad_json_kcstr(j, "Type", "ImageAdExtension");
	ad_json_kstr(j, "AlternativeText", ad_json_get_text(piece->want, "name"));
	ad_json_kstr(j, "Description", piece->id);
	ad_json_key(j, "Layouts");
	ad_json_array(j);
	ad_json_str(j, AD_S("SearchSingle"));
	ad_json_array_end(j);
	put_asset(j, piece);
	ad_json_object_end(j);
}

enum ad_built microsoft_image_build(struct ad_arena *arena, const struct ad_link *link,
				    const struct ad_piece *piece, unsigned step,
				    struct ad_http_request *out)
{
	struct ad_text body = ad_text_on(arena);
	struct ad_json j = ad_json_on(&body);

	if (piece->op != AD_OP_CREATE || step > 1)
		return AD_BUILT_ALL;
	microsoft_request(arena, link, "POST", step == 0 ? "Media" : "AdExtensions", out);
	ad_json_object(&j);
	ad_json_kstr(&j, "AccountId", link->account_id);
	ad_json_key(&j, step == 0 ? "Media" : "AdExtensions");
	ad_json_array(&j);
	if (step == 0)
		put_media(arena, &j, piece);
	else
		put_extension(&j, piece);
	ad_json_array_end(&j);
	ad_json_object_end(&j);
	out->body = ad_text_str(&body);
	out->changes = true;
	return AD_BUILT;
}

static struct ad_made *media_made(struct ad_arena *arena, struct ad_str id)
{
	struct ad_made *made = ad_arena_zalloc(arena, sizeof(*made));

	made->kind = AD_S(MEDIA);
	made->id = ad_arena_copy(arena, id);
	return made;
}

bool microsoft_image_read(struct ad_arena *arena, const struct ad_piece *piece, const cJSON *body,
			  struct ad_outcome *outcome)
{
	const cJSON *ids = ad_json_get(body, "MediaIds");
	struct ad_str id = ad_json_text(ids ? ids->child : NULL);

	if (piece->op != AD_OP_CREATE || !microsoft_is_image(piece) || microsoft_media_of(piece).n)
		return false;
	if (outcome->error.code)
		return true;
	if (id.n) {
		outcome->made = media_made(arena, id);
		return true;
	}
	*outcome = (struct ad_outcome){ .kind = AD_DOUBT };
	outcome->error = (struct ad_platform_error){
		.code = "UNREADABLE_ANSWER",
		.message = AD_S("The platform's response contains no new media."),
		.retryable = true,
	};
	return true;
}

/* After the extensions (ask->part up to `first`) the library is read, page by page. */
const char *microsoft_image_ask(struct ad_json *j, const struct ad_ask *ask, unsigned first)
{
	if (ask->part >= HEARD_ALL)
		return NULL;
	ad_json_kcstr(j, "MediaEnabledEntities", "ImageAdExtension");
	ad_json_key(j, "PageInfo");
	ad_json_object(j);
	ad_json_kint(j, "Index", ask->part - first);
	ad_json_kint(j, "Size", PAGE);
	ad_json_object_end(j);
	ad_json_kcstr(j, "ReturnAdditionalFields", "Text");
	return "MediaMetaData/QueryByAccountId";
}

void microsoft_image_hear(struct ad_arena *arena, struct ad_ask *ask, const cJSON *media)
{
	const cJSON *item;
	struct ad_json_error error;

	cJSON_ArrayForEach(item, media)
	{
		struct ad_remote *remote;
		struct ad_str mark = ad_json_get_text(item, "Text");
		if (!mark.n || !ad_str_eq(mark, ask->pieces[0].id))
			continue;
		remote = ad_arena_zalloc(arena, sizeof(*remote));
		remote->id = ad_arena_copy(arena, ad_json_get_text(item, "Id"));
		remote->mark = ad_arena_copy(arena, mark);
		remote->status = AD_S("ENABLED");
		remote->fields = ad_json_parse(arena, AD_S("{}"), &error);
		remote->part = media_made(arena, remote->id);
		remote->next = ask->found;
		if (remote->id.n)
			ask->found = remote;
	}
	if (cJSON_GetArraySize(media) < PAGE)
		ask->part = HEARD_ALL;
}
