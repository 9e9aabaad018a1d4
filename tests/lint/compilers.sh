# Builds with gcc and with clang, warnings being errors. Usage: compilers.sh [ROOT]
# build/ is the gcc build where it is gcc's and holds the tests. What clang warns of does not hang on
# how it optimises, so it does not. The folders are left in build-clang/compared, for the gate's own test.
cd "${1:-.}" || exit 2
status=0

is_gcc() {
	[ -f build/.with-tests ] &&
		grep -q '^C compiler for the host machine: .*(gcc ' build/meson-logs/meson-log.txt 2>/dev/null
}

# Usage: build COMPILER FOLDER [SETTING…]
build() {
	compiler=$1
	dir=$2
	shift 2
	if [ ! -f "$dir/build.ninja" ]; then
		CC=$compiler meson setup "$dir" -Dtests=enabled "$@" >"$dir.log" 2>&1 || {
			cat "$dir.log"
			exit 1
		}
		rm -f "$dir.log"
	fi
	[ $# = 0 ] || meson configure "$dir" "$@"
	ninja -C "$dir" -k 0 >"$dir/ninja.log" 2>&1 || {
		grep -E 'error|warning|FAILED' "$dir/ninja.log" | sort -u | head -n 60
		status=1
	}
}

gcc=build-gcc
! is_gcc || gcc=build
build gcc $gcc
build clang build-clang -Dconformance_fixtures=true -Doptimization=0 -Ddebug=false
printf '%s\n' $gcc build-clang >build-clang/compared
exit $status
