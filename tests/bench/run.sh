# ./dev bench: measures the server and, in the same run, what libmicrohttpd and SQLite do at most.
# Arguments are bench.py's: --rounds N, --seconds N, --requests N, --only NAME,NAME…
# ./dev bench scale [ROWS]: a million campaigns in one Space against ten thousand, see scale.py.
# ./dev bench oauth [--rounds N] [--seconds N]: the token endpoint and JWT-checked requests, by turns
# with oidc-provider (npm) and glewlwyd (Debian), see oauth.py.
# ./dev bench tenancy: whether time tells what belongs to others, of every operation.
# ./dev bench limits [SECONDS]: whether limits are right to the request, see limits.py.
set -eu
python=${PYTHON:-/usr/bin/python3}
if [ "${1:-}" = limits ]; then
	shift
	ninja -C build adcore
	ADCORE_BIN=$(pwd)/build/adcore
	export ADCORE_BIN
	ADCORE_TEST_DATABASE=sqlite "$python" -B tests/bench/limits.py "$@"
	. tests/support/postgres.sh
	postgres_start
	"$python" -B tests/bench/limits.py "$@"
	exit 0
fi
if [ "${1:-}" = scale ]; then
	shift
	ninja -C build adcore
	ADCORE_BIN=$(pwd)/build/adcore
	export ADCORE_BIN
	ADCORE_TEST_DATABASE=sqlite "$python" -B tests/bench/scale.py "$@"
	. tests/support/postgres.sh
	postgres_start
	"$python" -B tests/bench/scale.py "$@"
	exit 0
fi
if [ "${1:-}" = oauth ]; then
	shift
	ninja -C build adcore
	root=$(pwd)
	. tests/support/node.sh
	node_ready
	OIDC_PROVIDER_HOME=$root/build-tools/oidc-provider
	export OIDC_PROVIDER_HOME
	if [ ! -d "$OIDC_PROVIDER_HOME/node_modules/oidc-provider" ]; then
		mkdir -p "$OIDC_PROVIDER_HOME"
		printf '{"private":true}\n' >"$OIDC_PROVIDER_HOME/package.json"
		npm install --prefix "$OIDC_PROVIDER_HOME" --no-audit --no-fund --package-lock=false oidc-provider@9.13.3
	fi
	exec "$python" -B tests/bench/oauth.py "$@"
fi
if [ "${1:-}" = tenancy ]; then
	ninja -C build adcore
	ADCORE_BIN=$(pwd)/build/adcore
	ADCORE_TENANCY_ALL=yes
	export ADCORE_BIN ADCORE_TENANCY_ALL
	ADCORE_TEST_DATABASE=sqlite "$python" -B -m pytest -q -p no:cacheprovider tests/api/test_tenancy.py
	. tests/support/postgres.sh
	postgres_start
	"$python" -B -m pytest -q -p no:cacheprovider tests/api/test_tenancy.py
	exit 0
fi
[ -x build/tests/bench/ceiling_http ] || meson setup --reconfigure build
ninja -C build adcore tests/bench/ceiling_http tests/bench/ceiling_sqlite
exec "$python" -B tests/bench/bench.py "$@"
