# stage: 60 tests/sdk python node go java
# The SDKs: generated, packed, installed into an empty project, and run against the server.
. tests/stages/common.sh
. tests/support/node.sh
node_ready
ADCORE_BIN=$root/build/adcore
SDK_OUT=$root/build/sdk
TSC=$root/tests/node_modules/.bin/tsc
export ADCORE_BIN SDK_OUT TSC
sh sdk/build.sh typescript python go java
sh tests/sdk/build.sh "$SDK_OUT" typescript python go java
"$python" -B tests/sdk/run.py "$SDK_OUT" "typescript=node conformance.js" \
	"python=$python -B conformance.py" "go=./conformance" \
	"java=java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp lib/*:. Conformance" >"$logs/sdk.txt" 2>&1 || true
cat "$logs/sdk.txt"
set -- $(sed -n 's/^counts \([0-9]* [0-9]*\)$/\1/p' "$logs/sdk.txt")
report sdk "${1:-0}" "${2:-1}"
