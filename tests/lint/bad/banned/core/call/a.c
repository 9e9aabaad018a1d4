/* strcpy( in a comment is no call */
void f(char *a)
{
	strcpy(a, "sprintf(");
	sprintf(a, "x");
	atoi(a);
	gets(a);
	strtok(a, a);
	system(a);
	popen(a, "r");
	malloc(4);
	driver->system(a);
	my_malloc(4);
}
