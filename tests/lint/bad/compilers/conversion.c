int f(long x);
int f(long x)
{
	return x;
}
