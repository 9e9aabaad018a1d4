# stage: 40 tests/sync python postgres
# Pushes, kills and the platform's faults, on both databases.
. tests/stages/common.sh
. tests/support/postgres.sh
ADCORE_BIN=$root/build/adcore
ADCORE_TEST_DATABASE=sqlite
export ADCORE_BIN ADCORE_TEST_DATABASE
pytest_counts sync-sqlite tests/sync
p=$passed
f=$failed
postgres_start
pytest_counts sync-postgres tests/sync
report sync $((p + passed)) $((f + failed))
