#!/bin/sh
# sdk/build.sh [LANGUAGE…]: the SDKs, generated, compiled and packed, into build/sdk/LANGUAGE.
# typescript python go unless said; java and rust are made by sdk/public/build.sh. Run by ./dev sdk.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
python=${PYTHON:-/usr/bin/python3}
bin=${ADCORE_BIN:-$root/build/adcore}
out=${SDK_OUT:-$root/build/sdk}

typescript() {
	if [ -z "${TSC:-}" ]; then
		. tests/support/node.sh
		node_ready
		TSC=$root/tests/node_modules/.bin/tsc
	fi
	(cd "$out/typescript" && "$TSC" -p . && npm pack --silent --pack-destination . >/dev/null)
}

# A wheel is a zip with three files of metadata, so that building one needs no package.
python_package() {
	"$python" -B -m compileall -q "$out/python/src"
	find "$out/python/src" -name __pycache__ -prune -exec rm -r {} +
	"$python" -B sdk/python/wheel.py "$out/python"
}

go_module() {
	(cd "$out/go" && gofmt -w . && GOTOOLCHAIN=local GOFLAGS=-mod=mod GOPROXY=off go vet ./...)
}

mkdir -p "$out"
"$bin" describe openapi >"$out/openapi.json"
for language in ${*:-typescript python go}; do
	case $language in
	java | rust)
		sh sdk/public/build.sh "$language"
		continue
		;;
	esac
	"$python" -B sdk/generator/generate.py "$out/openapi.json" "$out" "$language"
	case $language in
	typescript) typescript ;;
	python) python_package ;;
	go) go_module ;;
	esac
	echo "sdk: $out/$language"
done
