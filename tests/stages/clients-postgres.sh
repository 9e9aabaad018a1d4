# stage: 53 tests/oauth node browser oauth venv postgres
# The authorization server, the connector and the main job once more, on a PostgreSQL of its own.
. tests/stages/common.sh
. tests/support/postgres.sh
. tests/support/client_programs.sh
. tests/support/node.sh
. tests/support/node_counts.sh
clients_ready
node_ready
ADCORE_BIN=$root/build/adcore
export ADCORE_BIN
postgres_start
node_counts clients-postgres tests/clients/*.test.mjs tests/oauth/*.test.mjs
report clients-postgres "$passed" "$failed"
