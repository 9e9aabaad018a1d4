#include "http/files.h"

#include "http/compress.h"

const struct ad_file *ad_file_find(struct ad_str name)
{
	for (const struct ad_file *file = ad_files; file->name; file++)
		if (ad_str_is(name, file->name))
			return file;
	return NULL;
}

const char *ad_files_main(const char *which)
{
	for (const struct ad_file_main *row = ad_files_mains; row->which; row++)
		if (strcmp(row->which, which) == 0)
			return row->name;
	return NULL;
}

void ad_files_handle(struct ad_exchange *x)
{
	size_t n = sizeof(AD_FILES_PREFIX) - 1;
	const struct ad_file *file = ad_file_find((struct ad_str){ x->path.p + n, x->path.n - n });

	ad_http_add(x, "X-Content-Type-Options", AD_S("nosniff"));
	ad_http_add(x, "Cross-Origin-Resource-Policy", AD_S("same-origin"));
	if (!file) {
		ad_http_add(x, "Cache-Control", AD_S("no-store"));
		ad_http_reply(x, 404, "text/plain; charset=utf-8",
			      AD_S("There is no such file.\n"));
	} else if (!ad_str_is(x->method, "GET")) {
		ad_http_add(x, "Allow", AD_S("GET, HEAD"));
		ad_http_reply(x, 405, "text/plain; charset=utf-8", AD_S("Only GET.\n"));
	} else {
		ad_http_add(x, "Cache-Control", AD_S("public, max-age=31536000, immutable"));
		ad_http_reply(x, 200, file->type, file->plain);
		ad_http_compress_as(x, file->gzip);
	}
}
