/* Tests of state machines: each pair of states is legal or not, and an illegal transition dies. */
#ifndef TESTS_SUPPORT_STATES_H
#define TESTS_SUPPORT_STATES_H

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/log.h"
#include "base/states.h"
#include "tests/support/unit.h"

/* True if fn(arg) aborts; it runs in a child process, without a core file. */
static inline bool dies(void (*fn)(void *arg), void *arg)
{
	int status = 0;
	pid_t child;

	fflush(NULL);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		const struct rlimit none = { 0, 0 };

		setrlimit(RLIMIT_CORE, &none);
		signal(SIGABRT, SIG_DFL);
		if (!freopen("/dev/null", "w", stderr))
			_exit(2);
		fn(arg);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

struct states_pair {
	const struct ad_states *states;
	unsigned from, to;
};

static inline void states_move_pair(void *arg)
{
	const struct states_pair *pair = arg;

	(void)ad_states_move(pair->states, pair->from, pair->to);
}

/*
 * Every pair of states: legal exactly if `expected` names it as "FROM>TO", and then accepted;
 * otherwise it dies. Each row of the table has a reason, and none stands twice.
 */
static inline void assert_states(const struct ad_states *states, const char *const *expected,
				 size_t count)
{
	assert_int_equal(states->legal_count, count);
	for (size_t i = 0; i < states->legal_count; i++) {
		assert_true(states->legal[i].why && strlen(states->legal[i].why) > 10);
		for (size_t k = 0; k < i; k++)
			assert_false(states->legal[i].from == states->legal[k].from &&
				     states->legal[i].to == states->legal[k].to);
	}
	for (unsigned from = 0; from < states->count; from++)
		for (unsigned to = 0; to < states->count; to++) {
			struct states_pair pair = { states, from, to };
			char name[96];
			bool legal = false;

			snprintf(name, sizeof(name), "%s>%s", states->names[from],
				 states->names[to]);
			for (size_t i = 0; i < count; i++)
				legal = legal || strcmp(expected[i], name) == 0;
			if (ad_states_may(states, from, to) != legal)
				fail_msg("%s: %s is %s", states->name, name,
					 legal ? "not accepted" : "accepted");
			if (legal)
				assert_int_equal(ad_states_move(states, from, to), to);
			else if (!dies(states_move_pair, &pair))
				fail_msg("%s: %s does not abort", states->name, name);
		}
	/* A state that the machine does not have. */
	assert_false(ad_states_may(states, states->count, 0));
	assert_false(ad_states_may(states, 0, states->count));
}

/* Each transition stands in docs/contribute/architecture.md, as "| `FROM` | `TO` | reason |". */
static inline void assert_states_documented(const struct ad_states *states)
{
	const char *root = getenv("ADCORE_SOURCE_ROOT");
	char path[512], row[400];
	static char text[256 * 1024];
	FILE *file;
	size_t n;

	assert_non_null(root);
	snprintf(path, sizeof(path), "%s/docs/contribute/architecture.md", root);
	file = fopen(path, "r");
	assert_non_null(file);
	n = fread(text, 1, sizeof(text) - 1, file);
	text[n] = '\0';
	fclose(file);
	for (size_t i = 0; i < states->legal_count; i++) {
		const struct ad_transition *t = &states->legal[i];

		snprintf(row, sizeof(row), "| `%s` | `%s` | %s |", states->names[t->from],
			 states->names[t->to], t->why);
		if (!strstr(text, row))
			fail_msg("%s: architecture.md has no row %s", states->name, row);
	}
}

#endif
