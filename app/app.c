/* The door's routes and pages. */
#include "app/app.h"

#include "app/pages.h"

#define FORM_MAX (64 * 1024)

static const struct ad_route routes[] = {
	{ AD_APP_PATH, app_handle, FORM_MAX },
	{ AD_APP_PATH "/", app_handle, FORM_MAX },
};

static const struct app_page pages[] = {
	{ AD_APP_PATH, "Start", app_start, NULL },
	{ AD_APP_PATH "/sign-out", NULL, NULL, app_sign_out },
};

const struct app_page *app_pages(size_t *count)
{
	*count = AD_LEN(pages);
	return pages;
}

const struct ad_route *ad_app_routes(size_t *count)
{
	*count = AD_LEN(routes);
	return routes;
}
