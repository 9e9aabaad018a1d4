# stage: 81 tests/valgrind python valgrind
# 1,000 mixed requests to a server under valgrind: no invalid access, no leak.
. tests/stages/common.sh
"$python" -B tests/valgrind/mixed.py build/adcore
