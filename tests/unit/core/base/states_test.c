/* State machines as tables: legal transitions are accepted, all others die or are refused. */
#include "tests/support/states.h"

enum {
	DOOR_OPEN,
	DOOR_SHUT,
	DOOR_LOCKED,
	DOOR_COUNT
};

static const char *const door_names[] = { "OPEN", "SHUT", "LOCKED" };

static const struct ad_transition door_legal[] = {
	{ DOOR_OPEN, DOOR_SHUT, "somebody shuts the door" },
	{ DOOR_SHUT, DOOR_OPEN, "somebody opens the door" },
	{ DOOR_SHUT, DOOR_LOCKED, "somebody locks the door" },
	{ DOOR_LOCKED, DOOR_SHUT, "somebody unlocks the door" },
	{ DOOR_LOCKED, DOOR_LOCKED, "somebody turns the key twice" },
};

static const struct ad_states door = {
	"door", door_names, DOOR_COUNT, door_legal, AD_LEN(door_legal),
};

static void each_pair_is_legal_or_dies(void **state)
{
	static const char *const legal[] = { "OPEN>SHUT", "SHUT>OPEN", "SHUT>LOCKED", "LOCKED>SHUT",
					     "LOCKED>LOCKED" };

	(void)state;
	assert_states(&door, legal, AD_LEN(legal));
}

static void a_state_outside_the_machine_dies(void **state)
{
	struct states_pair out = { &door, DOOR_COUNT, DOOR_OPEN };
	struct states_pair into = { &door, DOOR_OPEN, DOOR_COUNT };

	(void)state;
	assert_true(dies(states_move_pair, &out));
	assert_true(dies(states_move_pair, &into));
}

static void a_legal_transition_does_not_die(void **state)
{
	struct states_pair pair = { &door, DOOR_OPEN, DOOR_SHUT };

	(void)state;
	assert_false(dies(states_move_pair, &pair));
}

static void names_are_found_and_given(void **state)
{
	(void)state;
	assert_int_equal(ad_states_of(&door, AD_S("LOCKED")), DOOR_LOCKED);
	assert_int_equal(ad_states_of(&door, AD_S("AJAR")), DOOR_COUNT);
	assert_int_equal(ad_states_of(&door, AD_S("LOCK")), DOOR_COUNT);
	assert_int_equal(ad_states_of(&door, (struct ad_str){ 0 }), DOOR_COUNT);
	assert_string_equal(ad_states_name(&door, DOOR_SHUT), "SHUT");
	assert_string_equal(ad_states_name(&door, DOOR_COUNT), "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_pair_is_legal_or_dies),
		cmocka_unit_test(a_state_outside_the_machine_dies),
		cmocka_unit_test(a_legal_transition_does_not_die),
		cmocka_unit_test(names_are_found_and_given),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
