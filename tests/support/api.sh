# api_suite NAME: runs the API suite against $ADCORE_BIN on $ADCORE_TEST_DATABASE, then holds every
# exchange that it made against the server's own description. Sets $passed and $failed.
api_suite() {
	ADCORE_RECORD=$logs/$1.jsonl
	rm -f "$ADCORE_RECORD"
	export ADCORE_RECORD
	workers=5
	pytest_counts "$1" tests/api
	workers=
	if "$python" -B tests/api/check_openapi.py "$ADCORE_RECORD"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
	fi
}
