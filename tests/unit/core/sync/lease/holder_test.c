/* The process that executes a run: whether it is alive. */
#include "tests/support/unit.h"

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sync/lease/holder.h"

/* The holder name of a child process. */
static struct ad_str name_of_child(int pipe_end, char out[static 128])
{
	ssize_t n = read(pipe_end, out, 127);

	assert_true(n > 0);
	out[n] = '\0';
	return ad_str(out);
}

static void child(int pipe_end)
{
	char name[128];

	ad_holder_self(name);
	if (write(pipe_end, name, strlen(name)) < 0)
		_exit(1);
	pause();
	_exit(0);
}

static bool is_zombie(pid_t pid)
{
	siginfo_t info = { 0 };

	return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
	       info.si_pid == pid;
}

/* A killed process is dead before it is reaped, and some are never reaped. */
static void a_killed_process_is_dead_at_once(void **state)
{
	char self[128], name[128];
	int ends[2];
	pid_t pid;
	struct ad_str holder;

	(void)state;
	ad_holder_self(self);
	assert_int_equal(pipe(ends), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0)
		child(ends[1]);
	holder = name_of_child(ends[0], name);
	assert_false(ad_holder_dead(holder, self));
	assert_int_equal(kill(pid, SIGKILL), 0);
	while (!is_zombie(pid))
		usleep(1000);
	assert_true(ad_holder_dead(holder, self));
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	assert_true(ad_holder_dead(holder, self));
	close(ends[0]);
	close(ends[1]);
}

static void what_cannot_be_known_is_alive(void **state)
{
	char self[128];

	(void)state;
	ad_holder_self(self);
	assert_false(ad_holder_dead(ad_str(self), self));
	assert_false(ad_holder_dead(AD_S("another-machine/pid:[1]:77:5"), self));
	assert_false(ad_holder_dead(AD_S("no name of ours"), self));
	assert_true(ad_holder_dead((struct ad_str){ 0 }, self));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_killed_process_is_dead_at_once),
		cmocka_unit_test(what_cannot_be_known_is_alive),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
