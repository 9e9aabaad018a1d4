int ad_upper(void);
int ad_lower(void);
int ad_lower(void)
{
	return ad_upper();
}
