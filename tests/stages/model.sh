# stage: 37 tests/model python postgres
# Random sequences against the whole product, on SQLite and on PostgreSQL with two servers; the seeds
# are fixed. `./dev faults --random N` plays more of them.
. tests/stages/common.sh
. tests/support/postgres.sh
ADCORE_BIN=$root/build/adcore
export ADCORE_BIN
passed=0
failed=0
play() {
	said=$logs/model-$1.log
	"$python" -B tests/model/run.py --random 40 --beside 16 --seconds 30 --shrink 60 --breaks 2 --seed "$2" >"$said" 2>&1 || true
	cat "$said"
	set -- $(sed -n 's/^\([0-9]*\) sequences, .* \([0-9]*\) breaks in .*/\1 \2/p' "$said")
	passed=$((passed + ${1:-0} - ${2:-0}))
	failed=$((failed + ${2:-1}))
}
echo "model: on SQLite"
ADCORE_TEST_DATABASE=sqlite
export ADCORE_TEST_DATABASE
play sqlite 1
postgres_start
echo "model: on PostgreSQL, two servers"
play postgresql 1001
report model "$passed" "$failed"
