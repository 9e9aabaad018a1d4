/* Customer Management: who the user is, and the ad accounts that they reach. */
#include <string.h>

#include "../access.h"
#include "microsoft.h"

static const char root[] = "/microsoft/CustomerManagement/v13/";

/* One name of each of Microsoft's zones that tests use. */
static cJSON *user_of(const struct store_account *account)
{
	cJSON *body = cJSON_CreateObject(), *user = json_object(body, "User");
	json_set_text(user, "Id", account->id);
	json_set_text(user, "UserName", "sandbox");
	json_array(body, "CustomerRoles");
	return body;
}

/* The accounts of one page: there is one, so all are on the first. */
static cJSON *accounts_of(const struct store_account *account, bool denied, const cJSON *page)
{
	cJSON *body = cJSON_CreateObject(), *all = json_array(body, "Accounts");
	if (denied || json_double(page, "Index", 0) > 0)
		return body;
	cJSON *one = cJSON_CreateObject();
	json_set_text(one, "Id", account->id);
	json_set_text(one, "Name", "Sandbox Microsoft Advertising");
	json_set_text(one, "ParentCustomerId", account->id);
	json_set_text(one, "CurrencyCode", account->currency);
	json_set_text(one, "TimeZone", ms_account_zone(account->timezone));
	json_set_text(one, "AccountLifeCycleStatus", "Active");
	cJSON_AddItemToArray(all, one);
	return body;
}

bool ms_customer(struct sandbox *sandbox, const struct request *request, const cJSON *body,
		 struct reply *reply)
{
	const char *rest = request->path + sizeof(root) - 1;
	struct store_account account;
	char id[16];
	if (strncmp(request->path, root, sizeof(root) - 1) != 0)
		return false;
	if (!request_header(request, "DeveloperToken") || !cJSON_IsObject(body)) {
		ms_refuse(reply, 400, ME_MISSING_HEADERS);
	} else if (!ms_authenticate(sandbox, request->authorization, id) ||
		   !store_account(sandbox->store, id, &account)) {
		ms_refuse(reply, 401, ME_TOKEN_EXPIRED);
	} else if (strcmp(request->method, "POST") != 0) {
		reply_text(reply, 405, "text/plain", "Method Not Allowed\n");
	} else if (strcmp(rest, "User/Query") == 0) {
		reply_json(reply, 200, user_of(&account));
	} else if (strcmp(rest, "Accounts/Search") == 0) {
		reply_json(reply, 200,
			   accounts_of(&account, access_denied(sandbox, id) != 0,
				       json_at(body, "PageInfo")));
	} else {
		reply_text(reply, 404, "text/plain", "Not Found\n");
	}
	return true;
}
