# Shared by the stages; each is run from the root of the source by ./dev test.
# A stage ends by calling report, whose line ./dev test counts.
set -eu

python=${PYTHON:-/usr/bin/python3}
root=$(pwd)
logs=$root/build/stages
mkdir -p "$logs"

# report NAME PASSED FAILED: prints the line that is counted and ends the stage.
report() {
	printf '%s: %s passed, %s failed\n' "$1" "$2" "$3"
	[ "$3" = 0 ]
	exit $?
}

# pytest_counts NAME FOLDER… : runs the suite; sets $passed and $failed, from pytest's own report.
# A suite waits more than it computes, so several workers share it, each with whole files; workers=1
# for one that wants the machine for itself. Each worker reads every test file. pytest keeps the files
# that it has rewritten in build/pycache, because the rewriting is four fifths of the reading.
pytest_counts() {
	counted=$1
	shift
	rm -f "$logs/$counted.xml"
	PYTHONDONTWRITEBYTECODE= PYTHONPYCACHEPREFIX=$root/build/pycache \
		"$python" -m pytest -q --tb=short -p no:cacheprovider -ra -n "${workers:-3}" --dist loadfile \
		--junitxml="$logs/$counted.xml" "$@" || true
	passed=0
	failed=1
	[ -f "$logs/$counted.xml" ] || return 0
	set -- $("$python" tests/support/count_junit.py "$logs/$counted.xml")
	passed=$1
	failed=$2
}
