# stage: 50 tests/oauth node browser oauth
# The authorization server against strict clients, what it must refuse, its pages in a browser, and
# the workbench: its types, its model and its pages.
. tests/stages/common.sh
. tests/support/node.sh
. tests/support/node_counts.sh
node_ready
ADCORE_BIN=$root/build/adcore
export ADCORE_BIN
node_counts oauth tests/oauth/*.test.mjs tests/browser/*.test.mjs app/web/test/*.test.ts
if [ -d app/web/node_modules/preact ] && tests/node_modules/.bin/tsc --noEmit -p app/web; then
	passed=$((passed + 1))
else
	failed=$((failed + 1))
fi
report oauth "$passed" "$failed"
