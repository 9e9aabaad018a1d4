/* Fields of forms: see forms.h. */
#include "app/page/forms.h"

void app_add_fault(struct ad_text *page, const char *name, const char *fault)
{
	if (!fault)
		return;
	ad_text_addf(page, "<p class=\"wrong\" id=\"%s-fault\">", name);
	app_html(page, ad_str(fault));
	ad_text_adds(page, "</p>");
}

static void add_label(struct ad_text *page, const struct app_field *f)
{
	ad_text_addf(page, "<label class=\"field\" for=\"%s\">%s</label>", f->name, f->label);
	if (f->hint)
		ad_text_addf(page, "<p class=\"hint\" id=\"%s-hint\">%s</p>", f->name, f->hint);
}

/* Writes aria-describedby and aria-invalid of the field. */
static void forms_add_state(struct ad_text *page, const struct app_field *f)
{
	if (f->hint || f->fault)
		ad_text_addf(page, " aria-describedby=\"%s%s%s%s%s\"", f->hint ? f->name : "",
			     f->hint ? "-hint" : "", f->hint && f->fault ? " " : "",
			     f->fault ? f->name : "", f->fault ? "-fault" : "");
	if (f->fault)
		ad_text_adds(page, " aria-invalid=\"true\"");
	if (f->more)
		ad_text_adds(page, f->more);
}

void app_add_field(struct ad_text *page, const struct app_field *f)
{
	ad_text_adds(page, "<div>");
	add_label(page, f);
	ad_text_addf(page, "<input id=\"%s\" name=\"%s\" type=\"%s\"", f->name, f->name, f->type);
	forms_add_state(page, f);
	ad_text_adds(page, " value=\"");
	app_html(page, f->value);
	ad_text_adds(page, "\">");
	app_add_fault(page, f->name, f->fault);
	ad_text_adds(page, "</div>");
}

void app_add_select(struct ad_text *page, const struct app_field *f, const struct app_choice *list,
		    size_t count)
{
	ad_text_adds(page, "<div>");
	add_label(page, f);
	ad_text_addf(page, "<select id=\"%s\" name=\"%s\"", f->name, f->name);
	forms_add_state(page, f);
	ad_text_adds(page, ">");
	for (size_t i = 0; i < count; i++)
		ad_text_addf(page, "<option value=\"%s\"%s>%s</option>", list[i].value,
			     ad_str_is(f->value, list[i].value) ? " selected" : "", list[i].title);
	ad_text_adds(page, "</select>");
	app_add_fault(page, f->name, f->fault);
	ad_text_adds(page, "</div>");
}

void app_add_choice(struct ad_text *page, const char *type, const char *name,
		    const struct app_choice *choice, bool ticked)
{
	ad_text_addf(page,
		     "<label class=\"choice\"><input type=\"%s\" name=\"%s\" value=\"%s\"%s><b>%s",
		     type, name, choice->value, ticked ? " checked" : "", choice->title);
	if (choice->more)
		ad_text_addf(page, "<span>%s</span>", choice->more);
	ad_text_adds(page, "</b></label>");
}

void app_add_hidden(struct ad_text *page, const char *name, struct ad_str value)
{
	ad_text_addf(page, "<input type=\"hidden\" name=\"%s\" value=\"", name);
	app_html(page, value);
	ad_text_adds(page, "\">");
}

void app_begin_act(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
		   const struct app_choice *act)
{
	ad_text_addf(page, "<details%s><summary>%s</summary>",
		     act->more && strcmp(act->more, "danger") == 0 ? " class=\"danger\"" : "",
		     act->title);
	app_form(x, page, v, act->value);
}

void app_end_act(struct ad_text *page, const char *label, const char *class_name)
{
	ad_text_addf(page, "<button type=\"submit\" class=\"%s\">%s</button></form></details>",
		     class_name, label);
}
