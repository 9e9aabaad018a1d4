# stage: 54 tests/generated python node sdk
# Clients generated from the description compile and walk a campaign's whole life.
. tests/stages/common.sh
. tests/support/node.sh
. tests/support/node_counts.sh
node_ready
ADCORE_BIN=$root/build/adcore
SDK_OUT=$root/sdk/out
export ADCORE_BIN SDK_OUT
sh sdk/public/build.sh
node_counts generated tests/generated/*.test.mjs
p=$passed
f=$failed
# The client's requirements precede the system's own of the same name, whatever is imported first.
PYTHONPATH=$root/build-tools/python-client
export PYTHONPATH
pytest_counts generated tests/generated
report generated $((p + passed)) $((f + failed))
