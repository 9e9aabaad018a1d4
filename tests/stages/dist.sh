# stage: 90 tests/stages build
# A release tarball of the committed state, and adcore built from nothing but it.
. tests/stages/common.sh
rm -rf build/meson-dist
meson dist -C build --no-tests --allow-dirty --formats gztar
tarball=$(ls build/meson-dist/*.tar.gz)
work=$(mktemp -d /tmp/adcore-dist.XXXXXX)
trap 'rm -rf "$work"' EXIT
tar -C "$work" -xzf "$tarball" --strip-components=1
meson setup "$work/build" "$work"
ninja -C "$work/build"
version=$("$work/build/adcore" version)
echo "$tarball: $version"
case $version in
*[0-9].[0-9]*) report dist 1 0 ;;
*) report dist 0 1 ;;
esac
