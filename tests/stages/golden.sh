# stage: 15 tests/golden
# The tables' output, compared with the files in tests/golden. --write replaces the files.
. tests/stages/common.sh
/usr/bin/python3 -B tests/golden/check.py "$root/build/adcore" "$@" >"$logs/golden.txt" || true
cat "$logs/golden.txt"
set -- $(sed -n 's/^counts \([0-9]* [0-9]*\)$/\1/p' "$logs/golden.txt")
report golden "${1:-0}" "${2:-1}"
