/* Rules of campaign budgets. */
#include <string.h>

#include "op.h"

static bool custom_period(const struct g_op *op)
{
	const char *period = json_text(op->value, "period");
	return period && strcmp(period, "CUSTOM_PERIOD") == 0;
}

/* The least a day may cost, in micros: one hundredth of the currency, or its smallest unit. */
static void below_minimum(struct g_op *op, const char *field, long long micros)
{
	const char *currency = op->call->account.currency;
	cJSON *error = op_fail(op, E_BUDGET_BELOW_MINIMUM, field, NULL);
	cJSON *details =
		json_object(json_object(error, "details"), "budgetPerDayMinimumErrorDetails");
	json_set_text(details, "currencyCode", currency);
	json_set_long(details, "budgetPerDayMinimumMicros", g_currency_unit(currency));
	json_set_long(details, "minimumBudgetAmountMicros", g_currency_unit(currency));
	json_set_long(details, "failedBudgetAmountMicros", micros);
}

static void check_amounts(struct g_op *op)
{
	bool custom = custom_period(op);
	const char *wanted = custom ? "total_amount_micros" : "amount_micros";
	const char *other = custom ? "amountMicros" : "totalAmountMicros";
	long long micros = json_long(op->value, custom ? "totalAmountMicros" : "amountMicros", -1);
	if (json_at(op->value, other))
		op_fail(op, custom ? E_BUDGET_AMOUNT_FOR_CUSTOM : E_BUDGET_TOTAL_FOR_DAILY,
			custom ? "amount_micros" : "total_amount_micros", NULL);
	if (!json_at(op->value, custom ? "totalAmountMicros" : "amountMicros"))
		op_fail(op, E_REQUIRED, wanted, NULL);
	else if (micros == 0 && op_touches(op, wanted))
		below_minimum(op, wanted, micros);
}

static void google_rules_budget_check_name(struct g_op *op)
{
	const char *name = json_text(op->value, "name");
	bool shared = json_true(op->value, "explicitlyShared");
	if (!name || !*name) {
		if (shared && op->verb == VERB_CREATE)
			op_fail(op, E_REQUIRED, "name", NULL);
		return;
	}
	if (strlen(name) > 255) {
		op_fail(op, E_STRING_TOO_LONG, "name", name);
		return;
	}
	struct store_object wanted = {
		.kind = K_CAMPAIGN_BUDGET, .tail = op->tail, .name = name, .parent = NULL
	};
	if (shared && store_named(op->call->sandbox->store, op->call->account.id, &wanted))
		op_fail(op, E_BUDGET_DUPLICATE_NAME, "name", name);
}

static void check_delivery(struct g_op *op)
{
	const char *method = json_text(op->value, "deliveryMethod");
	if (method && strcmp(method, "ACCELERATED") == 0 && op_touches(op, "delivery_method"))
		op_fail(op, E_BUDGET_ACCELERATED, "delivery_method", method);
}

void budget_create(struct g_op *op)
{
	json_default_bool(op->value, "explicitlyShared", true);
	json_default_text(op->value, "deliveryMethod", "STANDARD");
	json_default_text(op->value, "period", "DAILY");
	json_default_text(op->value, "type", "STANDARD");
	check_amounts(op);
	google_rules_budget_check_name(op);
	check_delivery(op);
	op_new_id(op, K_CAMPAIGN_BUDGET, op->tail);
	json_set_text(op->value, "id", op->tail);
	json_set_text(op->value, "status", "ENABLED");
}

void budget_update(struct g_op *op)
{
	bool was = json_true(op->before, "explicitlyShared");
	bool is = json_true(op->value, "explicitlyShared");
	if (was && !is)
		op_fail(op, E_BUDGET_TO_IMPLICIT, "explicitly_shared", NULL);
	if (!was && is && !json_text(op->value, "name"))
		op_fail(op, E_BUDGET_TO_EXPLICIT_WITHOUT_NAME, "explicitly_shared", NULL);
	check_amounts(op);
	google_rules_budget_check_name(op);
	check_delivery(op);
}

void budget_remove(struct g_op *op)
{
	if (store_count(op->call->sandbox->store, op->call->account.id, K_CAMPAIGN, op->tail, NULL))
		op_fail(op, E_BUDGET_IN_USE, "", op->sent_name);
}
