/*
 * Sitelinks, callouts and pictures (microsoft/image.c): ad extensions of the account, and their
 * associations with campaigns and ad groups. An update replaces the whole extension, so the members
 * that others set are sent back unchanged. Extensions are never deleted at Microsoft, only their
 * associations. Text extensions have no mark: one that may have been created is identified by its
 * text. Setting an existing association has no effect.
 */
#include "platform/microsoft/adapter.h"
#include "platform/unseen.h"

#include "base/json_read.h"

/* Maximum number of extensions read per request. */
#define READ_MAX 100
#define ALL "SitelinkAdExtension,CalloutAdExtension,ImageAdExtension"

static const struct kind {
	const char *ours, *theirs;
	const char *text; /* the member of our `text`; NULL: a picture */
} kinds[] = {
	{ "SITELINK", "SitelinkAdExtension", "DisplayText" },
	{ "CALLOUT", "CalloutAdExtension", "Text" },
	{ "IMAGE", "ImageAdExtension", NULL },
};

bool microsoft_is_extension(enum ad_resource_id resource)
{
	return resource == AD_R_ASSET || resource == AD_R_ASSET_LINK;
}

bool microsoft_carries(enum ad_resource_id holder, struct ad_str role)
{
	if (holder != AD_R_CAMPAIGN && holder != AD_R_AD_GROUP)
		return false;
	for (size_t i = 0; i < AD_LEN(kinds); i++)
		if (ad_str_is(role, kinds[i].ours))
			return true;
	return ad_str_is(role, "SQUARE_IMAGE");
}

static const struct kind *microsoft_extension_kind_of(const struct ad_piece *piece)
{
	for (size_t i = 0; i < AD_LEN(kinds); i++)
		if (ad_str_is(ad_json_get_text(piece->want, "type"), kinds[i].ours))
			return &kinds[i];
	return NULL;
}

bool microsoft_extension_can(const struct ad_piece *piece, struct ad_platform_error *error)
{
	bool one = ad_json_get_text(piece->want, "description1").n > 0;
	bool two = ad_json_get_text(piece->want, "description2").n > 0;

	*error = (struct ad_platform_error){ .code = "UNSUPPORTED_ON_PLATFORM" };
	if (piece->res->id == AD_R_ASSET && !microsoft_extension_kind_of(piece)) {
		error->message = AD_S(
			"Only sitelinks, callouts and pictures are sent to Microsoft as assets.");
		return false;
	}
	if (microsoft_is_image(piece))
		return microsoft_image_can(piece, error);
	if (piece->res->id == AD_R_ASSET && one != two) {
		error->message = AD_S("A sitelink on Microsoft has two lines below it or none. Set "
				      "both description1 and description2, or clear both.");
		return false;
	}
	return true;
}

bool microsoft_extension_together(const struct ad_piece *a, const struct ad_piece *b)
{
	if (a->res->id == AD_R_ASSET_LINK)
		return a->under_campaign == b->under_campaign;
	/*
	 * Existing assets are queried by one type at a time. One bad picture fails the whole
	 * request.
	 */
	return a->op != AD_OP_CREATE ||
	       (microsoft_extension_kind_of(a) == microsoft_extension_kind_of(b) &&
		!microsoft_is_image(a));
}

/* The holder's chain: of an existing link, the start of its own chain. */
static struct ad_str microsoft_holder_of(const struct ad_piece *piece)
{
	return piece->remote_id.p ? microsoft_above(piece->remote_id) : piece->parent_remote_id;
}

static struct ad_str extension_of(const struct ad_piece *piece)
{
	if (piece->remote_id.p)
		return microsoft_own(piece->remote_id);
	return piece->assets ? piece->assets->remote_id : (struct ad_str){ 0 };
}

struct ad_str microsoft_association_id(struct ad_arena *arena, const struct ad_piece *piece)
{
	return ad_arena_printf(arena, "%.*s~%.*s", AD_FMT(microsoft_holder_of(piece)),
			       AD_FMT(extension_of(piece)));
}

/* --- requests -------------------------------------------------------------------------------- */

/* True if an update writes the member itself, or must not write it. */
static bool is_ours(const struct kind *kind, const char *member)
{
	static const char *const members[] = { "Id",           "Type",
					       "Status",       "Version",
					       "FinalUrls",    "Description1",
					       "Description2", "ForwardCompatibilityMap" };

	for (size_t i = 0; i < AD_LEN(members); i++)
		if (strcmp(member, members[i]) == 0)
			return true;
	return kind->text && strcmp(member, kind->text) == 0;
}

/* Writes the members that others set: schedule, device, mobile URLs. */
static void put_others(struct ad_json *j, struct ad_arena *arena, const struct ad_piece *piece,
		       const struct kind *kind)
{
	struct ad_json_error error;
	const cJSON *stands = piece->live && piece->live->handle.n
				      ? ad_json_parse(arena, piece->live->handle, &error)
				      : NULL;
	const cJSON *member;

	cJSON_ArrayForEach(member, stands)
	{
		struct ad_text value = ad_text_on(arena);
		if (cJSON_IsNull(member) || is_ours(kind, member->string))
			continue;
		ad_json_canonical(&value, member);
		ad_json_kraw(j, member->string, ad_text_str(&value));
	}
}

static void put_extension(struct ad_json *j, struct ad_arena *arena, const struct ad_piece *piece)
{
	static const char *const lines[][2] = { { "description1", "Description1" },
						{ "description2", "Description2" } };
	const struct kind *kind = microsoft_extension_kind_of(piece);

	ad_json_object(j);
	if (piece->op == AD_OP_UPDATE)
		ad_json_kstr(j, "Id", piece->remote_id);
	ad_json_kcstr(j, "Type", kind->theirs);
	if (kind->text)
		ad_json_kstr(j, kind->text, ad_json_get_text(piece->want, "text"));
	if (strcmp(kind->ours, "SITELINK") == 0) {
		ad_json_key(j, "FinalUrls");
		ad_json_array(j);
		ad_json_str(j, ad_json_get_text(piece->want, "finalUrl"));
		ad_json_array_end(j);
		for (size_t i = 0; i < AD_LEN(lines); i++) {
			struct ad_str line = ad_json_get_text(piece->want, lines[i][0]);
			if (line.n)
				ad_json_kstr(j, lines[i][1], line);
		}
	}
	if (piece->op == AD_OP_UPDATE)
		put_others(j, arena, piece, kind);
	ad_json_object_end(j);
}

static void put_association(struct ad_json *j, const struct ad_piece *piece)
{
	ad_json_object(j);
	ad_json_kstr(j, "AdExtensionId", extension_of(piece));
	ad_json_kstr(j, "EntityId", microsoft_own(microsoft_holder_of(piece)));
	ad_json_object_end(j);
}

static const char *microsoft_level_of(const struct ad_piece *piece)
{
	return piece->under_campaign ? "Campaign" : "AdGroup";
}

/* True if the piece needs a request. */
static bool is_sent(const struct ad_piece *piece)
{
	bool link = piece->res->id == AD_R_ASSET_LINK;

	return piece->op == AD_OP_CREATE || (piece->op == AD_OP_REMOVE) == link;
}

enum ad_built microsoft_extension_build(struct ad_arena *arena, const struct ad_link *link,
					const struct ad_piece *pieces, size_t count, unsigned step,
					struct ad_http_request *out)
{
	bool association = pieces[0].res->id == AD_R_ASSET_LINK;
	enum ad_op op = pieces[0].op;
	struct ad_text body = ad_text_on(arena);
	struct ad_json j = ad_json_on(&body);

	if (microsoft_is_image(&pieces[0]))
		return microsoft_image_build(arena, link, &pieces[0], step, out);
	if (step > 0 || !is_sent(&pieces[0]))
		return AD_BUILT_ALL;
	microsoft_request(arena, link,
			  op == AD_OP_CREATE   ? "POST"
			  : op == AD_OP_UPDATE ? "PUT"
					       : "DELETE",
			  !association         ? "AdExtensions"
			  : op == AD_OP_CREATE ? "AdExtensionsAssociations/Set"
					       : "AdExtensionsAssociations",
			  out);
	ad_json_object(&j);
	ad_json_kstr(&j, "AccountId", link->account_id);
	ad_json_key(&j, association ? "AdExtensionIdToEntityIdAssociations" : "AdExtensions");
	ad_json_array(&j);
	for (size_t i = 0; i < count; i++) {
		if (association)
			put_association(&j, &pieces[i]);
		else
			put_extension(&j, arena, &pieces[i]);
	}
	ad_json_array_end(&j);
	if (association)
		ad_json_kcstr(&j, "AssociationType", microsoft_level_of(&pieces[0]));
	ad_json_object_end(&j);
	out->body = ad_text_str(&body);
	out->changes = true;
	return AD_BUILT;
}

/* --- how it stands --------------------------------------------------------------------------- */

/* Queries the holders of the links, each once. */
static const char *microsoft_associations(struct ad_json *j, const struct ad_ask *ask)
{
	if (ask->part > 0)
		return NULL;
	ad_json_kcstr(j, "AdExtensionType", ALL);
	ad_json_kcstr(j, "AssociationType", microsoft_level_of(&ask->pieces[0]));
	ad_json_key(j, "EntityIds");
	ad_json_array(j);
	for (size_t i = 0; i < ask->count; i++) {
		struct ad_str holder = microsoft_holder_of(&ask->pieces[i]);
		bool before = false;
		for (size_t k = 0; k < i; k++)
			before = before || ad_str_eq(holder, microsoft_holder_of(&ask->pieces[k]));
		if (!before)
			ad_json_str(j, microsoft_own(holder));
	}
	ad_json_array_end(j);
	return "AdExtensionsAssociations/Query";
}

/* Writes the current part of the ids in ask->page ("1,2,3"); returns true if there is any. */
static bool put_page(struct ad_json *j, const struct ad_ask *ask)
{
	size_t first = (size_t)(ask->part - 1) * READ_MAX, nth = 0, start = 0;
	bool any = false;

	ad_json_key(j, "AdExtensionIds");
	ad_json_array(j);
	for (size_t i = 0; i <= ask->page.n; i++) {
		if (i < ask->page.n && ask->page.p[i] != ',')
			continue;
		if (i > start && nth >= first && nth < first + READ_MAX) {
			ad_json_str(j, (struct ad_str){ ask->page.p + start, i - start });
			any = true;
		}
		nth += i > start;
		start = i + 1;
	}
	ad_json_array_end(j);
	return any;
}

/* Searches by text: reads all assets of the account, a page at a time. */
static const char *by_words(struct ad_json *j, const struct ad_ask *ask)
{
	const struct kind *kind = microsoft_extension_kind_of(&ask->pieces[0]);

	if (!kind)
		return NULL;
	ad_json_kcstr(j, "AdExtensionType", kind->theirs);
	if (ask->part == 0)
		return "AdExtensionIds/QueryByAccountId";
	return put_page(j, ask) ? "AdExtensions/QueryByIds" : NULL;
}

/*
 * The number of query parts for the account's extensions: one for the ids, then one per READ_MAX
 * ids.
 */
static unsigned extension_parts(const struct ad_ask *ask)
{
	size_t n = ask->page.n > 0;

	for (size_t i = 0; i < ask->page.n; i++)
		n += ask->page.p[i] == ',';
	return 1 + (unsigned)((n + READ_MAX - 1) / READ_MAX);
}

static const char *by_ids(struct ad_json *j, const struct ad_ask *ask)
{
	if (ask->part > 0)
		return NULL;
	ad_json_kcstr(j, "AdExtensionType", ALL);
	ad_json_key(j, "AdExtensionIds");
	ad_json_array(j);
	for (size_t i = 0; i < ask->count; i++)
		ad_json_str(j, ask->pieces[i].remote_id);
	ad_json_array_end(j);
	return "AdExtensions/QueryByIds";
}

const char *microsoft_extension_ask(struct ad_json *j, const struct ad_link *link,
				    const struct ad_ask *ask)
{
	if (ask->question == AD_ASK_KEY && ask->part > 0 && microsoft_is_image(&ask->pieces[0]) &&
	    ask->part >= extension_parts(ask))
		return microsoft_image_ask(j, ask, extension_parts(ask));
	ad_json_kstr(j, "AccountId", link->account_id);
	if (ask->pieces[0].res->id == AD_R_ASSET_LINK)
		return microsoft_associations(j, ask);
	return ask->question == AD_ASK_KEY ? by_words(j, ask) : by_ids(j, ask);
}

static void microsoft_add(struct ad_ask *ask, struct ad_remote *remote)
{
	remote->next = ask->found;
	ask->found = remote;
}

static void hear_ids(struct ad_arena *arena, struct ad_ask *ask, const cJSON *list)
{
	struct ad_text page = ad_text_on(arena);
	const cJSON *item;

	cJSON_ArrayForEach(item, list)
	{
		if (page.n)
			ad_text_addc(&page, ',');
		ad_text_add(&page, ad_json_text(item));
	}
	ask->page = ad_text_str(&page);
}

static void hear_extension(struct ad_arena *arena, struct ad_ask *ask, const cJSON *extension)
{
	const struct kind *kind = NULL;
	const cJSON *urls = ad_json_get(extension, "FinalUrls");
	struct ad_remote *remote = ad_arena_zalloc(arena, sizeof(*remote));
	struct ad_text text = ad_text_on(arena), whole = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_json_error error;

	for (size_t i = 0; i < AD_LEN(kinds); i++)
		if (ad_str_is(ad_json_get_text(extension, "Type"), kinds[i].theirs))
			kind = &kinds[i];
	remote->id = ad_arena_copy(arena, ad_json_get_text(extension, "Id"));
	if (!kind || !remote->id.n)
		return;
	remote->status = ad_str_is(ad_json_get_text(extension, "Status"), "Deleted")
				 ? AD_S("REMOVED")
				 : AD_S("ENABLED");
	ad_json_object(&j);
	ad_json_kcstr(&j, "type", kind->ours);
	if (kind->text)
		ad_json_kstr(&j, "text", ad_json_get_text(extension, kind->text));
	else
		remote->mark = ad_arena_copy(arena, ad_json_get_text(extension, "Description"));
	ad_json_kstr(&j, "finalUrl", ad_json_text(urls ? urls->child : NULL));
	ad_json_kstr(&j, "description1", ad_json_get_text(extension, "Description1"));
	ad_json_kstr(&j, "description2", ad_json_get_text(extension, "Description2"));
	ad_json_object_end(&j);
	remote->fields = ad_json_parse(arena, ad_text_str(&text), &error);
	ad_json_canonical(&whole, extension);
	remote->handle = ad_text_str(&whole);
	microsoft_add(ask, remote);
}

static void hear_association(struct ad_arena *arena, struct ad_ask *ask, const cJSON *association)
{
	struct ad_str entity = ad_json_get_text(association, "EntityId");
	struct ad_str extension = ad_json_get_text(ad_json_get(association, "AdExtension"), "Id");
	struct ad_json_error error;

	for (size_t i = 0; i < ask->count; i++) {
		const struct ad_piece *piece = &ask->pieces[i];
		struct ad_remote *remote;
		if (!ad_str_eq(microsoft_own(microsoft_holder_of(piece)), entity) ||
		    !ad_str_eq(extension_of(piece), extension))
			continue;
		remote = ad_arena_zalloc(arena, sizeof(*remote));
		remote->id = microsoft_association_id(arena, piece);
		remote->parent_id = microsoft_holder_of(piece);
		remote->status = AD_S("ENABLED");
		remote->fields = ad_json_parse(arena, AD_S("{}"), &error);
		microsoft_add(ask, remote);
		return;
	}
}

/* The number of a piece's holder among the queried ones (microsoft_associations()). */
static size_t holder_number(const struct ad_ask *ask, size_t piece)
{
	struct ad_str holder = microsoft_holder_of(&ask->pieces[piece]);
	size_t number = 0;

	for (size_t i = 0; !ad_str_eq(microsoft_holder_of(&ask->pieces[i]), holder); i++) {
		bool before = false;
		for (size_t k = 0; k < i; k++)
			before = before || ad_str_eq(microsoft_holder_of(&ask->pieces[i]),
						     microsoft_holder_of(&ask->pieces[k]));
		number += !before;
	}
	return number;
}

static bool is_about_holder(const struct ad_ask *ask, size_t piece, size_t index)
{
	return holder_number(ask, piece) == index;
}

/* The answer has all associations of a holder: a missing one does not exist. */
static void hear_associations(struct ad_arena *arena, struct ad_ask *ask, const cJSON *lists)
{
	const cJSON *list, *item;
	size_t number = 0;

	cJSON_ArrayForEach(list, lists)
	{
		cJSON_ArrayForEach(item, ad_json_get(list, "AdExtensionAssociations"))
			hear_association(arena, ask, item);
		for (size_t i = 0; i < ask->count; i++)
			if (ask->question == AD_ASK_LIVE && cJSON_IsObject(list) &&
			    is_about_holder(ask, i, number))
				ad_ask_add_removed(arena, ask, ask->pieces[i].remote_id);
		number++;
	}
}

void microsoft_extension_hear(struct ad_arena *arena, struct ad_ask *ask, const cJSON *body,
			      struct ad_outcome *outcome)
{
	const cJSON *lists = ad_json_get(body, "AdExtensionAssociationCollection");
	const cJSON *item;

	if (cJSON_IsArray(ad_json_get(body, "AdExtensionIds")))
		hear_ids(arena, ask, ad_json_get(body, "AdExtensionIds"));
	cJSON_ArrayForEach(item, ad_json_get(body, "AdExtensions"))
		hear_extension(arena, ask, item);
	if (cJSON_IsArray(ad_json_get(body, "MediaMetaData")))
		microsoft_image_hear(arena, ask, ad_json_get(body, "MediaMetaData"));
	hear_associations(arena, ask, lists);
	microsoft_hear_absent(arena, ask, body,
			      ask->pieces[0].res->id == AD_R_ASSET_LINK ? is_about_holder : NULL,
			      outcome);
}

bool microsoft_extension_same_key(const struct ad_piece *piece, const struct ad_remote *remote)
{
	if (piece->res->id == AD_R_ASSET_LINK)
		return ad_str_eq(microsoft_holder_of(piece), remote->parent_id) &&
		       ad_str_eq(extension_of(piece), microsoft_own(remote->id));
	if (microsoft_is_image(piece))
		return ad_str_eq(remote->mark, piece->id);
	return ad_str_eq(ad_json_get_text(piece->want, "type"),
			 ad_json_get_text(remote->fields, "type")) &&
	       ad_str_eq(ad_json_get_text(piece->want, "text"),
			 ad_json_get_text(remote->fields, "text"));
}
