/* The text of an error body in a form that an adapter does not know: a gateway's, or OAuth's. */
#ifndef AD_PLATFORM_ERROR_WORDS_H
#define AD_PLATFORM_ERROR_WORDS_H

#include "platform/platform.h"

/*
 * The first text of the usual members for it, in the body or in an object `error` of it, at most
 * 300 bytes; absent if there is none. body may be NULL.
 */
struct ad_str ad_error_words(struct ad_arena *arena, const cJSON *body);
/* The first field that an error names, and its fault ("budget: too low"); absent if none. */
struct ad_str ad_error_field(struct ad_arena *arena, const cJSON *body);

#endif
