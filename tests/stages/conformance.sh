# stage: 52 tests/conformance node
# The MCP conformance suite, both requirement sets: against the product, and against the same with
# the suite's fixtures, which the product must not contain.
. tests/stages/common.sh
. tests/support/node.sh
node_ready
ninja -C build adcore-conformance >"$logs/conformance-build.log" 2>&1 || {
	cat "$logs/conformance-build.log"
	report conformance 0 1
}
passed=0
failed=0

# run EXECUTABLE NAME [fixtures]: adds what its runs counted; NAME is not the stage's own log
run() {
	ADCORE_BIN=$root/build/$1 node tests/conformance/run.mjs "$logs/$2" ${3:+"$3"} >"$logs/$2.log" 2>&1 || true
	cat "$logs/$2.log"
	counts=$(sed -n 's/^conformance: \([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$logs/$2.log")
	passed=$((passed + $(echo "${counts:-0 1}" | cut -d' ' -f1)))
	failed=$((failed + $(echo "${counts:-0 1}" | cut -d' ' -f2)))
}

# within EXECUTABLE: how many of the fixtures' names and symbols are in it
within() {
	{
		nm "build/$1"
		strings "build/$1"
	} | grep -c -e ' fixture_' -e test_simple_text -e test_input_required -e test://static || true
}

in_product=$(within adcore)
in_fixtures=$(within adcore-conformance)
echo "names of fixtures: $in_product in adcore, $in_fixtures in adcore-conformance"
if [ "$in_product" = 0 ] && [ "$in_fixtures" -gt 0 ]; then
	passed=$((passed + 1))
else
	failed=$((failed + 1))
fi

run adcore conformance-product
run adcore-conformance conformance-fixtures fixtures
report conformance "$passed" "$failed"
