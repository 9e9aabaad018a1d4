#!/bin/sh
# sdk/build.sh [LANGUAGE…]: the SDKs, generated, compiled and packed, into build/sdk/LANGUAGE.
# typescript python go java unless said; rust is made by sdk/public/build.sh. Run by ./dev sdk.
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

mkdir -p "$out"
"$bin" describe openapi >"$out/openapi.json"
for language in ${*:-typescript python go java}; do
	case $language in
	rust)
		sh sdk/public/build.sh "$language"
		continue
		;;
	esac
	"$python" -B sdk/generator/generate.py "$out/openapi.json" "$out" "$language"
	case $language in
	typescript) typescript ;;
	python) python_package ;;
	go) go_module ;;
	java) java_artifact ;;
	esac
	echo "sdk: $out/$language"
done
