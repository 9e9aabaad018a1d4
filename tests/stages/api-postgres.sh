# stage: 31 tests/api python postgres
# The API suite over sockets, on a PostgreSQL of its own.
. tests/stages/common.sh
. tests/support/api.sh
. tests/support/postgres.sh
ADCORE_BIN=$root/build/adcore
export ADCORE_BIN
postgres_start
api_suite api-postgres
report api-postgres "$passed" "$failed"
