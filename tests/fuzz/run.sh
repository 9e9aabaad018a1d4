# Runs every fuzz target for SECONDS on its seeds. Usage: run.sh SECONDS
# FUZZ_SEED: the start of the mutations, a new one at each run if unset. New inputs are stored in
# build-fuzz/corpus, and an input that breaks a target in build-fuzz/crashes.
set -u
seconds=${1:-60}
dir=build-fuzz
if [ ! -f $dir/build.ninja ]; then
	CC=clang meson setup $dir -Dfuzz=true -Db_sanitize=address,undefined -Db_lundef=false \
		-Dtests=disabled -Doptimization=1 -Dc_args=-g1 >/dev/null || exit 1
fi
# The targets alone: neither the server nor the simulators.
# shellcheck disable=SC2046
ninja -C $dir $(ls tests/fuzz/*_fuzz.c | sed 's,\.c$,,') || exit 1
mkdir -p $dir/crashes
${PYTHON:-/usr/bin/python3} -B tests/fuzz/seeds.py $dir || exit 1
passed=0
failed=0
for source in tests/fuzz/*_fuzz.c; do
	name=$(basename "$source" _fuzz.c)
	mkdir -p "$dir/corpus/$name" "$dir/seeds/$name"
	set --
	[ ! -f "$dir/seeds/$name.dict" ] || set -- -dict="$dir/seeds/$name.dict"
	if UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 "$dir/tests/fuzz/${name}_fuzz" \
		-seed="${FUZZ_SEED:-0}" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=65536 \
		-artifact_prefix="$dir/crashes/$name-" -print_final_stats=1 -verbosity=0 "$@" \
		"$dir/corpus/$name" "$dir/seeds/$name" "tests/fuzz/corpus/$name" >"$dir/$name.log" 2>&1; then
		passed=$((passed + 1))
		echo "$name: $(sed -n 's/stat::number_of_executed_units: *//p' "$dir/$name.log") inputs"
	else
		failed=$((failed + 1))
		tail -n 60 "$dir/$name.log"
	fi
done
echo "fuzz: $passed passed, $failed failed"
[ $failed = 0 ]
