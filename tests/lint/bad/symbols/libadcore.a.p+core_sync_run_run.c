int ad_upper(void);
int ad_lower(void);
int ad_upper(void)
{
	return ad_lower();
}
