/* adcore describe openapi|tools|schema|docs, and adcore openapi: what the tables say. */
#include <stdio.h>

#include "cli/describe/describe.h"
#include "cli/describe/manual.h"
#include "cli/describe/reference.h"
#include "mcp/mcp.h"
#include "rest/rest.h"
#include "store/schema/schema.h"

#define PARTS "openapi|tools|schema|docs|man|completion|config"

static void write_openapi(const struct ad_cli *cli, struct ad_text *out)
{
	ad_openapi_write(out, cli->config);
	ad_text_addc(out, '\n');
}

static void write_tools(const struct ad_cli *cli, struct ad_text *out)
{
	struct ad_mcp *mcp = ad_mcp_new();

	(void)cli;
	ad_mcp_write_tools(mcp, out, AD_SCOPES_ALL);
	ad_mcp_free(mcp);
	ad_text_addc(out, '\n');
}

static void describe_write_schema(const struct ad_cli *cli, struct ad_text *out)
{
	(void)cli;
	ad_schema_describe(out);
}

static void write_docs(const struct ad_cli *cli, struct ad_text *out)
{
	(void)cli;
	ad_reference_write(out);
}

static void write_man(const struct ad_cli *cli, struct ad_text *out)
{
	(void)cli;
	ad_manual_write_page(out);
}

static void write_completion(const struct ad_cli *cli, struct ad_text *out)
{
	(void)cli;
	ad_manual_write_completion(out);
}

static void write_config_file(const struct ad_cli *cli, struct ad_text *out)
{
	(void)cli;
	ad_manual_write_config(out);
}

struct part {
	const char *name;
	void (*write)(const struct ad_cli *cli, struct ad_text *out);
};

static const struct part parts[] = {
	{ "openapi", write_openapi },
	{ "tools", write_tools },
	{ "schema", describe_write_schema },
	{ "docs", write_docs },
	{ "man", write_man },
	{ "completion", write_completion },
	{ "config", write_config_file },
};

static int describe_print(const struct ad_cli *cli, const struct part *part)
{
	struct ad_text text = ad_text_on(cli->arena);

	part->write(cli, &text);
	if (text.failed)
		return ad_cli_fail(cli, AD_INTERNAL, "the text is too long");
	struct ad_str s = ad_text_str(&text);
	fwrite(s.p, 1, s.n, stdout);
	return AD_EXIT_OK;
}

static int run_describe(struct ad_cli *cli)
{
	for (size_t i = 0; i < AD_LEN(parts); i++)
		if (strcmp(cli->operands[0], parts[i].name) == 0)
			return describe_print(cli, &parts[i]);
	return ad_cli_usage(cli, "'%s' is not one of " PARTS, cli->operands[0]);
}

static int run_openapi(struct ad_cli *cli)
{
	return describe_print(cli, &parts[0]);
}

const struct ad_command ad_command_describe = {
	.name = "describe",
	.without_database = true,
	.summary = "Print the resource tables: openapi, tools, schema or docs.",
	.operands = PARTS,
	.operands_min = 1,
	.operands_max = 1,
	.serves = true,
	.run = run_describe,
};
const struct ad_command ad_command_openapi = {
	.name = "openapi",
	.without_database = true,
	.summary = "Print the OpenAPI 3.1 document, as served by the API.",
	.serves = true,
	.run = run_openapi,
};
