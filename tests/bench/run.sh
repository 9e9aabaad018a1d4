# ./dev bench: measures the server and, in the same run, what libmicrohttpd and SQLite do at most.
# Arguments are bench.py's: --rounds N, --seconds N, --requests N, --only NAME,NAME…
set -eu
[ -x build/tests/bench/ceiling_http ] || meson setup --reconfigure build
ninja -C build adcore tests/bench/ceiling_http tests/bench/ceiling_sqlite
exec "${PYTHON:-/usr/bin/python3}" -B tests/bench/bench.py "$@"
