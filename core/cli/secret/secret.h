/* Inside core/cli: what is told of the server's keys, and of what each seals. */
#ifndef AD_CLI_SECRET_H
#define AD_CLI_SECRET_H

#include "auth/secret/reseal.h"
#include "cli/command/command.h"

/*
 * Tells, a sentence each, what is sealed and does not open with the keys here: under a key that is
 * not among them, or damaged. How many sentences.
 */
size_t ad_cli_seals_faults(struct ad_arena *arena, const struct ad_seals *seals,
			   void (*tell)(void *arg, struct ad_str sentence), void *arg);
/* Prints a line for each key: place, id, state, and what it seals. */
void ad_cli_seals_print(struct ad_arena *arena, const struct ad_secrets *secrets,
			const struct ad_seals *seals);

extern const struct ad_command ad_command_secret_list, ad_command_secret_rotate,
	ad_command_secret_reseal, ad_command_secret_drop_old;
extern const struct ad_command ad_command_keys_rotate, ad_command_keys_list;

#endif
