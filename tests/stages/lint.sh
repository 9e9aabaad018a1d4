# stage: 05 tests/lint lint
# Formatting, sizes, layering, comments, banned words and functions, gcc and clang builds.
. tests/stages/common.sh
exec sh tests/lint/run.sh
