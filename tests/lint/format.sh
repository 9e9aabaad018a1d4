# Formatting, by one major of clang-format: the others put some breaks elsewhere.
# Usage: format.sh [ROOT]
cd "${1:-.}" || exit 2
formatter=clang-format-19
if ! command -v $formatter >/dev/null 2>&1; then
	echo "$formatter is not installed; found: $(clang-format --version 2>/dev/null || echo none)"
	exit 2
fi
said=$({
	git ls-files -co --exclude-standard '*.c' '*.h' 2>/dev/null | grep -v '^tests/lint/bad/' ||
		find . -name '*.[ch]'
} | while read -r file; do
	[ -f "$file" ] || continue
	printf '%s\0' "$file"
done | xargs -0 -r -n 60 $formatter --dry-run -Werror 2>&1) && exit 0
printf '%s\n' "$said" |
	sed -n "s,^\([^ :]*\):[0-9]*:[0-9]*: error: .*,\1:0: not as $formatter lays it out; ./dev fmt,p" |
	sort -u | grep . || printf '%s\n' "$said"
exit 1
