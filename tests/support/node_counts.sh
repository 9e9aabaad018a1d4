# node_counts NAME FILE… : runs node's own tests; sets $passed and $failed from the runner's counts.
node_counts() {
	counted=$1
	shift
	node --test --test-timeout=900000 --test-concurrency="${NODE_JOBS:-2}" \
		--test-reporter=spec --test-reporter-destination=stdout \
		--test-reporter=tap --test-reporter-destination="$logs/$counted.tap" "$@" || true
	passed=$(sed -n 's/^# pass //p' "$logs/$counted.tap" | tail -n 1)
	failed=$(sed -n 's/^# fail //p' "$logs/$counted.tap" | tail -n 1)
	cancelled=$(sed -n 's/^# cancelled //p' "$logs/$counted.tap" | tail -n 1)
	passed=${passed:-0}
	failed=$((${failed:-1} + ${cancelled:-0}))
}
