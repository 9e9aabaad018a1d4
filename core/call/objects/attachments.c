#include "call/objects/attachments.h"
#include "call/request/connector.h"
#include "call/request/quota.h"

#include "base/json_read.h"
#include "call/rules/rules.h"
#include "model/limits.h"
#include "model/media_limits.h"
#include "store/objects/blobs.h"
#include "store/objects/remotes.h"

/* --- types and roles ------------------------------------------------------------------------- */

struct fit {
	const char *type, *role; /* the first role of a type is its default */
};
static const struct fit fits[] = {
	{ "IMAGE", "IMAGE" },     { "IMAGE", "SQUARE_IMAGE" }, { "IMAGE", "LOGO" },
	{ "LOGO", "LOGO" },       { "VIDEO", "VIDEO" },        { "SITELINK", "SITELINK" },
	{ "CALLOUT", "CALLOUT" },
};

struct ad_str ad_attach_role(const struct ad_row *asset)
{
	for (size_t i = 0; i < AD_LEN(fits); i++)
		if (ad_str_is(ad_row_text(asset, "type"), fits[i].type))
			return ad_str(fits[i].role);
	return (struct ad_str){ NULL, 0 };
}

static bool type_fits(const struct ad_row *asset, struct ad_str role)
{
	for (size_t i = 0; i < AD_LEN(fits); i++)
		if (ad_str_is(ad_row_text(asset, "type"), fits[i].type) &&
		    ad_str_is(role, fits[i].role))
			return true;
	return false;
}

static bool is_link(struct ad_str role)
{
	return ad_str_is(role, "SITELINK") || ad_str_is(role, "CALLOUT");
}

/* --- what a platform takes ------------------------------------------------------------------- */

static enum ad_platform attachments_platform_of(const struct ad_row *holder)
{
	size_t index;
	if (!ad_field_find(&holder->res->shape, AD_S("platform"), &index) ||
	    holder->v[index].kind != AD_TEXT)
		return AD_PLATFORM_COUNT;
	return ad_platform_of(holder->v[index].s);
}

static int64_t attachments_number(const struct ad_row *asset, const char *field)
{
	size_t index = 0;
	(void)ad_field_find(&asset->res->shape, ad_str(field), &index);
	return asset->v[index].kind == AD_INT ? asset->v[index].i : 0;
}

static bool mime_fits(const struct ad_media_limit_row *l, struct ad_str mime)
{
	for (size_t i = 0; l->mimes[i]; i++)
		if (ad_str_is(mime, l->mimes[i]))
			return true;
	return false;
}

/* True if the ratio of the sides matches within 1 percent. */
static bool ratio_fits(const struct ad_media_limit_row *l, int64_t width, int64_t height)
{
	int64_t wanted = height * l->ratio_width;
	int64_t is = width * l->ratio_height;
	int64_t off = is > wanted ? is - wanted : wanted - is;
	return !l->ratio_width || off * 100 <= wanted;
}

/* The code of an asset's violation of one limit row; NULL if the asset fits. */
static const char *attachments_misfit(const struct ad_media_limit_row *l,
				      const struct ad_row *asset)
{
	int64_t width = attachments_number(asset, "width"),
		height = attachments_number(asset, "height");
	if (!mime_fits(l, ad_row_text(asset, "mimeType")))
		return "UNSUPPORTED_FORMAT";
	if (!ratio_fits(l, width, height))
		return "WRONG_RATIO";
	if (width < l->min_width || height < l->min_height)
		return "TOO_SMALL";
	if (l->max_bytes && attachments_number(asset, "bytes") > l->max_bytes)
		return "TOO_LARGE";
	if (l->max_ms && attachments_number(asset, "durationMs") > l->max_ms)
		return "TOO_LONG";
	return NULL;
}

static struct ad_str mime_list(struct ad_arena *arena, const struct ad_media_limit_row *l)
{
	struct ad_text text = ad_text_on(arena);
	for (size_t i = 0; l->mimes[i]; i++)
		ad_text_addf(&text, "%s%s", i ? ", " : "", l->mimes[i]);
	return ad_text_str(&text);
}

/* Describes one row's requirements: "191:100, at least 600 x 314 pixels, …". */
static struct ad_str attachments_wants(struct ad_arena *arena, const struct ad_media_limit_row *l)
{
	struct ad_text text = ad_text_on(arena);
	if (l->ratio_width)
		ad_text_addf(&text, "aspect ratio of %g:1 (within one percent), ",
			     (double)l->ratio_width / l->ratio_height);
	if (l->min_width)
		ad_text_addf(&text, "at least %lld x %lld pixels, ", (long long)l->min_width,
			     (long long)l->min_height);
	if (l->max_bytes)
		ad_text_addf(&text, "at most %lld bytes, ", (long long)l->max_bytes);
	if (l->max_ms)
		ad_text_addf(&text, "at most %lld seconds, ", (long long)(l->max_ms / 1000));
	ad_text_addf(&text, "%.*s", AD_FMT(mime_list(arena, l)));
	return ad_text_str(&text);
}

static bool check_media(struct ad_call *call, const struct ad_row *asset, enum ad_platform platform,
			struct ad_str role, const char *path)
{
	struct ad_text all = ad_text_on(call->arena);
	const char *code = NULL;
	for (size_t i = 0; i < ad_media_limit_count; i++) {
		const struct ad_media_limit_row *l = &ad_media_limits[i];
		if (l->platform != platform || !ad_str_is(role, l->role))
			continue;
		const char *wrong = attachments_misfit(l, asset);
		if (!wrong)
			return true;
		if (!code || strcmp(code, "WRONG_RATIO") == 0)
			code = wrong;
		ad_text_addf(&all, "%s%.*s", all.n ? "; or " : "",
			     AD_FMT(attachments_wants(call->arena, l)));
	}
	if (!code) {
		ad_fault(call, path, "UNSUPPORTED_ON_PLATFORM",
			 "%s does not support attaching an asset as %.*s%s.",
			 ad_platform_name(platform), AD_FMT(role),
			 ad_str_is(role, "VIDEO") && platform == AD_GOOGLE
				 ? ": its videos must be on YouTube"
				 : "");
		return false;
	}
	ad_fault(call, path, code,
		 "The asset is %.*s, %lld x %lld pixels, %lld bytes. %s requires for %.*s: %.*s.",
		 AD_FMT(ad_row_text(asset, "mimeType")),
		 (long long)attachments_number(asset, "width"),
		 (long long)attachments_number(asset, "height"),
		 (long long)attachments_number(asset, "bytes"), ad_platform_name(platform),
		 AD_FMT(role), AD_FMT(ad_text_str(&all)));
	return false;
}

static bool check_link(struct ad_call *call, const struct ad_row *asset,
		       const struct ad_row *holder, struct ad_str role, const char *path)
{
	enum ad_platform platform = attachments_platform_of(holder);
	bool ok = true;
	bool level = holder->res->id == AD_R_CAMPAIGN || holder->res->id == AD_R_AD_GROUP;
	if (!level || platform == AD_REDDIT || platform == AD_META) {
		ad_fault(call, path, "UNSUPPORTED_ON_PLATFORM",
			 "A %.*s can only be attached to a campaign or an ad group on google or "
			 "microsoft.",
			 AD_FMT(role));
		return false;
	}
	for (size_t i = 0; i < ad_limits_count; i++) {
		const struct ad_limit_row *l = &ad_limits_rows[i];
		if (l->resource != AD_R_ASSET || l->platform != platform ||
		    !ad_str_is(ad_row_text(asset, "type"), l->type) ||
		    !ad_row_text(asset, l->field).p)
			continue;
		size_t faults = call->fault_count;
		ad_rule_width(call, platform, path, ad_row_text(asset, l->field), l->max_width);
		ok = ok && call->fault_count == faults;
	}
	return ok;
}

bool ad_attach_check(struct ad_call *call, const struct ad_row *asset, const struct ad_row *holder,
		     struct ad_str role, const char *path)
{
	enum ad_platform platform = attachments_platform_of(holder);
	if (!type_fits(asset, role)) {
		struct ad_str type = ad_row_text(asset, "type");
		struct ad_str own = ad_attach_role(asset);
		ad_fault(call, path, "WRONG_ROLE",
			 own.p ? "An asset of type %.*s cannot be attached as %.*s."
			       : "An asset of type %.*s cannot be attached to any object%.*s.",
			 AD_FMT(type), own.p ? (int)role.n : 0, role.p ? role.p : "");
		return false;
	}
	if (is_link(role))
		return check_link(call, asset, holder, role, path);
	if (platform == AD_PLATFORM_COUNT)
		return true; /* a business has no platform */
	if ((platform == AD_REDDIT || platform == AD_META) && holder->res->id != AD_R_AD) {
		ad_fault(call, path, "UNSUPPORTED_ON_PLATFORM",
			 "Pictures and videos can only be attached to ads on %s. Attach the asset "
			 "to an ad.",
			 ad_platform_name(platform));
		return false;
	}
	return check_media(call, asset, platform, role, path);
}

/* --- what objects name ----------------------------------------------------------------------- */

/* True if a field refers to one asset or to a list of assets. */
static bool names_assets(const struct ad_field *field)
{
	return field->ref == AD_R_ASSET && !(field->flags & AD_READ_ONLY) &&
	       (field->type == AD_T_REF || (field->type == AD_T_LIST && field->item == AD_T_REF));
}

/* The role of an asset that a field names: LOGO, or the default role of the asset. */
static struct ad_str role_of(const struct ad_field *field, const struct ad_row *asset)
{
	return field->type == AD_T_REF ? AD_S("LOGO") : ad_attach_role(asset);
}

static bool attachments_holds(struct ad_call *call, const struct ad_field *field,
			      const struct ad_value *value, struct ad_str id)
{
	struct ad_json_error err;
	const cJSON *item;
	if (value->kind != AD_TEXT)
		return false;
	if (field->type == AD_T_REF)
		return ad_str_eq(value->s, id);
	cJSON_ArrayForEach(item,
			   ad_json_parse(call->arena, value->s,
					 &err)) if (ad_str_eq(ad_json_text(item), id)) return true;
	return false;
}

/* A walk over the ids that only one of two values of a field has; `each` is called for each id. */
struct walk {
	struct ad_call *call;
	const struct ad_field *field;
	const struct ad_row *holder;
	bool (*each)(const struct walk *w, struct ad_str id, const char *path);
};

static bool walk_new(const struct walk *w, const struct ad_value *now, const struct ad_value *then)
{
	static const struct ad_value none = { .kind = AD_NULL };
	struct ad_json_error err;
	const cJSON *item;
	int i = 0;
	if (now->kind != AD_TEXT)
		return true;
	if (!then)
		then = &none;
	if (w->field->type == AD_T_REF)
		return attachments_holds(w->call, w->field, then, now->s) ||
		       w->each(w, now->s, w->field->name);
	cJSON_ArrayForEach(item, ad_json_parse(w->call->arena, now->s, &err))
	{
		struct ad_str path = ad_arena_printf(w->call->arena, "%s[%d]", w->field->name, i++);
		if (!attachments_holds(w->call, w->field, then, ad_json_text(item)) &&
		    !w->each(w, ad_json_text(item), path.p))
			return false;
	}
	return true;
}

static bool check_named(const struct walk *w, struct ad_str id, const char *path)
{
	struct ad_row *asset;
	struct ad_call *call = w->call;
	if (ad_has_fault(call, path))
		return true;
	enum ad_db_status status = ad_row_load(call->db, call->arena, ad_call_realm(call),
					       ad_resource_row(AD_R_ASSET), id, &asset);
	if (status == AD_DB_ROW && asset->removal)
		ad_fault(call, path, "PENDING_REMOVAL",
			 "%s refers to an asset that is staged for removal. Restore the asset "
			 "first.",
			 path);
	else if (status == AD_DB_ROW)
		(void)ad_attach_check(call, asset, w->holder, role_of(w->field, asset), path);
	return true; /* the missing asset has a fault already */
}

void ad_attached_check(struct ad_call *call, const struct ad_row *before,
		       const struct ad_row *after)
{
	for (size_t i = 0; i < after->res->shape.count; i++) {
		struct walk w = { call, &after->res->shape.fields[i], after, check_named };
		if (names_assets(w.field))
			(void)walk_new(&w, &after->v[i], before ? &before->v[i] : NULL);
	}
}

static bool attachments_render(struct ad_call *call, struct ad_str asset)
{
	enum ad_db_status status =
		ad_links_render(call->db, call->arena, ad_call_realm(call), asset, NULL);
	return status == AD_DB_DONE || ad_fail_db(call, status);
}

/* True if the asset is attached to the object in any role; also false if the query failed. */
bool ad_is_attached(struct ad_call *call, const struct ad_attached *link)
{
	struct ad_stmt *s = ad_sql(call->db, "SELECT 1 FROM asset_links WHERE space_id = $1 AND"
					     " environment = $2 AND asset_id = $3 AND resource = $4"
					     " AND object_id = $5 LIMIT 1");
	struct ad_realm realm = ad_call_realm(call);
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, link->asset_id);
	ad_bind(s, 4, link->resource);
	ad_bind(s, 5, link->object_id);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_ROW)
		ad_reset(s);
	else if (status != AD_DB_DONE)
		ad_fail_db(call, status);
	return status == AD_DB_ROW;
}

static bool attach_named(const struct walk *w, struct ad_str id, const char *path)
{
	struct ad_call *call = w->call;
	struct ad_row *asset;
	bool added;
	(void)path;
	enum ad_db_status status = ad_row_load(call->db, call->arena, ad_call_realm(call),
					       ad_resource_row(AD_R_ASSET), id, &asset);
	if (status != AD_DB_ROW)
		return status == AD_DB_DONE || ad_fail_db(call, status);
	struct ad_attached link = { .asset_id = id,
				    .resource = ad_str(w->holder->res->name),
				    .object_id = w->holder->id,
				    .role = role_of(w->field, asset) };
	ad_call_mark_link(call, &link);
	/* If the asset is already attached in another role, that attachment is used. */
	if (w->field->type == AD_T_LIST && ad_is_attached(call, &link))
		return true;
	if (call->status != AD_OK)
		return false;
	status = ad_link_add(call->db, ad_call_realm(call), &link, &added);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	return !added || attachments_render(call, id);
}

/*
 * Detaches the asset in every role, because the list no longer names it. A logo is detached only as
 * LOGO.
 */
static bool detach_named(const struct walk *w, struct ad_str id, const char *path)
{
	struct ad_call *call = w->call;
	struct ad_realm realm = ad_call_realm(call);
	struct ad_attached_list links;
	(void)path;
	enum ad_db_status status =
		ad_links_load(call->db, call->arena, realm,
			      (struct ad_attached){ .object_id = w->holder->id }, &links);
	for (size_t i = 0; status == AD_DB_DONE && i < links.n; i++) {
		struct ad_attached *link = &links.at[i];
		if (!ad_str_eq(link->asset_id, id) ||
		    (w->field->type == AD_T_REF && !ad_str_is(link->role, "LOGO")))
			continue;
		ad_call_mark_link(call, link);
		status = ad_link_remove(call->db, realm, link);
		if (status == AD_DB_ROW)
			status = AD_DB_DONE;
	}
	return status == AD_DB_DONE ? attachments_render(call, id) : ad_fail_db(call, status);
}

bool ad_attached_follow(struct ad_call *call, const struct ad_row *before,
			const struct ad_row *after)
{
	if (!after) {
		enum ad_db_status status =
			ad_links_drop(call->db, call->arena, ad_call_realm(call), before->id);
		return status == AD_DB_DONE || ad_fail_db(call, status);
	}
	for (size_t i = 0; i < after->res->shape.count; i++) {
		const struct ad_field *field = &after->res->shape.fields[i];
		struct walk in = { call, field, after, attach_named };
		struct walk out = { call, field, after, detach_named };
		if (!names_assets(field) || (before && ad_value_eq(&before->v[i], &after->v[i])))
			continue;
		if (!walk_new(&in, &after->v[i], before ? &before->v[i] : NULL) ||
		    (before && !walk_new(&out, &before->v[i], &after->v[i])))
			return false;
	}
	return true;
}

/* --- an asset that goes ---------------------------------------------------------------------- */

/*
 * Sets *there if the object that an asset is attached to exists. An object removed on the platform
 * has no attachments.
 */
static enum ad_db_status still_there(struct ad_call *call, const struct ad_attached *link,
				     bool *there)
{
	struct ad_row *row;
	const struct ad_resource *res = ad_resource_by_name(link->resource);
	enum ad_db_status status =
		ad_row_load(call->db, call->arena, ad_call_realm(call), res, link->object_id, &row);
	*there = status == AD_DB_ROW && !row->removed;
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

#define TOLD_MAX 20

bool ad_attached_nowhere(struct ad_call *call, const struct ad_row *asset)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_attached_list links;
	const struct ad_attached *first = NULL;
	size_t told = 0;
	enum ad_db_status status =
		ad_links_load(call->db, call->arena, ad_call_realm(call),
			      (struct ad_attached){ .asset_id = asset->id }, &links);
	ad_json_array(&j);
	for (size_t i = 0; status == AD_DB_DONE && i < links.n; i++) {
		bool there;
		status = still_there(call, &links.at[i], &there);
		if (status != AD_DB_DONE || !there)
			continue;
		if (!first)
			first = &links.at[i];
		if (told++ >= TOLD_MAX)
			break;
		ad_json_object(&j);
		ad_json_kstr(&j, "resource", links.at[i].resource);
		ad_json_kstr(&j, "id", links.at[i].object_id);
		ad_json_kstr(&j, "role", links.at[i].role);
		ad_json_object_end(&j);
	}
	ad_json_array_end(&j);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	if (!first)
		return true;
	call->details =
		ad_arena_printf(call->arena, "\"referredBy\":%.*s", AD_FMT(ad_text_str(&text)));
	call->suggestion = "Detach it there (DELETE /assets/:id/attach), then delete it.";
	return ad_fail(call, AD_CONFLICT,
		       "The asset is attached to the %.*s %.*s as %.*s%s. Detach it first.",
		       AD_FMT(first->resource), AD_FMT(first->object_id), AD_FMT(first->role),
		       told > 1 ? ", and to other objects" : "");
}

bool ad_asset_store(struct ad_call *call, const struct ad_row *row)
{
	struct ad_realm realm = ad_call_realm(call);
	struct ad_str sha = ad_row_text(row, "sha256");
	struct ad_str bytes = ad_row_text(row, "data");
	enum ad_db_status status;
	bool whole = false;
	if (ad_row_text(row, "sourceUrl").p && !sha.p) {
		ad_fault(call, "sourceUrl", "UNSUPPORTED",
			 "sourceUrl is supported only by POST /assets, for one asset. Use data "
			 "here.");
		return false;
	}
	if (!sha.p)
		return true;
	if (!ad_quota_bytes(call, bytes.n))
		return false;
	status = ad_blob_whole(call->db, realm, sha, bytes.n, &whole);
	for (size_t i = 0; status == AD_DB_DONE && !whole && i < ad_blob_pieces(bytes.n); i++)
		status = ad_blob_put(call->db, realm, sha, bytes, i);
	if (status == AD_DB_DONE)
		status = ad_blob_settle(call->db, realm, sha);
	return status == AD_DB_DONE || ad_fail_db(call, status);
}

bool ad_asset_gone(struct ad_call *call, const struct ad_row *row)
{
	struct ad_realm realm = ad_call_realm(call);
	struct ad_str sha = ad_row_text(row, "sha256");
	enum ad_db_status status = ad_remotes_forget(call->db, realm, row->id);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	if (!sha.p)
		return true;
	struct ad_stmt *s = ad_sql(call->db, "SELECT 1 FROM assets WHERE space_id = $1 AND"
					     " environment = $2 AND sha256 = $3 LIMIT 1");
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, sha);
	status = ad_step(s);
	if (status == AD_DB_ROW)
		ad_reset(s);
	else if (status == AD_DB_DONE)
		status = ad_blob_drop(call->db, realm, sha);
	return status == AD_DB_DONE || status == AD_DB_ROW || ad_fail_db(call, status);
}
