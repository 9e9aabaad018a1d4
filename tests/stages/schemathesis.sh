# stage: 34 tests/schemathesis python venv postgres
# Cases made from the description by schemathesis, with all its checks and links, on both databases.
. tests/stages/common.sh
. tests/support/venv.sh
. tests/support/postgres.sh
venv_ready schemathesis tests/schemathesis/requirements.txt
ADCORE_BIN=$root/build/adcore
export ADCORE_BIN
passed=0
failed=0

# one NAME: the suite on $ADCORE_TEST_DATABASE.
one() {
	"$python" -B tests/schemathesis/run.py "$venv/bin/schemathesis" "$logs/schemathesis-$1" \
		${ADCORE_TEST_SEED:-} >"$logs/schemathesis-$1.txt" 2>&1 || true
	cat "$logs/schemathesis-$1.txt"
	set -- $(sed -n 's/^counts \([0-9]* [0-9]*\)$/\1/p' "$logs/schemathesis-$1.txt")
	passed=$((passed + ${1:-0}))
	failed=$((failed + ${2:-1}))
}

ADCORE_TEST_DATABASE=sqlite
export ADCORE_TEST_DATABASE
one sqlite
postgres_start
one postgres
report schemathesis "$passed" "$failed"
