# api_suite NAME: runs the API suite against $ADCORE_BIN on $ADCORE_TEST_DATABASE, then checks each
# exchange against the server's own description. Requires all operations, unless $ADCORE_TEST_CASES
# leaves out cases of the tests. Sets $passed and $failed.
api_suite() {
	ADCORE_RECORD=$logs/$1.jsonl
	rm -f "$ADCORE_RECORD"
	export ADCORE_RECORD
	workers=5
	pytest_counts "$1" tests/api
	workers=
	# shellcheck disable=SC2086
	if "$python" -B tests/api/check_openapi.py "$ADCORE_RECORD" ${ADCORE_TEST_CASES:+--partial}; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
	fi
}
