# ./dev check: the gates, and the unit tests of the folders that differ from the last commit, in about a
# minute. ./dev test stays the whole truth.
set -eu
passed=0
failed=0

note() { # note STATUS NAME
	if [ "$1" = 0 ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "check: $2 FAILED"
	fi
}

for gate in format sizes layering names comments banned listed links requirements security symbols; do
	target=.
	[ "$gate" != symbols ] || target=build
	status=0
	if [ -f "tests/lint/$gate.py" ]; then
		/usr/bin/python3 -B "tests/lint/$gate.py" $target || status=$?
	else
		sh "tests/lint/$gate.sh" $target || status=$?
	fi
	note "$status" "$gate"
done

# core/sync/plan/plan.c and its test belong to core_sync, oauth/token/token.c to oauth.
folders=$( (git diff --name-only HEAD && git ls-files -o --exclude-standard) |
	sed -n -E 's,^(tests/unit/)?core/platform/(google|meta|microsoft|reddit)/.*\.[ch]$,core_platform_\2,p
	t
	s,^(tests/unit/)?core/([a-z]+)/.*\.[ch]$,core_\2,p
	t
	s,^(tests/unit/)?(rest|mcp|oauth|app)/.*\.[ch]$,\2,p' | sort -u)
for folder in $folders; do
	for test in build/tests/unit/"$folder"_*_test; do
		[ -x "$test" ] || continue
		status=0
		(cd build && ADCORE_SOURCE_ROOT=.. ADCORE_SANDBOX=$(pwd)/adcore-sandbox "../$test") \
			>build/check.log 2>&1 </dev/null || status=$?
		[ "$status" = 0 ] || tail -n 20 build/check.log
		note "$status" "$(basename "$test")"
	done
done
echo "check: $passed passed, $failed failed"
[ "$failed" = 0 ]
