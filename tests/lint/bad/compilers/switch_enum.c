enum e { A, B };
int f(enum e x);
int f(enum e x)
{
	switch (x) {
	case A:
		return 1;
	default:
		return 2;
	}
}
