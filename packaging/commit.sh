#!/bin/sh
# Prints the commit of the source tree and its date: commit.sh. As "0123456789ab 2026-11-27"; "-dirty"
# follows the 12 digits where tracked files differ. A release tarball has the line in the file COMMIT,
# written by `meson dist`; a clone asks git. Prints "unknown unknown" for any other tree, also for one
# inside another project's repository.
set -u
cd "$(dirname "$0")/.." || exit 1
root=$(pwd -P)

# Not `describe` or --short: git makes those longer where 12 digits are not unique.
commit_of_head() {
	hash=$(git -c "safe.directory=$root" rev-parse --verify HEAD 2>/dev/null) || return 1
	date=$(TZ=UTC git -c "safe.directory=$root" log -1 --date=format-local:%Y-%m-%d --format=%cd) || return 1
	printf '%.12s%s %s\n' "$hash" "$1" "$date"
}

# The tarball: MESON_DIST_ROOT is its tree, and this tree is the clone that it is made of.
if [ -n "${MESON_DIST_ROOT:-}" ]; then
	commit_of_head '' >"$MESON_DIST_ROOT/COMMIT"
	exit
fi
if [ -e .git ]; then
	changed=$(git -c "safe.directory=$root" --no-optional-locks status --porcelain --untracked-files=no \
		2>/dev/null | head -n 1)
	commit_of_head "${changed:+-dirty}" && exit
elif [ -f COMMIT ]; then
	grep -E '^[0-9a-f]{12} [0-9]{4}-[0-9]{2}-[0-9]{2}$' COMMIT && exit
fi
echo unknown unknown
