/* Inside core/cli: the demo's campaigns, a small chain of bakeries. */
#ifndef AD_CLI_DEMO_H
#define AD_CLI_DEMO_H

#include "cli/command/command.h"

/* Lists are in one text, items ended by '|'; what is NULL is not written. */
struct ad_demo_ad {
	const char *path1, *path2;
	const char *headlines;
	const char *descriptions;
	const char *text;   /* above the picture, of a social ad */
	const char *action; /* its button */
};

struct ad_demo_group {
	const char *name;
	const char *page; /* of the final URL, below the site */
	const struct ad_demo_ad *ads;
	size_t ad_count;
	/* [exact], "phrase", broad; with a minus in front: negative */
	const char *keywords;
	const char *targeting; /* JSON */
};

struct ad_demo_campaign {
	const char *name;
	const char *platform;
	int budget; /* major units a day */
	const char *label;
	const char *negatives; /* of the campaign, written as keywords */
	const struct ad_demo_group *groups;
	size_t group_count;
};

#define AD_DEMO_SITE "https://harbourbakery.example"

extern const struct ad_demo_campaign ad_demo_campaigns[];
extern const size_t ad_demo_count;

extern const struct ad_command ad_command_seed_demo; /* seed_demo.c */

#endif
