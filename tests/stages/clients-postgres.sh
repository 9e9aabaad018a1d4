# stage: 53 tests/oauth node browser oauth venv postgres
# The stored state of the authorization server and the connector on a PostgreSQL of its own: the
# files whose tests write rows and read them back. Pages, wire formats and quirks of clients are the
# same on every database, and their tests run in the stages oauth and clients. Of the workbench, a
# marketer's jobs and two people in one Space run here too.
. tests/stages/common.sh
. tests/support/postgres.sh
. tests/support/client_programs.sh
. tests/support/node.sh
. tests/support/node_counts.sh
clients_ready
node_ready
ADCORE_BIN=$root/build/adcore
export ADCORE_BIN
postgres_start
kept=
for name in access_token audit authorize client_credentials concurrency connections crash device \
	introspect keys later lifetimes manage overtaken pushed refresh register second_step step_up token trust \
	two_servers unavailable app_plan app_sync; do
	kept="$kept tests/oauth/$name.test.mjs"
done
# shellcheck disable=SC2086
node_counts clients-postgres tests/clients/main_job_v1.test.mjs tests/clients/main_job_v2.test.mjs $kept \
	tests/browser/jobs.test.mjs tests/browser/together.test.mjs
report clients-postgres "$passed" "$failed"
