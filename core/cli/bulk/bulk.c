/* Parts that import and export share: see bulk.h. */
#include "cli/bulk/bulk.h"

const struct ad_cli_flag ad_cli_bulk_flags[AD_CLI_IMPORT_FLAGS] = {
	{ "email", "E", "email address of the account", true },
	{ "platform", "P", "platform of the file: google, microsoft or meta", true },
	{ "env", "test|live", "environment (default test)", false },
	{ "space", "ID", "the Space (default the Personal Space)", false },
	{ "dry-run", NULL, "report what the import would do; store nothing", false },
	{ "make-parents", NULL, "draft the ad groups that the file names but does not have",
	  false },
};

static int read_flags(const struct ad_cli *cli, enum ad_environment *environment,
		      const struct ad_bulk **bulk)
{
	const char *env = ad_cli_value(cli, "env");
	const char *platform = ad_cli_value(cli, "platform");

	*environment = env && strcmp(env, "live") == 0 ? AD_LIVE : AD_TEST;
	if (env && *environment == AD_TEST && strcmp(env, "test") != 0)
		return ad_cli_usage(cli, "--env: '%s' is not test or live", env);
	if (ad_platform_of(ad_str(platform)) == AD_PLATFORM_COUNT)
		return ad_cli_usage(
			cli, "--platform: '%s' is not google, microsoft, reddit or meta", platform);
	*bulk = ad_bulk_of(ad_platform_of(ad_str(platform)));
	if (*bulk)
		return AD_EXIT_OK;
	return ad_cli_usage(cli, "--platform: Reddit has no bulk file of campaigns; copy a "
				 "campaign to another platform, or use the API");
}

int ad_cli_bulk_open(const struct ad_cli *cli, struct ad_cli_drafts *drafts,
		     const struct ad_bulk **bulk)
{
	enum ad_environment environment;
	int code = read_flags(cli, &environment, bulk);

	if (code != AD_EXIT_OK)
		return code;
	return ad_cli_drafts_open(cli, drafts, environment, ad_cli_value(cli, "space"));
}
