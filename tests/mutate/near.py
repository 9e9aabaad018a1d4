"""The tests near a source file: unit tests by the path they mirror, API and page tests by tables."""

import glob
import os
import re

# The API test files that are near a folder; the longest matching beginning decides. `*` as in a shell.
NEAR = {
    "app/": "app_api app_grid app_review app_import",
    "core/": "campaigns ad_groups keywords lists",
    "core/auth/": "tokens identity signin_later second_factor confirmation limits attacks secret_keys space_access",
    "core/base/": "campaigns malformed http lists deceptive_text",
    "core/call/": "campaigns ad_groups ads keywords lists list_filters batch bulk bulk_change change idempotency history guardrails",
    "core/call/assets/": "assets asset_fetch attachments quota",
    "core/call/connections/": "connections connect_another_account connect_cli",
    "core/call/reports/": "reports report_gaps statistics",
    "core/call/request/": "conventions idempotency lists list_filters quota scopes tenancy history events",
    "core/call/rules/": "campaigns ads keywords bids_below bid_guardrail guardrails targeting_lost limits",
    "core/call/spaces/": "spaces space_changes space_access guardrails",
    "core/call/sync/": "sync_push sync_preview sync_approve sync_retry revert* sync_review sync_comments drift drafters connector_rules",
    "core/cli/": "cli backup service secret_keys setup seed upgrade",
    "core/fetch/": "asset_fetch webhooks",
    "core/http/": "http malformed attacks compression hostile log_lines metrics",
    "core/import/": "import* app_import",
    "core/media/": "assets asset_push*",
    "core/model/": "campaigns ads keywords businesses conversions openapi wrong_types",
    "core/platform/google/": "sync_push sync_faults pull asset_push sync_conversions keyword_lists report_gaps sync_recognize",
    "core/platform/meta/": "sync_meta pull_meta sync_media_meta sync_conversions_meta sync_keeps_meta sync_videos_meta",
    "core/platform/microsoft/": "sync_microsoft pull_microsoft sync_media_microsoft sync_conversions_microsoft figures_microsoft",
    "core/platform/reddit/": "sync_reddit pull_reddit sync_media_reddit sync_conversions_reddit sync_keeps_reddit",
    "core/platform/": "sync_push sync_faults sync_pace sync_quota connections sync_access platform_secrecy",
    "core/store/": "campaigns lists list_plans lookup_plans history events upgrade copy",
    "core/sync/": "sync_push sync_preview sync_faults sync_crash sync_retry sync_states pull drift sync_removed sync_recognize",
    "core/sync/killswitch/": "sync_pause sync_pause_landing sync_access",
    "core/sync/lease/": "sync_two sync_crash sync_pace sync_revoked sync_landing",
    "core/sync/plan/": "sync_plans sync_preview guardrails bid_guardrail drafters targeting_lost sync_parts deceptive_text plan_hash",
    "core/sync/pull/": "pull* drift gone_below bid_unread",
    "mcp/": "mcp*",
    "oauth/": "identity signin_later scopes",
    "rest/": "http openapi conventions compression campaigns wrong_types",
}

# The same for the tests of pages and OAuth, which Node.js runs.
NEAR_NODE = {
    "app/": "app app_plan app_sync app_switch app_drift account connections",
    "oauth/": "happy_path authorize token refresh device negatives register second_step passkey* pushed",
}


def api_files(source, path):
    best = max((start for start in NEAR if path.startswith(start)), key=len)
    folder = os.path.join(source, "tests", "api")
    files = [os.path.basename(each) for word in NEAR[best].split()
             for each in sorted(glob.glob(os.path.join(folder, f"test_{word}.py")))]
    # A file that shares a word with the source probably notices first.
    words = set(os.path.basename(path)[:-2].split("_")) - {"sync"}
    return sorted(files, key=lambda each: not words & set(each[:-3].split("_")))


def node_files(source, path):
    words = next((words for start, words in NEAR_NODE.items() if path.startswith(start)), "")
    return [each for word in words.split()
            for each in sorted(glob.glob(os.path.join(source, "tests", "oauth", f"{word}.test.mjs")))]


class UnitTests:
    """The executables of the unit tests, each with the folder that its source mirrors."""

    def __init__(self, source, targets):
        self.tests = []
        top = os.path.join(source, "tests", "unit")
        for file in glob.glob(os.path.join(top, "**", "*_test.c"), recursive=True):
            folder, stem = os.path.split(os.path.relpath(file, top))
            parts, stem = folder.split(os.sep), stem[:-2]
            for length in range(len(parts), 0, -1):
                target = "tests/unit/" + "_".join(parts[:length]) + "_" + stem
                if target in targets:
                    self.tests.append((target, folder, stem[:-len("_test")]))
                    break

    def near(self, path, seconds):
        """The tests of the file's module: its own, then of its folder, then the others; quick ones first."""
        folder, stem = os.path.split(path[:-2])
        parts = folder.split("/")
        room = "/".join(parts[:3] if parts[:2] == ["core", "platform"] and len(parts) > 2 else parts[:2])

        def distance(test):
            target, where, name = test
            return (0 if name == stem and where == folder else
                    1 if where == folder and (stem.startswith(name) or name.startswith(stem)) else
                    2 if where == folder else 3, seconds(target))

        rooms = {room} | ({"core/platform"} if room.startswith("core/platform/") else set())
        chosen = [test for test in self.tests
                  if any(test[1] == each or test[1].startswith(each + "/") for each in rooms)
                  and not (room == "core/platform" and re.match(r"core/platform/\w", test[1]))]
        return [test[0] for test in sorted(chosen, key=distance)]
