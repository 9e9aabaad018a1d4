# stage: 10 tests/unit unit postgres
# The unit tests, counted one by one; those of the store on SQLite and on PostgreSQL.
. tests/stages/common.sh
. tests/support/postgres.sh
postgres_start
ADCORE_TEST_PG=$ADCORE_TEST_DATABASE
ADCORE_REQUIRE_PG=1
export ADCORE_TEST_PG ADCORE_REQUIRE_PG
unset ADCORE_TEST_DATABASE
rm -f build/meson-logs/testlog.json
meson test -C build --suite unit --no-rebuild --print-errorlogs --num-processes 6 || true
[ -f build/meson-logs/testlog.json ] || report unit 0 1
set -- $("$python" tests/support/count_unit.py build/meson-logs/testlog.json)
report unit "$1" "$2"
