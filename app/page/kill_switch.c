/* The notice on every page that the kill switch is on in a Space of the user. */
#include "app/page/kill_switch.h"

#include "app/page/values.h"

#define SPACES_SHOWN 20

static void kill_switch_add_space(struct ad_text *page, struct ad_stmt *s)
{
	bool owner = ad_str_is(ad_col(s, 4), "OWNER");

	ad_text_addf(page,
		     "<p class=\"note\" role=\"status\">The kill switch was used in <a "
		     "href=\"" AD_APP_PATH "/spaces/%.*s#blocked\">",
		     AD_FMT(ad_col(s, 0)));
	ad_page_name(page, ad_col(s, 1));
	ad_text_adds(page, "</a>: pushes are refused there, ");
	if (ad_col_int(s, 2))
		app_add_environment(page, AD_S("live"));
	if (ad_col_int(s, 3))
		app_add_environment(page, AD_S("test"));
	ad_text_adds(page, owner ? " until you allow them again on that page.</p>"
				 : " until an owner of the Space allows them again.</p>");
}

void app_add_kill_switch(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v)
{
	enum ad_db_status status;
	struct ad_stmt *s;

	if (!x->call.db)
		return;
	s = ad_sql(x->call.db,
		   "SELECT s.id, s.name, s.pushes_blocked_live, s.pushes_blocked_test, m.role FROM"
		   " members m JOIN spaces s ON s.id = m.space_id WHERE m.account_id = $1 AND"
		   " (s.pushes_blocked_live OR s.pushes_blocked_test) ORDER BY s.id LIMIT $2");
	ad_bind(s, 1, v->account.id);
	ad_bind_int(s, 2, SPACES_SHOWN);
	while ((status = ad_step(s)) == AD_DB_ROW)
		kill_switch_add_space(page, s);
	if (status != AD_DB_DONE)
		ad_text_adds(page, "<p class=\"note\" role=\"status\">The state of the kill switch "
				   "could not be read from the database.</p>");
}
