/*
 * The versions are those of the loaded libraries, which a system upgrades without this program.
 * libjwt does not tell its version: that one is of the build.
 */
#include "cli/describe/libraries.h"

#include <cjson/cJSON.h>
#include <curl/curl.h>
#include <libpq-fe.h>
#include <microhttpd.h>
#include <openssl/crypto.h>
#include <qrencode.h>
#include <sodium.h>
#include <sqlite3.h>
#include <unitypes.h>
#include <zlib.h>

#include <unistring/version.h>

/* libpq counts 150004 for 15.4. */
static const char *name_libpq(struct ad_arena *arena)
{
	int n = PQlibVersion();

	return ad_arena_printf(arena, "%d.%d", n / 10000, n % 10000).p;
}

/* libunistring counts 0x010200 for 1.2. */
static const char *name_libunistring(struct ad_arena *arena)
{
	int n = _libunistring_version;

	return ad_arena_printf(arena, "%d.%d.%d", n >> 16, n >> 8 & 0xff, n & 0xff).p;
}

const struct ad_library *ad_libraries(struct ad_arena *arena, size_t *count)
{
	const struct ad_library rows[] = {
		{ "cJSON", cJSON_Version() },
		{ "libcurl", curl_version_info(CURLVERSION_NOW)->version },
		{ "libjwt", ADCORE_LIBJWT_VERSION },
		{ "libmicrohttpd", MHD_get_version() },
		{ "libpq", name_libpq(arena) },
		{ "libqrencode", QRcode_APIVersionString() },
		{ "libsodium", sodium_version_string() },
		{ "libunistring", name_libunistring(arena) },
		{ "OpenSSL", OpenSSL_version(OPENSSL_VERSION_STRING) },
		{ "SQLite", sqlite3_libversion() },
		{ "zlib", zlibVersion() },
	};
	struct ad_library *out = ad_arena_alloc(arena, sizeof(rows));

	memcpy(out, rows, sizeof(rows));
	*count = AD_LEN(rows);
	return out;
}
