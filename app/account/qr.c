/* A QR code as SVG. The only file that uses libqrencode. */
#include <qrencode.h>

#include "app/account/account.h"

#define QUIET 4 /* width of the quiet zone in modules (ISO/IEC 18004) */

/* The dark modules of a row as rectangles of a path. */
static void qr_add_row(struct ad_text *page, const QRcode *code, int y)
{
	const unsigned char *row = code->data + (ptrdiff_t)y * code->width;

	for (int x = 0, end; x < code->width; x = end) {
		end = x + 1;
		if (!(row[x] & 1))
			continue;
		while (end < code->width && row[end] & 1)
			end++;
		ad_text_addf(page, "M%d %dh%dv1h-%dz", x + QUIET, y + QUIET, end - x, end - x);
	}
}

void app_qr(struct ad_text *page, struct ad_str text, const char *label)
{
	QRcode *code =
		QRcode_encodeData((int)text.n, (const unsigned char *)text.p, 0, QR_ECLEVEL_M);

	if (!code) {
		ad_text_adds(page,
			     "<p>The QR code could not be created. Type the secret instead.</p>");
		return;
	}
	int size = code->width + 2 * QUIET;
	ad_text_addf(page,
		     "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"qr\" role=\"img\" "
		     "aria-label=\"%s\" width=\"240\" height=\"240\" viewBox=\"0 0 %d %d\" "
		     "shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h%dv%dh-%dz\"/>"
		     "<path fill=\"#000\" d=\"",
		     label, size, size, size, size, size);
	for (int y = 0; y < code->width; y++)
		qr_add_row(page, code, y);
	ad_text_adds(page, "\"/></svg>");
	QRcode_free(code);
}
