/* The fields that each platform carries, printed from the adapters' own tables. */
#include "cli/describe/reference.h"
#include "platform/goal.h"
#include "platform/version.h"

static void add_head(struct ad_text *out, const char *what)
{
	ad_text_addf(out, "| %s |", what);
	for (int p = 0; p < AD_PLATFORM_COUNT; p++)
		ad_text_addf(out, " %s |", ad_platform_name((enum ad_platform)p));
	ad_text_adds(out, "\n|---|");
	for (int p = 0; p < AD_PLATFORM_COUNT; p++)
		ad_text_adds(out, "---|");
	ad_text_addc(out, '\n');
}

static void add_mark(struct ad_text *out, bool there)
{
	ad_text_adds(out, there ? " yes |" : " - |");
}

static void add_fields(struct ad_text *out, const struct ad_resource *res)
{
	for (size_t i = 0; i < res->shape.count; i++) {
		const char *field = res->shape.fields[i].name;
		bool there[AD_PLATFORM_COUNT], any = false;
		for (int p = 0; p < AD_PLATFORM_COUNT; p++) {
			there[p] = ad_adapter_of((enum ad_platform)p)->sends(res, field);
			any = any || there[p];
		}
		if (!any)
			continue;
		ad_text_addf(out, "| %s `%s` |", res->name, field);
		for (int p = 0; p < AD_PLATFORM_COUNT; p++)
			add_mark(out, there[p]);
		ad_text_addc(out, '\n');
	}
}

static void add_roles(struct ad_text *out)
{
	static const struct ad_resource *const holders[] = { &ad_resource_campaign,
							     &ad_resource_ad_group,
							     &ad_resource_ad };
	const struct ad_field *roles =
		ad_field_find(&ad_resource_asset_link.shape, AD_S("role"), NULL);

	for (size_t h = 0; h < AD_LEN(holders); h++)
		for (const char *const *role = roles->options; *role; role++) {
			bool there[AD_PLATFORM_COUNT], any = false;
			for (int p = 0; p < AD_PLATFORM_COUNT; p++) {
				const struct ad_adapter *a = ad_adapter_of((enum ad_platform)p);
				there[p] = a->carries && a->carries(holders[h]->id, ad_str(*role));
				any = any || there[p];
			}
			if (!any)
				continue;
			ad_text_addf(out, "| %s, asset in role `%s` |", holders[h]->name, *role);
			for (int p = 0; p < AD_PLATFORM_COUNT; p++)
				add_mark(out, there[p]);
			ad_text_addc(out, '\n');
		}
}

static void add_versions(struct ad_text *out)
{
	ad_text_adds(out,
		     "## Versions of the platforms\n\n| | version | released | ends | API | tokens "
		     "| response of an ended version |\n|---|---|---|---|---|---|---|\n");
	for (int p = 0; p < AD_PLATFORM_COUNT; p++) {
		const struct ad_api_version *v = ad_api_version_of((enum ad_platform)p);
		ad_text_addf(out, "| %s | %s | %s | %s%s | `%s` | `%s` | %s |\n",
			     ad_platform_name((enum ad_platform)p), v->name,
			     v->released ? v->released : "not published",
			     v->sunset ? v->sunset : "none announced",
			     v->projected ? ", estimated from earlier versions" : "", v->api,
			     v->token, v->ends);
	}
	ad_text_addc(out, '\n');
}

void ad_reference_platforms(struct ad_text *out)
{
	static const struct ad_resource *const pushed[] = { &ad_resource_campaign,
							    &ad_resource_ad_group, &ad_resource_ad,
							    &ad_resource_keyword };

	ad_text_adds(out,
		     "## What reaches which platform\n\nA field that a platform does not receive "
		     "is stored here only; if it is set, the preview warns (`NOT_SENT`). "
		     "Fields\nthat are rejected on write are listed under the limits. The "
		     "simulators verify all of it ([platforms](platforms.md)).\n\n");
	add_head(out, "sent by a push");
	for (size_t i = 0; i < AD_LEN(pushed); i++)
		add_fields(out, pushed[i]);
	add_roles(out);
	ad_text_addc(out, '\n');
	add_head(out, "otherwise");
	ad_text_adds(out, "| pulled |");
	for (int p = 0; p < AD_PLATFORM_COUNT; p++)
		add_mark(out, ad_adapter_of((enum ad_platform)p)->list != NULL);
	ad_text_adds(out, "\n| figures of days |");
	for (int p = 0; p < AD_PLATFORM_COUNT; p++)
		add_mark(out, ad_adapter_of((enum ad_platform)p)->figures != NULL);
	ad_text_adds(out, "\n| conversions uploaded |");
	for (int p = 0; p < AD_PLATFORM_COUNT; p++)
		add_mark(out, ad_adapter_of((enum ad_platform)p)->uploader != NULL);
	ad_text_adds(out, "\n| which go to a |");
	for (int p = 0; p < AD_PLATFORM_COUNT; p++)
		ad_text_addf(out, " %s |", ad_goal_reader_of((enum ad_platform)p)->noun);
	ad_text_adds(out, "\n\n");
	add_versions(out);
}
