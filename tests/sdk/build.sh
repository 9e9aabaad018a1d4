#!/bin/sh
# tests/sdk/build.sh FOLDER LANGUAGE…: installs each packed SDK into an empty project, FOLDER/LANGUAGE/empty,
# with the conformance program of the language, compiled.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$1
shift

for language in "$@"; do
	empty=$folder/$language/empty
	rm -rf "$empty"
	mkdir -p "$empty"
	cd "$empty"
	case $language in
	typescript)
		printf '{"private":true,"type":"module"}\n' >package.json
		npm install --offline --no-audit --no-fund --package-lock=false --silent "$folder"/typescript/adcore-*.tgz
		mkdir -p node_modules/@types
		ln -s "$(dirname "$TSC")/../@types/node" node_modules/@types/node
		cp "$root/tests/sdk/typescript/conformance.ts" .
		"$TSC" --strict --target es2022 --module nodenext --skipLibCheck --types node conformance.ts
		;;
	python)
		mkdir site
		"${PYTHON:-/usr/bin/python3}" -m zipfile -e "$folder"/python/dist/adcore-*.whl site
		cp "$root"/tests/sdk/python/*.py .
		;;
	go)
		cp "$root"/tests/sdk/go/*.go .
		printf 'module conformance\n\ngo 1.19\n\nrequire adcore v0.0.0\n\nreplace adcore => ../\n' >go.mod
		GOTOOLCHAIN=local GOFLAGS=-mod=mod GOPROXY=off go build -o conformance .
		;;
	java)
		mkdir lib
		cp "$folder"/java/target/adcore-*[0-9].jar "${JACKSON:-/usr/share/java/jackson-core.jar}" lib/
		javac -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC --release 11 -encoding UTF-8 -Xlint:all -Werror \
			-cp 'lib/*' -d . "$root"/tests/sdk/java/*.java
		;;
	rust)
		tar -xzf "$folder"/rust/adcore-*.crate
		mkdir src
		cp "$root"/tests/sdk/rust/*.rs src/
		cp "$root/tests/sdk/rust/project.toml" Cargo.toml
		printf '\n[dependencies.adcore]\npath = "%s"\n' adcore-* >>Cargo.toml
		: "${CARGO_TARGET_DIR:=$root/build-tools/sdk-rust}" "${CARGO_PROFILE_DEV_DEBUG:=0}"
		export CARGO_TARGET_DIR CARGO_PROFILE_DEV_DEBUG
		cargo build --quiet
		cp "$CARGO_TARGET_DIR/debug/conformance" .
		;;
	esac
done
