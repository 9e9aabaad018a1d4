# stage: 30 tests/api python
# The API suite over sockets, on SQLite.
. tests/stages/common.sh
. tests/support/api.sh
ADCORE_BIN=$root/build/adcore
ADCORE_TEST_DATABASE=sqlite
export ADCORE_BIN ADCORE_TEST_DATABASE
api_suite api-sqlite
report api-sqlite "$passed" "$failed"
