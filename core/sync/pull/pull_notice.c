/* Warnings of a pull about an audience that is another than the one that adcore shows. */
#include "sync/pull/pull.h"
#include "sync/pull/pull_result.h"

/* The fields of a campaign that decide who sees its ads. */
static const char *const aims[] = { "locations", "languages" };

/* The ad groups of the campaign differ: its field is that of one of them. */
static void notice_parts(const struct ad_pull_keeper *k, const struct ad_row *row,
			 const struct ad_remote *remote)
{
	for (size_t i = 0; i < AD_LEN(aims); i++)
		if (ad_names_hold(remote->mixed, aims[i]))
			ad_pull_warn(k->result, "PARTS_DIFFER", row,
				     ad_arena_printf(
					     k->arena,
					     "The ad groups of the campaign differ in %s on %s, so "
					     "%s shows those of one of them. A change of %s in "
					     "adcore is DRIFTED until you decide.",
					     aims[i], ad_platform_name(k->adapter->platform),
					     aims[i], aims[i]));
}

void ad_pull_notice(const struct ad_pull_keeper *k, const struct ad_row *row,
		    const struct ad_remote *remote)
{
	notice_parts(k, row, remote);
	if (remote->own_locations)
		ad_pull_warn(
			k->result, "OWN_LOCATIONS", row,
			ad_arena_printf(
				k->arena,
				"The ad group has locations of its own on %s, which can differ "
				"from those of the campaign. adcore neither shows nor changes "
				"them: change them on the platform.",
				ad_platform_name(k->adapter->platform)));
}
