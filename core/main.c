/* The executable's composition root: the only file that may see every room. */
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "version") == 0) {
		printf("adcore %s\n", ADCORE_VERSION);
		return 0;
	}
	fprintf(stderr, "usage: adcore version\n");
	return 2;
}
