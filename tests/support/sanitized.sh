. tests/support/postgres.sh

# threaded: the programs that ThreadSanitizer checks: the server, and the unit tests with threads.
threaded() {
	echo adcore adcore-sandbox
	sed -n '/^threaded = /,/^]/p' tests/unit/meson.build | grep -o "'[a-z_]*'" |
		sed "s,'\(.*\)',tests/unit/\1,"
}

# sanitized_build NAME MESON_SANITIZERS: builds into build-NAME and sets the place of reports, which
# are those of this run only. Sets $name, $dir and $reports.
sanitized_build() {
	name=$1
	dir=$root/build-$name
	# gcc warns about its own instrumentation. The plain builds check the warnings. -O1 and line
	# tables only halve the cost of -O2 -g.
	if [ ! -f "$dir/build.ninja" ]; then
		meson setup "$dir" -Db_sanitize="$2" -Db_lundef=false -Dtests=enabled \
			-Doptimization=1 -Dc_args=-g1 -Dwerror=false -Dsandbox:werror=false
	fi
	# shellcheck disable=SC2046
	ninja -C "$dir" $([ "$name" = asan ] || threaded)
	reports=$dir/reports
	rm -rf "$reports"
	mkdir -p "$reports"
	# A unit test may replace symbols of the shared library.
	ASAN_OPTIONS=log_path=$reports/asan:detect_leaks=1:detect_stack_use_after_return=1:detect_odr_violation=0
	UBSAN_OPTIONS=log_path=$reports/ubsan:print_stacktrace=1:halt_on_error=1
	TSAN_OPTIONS=log_path=$reports/tsan:halt_on_error=0:second_deadlock_stack=1
	LSAN_OPTIONS=suppressions=$root/tests/support/lsan.supp:print_suppressions=0
	TSAN_OPTIONS=$TSAN_OPTIONS:suppressions=$root/tests/support/tsan.supp
	ADCORE_TEST_SLOW=1
	export ASAN_OPTIONS UBSAN_OPTIONS TSAN_OPTIONS LSAN_OPTIONS ADCORE_TEST_SLOW
}

# count_reports: prints each report of a sanitizer and adds their number to $f.
count_reports() {
	for report in "$reports"/*; do
		[ -f "$report" ] || continue
		# A thread that ends while LeakSanitizer stops the process. LeakSanitizer continues
		# with the others.
		grep -qv '^==[0-9]*==Unable to get registers from thread [0-9]*\.$' "$report" || continue
		f=$((f + 1))
		head -n 60 "$report"
	done
}

# wrong_calls ARGUMENT…: tests/fuzz/calls.py with the build of sanitized_build. Adds to $p and $f.
wrong_calls() {
	ADCORE_BIN=$dir/adcore
	export ADCORE_BIN
	ADCORE_TEST_DATABASE=sqlite "$python" -B tests/fuzz/calls.py --folder "$dir/calls" "$@" \
		2>&1 | tee "$dir/calls.log" || true
	set -- $(sed -n 's/^calls: \([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$dir/calls.log")
	p=$((p + ${1:-0}))
	f=$((f + ${2:-1}))
}

# unit_tests ARGUMENT…: the tests that these arguments of meson name. Adds to $p and $f, and what
# failed to the file $dir/failed.
unit_tests() {
	rm -f "$dir/meson-logs/testlog.json"
	meson test -C "$dir" --no-rebuild --print-errorlogs -t 4 --num-processes 4 "$@" || true
	if [ ! -f "$dir/meson-logs/testlog.json" ]; then
		f=$((f + 1))
		return
	fi
	set -- $("$python" tests/support/count_unit.py "$dir/meson-logs/testlog.json" 2>>"$dir/failed")
	p=$((p + $1))
	f=$((f + $2))
}

# sanitized NAME MESON_SANITIZERS: builds into build-NAME, runs the unit tests (with ThreadSanitizer
# those that begin threads; on SQLite, those of the store on PostgreSQL too) and the API suite (on
# SQLite) with it, and counts every report that a sanitizer wrote, by whichever process, as a failure.
# The exchanges are those of api-sqlite, which holds them to the description. Of each test of the API
# suite one case runs, and outside the files in which requests wait for each other a third of the
# tests, or a sixth with ThreadSanitizer: tests/api/conftest.py chooses. The simulators are the plain
# ones; their own suite runs with AddressSanitizer.
sanitized() {
	sanitized_build "$1" "$2"

	p=0
	f=0
	: >"$dir/failed"
	suite=unit
	[ "$name" = asan ] || suite=threads
	unit_tests --suite "$suite"
	postgres_start
	ADCORE_TEST_PG=$ADCORE_TEST_DATABASE
	ADCORE_REQUIRE_PG=1
	export ADCORE_TEST_PG ADCORE_REQUIRE_PG
	# shellcheck disable=SC2046
	unit_tests $(cd tests/unit/core/store && ls ./*/*_test.c | sed 's,^.*/\(.*\)\.c$,core_store_\1,' |
		while read -r test; do
			[ ! -x "$dir/tests/unit/$test" ] || echo "$test"
		done)
	ADCORE_BIN=$dir/adcore
	ADCORE_SANDBOX_BIN=$root/build/adcore-sandbox
	ADCORE_TEST_DATABASE=sqlite
	ADCORE_TEST_CASES=1000
	export ADCORE_BIN ADCORE_SANDBOX_BIN ADCORE_TEST_DATABASE ADCORE_TEST_CASES
	ADCORE_TEST_FUNCTIONS=3
	[ "$name" = asan ] || ADCORE_TEST_FUNCTIONS=6
	export ADCORE_TEST_FUNCTIONS
	pytest_counts "$name" tests/api
	p=$((p + passed))
	f=$((f + failed))
	if [ "$name" = asan ]; then
		ADCORE_SANDBOX_BIN=$dir/adcore-sandbox
		pytest_counts "$name-sandbox" tests/sandbox
		p=$((p + passed))
		f=$((f + failed))
		# The same seed gives the same calls.
		wrong_calls --seed "${ADCORE_TEST_SEED:-1}" --count "${ADCORE_TEST_CALLS:-4000}"
	fi
	count_reports
	# Repeated after the suite's own lines: the end of a stage's log is shown.
	cat "$dir/failed"
	report "$name" "$p" "$f"
}
