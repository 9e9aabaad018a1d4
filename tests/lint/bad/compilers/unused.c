int f(int x);
int f(int x)
{
	int y = 1;
	return x;
}
