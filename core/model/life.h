/* The lifetime of a field, an action or a resource: since, deprecated, sunset. */
#ifndef AD_MODEL_LIFE_H
#define AD_MODEL_LIFE_H

/* Since when, and until when: what becomes deprecated stays for at least 12 months. */
struct ad_life {
	const char *deprecated; /* YYYY-MM-DD: since then it should not be used; NULL: it may */
	const char *sunset;     /* YYYY-MM-DD: gone from then on; NULL: not decided */
	const char *instead;    /* one sentence: what to use */
};

#endif
