# Both API stages as one, for running by hand: `sh tests/stages/api.sh`. SQLite, then PostgreSQL if
# ADCORE_TEST_PG names a server (postgresql://…) where databases may be made. Not a stage of ./dev test,
# which runs api-sqlite and api-postgres.
. tests/stages/common.sh
. tests/support/api.sh
ADCORE_BIN=${ADCORE_BIN:-$root/build/adcore}
ADCORE_TEST_DATABASE=sqlite
export ADCORE_BIN ADCORE_TEST_DATABASE
api_suite api
all_passed=$passed
all_failed=$failed
if [ -n "${ADCORE_TEST_PG:-}" ]; then
	ADCORE_TEST_DATABASE=$ADCORE_TEST_PG
	api_suite api-pg
	all_passed=$((all_passed + passed))
	all_failed=$((all_failed + failed))
fi
report api "$all_passed" "$all_failed"
