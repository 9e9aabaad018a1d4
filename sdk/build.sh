#!/bin/sh
# sdk/build.sh [LANGUAGE…]: the SDKs, generated, compiled and packed, into build/sdk/LANGUAGE.
# All five unless said. Run by ./dev sdk.
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

# javac and jar alone, so that nothing is downloaded; the pom is for those who build or publish with Maven.
java_artifact() {
	jackson=${JACKSON:-/usr/share/java/jackson-core.jar}
	version=$(sed -n 's/.*VERSION = "\(.*\)";/\1/p' "$out/java/src/main/java/adcore/Version.java")
	(
		cd "$out/java"
		made=target/adcore-$version
		mkdir -p target/classes/META-INF/maven/adcore/adcore
		find src/main/java -name '*.java' >target/sources
		javac -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC --release 11 -encoding UTF-8 -Xlint:all -Werror \
			-cp "$jackson" -d target/classes @target/sources
		cp pom.xml target/classes/META-INF/maven/adcore/adcore/pom.xml
		cp pom.xml "$made.pom"
		printf 'Automatic-Module-Name: adcore\nImplementation-Version: %s\n' "$version" >target/manifest
		jar --create --file "$made.jar" --manifest target/manifest -C target/classes .
		jar --create --file "$made-sources.jar" -C src/main/java .
	)
}

# The crate is compiled by clippy where there is one; its warnings are errors with SDK_STRICT. Programs that
# use the crate share CARGO_TARGET_DIR.
rust_crate() {
	: "${CARGO_TARGET_DIR:=$root/build-tools/sdk-rust}" "${CARGO_PROFILE_DEV_DEBUG:=0}"
	export CARGO_TARGET_DIR CARGO_PROFILE_DEV_DEBUG
	cargo --version | awk '{ split($2, v, "."); exit v[1] == 1 && v[2] < 85 }' || {
		echo "sdk: Rust 1.85 is needed; Debian 12 has it as the package cargo-web" >&2
		return 1
	}
	cd "$out/rust"
	if command -v rustfmt >/dev/null; then
		rustfmt --edition 2024 src/lib.rs
	fi
	if cargo clippy --version >/dev/null 2>&1; then
		cargo clippy --quiet -- ${SDK_STRICT:+-D warnings}
	else
		cargo build --quiet
	fi
	rm -f "$CARGO_TARGET_DIR"/package/adcore-*.crate
	cargo package --quiet --no-verify --allow-dirty
	cp "$CARGO_TARGET_DIR"/package/adcore-*.crate .
	cd "$root"
}

mkdir -p "$out"
"$bin" describe openapi >"$out/openapi.json"
for language in ${*:-typescript python go java rust}; do
	"$python" -B sdk/generator/generate.py "$out/openapi.json" "$out" "$language"
	case $language in
	typescript) typescript ;;
	python) python_package ;;
	go) go_module ;;
	java) java_artifact ;;
	rust) rust_crate ;;
	esac
	echo "sdk: $out/$language"
done
