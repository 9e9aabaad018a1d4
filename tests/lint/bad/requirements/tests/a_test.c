/* only_said( */
static void there(void **state)
{
	(void)state;
}
