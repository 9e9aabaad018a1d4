# stage: 71 tests/unit python unit
# ThreadSanitizer.
. tests/stages/common.sh
. tests/support/sanitized.sh
sanitized tsan thread
