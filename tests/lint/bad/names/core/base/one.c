static int take(int x)
{
	return x;
}

int many_times(int x)
{
	return take(x);
}
