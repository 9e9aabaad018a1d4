#include "sync/state/call_counts.h"

static const char *const names[AD_CALL_ENDS] = {
	[AD_CALL_OK] = "ok",
	[AD_CALL_REFUSED] = "refused",
	[AD_CALL_THROTTLED] = "throttled",
	[AD_CALL_FAILED] = "failed",
	[AD_CALL_NOT_SENT] = "not_sent",
	[AD_CALL_UNKNOWN] = "unknown",
};

const char *ad_call_end_name(enum ad_call_end end)
{
	return names[end];
}

static enum ad_call_end end_of(const struct ad_transfer *transfer)
{
	long status = transfer->response.status;

	if (transfer->sent == AD_NOT_SENT)
		return AD_CALL_NOT_SENT;
	if (transfer->sent == AD_UNKNOWN)
		return AD_CALL_UNKNOWN;
	if (status == 429)
		return AD_CALL_THROTTLED;
	return status >= 500 ? AD_CALL_FAILED : status >= 400 ? AD_CALL_REFUSED : AD_CALL_OK;
}

void ad_call_counts_add(struct ad_call_counts *counts, enum ad_platform platform,
			const struct ad_transfer *transfer)
{
	if (platform < AD_PLATFORM_COUNT)
		atomic_fetch_add_explicit(&counts->n[platform][end_of(transfer)], 1,
					  memory_order_relaxed);
}
