/* GET limits: lengths and counts of texts by platform, and buttons of ads; see workbench.h. */
#include "call/request/workbench.h"
#include "model/limits.h"

static void limits_write_row(struct ad_json *j, const struct ad_limit_row *row)
{
	ad_json_object(j);
	ad_json_kcstr(j, "platform", ad_platform_name(row->platform));
	ad_json_kcstr(j, "resource", ad_resource_row(row->resource)->name);
	ad_json_kcstr(j, "type", row->type);
	ad_json_kcstr(j, "field", row->field);
	ad_json_kint(j, "minItems", row->min_items);
	ad_json_kint(j, "maxItems", row->max_items);
	ad_json_kint(j, "maxWidth", row->max_width);
	ad_json_kint(j, "maxLength", row->max_length);
	ad_json_object_end(j);
}

static void limits_write_buttons(struct ad_json *j)
{
	ad_json_key(j, "buttons");
	ad_json_object(j);
	for (int platform = 0; platform < AD_PLATFORM_COUNT; platform++) {
		const char *const *button = ad_platform_buttons[platform];

		ad_json_key(j, ad_platform_name((enum ad_platform)platform));
		ad_json_array(j);
		for (; button && *button; button++)
			ad_json_str(j, ad_str(*button));
		ad_json_array_end(j);
	}
	ad_json_object_end(j);
}

void ad_platform_limits(struct ad_call *call)
{
	static const char *const known[] = { NULL };
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);

	if (!ad_known_params(call, known))
		return;
	ad_json_object(&j);
	ad_json_key(&j, "limits");
	ad_json_array(&j);
	for (size_t i = 0; i < ad_limits_count; i++)
		limits_write_row(&j, &ad_limits_rows[i]);
	ad_json_array_end(&j);
	limits_write_buttons(&j);
	ad_json_object_end(&j);
	call->data = ad_text_str(&text);
}
