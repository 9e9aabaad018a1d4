/* Values as the pages show them: see values.h. */
#include "app/page/values.h"

#include "app/page/door.h"

const char *app_platform_title(struct ad_str name)
{
	enum ad_platform platform = ad_platform_of(name);

	return platform < AD_PLATFORM_COUNT ? ad_connect_title(platform) : "";
}

struct ad_str app_kind_title(struct ad_str name)
{
	if (ad_str_is(name, "adGroup"))
		return AD_S("ad group");
	return ad_str_is(name, "assetLink") ? AD_S("attachment") : name;
}

void app_add_status(struct ad_text *page, struct ad_str status)
{
	static const struct {
		const char *name, *title, *class_name;
	} list[] = {
		{ "AWAITING_APPROVAL", "waits for approval", "tag warn" },
		{ "QUEUED", "queued", "tag" },
		{ "RUNNING", "running", "tag" },
		{ "SUCCEEDED", "done", "tag good" },
		{ "PARTIAL", "partly done", "tag warn" },
		{ "FAILED", "failed", "tag bad" },
		{ "CANCELLED", "cancelled", "tag" },
		{ "PENDING", "not sent yet", "tag" },
		{ "SENT", "sent", "tag" },
		{ "SKIPPED", "skipped", "tag warn" },
		{ "UNKNOWN", "in doubt", "tag bad" },
	};

	for (size_t i = 0; i < AD_LEN(list); i++)
		if (ad_str_is(status, list[i].name)) {
			ad_text_addf(page, "<span class=\"%s\">%s</span>", list[i].class_name,
				     list[i].title);
			return;
		}
	app_html(page, status);
}

void app_add_environment(struct ad_text *page, struct ad_str environment)
{
	ad_text_adds(page, ad_str_is(environment, "live") ? "<span class=\"tag warn\">live</span>"
							  : "<span class=\"tag\">test</span>");
}

void app_add_money(struct ad_text *page, int64_t micros, const char *currency, bool sign)
{
	struct ad_json j = ad_json_on(page);

	if (sign && micros > 0)
		ad_text_addc(page, '+');
	ad_json_micros(&j, micros);
	ad_text_addf(page, " %s", currency);
}

static const struct ad_field *value_member_of(const struct ad_field *field, const char *name)
{
	for (size_t i = 0; field && name && i < field->member_count; i++)
		if (strcmp(field->members[i].name, name) == 0)
			return &field->members[i];
	return NULL;
}

/* Writes a value that fits on one line: a text, a number, money, a boolean, or null. */
static void add_plain(struct ad_text *page, const struct ad_field *field, const cJSON *value,
		      const char *currency)
{
	struct ad_text json = ad_text_on(page->arena);
	int64_t micros;

	if (!value || cJSON_IsNull(value)) {
		ad_text_adds(page, "<span class=\"soft\">empty</span>");
	} else if (cJSON_IsString(value)) {
		ad_page_words(page, ad_json_text(value));
	} else if (field && field->type == AD_T_MONEY && !(field->flags & AD_OWN_CURRENCY) &&
		   ad_json_micros_of(value, &micros)) {
		app_add_money(page, micros, currency, false);
	} else {
		ad_json_canonical(&json, value);
		ad_page_words(page, ad_text_str(&json));
	}
}

/* JSON from outside has at most 32 levels (json_read.h), which limits this recursion. */
void app_add_value(struct ad_text *page, const struct ad_field *field, const cJSON *value,
		   const char *currency)
{
	const cJSON *item;
	bool list = cJSON_IsArray(value);

	if ((!list && !cJSON_IsObject(value)) || !value->child) {
		add_plain(page, field, list ? NULL : value, currency);
		return;
	}
	cJSON_ArrayForEach(item, value)
	{
		if (!list) {
			app_html(page, ad_str(item->string));
			ad_text_adds(page, ": ");
		}
		app_add_value(page, list ? field : value_member_of(field, item->string), item,
			      currency);
		if (item->next)
			ad_text_adds(page, list && cJSON_IsObject(item) ? "; " : ", ");
	}
}

void app_add_owner(struct ad_text *page, struct ad_str owner)
{
	if (owner.n == 0)
		return;
	ad_text_adds(page, " <small>of ");
	app_html(page, owner);
	ad_text_adds(page, "</small>");
}

struct ad_str app_client_host(struct ad_str client_id)
{
	static const char scheme[] = "https://";
	size_t n = sizeof(scheme) - 1;

	if (!ad_str_starts(client_id, scheme))
		return (struct ad_str){ 0 };
	struct ad_str host = { client_id.p + n, client_id.n - n };
	const char *end = ad_str_find(host, '/');
	if (end)
		host.n = (size_t)(end - host.p);
	return host;
}
