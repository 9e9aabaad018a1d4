/*
 * The limits of each platform as rows: lengths and counts, least and highest money by currency,
 * allowed values. Checked when the field is written (rules/limits). Fields that a platform lacks
 * are in model/sent.h.
 */
#ifndef AD_MODEL_LIMITS_H
#define AD_MODEL_LIMITS_H

#include "model/resource.h"

/* Lengths and counts: one row per platform, ad type and field. */
struct ad_limit_row {
	enum ad_platform platform;
	enum ad_resource_id resource;
	const char *type; /* ad type, or NULL for any */
	const char *field;
	int64_t min_items, max_items; /* lists: items; 0, 0: no list, or not bounded */
	int64_t max_width;            /* characters of the text, or of each item; 0: not bounded */
	bool distinct;                /* items must differ */
	int64_t min_length;           /* code points of the text; 0: not bounded */
	int64_t max_length;
};
extern const struct ad_limit_row ad_limits_rows[];
extern const size_t ad_limits_count;

/* Money in micros by platform and currency; 0: not bounded. A currency without a row is not. */
struct ad_money_row {
	enum ad_platform platform;
	char currency[4];
	int64_t min_budget;       /* a day */
	int64_t min_bid, max_bid; /* a click */
};
extern const struct ad_money_row ad_money_rows[];
extern const size_t ad_money_count;

/*
 * The values that a platform knows of a field (of a list: of each item), where it does not know all
 * that we do. field may name a member: "bidding.strategy".
 */
struct ad_choice_row {
	enum ad_platform platform;
	enum ad_resource_id resource;
	const char *field;
	const char *const *options; /* NULL-ended */
	const char *why;            /* a sentence: why the others do not go, or what to do */
};
extern const struct ad_choice_row ad_choice_rows[];
extern const size_t ad_choice_count;

/* The optimisation goals of an ad group, by its campaign's objective. */
struct ad_goal_row {
	enum ad_platform platform;
	const char *objective;
	const char *const *goals; /* NULL-ended */
};
extern const struct ad_goal_row ad_goal_rows[];
extern const size_t ad_goal_count;

/* The forms that a place's code may have beside a country's two capitals and a number. */
enum ad_place_form {
	AD_PLACE_REGION = 1, /* US-VA */
	AD_PLACE_CITY = 2,   /* CA:6167865 */
};
struct ad_place_row {
	enum ad_platform platform;
	uint32_t forms; /* bits of enum ad_place_form */
};
extern const struct ad_place_row ad_place_rows[AD_PLATFORM_COUNT];

/* Languages by their primary tag ("de"), NULL-ended; NULL where any may be written. */
extern const char *const *const ad_platform_languages[AD_PLATFORM_COUNT];

/* The buttons of ads ("LEARN_MORE"), NULL-ended; NULL where there are none. */
extern const char *const *const ad_platform_buttons[AD_PLATFORM_COUNT];

/* Host and paths of a shown URL together; 0: not bounded. */
extern const int64_t ad_shown_url_max[AD_PLATFORM_COUNT];

#endif
