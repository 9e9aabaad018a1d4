#include <stdio.h>

#include "cli/command.h"

static int version_run(struct ad_cli *cli)
{
	printf(cli->json ? "{\"name\":\"adcore\",\"version\":\"%s\"}\n" : "adcore %s\n",
	       ADCORE_VERSION);
	return AD_EXIT_OK;
}

const struct ad_command ad_command_version = {
	.name = "version",
	.summary = "Print the version.",
	.bare = true,
	.run = version_run,
};
