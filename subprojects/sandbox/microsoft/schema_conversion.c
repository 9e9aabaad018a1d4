/* The published message of an upload of conversions. */
/* clang-format off: rows fill their lines. */
#include "schema_macros.h"

#include <stddef.h>

static const struct ms_field offline_conversion_fields[] = { TEXT("MicrosoftClickId"),
							     TEXT("ConversionName"),
							     TEXT("ConversionTime"),
							     DOUBLE("ConversionValue"),
							     TEXT("ConversionCurrencyCode"),
							     FOREIGN("ExternalAttributionCredit"),
							     FOREIGN("ExternalAttributionModel"),
							     TEXT("HashedEmailAddress"),
							     TEXT("HashedPhoneNumber"),
							     END };
static DEFINE("OfflineConversion", offline_conversion);

static const struct ms_field apply_offline_conversions_request_fields[] = {
	MESSAGES("OfflineConversions", offline_conversion), END
};
DEFINE("ApplyOfflineConversionsRequest", apply_offline_conversions_request);
