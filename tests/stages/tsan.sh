# stage: 90 tests/unit python unit postgres
# ThreadSanitizer.
. tests/stages/common.sh
. tests/support/sanitized.sh
sanitized tsan thread
