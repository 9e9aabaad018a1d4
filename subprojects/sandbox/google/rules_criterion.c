/* Rules of keywords and of what else an ad group targets. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "op.h"

static int count_words(const char *text)
{
	int n = 0;
	for (bool inside = false; *text; text++) {
		bool space = isspace((unsigned char)*text) != 0;
		n += !space && !inside;
		inside = !space;
	}
	return n;
}

/* A criterion the sender asked to be exempted from a policy. */
static bool is_exempt(const struct g_op *op, const char *policy, const char *text)
{
	const cJSON *key;
	cJSON_ArrayForEach(key, json_at(op->operation, "exemptPolicyViolationKeys"))
	{
		const char *name = json_text(key, "policyName");
		const char *violating = json_text(key, "violatingText");
		if (name && violating && strcmp(name, policy) == 0 && strcmp(violating, text) == 0)
			return true;
	}
	return false;
}

/* The only policy this sandbox has for keywords: "medication", which can be exempted. */
static void check_policy(struct g_op *op, const char *text, bool negative)
{
	if (negative || !strcasestr(text, "medication") || is_exempt(op, "pharma", "medication"))
		return;
	cJSON *error = op_fail(op, E_POLICY_ERROR, "keyword.text", "medication");
	cJSON *d = json_object(json_object(error, "details"), "policyViolationDetails");
	json_set_text(d, "externalPolicyDescription", "Pharmaceutical content is restricted.");
	json_set_text(json_object(d, "key"), "policyName", "pharma");
	json_set_text(json_object(d, "key"), "violatingText", "medication");
	json_set_text(d, "externalPolicyName", "Pharmaceutical content");
	json_set_bool(d, "isExemptible", true);
}

void keyword_rules(struct g_op *op, const cJSON *keyword)
{
	const char *text = json_text(keyword, "text");
	if (!text || !*text)
		return; /* told by its row */
	if (count_words(text) == 0) {
		op_fail(op, E_KEYWORD_TEXT, "keyword.text", text);
		return;
	}
	if (g_length(text, false) > 80)
		op_fail(op, E_KEYWORD_TOO_LONG, "keyword.text", text);
	if (count_words(text) > 10)
		op_fail(op, E_KEYWORD_WORDS, "keyword.text", text);
	if (strpbrk(text, "!@%,*()={};~`<>?\\|^\"\n\r\t"))
		op_fail(op, E_KEYWORD_CHARS, "keyword.text", text);
	else if (text[0] == '+' || strstr(text, " +"))
		op_fail(op, E_KEYWORD_MODIFIER, "keyword.text", text);
	check_policy(op, text, json_true(op->value, "negative"));
}

/* The criterion id of a keyword is the same in every ad group: it is made from text and match
 * type, without regard to case or the width of spaces. */
void keyword_key(const cJSON *keyword, char *out)
{
	struct text what = { 0 };
	const char *text = json_text(keyword, "text");
	const char *match = json_text(keyword, "matchType");
	text_format(&what, "%s:", match ? match : "");
	bool gap = false;
	for (const char *s = text ? text : ""; *s; s++) {
		char c = (char)tolower((unsigned char)*s);
		if (isspace((unsigned char)c)) {
			gap = true;
			continue;
		}
		if (gap)
			text_put(&what, " ");
		gap = false;
		text_put_n(&what, &c, 1);
	}
	g_criterion_id(text_get(&what), out);
	text_free(&what);
}

/* The member of oneof `criterion` that is set; NULL when none is. */
static const struct g_field *criterion_field(const cJSON *value, const struct g_message *message,
					     const cJSON **member)
{
	for (const cJSON *item = value->child; item; item = item->next) {
		const struct g_field *f = g_field_find(message, item->string, strlen(item->string));
		if (f && f->oneof) {
			*member = item;
			return f;
		}
	}
	return NULL;
}

static void set_type(cJSON *value, const struct g_field *f)
{
	char type[G_NAME_ROOM];
	size_t n = 0;
	for (; f->name[n] && n + 1 < sizeof(type); n++)
		type[n] = (char)toupper((unsigned char)f->name[n]);
	type[n] = '\0';
	json_set_text(value, "type", type);
}

static void check_negative(struct g_op *op)
{
	static const char *const fields[][2] = {
		{ "cpcBidMicros", "cpc_bid_micros" },
		{ "cpmBidMicros", "cpm_bid_micros" },
		{ "bidModifier", "bid_modifier" },
		{ "finalUrls", "final_urls" },
		{ "finalMobileUrls", "final_mobile_urls" },
		{ "finalUrlSuffix", "final_url_suffix" },
		{ "trackingUrlTemplate", "tracking_url_template" },
		{ "urlCustomParameters", "url_custom_parameters" },
	};
	const char *status = json_text(op->value, "status");
	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		if (json_at(op->value, fields[i][0]))
			op_fail(op, E_NEGATIVE_FIELD, fields[i][1], NULL);
	if (status && strcmp(status, "PAUSED") == 0)
		op_fail(op, E_INVALID_USER_STATUS, "status", status);
}

static void check_positive(struct g_op *op)
{
	long long bid = json_long(op->value, "cpcBidMicros", -1);
	if (bid == 0 && op_touches(op, "cpc_bid_micros"))
		op_fail(op, E_BID_TOO_SMALL, "cpc_bid_micros", "0");
	else if (bid > 10000000000LL && bid <= 1000000000000000LL &&
		 op_touches(op, "cpc_bid_micros"))
		op_fail(op, E_BID_TOO_BIG, "cpc_bid_micros", json_text(op->value, "cpcBidMicros"));
	bool urls = cJSON_GetArraySize(json_at(op->value, "finalUrls")) > 0;
	if (!urls && json_at(op->value, "finalMobileUrls"))
		op_fail(op, E_CRITERION_URLS_WITHOUT_FINAL, "final_mobile_urls", NULL);
	const char *suffix = json_text(op->value, "trackingUrlTemplate");
	if (!urls && suffix && *suffix && op_touches(op, "tracking_url_template"))
		op_fail(op, E_CRITERION_URLS_WITHOUT_FINAL, "tracking_url_template", NULL);
}

/* Creating what exists answers with what exists; what was removed comes back to life. */
static void merge_existing(struct g_op *op)
{
	cJSON *old = store_get(op->call->sandbox->store, op->call->account.id, K_AD_GROUP_CRITERION,
			       op->tail);
	if (!old)
		return;
	const char *status = json_text(old, "status");
	bool alive = !status || strcmp(status, "REMOVED") != 0;
	if (alive && json_true(old, "negative") != json_true(op->value, "negative"))
		op_fail(op, E_TARGET_AND_EXCLUDE, "keyword", NULL);
	op->existing = alive;
	cJSON_Delete(old);
}

void criterion_create(struct g_op *op)
{
	static const char *const allowed[] = { "keyword",      "user_list",      "age_range",
					       "gender",       "webpage",        "audience",
					       "placement",    "user_interest",  "topic",
					       "income_range", "parental_status" };
	char group[G_TAIL_ROOM], id[G_TAIL_ROOM];
	const cJSON *member = NULL;
	op_reference(op, "ad_group", K_AD_GROUP, group);
	const struct g_field *f = criterion_field(op->value, &gm_ad_group_criterion, &member);
	json_default_bool(op->value, "negative", false);
	json_default_text(op->value, "status", "ENABLED");
	if (!f) {
		op_fail(op, E_CRITERION_TYPE_REQUIRED, "", NULL);
		return;
	}
	bool known = false;
	for (size_t i = 0; i < sizeof(allowed) / sizeof(allowed[0]); i++)
		known = known || strcmp(allowed[i], f->name) == 0;
	if (!known)
		op_fail(op, E_CANNOT_ADD_TYPE, f->name, NULL);
	if (json_true(op->value, "negative"))
		check_negative(op);
	else
		check_positive(op);
	if (strcmp(f->name, "keyword") == 0) {
		keyword_rules(op, member);
		keyword_key(member, id);
	} else {
		char *printed = json_print(member);
		g_criterion_id(printed, id);
		free(printed);
	}
	set_type(op->value, f);
	json_set_text(op->value, "criterionId", id);
	snprintf(op->tail, sizeof(op->tail), "%.30s~%.30s", group, id);
	if (*group && !op->failed)
		merge_existing(op);
}

void criterion_update(struct g_op *op)
{
	if (json_true(op->before, "negative")) {
		op_fail(op, E_NEGATIVE_UPDATE, "", op->sent_name);
		return;
	}
	check_positive(op);
}
