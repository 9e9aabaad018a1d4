# stage: 52 tests/conformance node
# The MCP conformance suite, both requirement sets, against the product build.
. tests/stages/common.sh
. tests/support/node.sh
node_ready
ADCORE_BIN=$root/build/adcore
export ADCORE_BIN
exec node tests/conformance/run.mjs "$root/build/stages/conformance"
