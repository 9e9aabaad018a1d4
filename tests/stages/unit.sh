# stage: 10 tests/unit unit
# The unit tests, counted one by one.
. tests/stages/common.sh
rm -f build/meson-logs/testlog.json
meson test -C build --suite unit --no-rebuild --print-errorlogs || true
[ -f build/meson-logs/testlog.json ] || report unit 0 1
set -- $("$python" tests/support/count_unit.py build/meson-logs/testlog.json)
report unit "$1" "$2"
