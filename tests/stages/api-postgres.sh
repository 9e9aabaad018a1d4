# stage: 31 tests/api python postgres
# The API suite over sockets, on a PostgreSQL of its own: every test, with half of its cases, for the
# cases of a test differ in what is sent and not in how it is stored.
. tests/stages/common.sh
. tests/support/api.sh
. tests/support/postgres.sh
ADCORE_BIN=$root/build/adcore
ADCORE_TEST_CASES=2
export ADCORE_BIN ADCORE_TEST_CASES
postgres_start
api_suite api-postgres
report api-postgres "$passed" "$failed"
