#include "cli/config/platform_apps.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json_read.h"

enum {
	SIZE_MAX_BYTES = 64 * 1024
};

/* The file being read, for its faults. */
struct reading {
	struct ad_arena *arena;
	const char *where, *path;
	struct ad_text *faults;
};

static void platform_apps_fault(const struct reading *r, const char *why)
{
	ad_text_addf(r->faults, "%s: %s: %s\n", r->where, r->path, why);
}

/* The file, which only its owner may read; absent with a fault. */
static struct ad_str platform_apps_read_file(const struct reading *r)
{
	char *text = ad_arena_alloc(r->arena, SIZE_MAX_BYTES + 1);
	struct ad_str none = { 0 };
	struct stat st;
	int fd = open(r->path, O_RDONLY | O_CLOEXEC);

	if (fd < 0) {
		platform_apps_fault(r, strerror(errno));
		return none;
	}
	ssize_t n = read(fd, text, SIZE_MAX_BYTES + 1);
	bool lax = fstat(fd, &st) == 0 && (st.st_mode & 077) != 0;
	close(fd);
	if (lax)
		platform_apps_fault(r, "others may read it: chmod 600 it");
	else if (n < 0 || n > SIZE_MAX_BYTES)
		platform_apps_fault(r, n < 0 ? "cannot be read" : "is too large");
	else
		return (struct ad_str){ text, (size_t)n };
	return none;
}

/* Where a member goes; NULL where there is none of that name. */
static struct ad_str *platform_apps_slot(struct ad_platform_app *app, const char *name)
{
	return strcmp(name, "clientId") == 0         ? &app->client_id
	       : strcmp(name, "clientSecret") == 0   ? &app->client_secret
	       : strcmp(name, "developerToken") == 0 ? &app->developer_token
						     : NULL;
}

static void platform_apps_take(const struct reading *r, const cJSON *one, enum ad_platform platform,
			       struct ad_platform_app *app)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, one)
	{
		struct ad_str *to = platform_apps_slot(app, item->string);
		if (!to || !cJSON_IsString(item) || !*item->valuestring)
			platform_apps_fault(
				r,
				"each platform holds the texts clientId, clientSecret and, where "
				"it has one, developerToken");
		else
			*to = ad_str(item->valuestring);
	}
	if (!app->client_id.n || !app->client_secret.n)
		platform_apps_fault(r,
				    ad_arena_printf(r->arena, "%s needs clientId and clientSecret",
						    ad_platform_name(platform))
					    .p);
}

const struct ad_platform_app *ad_platform_apps_read(struct ad_arena *arena, const char *path,
						    const char *where, struct ad_text *faults)
{
	const struct reading r = { arena, where, path, faults };
	struct ad_platform_app *apps = ad_arena_zalloc(arena, AD_PLATFORM_COUNT * sizeof(*apps));
	struct ad_json_error err;
	const cJSON *item;

	if (!path)
		return apps;
	struct ad_str text = platform_apps_read_file(&r);
	if (!text.p)
		return apps;
	const cJSON *object = ad_json_parse(arena, text, &err);
	if (!cJSON_IsObject(object)) {
		platform_apps_fault(&r, "must be a JSON object with a member a platform");
		return apps;
	}
	cJSON_ArrayForEach(item, object)
	{
		enum ad_platform platform = ad_platform_of(ad_str(item->string));
		if (platform >= AD_PLATFORM_COUNT || !cJSON_IsObject(item))
			platform_apps_fault(
				&r, "knows the members google, microsoft, reddit and meta, each an "
				    "object");
		else
			platform_apps_take(&r, item, platform, &apps[platform]);
	}
	return apps;
}
