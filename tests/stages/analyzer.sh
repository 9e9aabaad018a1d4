# stage: 80 core lint
# gcc's own static analysis, over every C file of ours. It sees one file at a time. Files that have
# not changed since they passed are not analyzed again.
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
# The analysis is worth something only if it finds what is there, also at the second run.
bad=$dir/reports/bad
fault=$root/tests/lint/bad/analyzer/double_free.c
mkdir -p $bad
printf '[{"directory": "%s", "file": "%s", "command": "gcc -o bad.o -c %s"}]\n' \
	"$root" "$fault" "$fault" >$bad/commands.json
for run in first second; do
	"$python" -B tests/support/analyze.py $bad/commands.json $bad >$bad/said
	if [ "$(cat $bad/counts)" != "0 1" ] || ! grep -q analyzer-double-free $bad/said; then
		echo "gcc -fanalyzer does not see a double free at the $run run"
		report analyzer "$passed" $((failed + 1))
	fi
done
passed=$((passed + 1))
report analyzer "$passed" "$failed"
