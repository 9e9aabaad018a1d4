# stage: 50 tests/oauth node browser oauth
# The authorization server against strict clients, what it must refuse, and its pages in a browser.
. tests/stages/common.sh
. tests/support/node.sh
. tests/support/node_counts.sh
node_ready
ADCORE_BIN=$root/build/adcore
export ADCORE_BIN
node_counts oauth tests/oauth/*.test.mjs tests/browser/*.test.mjs
report oauth "$passed" "$failed"
