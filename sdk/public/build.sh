#!/bin/sh
# sdk/public/build.sh [LANGUAGE…]: clients by public generators, into sdk/out/LANGUAGE.
# typescript python go java rust; all unless said. Run by the stage generated and, for rust, by ./dev sdk, from the root of the source.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"
python=${PYTHON:-/usr/bin/python3}
bin=${ADCORE_BIN:-$root/build/adcore}
out=${SDK_OUT:-$root/sdk/out}
tools=$root/build-tools
generator=openapi-generator-cli==7.26.0
jar=$tools/openapi-generator/openapi_generator_cli/openapi-generator.jar

# The dependencies of the Python client, for its tests.
python_needs="pydantic==2.12.5 urllib3==2.6.3 python-dateutil==2.9.0.post0"

# fetch FOLDER PACKAGE… : Python packages from their registry, once.
fetch() {
	folder=$1
	shift
	[ "$(cat "$folder/.installed" 2>/dev/null)" != "$*" ] || return 0
	rm -rf "$folder"
	# shellcheck disable=SC2086
	"$python" -m pip install -q --disable-pip-version-check --root-user-action=ignore --no-input --target "$folder" $*
	echo "$*" >"$folder/.installed"
}

typescript() {
	. tests/support/node.sh
	node_ready
	SDK_DESCRIPTION=$out/prepared.json SDK_OUT=$out \
		node tests/node_modules/@hey-api/openapi-ts/bin/run.js -s -f sdk/public/config/typescript.mjs
}

# by_generator LANGUAGE: OpenAPI Generator's, told by config/LANGUAGE.json.
by_generator() {
	fetch "$tools/openapi-generator" --no-deps "$generator"
	rm -rf "$out/$1"
	java -Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -jar "$jar" generate -g "$1" -i "$out/opened.json" \
		-o "$out/$1" -c "sdk/public/config/$1.json" >"$out/$1.log" 2>&1 || {
		tail -n 20 "$out/$1.log" >&2
		exit 1
	}
}

mkdir -p "$out"
"$bin" openapi >"$out/openapi.json"
"$python" -B sdk/public/prepare.py <"$out/openapi.json" >"$out/prepared.json"
"$python" -B sdk/public/prepare.py --open <"$out/openapi.json" >"$out/opened.json"
for language in ${*:-typescript python go java rust}; do
	case $language in
	typescript) typescript ;;
	python)
		by_generator python
		fetch "$tools/python-client" "$python_needs"
		;;
	go | java | rust) by_generator "$language" ;;
	*)
		echo "sdk: no configuration for '$language'" >&2
		exit 2
		;;
	esac
	echo "sdk: $out/$language"
done
