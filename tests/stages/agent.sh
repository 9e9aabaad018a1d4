# stage: 55 tests/agent python postgres
# Jobs and adversaries by the connector's tools: everything on SQLite, the adversaries on a PostgreSQL
# of their own too; and docs/assistants.md against what the jobs cost.
. tests/stages/common.sh
. tests/support/postgres.sh
ADCORE_BIN=$root/build/adcore
ADCORE_TEST_DATABASE=sqlite
ADCORE_AGENT_TABLE=$logs/agent-jobs.jsonl
export ADCORE_BIN ADCORE_TEST_DATABASE ADCORE_AGENT_TABLE
rm -f "$ADCORE_AGENT_TABLE"
pytest_counts agent tests/agent
all_passed=$passed
all_failed=$failed
if "$python" -B tests/agent/table.py "$ADCORE_AGENT_TABLE" --check; then
	all_passed=$((all_passed + 1))
else
	all_failed=$((all_failed + 1))
fi
unset ADCORE_AGENT_TABLE
postgres_start
pytest_counts agent-postgres tests/agent/test_adversaries.py
report agent "$((all_passed + passed))" "$((all_failed + failed))"
