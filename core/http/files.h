/*
 * The files of the workbench (app/web), embedded when they were built. Their names hold a digest of
 * their content, so that browsers may keep them for ever. A server that was built without them has
 * an empty list.
 */
#ifndef AD_HTTP_FILES_H
#define AD_HTTP_FILES_H

#include "http/server.h"

#define AD_FILES_PREFIX "/app/files/" /* of the route */

struct ad_file {
	const char *name;          /* "main.0123ABCD.js" */
	const char *type;          /* its Content-Type */
	struct ad_str plain, gzip; /* the same content twice */
};

struct ad_file_main {
	const char *which, *name; /* "main.js", and the name of the file */
};

/* Made by the build (files_embed.py). Each list ends with a row without a name. */
extern const struct ad_file ad_files[];
extern const size_t ad_files_count;
extern const struct ad_file_main ad_files_mains[];

/* The file of that name, or NULL. */
const struct ad_file *ad_file_find(struct ad_str name);
/* The name of the file that is "main.js" or "main.css"; NULL where the workbench is not there. */
const char *ad_files_main(const char *which);
/* GET of a file; anything else below the prefix is 404. */
void ad_files_handle(struct ad_exchange *x);

#endif
