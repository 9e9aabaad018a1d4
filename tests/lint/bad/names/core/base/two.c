static int many_times(int x)
{
	return x;
}

int main(void)
{
	return many_times(0);
}
