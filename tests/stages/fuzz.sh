# stage: 82 tests/fuzz fuzz
# Each fuzz target for a short while on its seeds; ./dev fuzz 60 takes its time.
. tests/stages/common.sh
exec sh tests/fuzz/run.sh "${FUZZ_SECONDS:-5}"
