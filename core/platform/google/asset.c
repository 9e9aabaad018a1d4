/*
 * Assets and their attachments. The text of an asset can be changed, its bytes cannot; assets are
 * never removed at Google, only their links. Google returns an existing picture with the same
 * bytes, and an existing link, as created and does not create a second one.
 */
#include "platform/google/adapter.h"

#include <stdio.h>

#include "base/digest.h"
#include "base/json_read.h"
#include "platform/google/columns.h"

/* Our types and Google's equivalents. */
static const struct kind {
	const char *ours, *theirs, *member;
	const char *text;   /* the member of our `text`, NULL: a picture */
	const char *column; /* the same in a query */
	const char *mask;
} kinds[] = {
	{ "SITELINK", "SITELINK", "sitelinkAsset", "linkText", "asset.sitelink_asset.link_text",
	  "sitelinkAsset.linkText" },
	{ "CALLOUT", "CALLOUT", "calloutAsset", "calloutText", "asset.callout_asset.callout_text",
	  "calloutAsset.calloutText" },
	{ "IMAGE", "IMAGE", "imageAsset", NULL, "asset.name", NULL },
	{ "LOGO", "IMAGE", "imageAsset", NULL, "asset.name", NULL },
};

/* Google's field type of an asset at a campaign or ad group, by our role. */
static const struct {
	const char *role, *field_type;
	bool campaigns_only;
} roles[] = {
	{ "SITELINK", "SITELINK", false }, { "CALLOUT", "CALLOUT", false },
	{ "IMAGE", "AD_IMAGE", false },    { "SQUARE_IMAGE", "AD_IMAGE", false },
	{ "LOGO", "BUSINESS_LOGO", true },
};

bool google_is_asset(enum ad_resource_id resource)
{
	return resource == AD_R_ASSET || resource == AD_R_ASSET_LINK;
}

bool google_carries(enum ad_resource_id holder, struct ad_str role)
{
	bool campaign = holder == AD_R_CAMPAIGN;

	for (size_t i = 0; i < AD_LEN(roles); i++)
		if (ad_str_is(role, roles[i].role))
			return campaign || (holder == AD_R_AD_GROUP && !roles[i].campaigns_only);
	return false;
}

static const struct kind *google_asset_kind_of(const struct ad_piece *piece)
{
	struct ad_str type = ad_json_get_text(piece->want, "type");

	for (size_t i = 0; i < AD_LEN(kinds); i++)
		if (ad_str_is(type, kinds[i].ours))
			return &kinds[i];
	return NULL;
}

static const char *field_type(const struct ad_piece *piece)
{
	for (size_t i = 0; i < AD_LEN(roles); i++)
		if (ad_str_is(ad_json_get_text(piece->want, "role"), roles[i].role))
			return roles[i].field_type;
	return "UNSPECIFIED";
}

bool google_asset_can(const struct ad_piece *piece, struct ad_platform_error *error)
{
	const struct ad_piece_asset *asset = piece->assets;
	bool logo = piece->res->id == AD_R_ASSET_LINK && piece->op == AD_OP_CREATE &&
		    ad_str_is(ad_json_get_text(piece->want, "role"), "LOGO");

	*error = (struct ad_platform_error){ .code = "UNSUPPORTED_ON_PLATFORM" };
	if (piece->res->id == AD_R_ASSET && !google_asset_kind_of(piece)) {
		error->message = AD_S("Google does not support assets of this type.");
		return false;
	}
	if (logo && asset && asset->media.width != asset->media.height) {
		error->message = AD_S("The logo of a search campaign on Google must be square.");
		return false;
	}
	return true;
}

bool google_asset_together(const struct ad_piece *a, const struct ad_piece *b)
{
	/* A picture has megabytes; texts are queried by one type at a time. */
	if (a->res->id == AD_R_ASSET && a->op == AD_OP_CREATE)
		return google_asset_kind_of(a)->text &&
		       google_asset_kind_of(a) == google_asset_kind_of(b);
	return true;
}

static bool sends_any(const struct ad_piece *piece)
{
	const struct kind *kind = google_asset_kind_of(piece);

	for (const char *const *name = piece->changed; kind && kind->text && *name; name++) {
		const struct google_field *row = google_field(AD_R_ASSET, *name);
		if (row && row->form != GF_FIXED)
			return true;
	}
	return false;
}

unsigned google_asset_steps(const struct ad_piece *piece)
{
	if (piece->res->id == AD_R_ASSET_LINK)
		return piece->op != AD_OP_UPDATE;
	if (piece->op == AD_OP_REMOVE)
		return 0;
	return piece->op == AD_OP_CREATE || sends_any(piece);
}

static bool is_changed(const struct ad_piece *piece, const char *field)
{
	if (piece->op == AD_OP_CREATE)
		return true;
	for (const char *const *name = piece->changed; *name; name++)
		if (strcmp(*name, field) == 0)
			return true;
	return false;
}

/*
 * Writes the texts of a sitelink or callout; of an update the changed ones, which the mask names.
 */
static void google_put_texts(struct ad_json *j, const struct ad_piece *piece,
			     const struct kind *kind, struct ad_text *mask)
{
	static const char *const lines[] = { "description1", "description2" };

	if (is_changed(piece, "finalUrl")) {
		const struct google_field *row = google_field(AD_R_ASSET, "finalUrl");
		google_put(j, row, ad_json_get(piece->want, "finalUrl"));
		ad_text_addf(mask, "%s%s", mask->n ? "," : "", row->mask);
	}
	ad_json_key(j, kind->member);
	ad_json_object(j);
	if (is_changed(piece, "text")) {
		ad_json_kstr(j, kind->text, ad_json_get_text(piece->want, "text"));
		ad_text_addf(mask, "%s%s", mask->n ? "," : "", kind->mask);
	}
	for (size_t i = 0; i < AD_LEN(lines); i++) {
		const struct google_field *row = google_field(AD_R_ASSET, lines[i]);
		if (strcmp(kind->ours, "SITELINK") != 0 || !is_changed(piece, lines[i]))
			continue;
		google_put(j, row, ad_json_get(piece->want, lines[i]));
		ad_text_addf(mask, "%s%s", mask->n ? "," : "", row->mask);
	}
	ad_json_object_end(j);
}

static void put_picture(struct ad_arena *arena, struct ad_json *j, const struct ad_piece *piece)
{
	struct ad_str bytes = piece->media.bytes;

	ad_json_kstr(j, "name", ad_json_get_text(piece->want, "name"));
	ad_json_key(j, "imageAsset");
	ad_json_object(j);
	ad_json_kstr(j, "data", ad_base64(arena, bytes.p, bytes.n));
	ad_json_object_end(j);
}

static void asset_operation(struct ad_arena *arena, struct ad_json *j, const struct ad_link *link,
			    const struct ad_piece *piece)
{
	const struct kind *kind = google_asset_kind_of(piece);
	struct ad_text mask = ad_text_on(arena);
	bool create = piece->op == AD_OP_CREATE;

	ad_json_key(j, "assetOperation");
	ad_json_object(j);
	ad_json_key(j, create ? "create" : "update");
	ad_json_object(j);
	if (!create)
		google_name(j, "resourceName", link, "assets", piece->remote_id);
	if (kind && kind->text)
		google_put_texts(j, piece, kind, &mask);
	else
		put_picture(arena, j, piece);
	ad_json_object_end(j);
	if (!create)
		ad_json_kstr(j, "updateMask", ad_text_str(&mask));
	ad_json_object_end(j);
}

static void link_operation(struct ad_json *j, const struct ad_link *link,
			   const struct ad_piece *piece)
{
	bool campaign = piece->under_campaign;

	ad_json_key(j, campaign ? "campaignAssetOperation" : "adGroupAssetOperation");
	ad_json_object(j);
	if (piece->op == AD_OP_REMOVE) {
		google_name(j, "remove", link, campaign ? "campaignAssets" : "adGroupAssets",
			    piece->remote_id);
	} else {
		ad_json_key(j, "create");
		ad_json_object(j);
		google_name(j, campaign ? "campaign" : "adGroup", link,
			    campaign ? "campaigns" : "adGroups", piece->parent_remote_id);
		google_name(j, "asset", link, "assets", piece->assets->remote_id);
		ad_json_kcstr(j, "fieldType", field_type(piece));
		ad_json_object_end(j);
	}
	ad_json_object_end(j);
}

void google_asset_operation(struct ad_arena *arena, struct ad_json *j, const struct ad_link *link,
			    const struct ad_piece *piece)
{
	ad_json_object(j);
	if (piece->res->id == AD_R_ASSET)
		asset_operation(arena, j, link, piece);
	else
		link_operation(j, link, piece);
	ad_json_object_end(j);
}

/* --- how it stands --------------------------------------------------------------------------- */

/* "campaign~asset~type": the part before the first tilde, or the one between the two. */
static struct ad_str google_asset_part_of(struct ad_str id, bool asset)
{
	const char *first = ad_str_find(id, '~');
	const char *last = id.n ? memrchr(id.p, '~', id.n) : NULL;

	if (!first || first == last)
		return (struct ad_str){ 0 };
	return asset ? (struct ad_str){ first + 1, (size_t)(last - first - 1) }
		     : (struct ad_str){ id.p, (size_t)(first - id.p) };
}

/* The field type at the end. */
static struct ad_str type_part(struct ad_str id)
{
	const char *last = id.n ? memrchr(id.p, '~', id.n) : NULL;

	return last ? (struct ad_str){ last + 1, id.n - (size_t)(last + 1 - id.p) }
		    : (struct ad_str){ 0 };
}

/*
 * The remote id of the holder: from the existing link, otherwise the parent of a link to be made.
 */
static struct ad_str holder_id(const struct ad_piece *piece)
{
	return piece->remote_id.p ? google_asset_part_of(piece->remote_id, false)
				  : piece->parent_remote_id;
}

static struct ad_str asset_id(const struct ad_piece *piece)
{
	if (piece->remote_id.p)
		return google_asset_part_of(piece->remote_id, true);
	return piece->assets ? piece->assets->remote_id : (struct ad_str){ 0 };
}

static void link_query(struct ad_text *q, const struct ad_ask *ask)
{
	bool campaign = ask->pieces[0].under_campaign;
	const char *table = campaign ? "campaign_asset" : "ad_group_asset";
	const char *parent = campaign ? "campaign" : "ad_group";

	ad_text_addf(q, "SELECT %s.asset, %s.field_type, %s.status, %s.id FROM %s WHERE %s.id IN (",
		     table, table, table, parent, table, parent);
	for (size_t i = 0; i < ask->count; i++)
		ad_text_addf(q, "%s%.*s", i ? ", " : "", AD_FMT(holder_id(&ask->pieces[i])));
	ad_text_addf(q, ") AND %s.asset IN (", table);
	for (size_t i = 0; i < ask->count; i++)
		ad_text_addf(q, "%s'customers/%.*s/assets/%.*s'", i ? ", " : "",
			     AD_FMT(ask->link->account_id), AD_FMT(asset_id(&ask->pieces[i])));
	ad_text_addc(q, ')');
	if (ask->question == AD_ASK_KEY)
		ad_text_addf(q, " AND %s.status != 'REMOVED'", table);
}

void google_asset_query(struct ad_text *q, const struct ad_ask *ask)
{
	const struct kind *kind = google_asset_kind_of(&ask->pieces[0]);
	bool live = ask->question == AD_ASK_LIVE || !kind;

	if (ask->pieces[0].res->id == AD_R_ASSET_LINK) {
		link_query(q, ask);
		return;
	}
	ad_text_adds(q, "SELECT " ASSET_FIELDS " FROM asset WHERE ");
	if (!live)
		ad_text_addf(q, "asset.type = '%s' AND ", kind->theirs);
	ad_text_addf(q, "%s IN (", live ? "asset.id" : kind->column);
	for (size_t i = 0; i < ask->count; i++) {
		const struct ad_piece *piece = &ask->pieces[i];
		if (i)
			ad_text_adds(q, ", ");
		if (live)
			ad_text_add(q, piece->remote_id);
		else
			google_quoted(q,
				      ad_json_get_text(piece->want, kind->text ? "text" : "name"));
	}
	ad_text_addc(q, ')');
}

/* The number at the end of a resource name, or the id itself if it is a text. */
static struct ad_str tail_of(struct ad_str name)
{
	const char *slash = name.n ? memrchr(name.p, '/', name.n) : NULL;

	return slash ? (struct ad_str){ slash + 1, name.n - (size_t)(slash + 1 - name.p) } : name;
}

static struct ad_remote *link_live(struct ad_arena *arena, const struct ad_ask *ask,
				   const cJSON *row)
{
	bool campaign = ask->pieces[0].under_campaign;
	const cJSON *link = ad_json_get(row, campaign ? "campaignAsset" : "adGroupAsset");
	struct ad_remote *remote = ad_arena_zalloc(arena, sizeof(*remote));
	struct ad_json_error error;

	remote->parent_id = ad_arena_copy(
		arena, ad_json_get_text(ad_json_get(row, campaign ? "campaign" : "adGroup"), "id"));
	remote->id = ad_arena_printf(arena, "%.*s~%.*s~%.*s", AD_FMT(remote->parent_id),
				     AD_FMT(tail_of(ad_json_get_text(link, "asset"))),
				     AD_FMT(ad_json_get_text(link, "fieldType")));
	remote->status = ad_arena_copy(arena, ad_json_get_text(link, "status"));
	remote->fields = ad_json_parse(arena, AD_S("{}"), &error);
	return remote;
}

struct ad_remote *google_asset_live(struct ad_arena *arena, const struct ad_ask *ask,
				    const cJSON *row)
{
	const cJSON *asset = ad_json_get(row, "asset");
	const struct kind *kind = NULL;
	struct ad_remote *remote;
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_json_error error;

	if (ask->pieces[0].res->id == AD_R_ASSET_LINK)
		return link_live(arena, ask, row);
	for (size_t i = 0; i < AD_LEN(kinds) && !kind; i++)
		if (ad_str_is(ad_json_get_text(asset, "type"), kinds[i].theirs))
			kind = &kinds[i];
	if (!kind)
		return NULL;
	const cJSON *data = ad_json_get(asset, kind->member);
	const cJSON *urls = ad_json_get(asset, "finalUrls");
	remote = ad_arena_zalloc(arena, sizeof(*remote));
	remote->id = ad_arena_copy(arena, ad_json_get_text(asset, "id"));
	remote->status = AD_S("ENABLED");
	ad_json_object(&j);
	if (kind->text) {
		ad_json_kcstr(&j, "type", kind->ours);
		ad_json_kstr(&j, "text", ad_json_get_text(data, kind->text));
		ad_json_kstr(&j, "finalUrl", ad_json_text(urls ? urls->child : NULL));
		ad_json_kstr(&j, "description1", ad_json_get_text(data, "description1"));
		ad_json_kstr(&j, "description2", ad_json_get_text(data, "description2"));
	} else {
		ad_json_kstr(&j, "name", ad_json_get_text(asset, "name"));
	}
	ad_json_object_end(&j);
	remote->fields = ad_json_parse(arena, ad_text_str(&text), &error);
	return remote;
}

bool google_asset_same_key(const struct ad_piece *piece, const struct ad_remote *remote)
{
	const struct kind *kind = google_asset_kind_of(piece);
	const char *key;

	if (piece->res->id == AD_R_ASSET_LINK)
		return ad_str_eq(holder_id(piece), google_asset_part_of(remote->id, false)) &&
		       ad_str_eq(asset_id(piece), google_asset_part_of(remote->id, true)) &&
		       ad_str_is(type_part(remote->id), field_type(piece));
	if (!kind)
		return false;
	key = kind->text ? "text" : "name";
	return (kind->text != NULL) == (ad_json_get(remote->fields, "type") != NULL) &&
	       ad_str_eq(ad_json_get_text(piece->want, key), ad_json_get_text(remote->fields, key));
}
