int sqlite3_step(void);
int ad_step(void);
int ad_step(void)
{
	return sqlite3_step();
}
