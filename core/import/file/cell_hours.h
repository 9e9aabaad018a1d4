/* Hours of a week in the cells of bulk files, as items of a campaign's adSchedule. */
#ifndef AD_IMPORT_CELL_HOURS_H
#define AD_IMPORT_CELL_HOURS_H

#include <cjson/cJSON.h>

#include "model/hours.h"

/* The number of a day in English, in any case (0 is Monday); -1 if it is none. */
int ad_cell_day(struct ad_str word);
/* The English name of a day. */
const char *ad_cell_day_name(int day);
/* Minutes after midnight of an hour and a minute, each a number; -1 if they are no quarter hour. */
int ad_cell_minutes(struct ad_str hour, struct ad_str minute);
/*
 * Google's list: "(Monday[09:00-17:00]);(Tuesday[09:00-17:00])". Writes a JSON list; false if
 * there is anything else in the cell, such as a bid adjustment.
 */
bool ad_cell_hours(struct ad_arena *arena, struct ad_str cell, struct ad_str *json) AD_CHECK;
/* True if the cell says that the ads may show always. */
bool ad_cell_hours_always(struct ad_str cell);
/* Writes the list that ad_cell_hours() reads. */
void ad_cell_hours_write(struct ad_text *out, const cJSON *list);

#endif
