#include <stdio.h>

#include "base/build_commit.h"
#include "cli/command/command.h"
#include "cli/describe/libraries.h"

struct version {
	struct ad_str commit, date;
	const struct ad_library *libraries;
	size_t library_count;
};

static struct version version_collect(struct ad_arena *arena)
{
	struct ad_str line = ad_str(ad_build_commit());
	const char *space = ad_str_find(line, ' ');
	size_t n = space ? (size_t)(space - line.p) : line.n;
	struct version v = { .commit = { line.p, n } };

	v.date = space ? (struct ad_str){ space + 1, line.n - n - 1 } : AD_S("unknown");
	v.libraries = ad_libraries(arena, &v.library_count);
	return v;
}

static void print_json(struct ad_arena *arena, const struct version *v)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	ad_json_kcstr(&j, "name", "adcore");
	ad_json_kcstr(&j, "version", ADCORE_VERSION);
	ad_json_kstr(&j, "commit", v->commit);
	ad_json_kstr(&j, "date", v->date);
	ad_json_key(&j, "libraries");
	ad_json_object(&j);
	for (size_t i = 0; i < v->library_count; i++)
		ad_json_kcstr(&j, v->libraries[i].name, v->libraries[i].version);
	ad_json_object_end(&j);
	ad_json_object_end(&j);
	ad_cli_print(ad_text_str(&text));
}

static int version_run(struct ad_cli *cli)
{
	struct version v = version_collect(cli->arena);

	if (cli->json) {
		print_json(cli->arena, &v);
		return AD_EXIT_OK;
	}
	printf("adcore %s\ncommit %.*s of %.*s\n", ADCORE_VERSION, AD_FMT(v.commit),
	       AD_FMT(v.date));
	for (size_t i = 0; i < v.library_count; i++)
		printf("%s %s\n", v.libraries[i].name, v.libraries[i].version);
	return AD_EXIT_OK;
}

const struct ad_command ad_command_version = {
	.name = "version",
	.summary = "Print the version, its commit and date, and the libraries.",
	.bare = true,
	.run = version_run,
};
