# ThreadSanitizer.
. tests/stages/common.sh
. tests/support/sanitized.sh
sanitized tsan thread
