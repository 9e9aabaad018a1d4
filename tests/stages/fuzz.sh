# stage: 82 tests/fuzz fuzz
# Each fuzz target for a short while on its seeds, and from one random seed, so that the same sources
# get the same answer twice; ./dev fuzz 60 takes its time, and another seed at each run.
. tests/stages/common.sh
export FUZZ_SEED=1
exec sh tests/fuzz/run.sh "${FUZZ_SECONDS:-3}"
