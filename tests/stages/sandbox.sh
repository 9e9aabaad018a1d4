# stage: 20 tests/sandbox python
# The simulators, alone, over their own HTTP.
. tests/stages/common.sh
ADCORE_SANDBOX_BIN=$root/build/adcore-sandbox
export ADCORE_SANDBOX_BIN
pytest_counts sandbox tests/sandbox
report sandbox "$passed" "$failed"
