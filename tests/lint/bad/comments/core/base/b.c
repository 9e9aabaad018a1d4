/* What a riddle. */
/*
 * Whether it is on the second line.
 */
/* A plain comment: What follows a colon is no beginning. */
int ad_plain;
