int f(int x);
int f(int x)
{
	{
		int x = 1;
		return x;
	}
}
