#!/bin/sh
# Does every job once on SQLite and prints what each cost; --write puts that into docs/assistants.md.
set -eu
root=$(pwd)
record=$root/build/agent-jobs.jsonl
rm -f "$record"
failed=
ADCORE_BIN=$root/build/adcore ADCORE_TEST_DATABASE=sqlite ADCORE_AGENT_TABLE=$record PYTHONDONTWRITEBYTECODE=1 \
	/usr/bin/python3 -m pytest -q --tb=short -p no:cacheprovider -n 2 --dist loadfile tests/agent/test_jobs_*.py >&2 || failed=1
/usr/bin/python3 -B tests/agent/table.py "$record" "$@"
[ -z "$failed" ]
