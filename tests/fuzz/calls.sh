# Wrong calls of every tool and operation against the sanitizers' build: calls.sh [COUNT [SEED]].
# A new seed at each run unless one is given; a call that fails is kept in build-asan/calls.
. tests/stages/common.sh
. tests/support/sanitized.sh
sanitized_build asan address,undefined
p=0
f=0
wrong_calls --count "${1:-100000}" --seed "${2:-$(date +%s)}"
count_reports
report calls "$p" "$f"
