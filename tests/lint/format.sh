# Formatting, by one major of clang-format: the others put some breaks elsewhere.
# Usage: format.sh [ROOT]
cd "${1:-.}" || exit 2
formatter=clang-format-19
if ! command -v $formatter >/dev/null 2>&1; then
	echo "$formatter is not installed; found: $(clang-format --version 2>/dev/null || echo none)"
	exit 2
fi
{
	git ls-files -co --exclude-standard '*.c' '*.h' 2>/dev/null | grep -v '^tests/lint/bad/' ||
		find . -name '*.[ch]'
} | while read -r file; do
	[ -f "$file" ] || continue
	printf '%s\0' "$file"
done | xargs -0 -r -n 1 sh -c '$0 --dry-run -Werror "$1" 2>/dev/null ||
	echo "$1:0: not as $0 lays it out; ./dev fmt"' $formatter |
	grep . && exit 1
exit 0
