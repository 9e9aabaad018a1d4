# stage: 90 tests/stages build
# A release tarball of the committed state with its bill of materials (SPDX), and adcore built from
# nothing but the tarball. The same commit gives the same bytes.
. tests/stages/common.sh
rm -rf build/meson-dist
meson dist -C build --no-tests --allow-dirty --formats gztar
tarball=$(ls build/meson-dist/*.tar.gz)
work=$(mktemp -d /tmp/adcore-dist.XXXXXX)
trap 'rm -rf "$work"' EXIT
# Packed again by name, with the time of the commit and no owner.
mkdir "$work/source"
tar -C "$work/source" -xzf "$tarball"
folder=$(ls "$work/source")
# The built workbench, so that building from the tarball needs no Node.
if [ -f app/web/dist/manifest.json ]; then
	cp -r app/web/dist "$work/source/$folder/app/web/dist"
fi
tar -C "$work/source" --sort=name --mtime="@${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}" \
	--owner=0 --group=0 --numeric-owner --mode=u+rwX,go+rX,go-w -cf - "$folder" |
	gzip -n >"$tarball"
(cd build/meson-dist && sha256sum "${tarball##*/}" >"${tarball##*/}.sha256sum")
"$python" -B tests/support/sbom.py write build "$tarball"
bill=$tarball.spdx.json
passed=0
failed=0
if "$python" -B tests/support/sbom.py check "$bill" .; then
	passed=$((passed + 1))
else
	failed=$((failed + 1))
fi
if [ -e "$work/source/$folder/.git" ]; then
	echo "dist: the tarball holds .git"
	failed=$((failed + 1))
else
	passed=$((passed + 1))
fi
# Outside a clone the tarball names its commit itself.
commit=$(git rev-parse HEAD | cut -c 1-12)
date=$(TZ=UTC git log -1 --date=format-local:%Y-%m-%d --format=%cd)
if [ "$(sh "$work/source/$folder/packaging/commit.sh")" = "$commit $date" ]; then
	passed=$((passed + 1))
else
	echo "dist: the tarball does not name the commit $commit of $date"
	failed=$((failed + 1))
fi
# A tree without that file takes no commit of a repository around it.
mkdir -p "$work/around/tree"
git -C "$work/around" init -q
git -C "$work/around" -c user.name=a -c user.email=a@b commit -q --allow-empty -m a
cp -r "$work/source/$folder/packaging" "$work/around/tree/packaging"
if [ "$(sh "$work/around/tree/packaging/commit.sh")" = 'unknown unknown' ]; then
	passed=$((passed + 1))
else
	echo "dist: a tree inside a repository took its commit"
	failed=$((failed + 1))
fi
# Tests the check itself: a bill that leaves out a library is refused.
sed 's/in meson.build: libsodium/elsewhere: libsodium/' "$bill" >"$work/bill.json"
if "$python" -B tests/support/sbom.py check "$work/bill.json" . >"$work/faults"; then
	echo "dist: a bill of materials without libsodium was accepted"
	failed=$((failed + 1))
else
	grep -q 'meson.build names libsodium, which is not there' "$work/faults" &&
		passed=$((passed + 1)) || failed=$((failed + 1))
fi
# The result of the build check does not depend on the optimization.
meson setup -Dtests=disabled -Doptimization=0 -Ddebug=false "$work/build" "$work/source/$folder"
ninja -C "$work/build"
version=$("$work/build/adcore" version | head -n 2 | paste -s -d ' ')
echo "$tarball: $version"
case $version in
adcore\ [0-9]*.[0-9]*" commit $commit of $date") passed=$((passed + 1)) ;;
*) failed=$((failed + 1)) ;;
esac
report dist "$passed" "$failed"
