# The whole fault matrix, on SQLite and on PostgreSQL with two servers: sh tests/support/faults.sh [WHICH],
# which is what pytest's -k takes ("google and killed"). ./dev test plays each cell on one of them.
. tests/stages/common.sh
. tests/support/postgres.sh
ADCORE_BIN=${ADCORE_BIN:-$root/build/adcore}
ADCORE_TEST_MATRIX=all
export ADCORE_BIN ADCORE_TEST_MATRIX
failed=0
play() {
	"$python" -B -m pytest -q -p no:cacheprovider -n 2 --dist loadfile tests/api/test_fault_matrix.py ${which:+-k "$which"} || failed=1
}
which=${1:-}
ADCORE_TEST_DATABASE=sqlite
export ADCORE_TEST_DATABASE
echo "faults: on SQLite"
play
postgres_start
echo "faults: on PostgreSQL, two servers"
play
exit $failed
