# stage: 16 tests/openapi python node
# The description: linters, the meta schema, and what it may not take away.
. tests/stages/common.sh
. tests/support/node.sh
. tests/support/node_counts.sh
node_ready
ADCORE_BIN=$root/build/adcore
export ADCORE_BIN
node_counts openapi tests/openapi/*.test.mjs
p=$passed
f=$failed
pytest_counts openapi tests/openapi
report openapi $((p + passed)) $((f + failed))
