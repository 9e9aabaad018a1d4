# stage: 80 core lint
# gcc's own static analysis, over every C file of ours. It sees one file at a time.
. tests/stages/common.sh
dir=build-analyzer
if [ ! -f $dir/build.ninja ]; then
	CC=gcc meson setup $dir -Dtests=disabled -Db_pch=false >/dev/null
fi
ninja -C $dir build.ninja >/dev/null
mkdir -p $dir/reports
"$python" tests/support/analyze.py $dir/compile_commands.json $dir/reports || true
set -- $(cat $dir/reports/counts)
passed=$1
failed=$2
# The analysis is worth something only if it finds what is there.
if gcc -fanalyzer -Werror -c tests/lint/bad/analyzer/double_free.c -o /dev/null 2>/dev/null; then
	echo "gcc -fanalyzer does not see a double free"
	failed=$((failed + 1))
else
	passed=$((passed + 1))
fi
report analyzer "$passed" "$failed"
