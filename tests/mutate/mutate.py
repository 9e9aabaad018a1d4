"""Makes one small change in the product at a time, and runs the tests that are near it.

Usage: mutate.py [COUNT [SEED]] [--file PATH] [--whole]

Each change is made in a copy of the sources, build-mutate/source. First the unit tests of the changed
file's folder run, then the API tests that NEAR names for it, then, with --whole, all other API tests.
A change that no test notices is printed as SURVIVED: read it, and write the test that is missing, or
see that it changes nothing (equivalent). Exit 0 if at least 95 of 100 changes were noticed.
"""

import argparse
import glob
import os
import random
import re
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "lint"))
from source import bare  # noqa: E402  (the path is set above)

WORK = os.path.join(ROOT, "build-mutate")
SOURCE = os.path.join(WORK, "source")
BUILD = os.path.join(WORK, "build")
TOPS = ("core/", "rest/", "mcp/", "oauth/", "app/")
LEAST = 95  # of 100 changes

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

# (name, pattern over code without comments and strings, replacement or function of the match)
OPERATORS = (
    ("comparison", r"(?<=[\w)\]] )(<=|>=|<|>)(?= [\w(*&-])", {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}),
    ("equality", r"(?<= )(==|!=)(?= )", {"==": "!=", "!=": "=="}),
    ("logic", r"(?<= )(&&|\|\|)(?= |\n)", {"&&": "||", "||": "&&"}),
    ("return", r"(?<=\treturn )(true|false)(?=;)", {"true": "false", "false": "true"}),
    ("one", r"(?<=[\w)\]] )([+-])(?= 1\b)", {"+": "-", "-": "+"}),
    ("not", r"(?<=[(& |=])!(?=[a-z(])", {"!": ""}),
    ("number", r"(?<=[ (])([1-9][0-9]{0,5})(?=[ );,])", lambda text: str(int(text) + 1)),
    ("call", r"(?<=\n)\t+[a-z_]+\([^;{}\n]*\);(?=\n)", lambda text: ""),
)


def copy_sources():
    """The tracked files as they are now, in a folder of their own; files that did not change keep their time."""
    names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True,
                           capture_output=True, text=True).stdout.splitlines()
    for name in names:
        there, here = os.path.join(SOURCE, name), os.path.join(ROOT, name)
        if not os.path.isfile(here):
            continue
        with open(here, "rb") as file:
            content = file.read()
        if os.path.exists(there):
            with open(there, "rb") as file:
                if file.read() == content:
                    continue
        os.makedirs(os.path.dirname(there), exist_ok=True)
        with open(there, "wb") as file:
            file.write(content)
        os.chmod(there, os.stat(here).st_mode)


def prepare():
    copy_sources()
    for name in ("tests/node_modules", "app/web/node_modules", "app/web/dist", "build-tools"):
        if os.path.exists(os.path.join(ROOT, name)) and not os.path.exists(os.path.join(SOURCE, name)):
            os.symlink(os.path.join(ROOT, name), os.path.join(SOURCE, name))
    if not os.path.exists(os.path.join(BUILD, "build.ninja")):
        subprocess.run(["meson", "setup", BUILD, SOURCE, "-Doptimization=0", "-Ddebug=false", "-Dtests=enabled"],
                       check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["ninja", "-C", BUILD], check=True, stdout=subprocess.DEVNULL)


def candidates(path):
    """Each possible change of a file: (start, end, new text, operator)."""
    with open(os.path.join(SOURCE, path), encoding="utf-8") as file:
        text = file.read()
    code = bare(text)
    found = []
    for name, pattern, change in OPERATORS:
        for match in re.finditer(pattern, code):
            line = code[code.rfind("\n", 0, match.start()) + 1:match.end()]
            if line.lstrip().startswith("#") and name != "number":
                continue
            old = match.group(0)
            new = change[old] if isinstance(change, dict) else change(old)
            found.append((match.start(), match.end(), new, name))
    return text, found


def choose(files, rng):
    """An endless list of changes: a file at random by its number of changes, then one of them."""
    every = [(path, each) for path in files for each in candidates(path)[1]]
    rng.shuffle(every)
    return every


def near_files(path):
    best = max((start for start in NEAR if path.startswith(start)), key=len)
    api = os.path.join(SOURCE, "tests", "api")
    names = []
    for word in NEAR[best].split():
        names += sorted(os.path.basename(each) for each in glob.glob(os.path.join(api, f"test_{word}.py")))
    return names


def unit_targets(path):
    """The unit tests of the file's folder: core/sync for core/sync/plan/plan.c, oauth for oauth/token/token.c."""
    parts = path.split("/")
    room = "_".join(parts[:3] if parts[:2] == ["core", "platform"] and len(parts) > 3 else
                    parts[:2] if parts[0] == "core" else parts[:1])
    listed = subprocess.run(["ninja", "-C", BUILD, "-t", "targets", "all"], capture_output=True, text=True).stdout
    return sorted(set(re.findall(rf"^(tests/unit/{room}_\w+_test): ", listed, re.M)))


def run(words, seconds, folder, env=None):
    """True if the command ended well in time."""
    try:
        done = subprocess.run(words, cwd=folder, timeout=seconds, env=env, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return done.returncode == 0
    except subprocess.TimeoutExpired:
        return False


def unit_passes(targets):
    env = dict(os.environ, ADCORE_SOURCE_ROOT=SOURCE, ADCORE_SANDBOX=os.path.join(BUILD, "adcore-sandbox"))
    return all(run([os.path.join(BUILD, target)], 120, BUILD, env) for target in targets)


def api_passes(files):
    env = dict(os.environ, ADCORE_BIN=os.path.join(BUILD, "adcore"), ADCORE_TEST_DATABASE="sqlite")
    words = [sys.executable, "-B", "-m", "pytest", "-q", "-x", "-n", "3", "--dist", "loadfile",
             "-p", "no:cacheprovider", *files]
    folder = os.path.join(SOURCE, "tests", "api")
    # A test that fails for another reason, such as a busy machine, does not fail twice.
    return run(words, 900, folder, env) or run(words, 900, folder, env)


def node_passes(path):
    words = next((words for start, words in NEAR_NODE.items() if path.startswith(start)), "")
    files = [each for word in words.split()
             for each in sorted(glob.glob(os.path.join(SOURCE, "tests", "oauth", f"{word}.test.mjs")))]
    env = dict(os.environ, ADCORE_BIN=os.path.join(BUILD, "adcore"))
    return not files or run(["sh", "-c", "root=$PWD; . tests/support/node.sh; node_ready; exec node --test $NODE_ARGS \"$@\"",
                             "node", *files], 900, SOURCE, env)


def judge(path, targets, whole):
    """The first of the compiler and the tests that fails with the change in the sources; None if none does."""
    built = subprocess.run(["ninja", "-C", BUILD, "adcore", *targets], capture_output=True, text=True)
    if built.returncode != 0:
        return "the compiler"
    if not unit_passes(targets):
        return "unit tests"
    near = near_files(path)
    if near and not api_passes(near):
        return "API tests nearby"
    if not node_passes(path):
        return "page tests nearby"
    if whole:
        rest = sorted(os.path.basename(each) for each in glob.glob(os.path.join(SOURCE, "tests", "api", "test_*.py")))
        if not api_passes([each for each in rest if each not in near]):
            return "other API tests"
    return None


def line_of(text, at):
    start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
    return text[start:end].strip()


def main():
    parse = argparse.ArgumentParser()
    parse.add_argument("count", nargs="?", type=int, default=40)
    parse.add_argument("seed", nargs="?", type=int, default=int(time.time()))
    parse.add_argument("--file")
    parse.add_argument("--whole", action="store_true")
    asked = parse.parse_args()
    prepare()
    files = [asked.file] if asked.file else [
        name for name in subprocess.run(["git", "ls-files", "*.c"], cwd=ROOT, check=True, capture_output=True,
                                        text=True).stdout.splitlines()
        if name.startswith(TOPS) and os.path.exists(os.path.join(SOURCE, name))]
    print(f"mutate: {asked.count} changes, seed {asked.seed}", flush=True)
    noticed = survived = 0
    for path, (start, end, new, operator) in choose(files, random.Random(asked.seed)):
        if noticed + survived >= asked.count:
            break
        text, _ = candidates(path)
        changed = text[:start] + new + text[end:]
        file = os.path.join(SOURCE, path)
        with open(file, "w", encoding="utf-8") as out:
            out.write(changed)
        try:
            by = judge(path, unit_targets(path), asked.whole)
        finally:
            with open(file, "w", encoding="utf-8") as out:
                out.write(text)
        if by == "the compiler":
            continue
        where = f"{path}:{text.count(chr(10), 0, start) + 1}"
        noticed += by is not None
        survived += by is None
        print(f"{'noticed by ' + by if by else 'SURVIVED'}: {where} ({operator}): {line_of(text, start)}"
              f"  ->  {line_of(changed, start)}", flush=True)
    print(f"mutate: {noticed} noticed, {survived} survived")
    sys.exit(0 if noticed * 100 >= LEAST * (noticed + survived) else 1)


main()
