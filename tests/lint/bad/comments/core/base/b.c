/* What this file does is not said. */
/*
 * Whether a riddle is on the second line.
 */
/* A plain comment: What follows a colon is no beginning. */
int ad_plain;
