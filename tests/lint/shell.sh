# Every shell script is one that dash can read. Usage: shell.sh [ROOT]
cd "${1:-.}" || exit 2
status=0
for file in dev .ci/run $(find tests sdk app packaging -name '*.sh' -not -path '*/node_modules/*' \
	-not -path 'tests/lint/bad/*' 2>/dev/null); do
	[ -f "$file" ] || continue
	dash -n "$file" || status=1
done
exit $status
