/*
 * An ad group's targeting is one object at Reddit, which a change replaces as a whole. So it is
 * read, our parts are replaced, and the rest (audiences, carriers: set by others) is sent back
 * unchanged. Keywords, and a campaign's locations and languages, are lists in it.
 */
#include "platform/reddit/adapter.h"

#include "base/digest.h"
#include "base/json_read.h"
#include "platform/unknown_values.h"

static char reddit_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool same_words(struct ad_str a, struct ad_str b)
{
	size_t i = 0;

	while (i < a.n && i < b.n && reddit_lower(a.p[i]) == reddit_lower(b.p[i]))
		i++;
	return i == a.n && i == b.n;
}

bool reddit_is_negative(const cJSON *keyword)
{
	return cJSON_IsTrue(ad_json_get(keyword, "negative"));
}

static bool reddit_has(const cJSON *list, struct ad_str words)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, list)
	{
		if (same_words(ad_json_text(item), words))
			return true;
	}
	return false;
}

static const char *reddit_list_of(bool negative)
{
	return negative ? "excluded_keywords" : "keywords";
}

bool reddit_keyword_stands(const cJSON *targeting, const cJSON *keyword)
{
	return reddit_has(ad_json_get(targeting, reddit_list_of(reddit_is_negative(keyword))),
			  ad_json_get_text(keyword, "text"));
}

struct ad_str reddit_keyword_name(struct ad_arena *arena, struct ad_str group, struct ad_str words,
				  bool negative)
{
	struct ad_str text = ad_arena_copy(arena, words);
	uint8_t digest[AD_SHA256_SIZE];
	char hex[17];

	for (size_t i = 0; i < text.n; i++)
		((char *)text.p)[i] = reddit_lower(text.p[i]);
	ad_sha256(text, digest);
	ad_hex(digest, 8, hex);
	return ad_arena_printf(arena, "%.*s~%c%s", AD_FMT(group), negative ? 'n' : 'k', hex);
}

struct ad_str reddit_keyword_id(struct ad_arena *arena, struct ad_str group,
				const struct ad_piece *piece)
{
	return reddit_keyword_name(arena, group, ad_json_get_text(piece->want, "text"),
				   reddit_is_negative(piece->want));
}

struct ad_str reddit_group_of(struct ad_str keyword_id)
{
	const char *tilde = ad_str_find(keyword_id, '~');

	return tilde ? (struct ad_str){ keyword_id.p, (size_t)(tilde - keyword_id.p) } : keyword_id;
}

static bool reddit_named(const char *const *names, const char *name)
{
	for (; *names; names++)
		if (strcmp(*names, name) == 0)
			return true;
	return false;
}

/* Opens the object with the members of `live` that will not be written. */
static void open_without(struct ad_json *j, const cJSON *live, const char *const *names)
{
	const cJSON *item;

	ad_json_object(j);
	cJSON_ArrayForEach(item, live)
	{
		struct ad_text text = { 0 };
		if (reddit_named(names, item->string) || cJSON_IsNull(item))
			continue;
		ad_json_canonical(&text, item);
		ad_json_kraw(j, item->string, ad_text_str(&text));
		ad_text_free(&text);
	}
}

static void reddit_put_list(struct ad_json *j, const char *key, const cJSON *list)
{
	const cJSON *item;

	ad_json_key(j, key);
	ad_json_array(j);
	cJSON_ArrayForEach(item, list) ad_json_str(j, ad_json_text(item));
	ad_json_array_end(j);
}

static void put_places(struct ad_json *j, const char *key, const cJSON *locations, bool excluded)
{
	const cJSON *item;

	ad_json_key(j, key);
	ad_json_array(j);
	cJSON_ArrayForEach(item, locations)
	{
		if (cJSON_IsTrue(ad_json_get(item, "excluded")) == excluded)
			ad_json_str(j, ad_json_get_text(item, "code"));
	}
	ad_json_array_end(j);
}

static void put_languages(struct ad_json *j, const cJSON *languages)
{
	const cJSON *item;

	ad_json_key(j, "languages");
	if (!languages || !languages->child) {
		ad_json_null(j);
		return;
	}
	ad_json_array(j);
	cJSON_ArrayForEach(item, languages)
	{
		struct ad_str s = ad_json_text(item);
		char two[3] = { 0 };
		if (s.n < 2)
			continue;
		two[0] = (char)(s.p[0] & ~32);
		two[1] = (char)(s.p[1] & ~32);
		ad_json_str(j, (struct ad_str){ two, 2 });
	}
	ad_json_array_end(j);
}

static void put_all_places(struct ad_json *j, const cJSON *campaign)
{
	put_places(j, "geolocations", ad_json_get(campaign, "locations"), false);
	put_places(j, "excluded_geolocations", ad_json_get(campaign, "locations"), true);
}

/* The single word of a list with one of the two, or absent: both mean everybody. */
static struct ad_str only_one(const cJSON *list)
{
	const cJSON *first = cJSON_IsArray(list) ? list->child : NULL;

	for (const cJSON *item = first; item; item = item->next)
		if (!ad_str_eq(ad_json_text(item), ad_json_text(first)))
			return (struct ad_str){ NULL, 0 };
	return ad_json_text(first);
}

/* Our word for a type of device; empty if the device has none. */
static struct ad_str device_word(const cJSON *device)
{
	struct ad_str type = ad_json_get_text(device, "type");

	if (!type.n || ad_str_is(type, "MOBILE") || ad_str_is(type, "DESKTOP"))
		return type;
	return AD_S(AD_OTHER_WORD);
}

static bool has_type(const cJSON *devices, struct ad_str type)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, devices)
	{
		if (ad_str_eq(device_word(item), type))
			return true;
	}
	return false;
}

static bool reddit_has_text(const cJSON *list, struct ad_str text)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, list)
	{
		if (ad_str_eq(ad_json_text(item), text))
			return true;
	}
	return false;
}

/* True if the live devices have exactly the wanted types; they may also have systems and models. */
static bool has_types(const cJSON *live, const cJSON *wanted)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, live)
	{
		struct ad_str type = device_word(item);
		if (type.n && !reddit_has_text(wanted, type))
			return false;
	}
	cJSON_ArrayForEach(item, wanted)
	{
		if (!has_type(live, ad_json_text(item)))
			return false;
	}
	return true;
}

static void put_devices(struct ad_json *j, const cJSON *live, const cJSON *wanted)
{
	struct ad_str device = only_one(wanted);
	struct ad_text text = ad_text_on(j->out->arena);

	if (cJSON_IsArray(live) && has_types(live, wanted)) {
		ad_json_canonical(&text, live);
		ad_json_kraw(j, "devices", ad_text_str(&text));
		return;
	}
	ad_json_key(j, "devices");
	ad_json_array(j);
	if (device.n) {
		ad_json_object(j);
		ad_json_kstr(j, "type", device);
		ad_json_object_end(j);
	}
	ad_json_array_end(j);
}

static void put_own(struct ad_json *j, const cJSON *live, const cJSON *targeting)
{
	struct ad_str gender = only_one(ad_json_get(targeting, "genders"));

	/* An unknown gender is written only where it stands. */
	if (ad_str_is(gender, AD_UNKNOWN_GENDER))
		gender = ad_json_get_text(live, "gender");

	reddit_put_list(j, "communities", ad_json_get(targeting, "communities"));
	reddit_put_list(j, "interests", ad_json_get(targeting, "interests"));
	reddit_put_list(j, "locations", ad_json_get(targeting, "placements"));
	ad_json_kstr(j, "gender", gender.n ? gender : (struct ad_str){ NULL, 0 });
	put_devices(j, ad_json_get(live, "devices"), ad_json_get(targeting, "devices"));
}

void reddit_targeting(struct ad_json *j, const cJSON *live, const cJSON *want,
		      const cJSON *campaign)
{
	static const char *const own[] = { "communities", "interests", "locations",
					   "gender",      "devices",   NULL };

	open_without(j, live, own);
	put_own(j, live, ad_json_get(want, "targeting"));
	if (campaign) {
		put_all_places(j, campaign);
		put_languages(j, ad_json_get(campaign, "languages"));
	}
	ad_json_object_end(j);
}

void reddit_targeting_places(struct ad_json *j, const cJSON *live, const cJSON *campaign,
			     bool places, bool languages)
{
	static const char *const of_places[] = { "geolocations", "excluded_geolocations", NULL };
	static const char *const of_languages[] = { "languages", NULL };
	static const char *const of_both[] = { "geolocations", "excluded_geolocations", "languages",
					       NULL };

	open_without(j, live, places && languages ? of_both : places ? of_places : of_languages);
	if (places)
		put_all_places(j, campaign);
	if (languages)
		put_languages(j, ad_json_get(campaign, "languages"));
	ad_json_object_end(j);
}

/* True if the keyword of a piece stays in the targeting. */
static bool reddit_leaves(const struct ad_piece *piece)
{
	return piece->op != AD_OP_REMOVE &&
	       (reddit_is_negative(piece->want) ||
		ad_str_is(ad_json_get_text(piece->want, "status"), "ENABLED"));
}

/* True if a piece before `end` has the same words in that list. */
static bool reddit_said(const struct ad_piece *pieces, size_t end, bool negative,
			struct ad_str words)
{
	for (size_t i = 0; i < end; i++)
		if (reddit_is_negative(pieces[i].want) == negative &&
		    same_words(ad_json_get_text(pieces[i].want, "text"), words))
			return true;
	return false;
}

void reddit_targeting_keywords(struct ad_json *j, const cJSON *live, const struct ad_piece *pieces,
			       size_t count)
{
	static const char *const names[] = { "keywords", "excluded_keywords", NULL };

	open_without(j, live, names);
	for (int negative = 0; negative < 2; negative++) {
		const cJSON *item;
		ad_json_key(j, reddit_list_of(negative == 1));
		ad_json_array(j);
		cJSON_ArrayForEach(item, ad_json_get(live, reddit_list_of(negative == 1)))
		{
			if (!reddit_said(pieces, count, negative == 1, ad_json_text(item)))
				ad_json_str(j, ad_json_text(item));
		}
		for (size_t i = 0; i < count; i++) {
			struct ad_str words = ad_json_get_text(pieces[i].want, "text");
			if (reddit_is_negative(pieces[i].want) == (negative == 1) &&
			    reddit_leaves(&pieces[i]) &&
			    !reddit_said(pieces, i, negative == 1, words))
				ad_json_str(j, words);
		}
		ad_json_array_end(j);
	}
	ad_json_object_end(j);
}

static void live_one(struct ad_json *j, const char *key, struct ad_str word)
{
	ad_json_key(j, key);
	ad_json_array(j);
	if (word.n)
		ad_json_str(j, word);
	ad_json_array_end(j);
}

void reddit_live_targeting(struct ad_json *j, const cJSON *targeting)
{
	const cJSON *devices = ad_json_get(targeting, "devices");
	struct ad_str gender = ad_json_get_text(targeting, "gender");
	const cJSON *item;

	/* A targeting that was not returned is unknown. */
	if (!cJSON_IsObject(targeting))
		return;
	if (gender.n && !ad_str_is(gender, "FEMALE") && !ad_str_is(gender, "MALE"))
		gender = AD_S(AD_UNKNOWN_GENDER);
	ad_json_key(j, "targeting");
	ad_json_object(j);
	live_one(j, "genders", gender);
	reddit_put_list(j, "interests", ad_json_get(targeting, "interests"));
	reddit_put_list(j, "communities", ad_json_get(targeting, "communities"));
	reddit_put_list(j, "placements", ad_json_get(targeting, "locations"));
	ad_json_key(j, "devices");
	ad_json_array(j);
	cJSON_ArrayForEach(item, devices)
	{
		struct ad_str type = device_word(item);
		if (type.n)
			ad_json_str(j, type);
	}
	ad_json_array_end(j);
	ad_json_object_end(j);
}

static void live_place_list(struct ad_json *j, const cJSON *list, bool excluded)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, list)
	{
		ad_json_object(j);
		ad_json_kstr(j, "code", ad_json_text(item));
		ad_json_kbool(j, "excluded", excluded);
		ad_json_object_end(j);
	}
}

void reddit_live_places(struct ad_json *j, const cJSON *targeting)
{
	const cJSON *item;

	ad_json_key(j, "locations");
	ad_json_array(j);
	live_place_list(j, ad_json_get(targeting, "geolocations"), false);
	live_place_list(j, ad_json_get(targeting, "excluded_geolocations"), true);
	ad_json_array_end(j);
	ad_json_key(j, "languages");
	ad_json_array(j);
	cJSON_ArrayForEach(item, ad_json_get(targeting, "languages"))
	{
		struct ad_str tag = ad_arena_copy(j->out->arena, ad_json_text(item));
		for (size_t i = 0; i < tag.n; i++)
			((char *)tag.p)[i] = reddit_lower(tag.p[i]);
		if (tag.n)
			ad_json_str(j, tag);
	}
	ad_json_array_end(j);
}

bool reddit_has_targeting(struct ad_arena *arena, struct ad_str handle)
{
	struct ad_json_error error;
	const cJSON *read = handle.n ? ad_json_parse(arena, handle, &error) : NULL, *group;

	if (!cJSON_IsArray(read))
		return cJSON_IsObject(read);
	cJSON_ArrayForEach(group, read)
	{
		if (!cJSON_IsObject(ad_json_get(group, "targeting")))
			return false;
	}
	return true;
}

bool reddit_can_aim(struct ad_arena *arena, const struct ad_piece *piece,
		    struct ad_platform_error *error)
{
	bool writes = piece->res->id == AD_R_KEYWORD;

	if (piece->op == AD_OP_CREATE || !piece->live || !piece->live->handle.n)
		return true;
	for (const char *const *name = piece->changed; name && *name; name++)
		writes = writes || strcmp(*name, "targeting") == 0 ||
			 strcmp(*name, "locations") == 0 || strcmp(*name, "languages") == 0;
	if (!writes || reddit_has_targeting(arena, piece->live->handle))
		return true;
	*error = (struct ad_platform_error){
		.code = "UNREADABLE_ANSWER",
		.message = AD_S("Reddit did not return the targeting of the ad group, and a change "
				"would overwrite it. Pull, then push again."),
	};
	return false;
}
