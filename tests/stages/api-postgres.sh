# stage: 31 tests/api python postgres
# The API suite over sockets, on a PostgreSQL of its own: the files in which something hangs on the
# database (tests/api/conftest.py names the others), with a quarter of the cases of each test, for the
# cases of a test differ in what is sent and not in how it is stored. The exchanges are those of
# api-sqlite, which holds them to the description.
. tests/stages/common.sh
. tests/support/postgres.sh
ADCORE_BIN=$root/build/adcore
ADCORE_TEST_CASES=4
ADCORE_TEST_SAME=no
export ADCORE_BIN ADCORE_TEST_CASES ADCORE_TEST_SAME
postgres_start
workers=5
pytest_counts api-postgres tests/api
report api-postgres "$passed" "$failed"
