# ./dev bench: measures the server and, in the same run, what libmicrohttpd and SQLite do at most.
# Arguments are bench.py's: --rounds N, --seconds N, --requests N, --only NAME,NAME…
# ./dev bench scale [ROWS]: a million campaigns in one Space against ten thousand, see scale.py.
# ./dev bench oauth [--rounds N] [--seconds N]: the token endpoint and JWT-checked requests, by turns
# with oidc-provider (npm) and glewlwyd (Debian), see oauth.py.
# ./dev bench mcp [--rounds N] [--seconds N]: tools/list and tools/call of the connector, by turns with
# servers of the v2 TypeScript SDK, FastMCP and, where there is a cargo that is new enough, rmcp, see
# mcp_peers.py.
# ./dev bench tenancy: whether time tells what belongs to others, of every operation.
# ./dev bench sync [--platform NAME,…] [--database NAME] [OBJECTS [OPERATIONS]]: of each platform a pull
# of 100,000 objects and a push of 10,000 operations, each against a tenth of that, see sync.py.
# ./dev bench import [--database NAME] [ROWS]: a bulk file of a million rows, in order and shuffled,
# see imports.py.
# ./dev bench app [KEYWORDS]: the speed of the workbench in Chromium, and the sizes of its files, see app.mjs.
# ./dev bench limits [SECONDS]: whether limits are right to the request, see limits.py.
set -eu
python=${PYTHON:-/usr/bin/python3}
case ${1:-} in
limits | scale | sync | import) # on one database, then on the other
	name=$1
	[ "$name" != import ] || name=imports
	shift
	ninja -C build adcore
	ADCORE_BIN=$(pwd)/build/adcore
	export ADCORE_BIN
	failed=0 # what one misses says nothing of the other
	ADCORE_TEST_DATABASE=sqlite "$python" -B "tests/bench/$name.py" "$@" || failed=1
	. tests/support/postgres.sh
	postgres_start
	"$python" -B "tests/bench/$name.py" "$@" || failed=1
	exit "$failed"
	;;
esac
if [ "${1:-}" = app ]; then
	shift
	ninja -C build adcore adcore-sandbox
	root=$(pwd)
	. tests/support/node.sh
	node_ready
	ADCORE_BIN=$root/build/adcore
	export ADCORE_BIN
	exec node tests/bench/app.mjs "$@"
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
if [ "${1:-}" = mcp ]; then
	shift
	ninja -C build adcore
	root=$(pwd)
	. tests/support/node.sh
	. tests/support/venv.sh
	node_ready
	venv_ready clients-v2 tests/clients/programs/requirements-v2.txt
	MCP_PEERS_HOME=$root/build-tools/mcp-peers
	export MCP_PEERS_HOME
	if [ ! -d "$MCP_PEERS_HOME/node_modules/@modelcontextprotocol/node" ]; then
		mkdir -p "$MCP_PEERS_HOME"
		printf '{"private":true}\n' >"$MCP_PEERS_HOME/package.json"
		npm install --prefix "$MCP_PEERS_HOME" --no-audit --no-fund --package-lock=false \
			@modelcontextprotocol/server@2.4.0 @modelcontextprotocol/node@2.1.2
	fi
	# The build is made in a copy: cargo writes its lock file into the source folder.
	if command -v cargo >/dev/null 2>&1; then
		mkdir -p build-tools/rmcp-peer
		cp -r tests/bench/peers/rmcp/. build-tools/rmcp-peer/
		(cd build-tools/rmcp-peer && cargo build --release --quiet) ||
			echo "rmcp is left out: this cargo does not build it" >&2
	fi
	exec "$python" -B tests/bench/mcp_peers.py "$@"
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
