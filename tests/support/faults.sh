# The whole fault matrix, on SQLite and on PostgreSQL with two servers: sh tests/support/faults.sh [WHICH],
# which is what pytest's -k takes ("google and killed"). ./dev test plays each cell on one of them.
# With --random N [--steps M] [--seed S] [--database sqlite|postgresql] [--open NAME,…|all] random
# sequences instead (tests/model/run.py), on both databases or on the one that is named.
. tests/stages/common.sh
. tests/support/postgres.sh
ADCORE_BIN=${ADCORE_BIN:-$root/build/adcore}
ADCORE_TEST_MATRIX=all
export ADCORE_BIN ADCORE_TEST_MATRIX
failed=0
databases="sqlite postgresql"
which=
random=
# All other arguments are the model test's own.
count=$#
while [ "$count" -gt 0 ]; do
	count=$((count - 1))
	word=$1
	shift
	case $word in
	--database)
		databases=${1:?"--database wants sqlite or postgresql"}
		shift
		count=$((count - 1))
		;;
	--random)
		random=yes
		set -- "$@" "$word"
		;;
	-*) set -- "$@" "$word" ;;
	*)
		which=$word
		set -- "$@" "$word"
		;;
	esac
done
play() {
	if [ -n "$random" ]; then
		"$python" -B tests/model/run.py "$@" || failed=1
	else
		"$python" -B -m pytest -q -p no:cacheprovider -n 2 --dist loadfile tests/api/test_fault_matrix.py ${which:+-k "$which"} || failed=1
	fi
}
for database in $databases; do
	case $database in
	sqlite)
		ADCORE_TEST_DATABASE=sqlite
		export ADCORE_TEST_DATABASE
		echo "faults: on SQLite"
		;;
	postgresql)
		postgres_start
		echo "faults: on PostgreSQL, two servers"
		;;
	*)
		echo "faults: --database is sqlite or postgresql, not $database"
		exit 2
		;;
	esac
	play "$@"
done
exit $failed
