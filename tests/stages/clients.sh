# stage: 51 tests/clients node browser venv
# Real MCP clients with a real browser, and the connector on the wire.
. tests/stages/common.sh
. tests/support/client_programs.sh
. tests/support/node.sh
. tests/support/node_counts.sh
clients_ready
node_ready
ADCORE_BIN=$root/build/adcore
export ADCORE_BIN
node_counts clients tests/clients/*.test.mjs
report clients "$passed" "$failed"
