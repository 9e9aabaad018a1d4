# stage: 91 tests/unit python unit postgres
# AddressSanitizer, LeakSanitizer and UndefinedBehaviorSanitizer.
. tests/stages/common.sh
. tests/support/sanitized.sh
sanitized asan address,undefined
