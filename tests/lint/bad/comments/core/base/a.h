/* Says what the file is. */

/* Commented. */
int ad_commented(int x);
int ad_shared(int x);

int ad_bare(int x);

AD_CHECK enum ad_status
ad_bare_too(const char *a,
	    int b) AD_PRINTF(1, 2);

/* Commented as well. */
AD_CHECK enum ad_status
ad_split(const char *a,
	 int b);
