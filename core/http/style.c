/* The route of the stylesheet and the script: see style.h. */
#include "http/style.h"

#include "http/compress.h"

void ad_style_handle(struct ad_exchange *x)
{
	ad_http_add(x, "X-Content-Type-Options", AD_S("nosniff"));
	ad_http_add(x, "Cross-Origin-Resource-Policy", AD_S("same-origin"));
	bool script = ad_str_is(x->path, ad_script_path);
	if (!script && !ad_str_is(x->path, ad_style_path)) {
		ad_http_add(x, "Cache-Control", AD_S("no-store"));
		ad_http_reply(x, 404, "text/plain; charset=utf-8",
			      AD_S("There is no such file.\n"));
	} else if (!ad_str_is(x->method, "GET")) {
		ad_http_add(x, "Allow", AD_S("GET, HEAD"));
		ad_http_reply(x, 405, "text/plain; charset=utf-8", AD_S("Only GET.\n"));
	} else {
		ad_http_add(x, "Cache-Control", AD_S("public, max-age=31536000, immutable"));
		ad_http_reply(x, 200,
			      script ? "text/javascript; charset=utf-8" : "text/css; charset=utf-8",
			      script ? (struct ad_str){ ad_script_text, ad_script_size }
				     : (struct ad_str){ ad_style_text, ad_style_size });
		ad_http_compress(x);
	}
}
