/* Inside app/: the roles of members of a Space, in words. */
#ifndef APP_ROLES_H
#define APP_ROLES_H

#include "app/page/forms.h"

/* All roles as the choices of a form, those with fewer rights first. */
const struct app_choice *app_roles(size_t *count);
/* The display name of a role, such as "Owner". */
const char *app_role_title(enum ad_role role);
/* The rights of a member in that role, in words; empty for AD_NO_MEMBER. */
const char *app_role_meaning(enum ad_role role);

#endif
