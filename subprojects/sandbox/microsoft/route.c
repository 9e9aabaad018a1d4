/*
 * The API by method and path, in the order the platform checks: path, headers, token, account,
 * body, then the operation. Faults asked for by tests are applied around it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../access.h"
#include "microsoft.h"

struct place {
	const char *method, *path;
	const struct ms_message *message;
	void (*run)(struct ms_call *call, const struct ms_kind *kind);
	const struct ms_kind *kind;
	const char *operation; /* "campaign.create", for faults and the log; NULL: a reading */
};

static const struct place places[] = {
	{ "POST", "Campaigns", &mm_add_campaigns_request, ms_add, &ms_campaigns,
	  "campaign.create" },
	{ "PUT", "Campaigns", &mm_update_campaigns_request, ms_update, &ms_campaigns,
	  "campaign.update" },
	{ "DELETE", "Campaigns", &mm_delete_campaigns_request, ms_delete, &ms_campaigns,
	  "campaign.remove" },
	{ "POST", "Campaigns/QueryByAccountId", &mm_get_campaigns_by_account_id_request,
	  ms_read_under, &ms_campaigns, NULL },
	{ "POST", "Campaigns/QueryByIds", &mm_get_campaigns_by_ids_request, ms_read_ids,
	  &ms_campaigns, NULL },
	{ "POST", "AdGroups", &mm_add_ad_groups_request, ms_add, &ms_ad_groups, "adGroup.create" },
	{ "PUT", "AdGroups", &mm_update_ad_groups_request, ms_update, &ms_ad_groups,
	  "adGroup.update" },
	{ "DELETE", "AdGroups", &mm_delete_ad_groups_request, ms_delete, &ms_ad_groups,
	  "adGroup.remove" },
	{ "POST", "AdGroups/QueryByCampaignId", &mm_get_ad_groups_by_campaign_id_request,
	  ms_read_under, &ms_ad_groups, NULL },
	{ "POST", "AdGroups/QueryByIds", &mm_get_ad_groups_by_ids_request, ms_read_ids,
	  &ms_ad_groups, NULL },
	{ "POST", "Ads", &mm_add_ads_request, ms_add, &ms_ads, "ad.create" },
	{ "PUT", "Ads", &mm_update_ads_request, ms_update, &ms_ads, "ad.update" },
	{ "DELETE", "Ads", &mm_delete_ads_request, ms_delete, &ms_ads, "ad.remove" },
	{ "POST", "Ads/QueryByAdGroupId", &mm_get_ads_by_ad_group_id_request, ms_read_under,
	  &ms_ads, NULL },
	{ "POST", "Ads/QueryByIds", &mm_get_ads_by_ids_request, ms_read_ids, &ms_ads, NULL },
	{ "POST", "Keywords", &mm_add_keywords_request, ms_add, &ms_keywords, "keyword.create" },
	{ "PUT", "Keywords", &mm_update_keywords_request, ms_update, &ms_keywords,
	  "keyword.update" },
	{ "DELETE", "Keywords", &mm_delete_keywords_request, ms_delete, &ms_keywords,
	  "keyword.remove" },
	{ "POST", "Keywords/QueryByAdGroupId", &mm_get_keywords_by_ad_group_id_request,
	  ms_read_under, &ms_keywords, NULL },
	{ "POST", "Keywords/QueryByIds", &mm_get_keywords_by_ids_request, ms_read_ids, &ms_keywords,
	  NULL },
	{ "POST", "EntityNegativeKeywords", &mm_add_negative_keywords_to_entities_request,
	  ms_negatives_add, NULL, "negativeKeyword.create" },
	{ "DELETE", "EntityNegativeKeywords", &mm_delete_negative_keywords_from_entities_request,
	  ms_negatives_delete, NULL, "negativeKeyword.remove" },
	{ "POST", "NegativeKeywords/QueryByEntityIds",
	  &mm_get_negative_keywords_by_entity_ids_request, ms_negatives_read, NULL, NULL },
	{ "POST", "CampaignCriterions", &mm_add_campaign_criterions_request, ms_criteria_add, NULL,
	  "campaignCriterion.create" },
	{ "PUT", "CampaignCriterions", &mm_update_campaign_criterions_request, ms_criteria_update,
	  NULL, "campaignCriterion.update" },
	{ "DELETE", "CampaignCriterions", &mm_delete_campaign_criterions_request,
	  ms_criteria_delete, NULL, "campaignCriterion.remove" },
	{ "POST", "CampaignCriterions/QueryByIds", &mm_get_campaign_criterions_by_ids_request,
	  ms_criteria_read, NULL, NULL },
	{ "POST", "AdExtensions", &mm_add_ad_extensions_request, ms_extensions_add, NULL,
	  "adExtension.create" },
	{ "PUT", "AdExtensions", &mm_update_ad_extensions_request, ms_extensions_update, NULL,
	  "adExtension.update" },
	{ "DELETE", "AdExtensions", &mm_delete_ad_extensions_request, ms_extensions_delete, NULL,
	  "adExtension.remove" },
	{ "POST", "AdExtensionIds/QueryByAccountId", &mm_get_ad_extension_ids_by_account_id_request,
	  ms_extensions_ids, NULL, NULL },
	{ "POST", "AdExtensions/QueryByIds", &mm_get_ad_extensions_by_ids_request,
	  ms_extensions_read, NULL, NULL },
	{ "POST", "AdExtensionsAssociations/Set", &mm_set_ad_extensions_associations_request,
	  ms_associations_set, NULL, "adExtensionAssociation.create" },
	{ "DELETE", "AdExtensionsAssociations", &mm_delete_ad_extensions_associations_request,
	  ms_associations_delete, NULL, "adExtensionAssociation.remove" },
	{ "POST", "AdExtensionsAssociations/Query", &mm_get_ad_extensions_associations_request,
	  ms_associations_read, NULL, NULL },
	{ "POST", "Media", &mm_add_media_request, ms_media_add, NULL, "media.create" },
	{ "POST", "MediaMetaData/QueryByAccountId", &mm_get_media_meta_data_by_account_id_request,
	  ms_media_list, NULL, NULL },
	{ "POST", "ConversionGoals/QueryByIds", &mm_get_conversion_goals_by_ids_request,
	  ms_goals_read, NULL, NULL },
	{ "POST", "EditorialReasons/QueryByIds", &mm_get_editorial_reasons_by_ids_request,
	  ms_reasons_read, NULL, NULL },
	{ "POST", "OfflineConversions/Apply", &mm_apply_offline_conversions_request,
	  ms_conversions_apply, NULL, "conversion.upload" },
	{ "POST", "GenerateReport/Submit", &mm_submit_generate_report_request, ms_report_submit,
	  NULL, "report.submit" },
	{ "POST", "GenerateReport/Poll", &mm_poll_generate_report_request, ms_report_poll, NULL,
	  NULL },
};

static bool is_reporting(const struct place *place)
{
	return strncmp(place->path, "GenerateReport/", 15) == 0;
}

static const struct place *microsoft_route_find_place(const struct request *request,
						      bool *method_only)
{
	static const char *const roots[] = { "/microsoft/CampaignManagement/v13/",
					     "/microsoft/Reporting/v13/" };
	*method_only = false;
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		const char *root = roots[is_reporting(&places[i])];
		size_t n = strlen(root);
		if (strncmp(request->path, root, n) != 0 ||
		    strcmp(request->path + n, places[i].path) != 0)
			continue;
		*method_only = true;
		if (strcmp(request->method, places[i].method) == 0)
			return &places[i];
	}
	return NULL;
}

static void microsoft_route_tracking(struct reply *reply, cJSON *body)
{
	char id[37];
	random_text(id, 36);
	reply_header(reply, "TrackingId", id);
	if (body)
		json_set_text(body, "TrackingId", id);
}

/* An operation as a whole that is refused: who calls (AdApiFaultDetail), or what for. */
static void refuse_with(struct reply *reply, int status, cJSON *error, bool caller)
{
	cJSON *body = cJSON_CreateObject();
	microsoft_route_tracking(reply, body);
	json_set_text(body, "Type", caller ? "AdApiFaultDetail" : "ApiFaultDetail");
	if (!caller)
		json_array(body, "BatchErrors");
	cJSON_AddItemToArray(json_array(body, caller ? "Errors" : "OperationErrors"), error);
	reply_json(reply, status, body);
}

void ms_refuse(struct reply *reply, int status, enum ms_error error)
{
	bool caller = status == 401 || status == 403 || status == 429 || status >= 500 ||
		      error == ME_MISSING_HEADERS || error == ME_ACCOUNT;
	refuse_with(reply, status, ms_error_new(error, -1, NULL), caller);
}

static bool microsoft_route_is_number(const char *s)
{
	return s && *s && strspn(s, "0123456789") == strlen(s);
}

/* True if the caller may act for the account that the headers name; otherwise replies. */
static bool may_act(struct sandbox *sandbox, const struct request *request, char *account,
		    struct reply *reply)
{
	const char *token = request_header(request, "DeveloperToken");
	const char *named = request_header(request, "CustomerAccountId");
	if (!request->authorization || !token || !named || !request_header(request, "CustomerId"))
		ms_refuse(reply, 400, ME_MISSING_HEADERS);
	else if (!ms_authenticate(sandbox, request->authorization, account))
		ms_refuse(reply, 401, ME_TOKEN_EXPIRED);
	else if (!microsoft_route_is_number(named) ||
		 !microsoft_route_is_number(request_header(request, "CustomerId")))
		ms_refuse(reply, 400, ME_ACCOUNT);
	else if (strcmp(named, account) != 0)
		ms_refuse(reply, 403, ME_NOT_AUTHORIZED);
	else if (access_denied(sandbox, account) == 1)
		ms_refuse(reply, 403, ME_NOT_AUTHORIZED);
	else if (access_denied(sandbox, account))
		ms_refuse(reply, 400, ME_ACCOUNT);
	else
		return true;
	return false;
}

static bool takes_json(const struct request *request, struct reply *reply)
{
	const char *type = request_header(request, "Content-Type");
	if (type && strncmp(type, "application/json", 16) == 0)
		return true;
	reply_text(reply, 415, "text/plain", "Unsupported Media Type\n");
	return false;
}

/* A fault of a test that is not answered for: what is to be wrong with a report, or NULL. */
static const char *trick_of(const struct fault *fault)
{
	const char *code =
		fault && fault->type == FAULT_ERROR ? json_text(fault->error, "errorCode") : NULL;
	return code && strncmp(code, "Report.", 7) == 0 ? code + 7 : NULL;
}

/* Handles the request; whether anything became durable. */
static bool microsoft_route_serve(struct sandbox *sandbox, const struct request *request,
				  cJSON *body, const struct fault *fault, struct reply *reply)
{
	bool method_only;
	const struct place *place = microsoft_route_find_place(request, &method_only);
	char account[16];
	if (!place) {
		reply_text(reply, method_only ? 405 : 404, "text/plain",
			   method_only ? "Method Not Allowed\n" : "Not Found\n");
		return false;
	}
	if (!may_act(sandbox, request, account, reply) || !takes_json(request, reply))
		return false;
	cJSON *malformed = ms_check_body(body, place->message);
	if (malformed) {
		microsoft_route_tracking(reply, malformed);
		reply_json(reply, 400, malformed);
		return false;
	}
	struct ms_call call = { .sandbox = sandbox,
				.now = clock_now(sandbox),
				.body = body,
				.host = request_header(request, "Host"),
				.refuse = fault,
				.trick = trick_of(fault) };
	const char *named = json_text(body, "AccountId");
	store_account(sandbox->store, account, &call.account);
	if (named && strcmp(named, account) != 0) {
		ms_refuse(reply, 400, ME_ACCOUNT);
		return false;
	}
	call.answer = cJSON_CreateObject();
	store_begin(sandbox->store);
	place->run(&call, place->kind);
	if (call.whole != ME_NONE) {
		store_rollback(sandbox->store);
		cJSON_Delete(call.answer);
		ms_refuse(reply, 400, call.whole);
		return false;
	}
	store_commit(sandbox->store);
	microsoft_route_tracking(reply, NULL);
	reply_json(reply, 200, call.answer);
	return call.committed;
}

/* The status that FAULT_STATUS answers; 429 tells when to come back. */
static void microsoft_route_answer_status(const struct fault *fault, struct reply *reply)
{
	if (fault->status == 429 && fault->retry_delay) {
		char seconds[16];
		snprintf(seconds, sizeof(seconds), "%lld", sb_number(fault->retry_delay));
		reply_header(reply, "Retry-After", seconds);
	}
	ms_refuse(reply, fault->status,
		  fault->status == 429   ? ME_RATE
		  : fault->status == 401 ? ME_TOKEN_EXPIRED
		  : fault->status == 403 ? ME_NOT_AUTHORIZED
					 : ME_INTERNAL);
}

/* True if the fault applies to single items of a batch, where the operation is carried out. */
static bool refuses_later(const struct fault *fault, const struct place *place)
{
	bool one_by_one = place && (place->run == ms_add || place->run == ms_update ||
				    place->run == ms_delete || place->run == ms_read_ids ||
				    place->run == ms_negatives_read);
	return trick_of(fault) || (fault->type == FAULT_ERROR && fault->at >= 0 && one_by_one);
}

/* The answer of a fault in the platform's own shape; true when it was answered. */
static bool fault_answers(const struct fault *fault, const struct place *place, bool oauth,
			  struct reply *reply)
{
	/* The platform's answer in this case is not published. */
	if (fault->type == FAULT_SUNSET && !oauth) {
		fault_page(fault->status ? fault->status : 404, reply);
		return true;
	}
	if (fault->type == FAULT_TOO_LARGE) {
		fault_page_too_large(fault->status, reply);
		return true;
	}
	if (refuses_later(fault, place))
		return false;
	if (fault->type == FAULT_ERROR) {
		refuse_with(reply, 400,
			    ms_error_named(json_text(fault->error, "errorCode"),
					   json_text(fault->error, "message"), -1),
			    false);
		return true;
	}
	if (fault->type != FAULT_STATUS)
		return false;
	microsoft_route_answer_status(fault, reply);
	return true;
}

static void microsoft_route_download(struct sandbox *sandbox, const struct request *request,
				     const struct fault *fault, struct reply *reply)
{
	struct ms_call call = { .sandbox = sandbox,
				.now = clock_now(sandbox),
				.trick = trick_of(fault) };
	if (strcmp(request->method, "GET") != 0)
		reply_text(reply, 405, "text/plain", "Method Not Allowed\n");
	else if (request->authorization)
		reply_text(reply, 400, "text/plain", "The address is the credential.\n");
	else
		ms_report_download(&call, request_argument(request, "q"), reply);
}

void ms_route(struct sandbox *sandbox, const struct request *request, struct reply *reply)
{
	bool method_only, committed = false;
	bool oauth = strncmp(request->path, "/microsoft-oauth/", 17) == 0;
	cJSON *body = oauth ? NULL : cJSON_ParseWithLength(request->body, request->size);
	const struct place *place = microsoft_route_find_place(request, &method_only);
	const char *customer = request_header(request, "CustomerAccountId");
	cJSON *operations = cJSON_CreateArray();
	if (place && place->operation)
		cJSON_AddItemToArray(operations, cJSON_CreateString(place->operation));
	struct sighting seen = { "microsoft",   request->method,
				 request->path, customer ? customer : "",
				 operations,    request->size };
	const struct fault *fault = faults_take(sandbox->faults, &seen);
	if (!fault || (!fault_answers(fault, place, oauth, reply) &&
		       !fault_before(sandbox, fault, &seen, reply))) {
		if (oauth)
			ms_oauth(sandbox, request, reply);
		else if (strcmp(request->path, "/microsoft/ReportDownload/Download.aspx") == 0)
			microsoft_route_download(sandbox, request, fault, reply);
		else if (!ms_customer(sandbox, request, body, reply))
			committed = microsoft_route_serve(sandbox, request, body, fault, reply);
		if (fault)
			fault_after(fault, reply);
	}
	log_add(sandbox->log, &(struct log_entry){
				      .platform = "microsoft",
				      .method = request->method,
				      .path = request->path,
				      .customer = customer ? customer : "",
				      .fault = fault ? fault_name(fault->type) : NULL,
				      .status = reply->cut ? 0 : reply->status,
				      .operations = operations,
				      .committed = committed,
				      .written = store_written(sandbox->store),
			      });
	cJSON_Delete(body);
}
