/* The executable. What it is made of is put together in cli/serve/serve.c. */
#include "cli/command/command.h"

int main(int argc, char **argv)
{
	return ad_cli_main(argc, argv);
}
