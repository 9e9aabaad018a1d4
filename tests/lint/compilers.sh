# Builds with gcc and with clang, warnings being errors. Usage: compilers.sh [ROOT]
cd "${1:-.}" || exit 2
status=0
for compiler in gcc clang; do
	dir=build-$compiler
	if [ ! -f "$dir/build.ninja" ]; then
		CC=$compiler meson setup "$dir" -Dtests=enabled -Dconformance_fixtures=true >"$dir.log" 2>&1 || {
			cat "$dir.log"
			exit 1
		}
	fi
	meson configure "$dir" -Dconformance_fixtures=true
	rm -f "$dir.log"
	ninja -C "$dir" -k 0 >"$dir/ninja.log" 2>&1 || {
		grep -E 'error|warning|FAILED' "$dir/ninja.log" | sort -u | head -n 60
		status=1
	}
done
exit $status
