int ad_mcp_answer(void);
int ad_rest_answer(void);
int ad_rest_answer(void)
{
	return ad_mcp_answer();
}
