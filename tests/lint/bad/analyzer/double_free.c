#include <stdlib.h>

void twice(void *p);
void twice(void *p)
{
	free(p);
	free(p);
}
