# stage: 92 tests/package build python package
# The Debian package: what it holds, and its life in a root of its own.
. tests/stages/common.sh
workers=1
pytest_counts package tests/package
report package "$passed" "$failed"
