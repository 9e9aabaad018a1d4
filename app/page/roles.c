/* The roles in words: see roles.h. */
#include "app/page/roles.h"

static const struct app_choice roles[] = {
	{ "VIEWER", "Viewer", "sees everything" },
	{ "EDITOR", "Editor", "also drafts" },
	{ "PUBLISHER", "Publisher", "also pushes, which can spend money" },
	{ "OWNER", "Owner", "also manages the Space and its members" },
};

const struct app_choice *app_roles(size_t *count)
{
	*count = AD_LEN(roles);
	return roles;
}

const char *app_role_title(enum ad_role role)
{
	const char *name = ad_role_name(role);

	for (size_t i = 0; name && i < AD_LEN(roles); i++)
		if (strcmp(roles[i].value, name) == 0)
			return roles[i].title;
	return "";
}

const char *app_role_meaning(enum ad_role role)
{
	const char *name = ad_role_name(role);

	for (size_t i = 0; name && i < AD_LEN(roles); i++)
		if (strcmp(roles[i].value, name) == 0)
			return roles[i].more;
	return "";
}
