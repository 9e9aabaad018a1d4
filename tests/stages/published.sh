# stage: 22 tests/published python venv
# The adapters' requests and the simulators' answers, checked by the platforms' own client libraries.
. tests/stages/common.sh
. tests/support/venv.sh
# adloop would install a server of its own, which its Reddit client does not need.
venv_ready published tests/published/requirements.txt tests/published/alone.txt
ADCORE_SANDBOX_BINARY=$root/build/adcore-sandbox
# The libraries' requirements precede the system's own of the same name.
PYTHONPATH=$(echo "$venv"/lib/python3*/site-packages)
export ADCORE_SANDBOX_BINARY PYTHONPATH
pytest_counts published tests/published
report published "$passed" "$failed"
