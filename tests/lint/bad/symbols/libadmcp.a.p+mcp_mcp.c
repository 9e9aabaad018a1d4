int ad_mcp_answer(void);
int ad_mcp_answer(void)
{
	return 1;
}
