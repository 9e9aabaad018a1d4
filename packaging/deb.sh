#!/bin/sh
# Makes a Debian package of a build: deb.sh BUILD OUTPUT-FOLDER. Prints the path of the package.
# Needs dpkg-dev (dpkg-shlibdeps) and binutils (strip); no debhelper. The same build and commit give
# the same bytes. PACKAGE_LEVEL is xz's (6).
set -eu
cd "$(dirname "$0")/.."
build=$1
out=$2
root=$(pwd)
work=$(mktemp -d /tmp/adcore-deb.XXXXXX)
trap 'rm -rf "$work"' EXIT
umask 022

version=$("$build/adcore" version | sed -n '1s/^adcore //p')
arch=$(dpkg --print-architecture)
release=$(. /etc/os-release && echo "$VERSION_ID")
full="$version-1~deb$release"
epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
SOURCE_DATE_EPOCH=$epoch
export SOURCE_DATE_EPOCH
tree=$work/tree
doc=$tree/usr/share/doc/adcore

install -d "$tree/DEBIAN" "$tree/usr/bin" "$tree/etc/adcore" "$tree/usr/lib/systemd/system" "$doc" \
	"$tree/usr/share/man/man1" "$tree/usr/share/bash-completion/completions"
install -m 0755 -t "$tree/usr/bin" "$build/adcore" "$build/subprojects/sandbox/adcore-sandbox"
strip --strip-all --remove-section=.comment "$tree/usr/bin/adcore" "$tree/usr/bin/adcore-sandbox"
install -m 0644 -t "$tree/usr/lib/systemd/system" packaging/debian/adcore.service \
	packaging/debian/adcore-backup.service packaging/debian/adcore-backup.timer
"$build/adcore" describe config | sed 's,^#data-dir = .*,data-dir = /var/lib/adcore,' \
	>"$tree/etc/adcore/adcore.conf"
"$build/adcore" describe man | gzip -9n >"$tree/usr/share/man/man1/adcore.1.gz"
"$build/adcore" describe completion >"$tree/usr/share/bash-completion/completions/adcore"
install -m 0644 -t "$doc" packaging/debian/copyright
if [ -d packaging/monitoring ]; then
	cp -r packaging/monitoring "$doc/monitoring"
fi
printf 'adcore (%s) unstable; urgency=medium\n\n  * Built from %s.\n\n -- adcore <adcore@localhost>  %s\n' \
	"$full" "commit $(sh packaging/commit.sh | cut -d ' ' -f 1)" \
	"$(date -u -R -d "@$epoch")" | gzip -9n >"$doc/changelog.Debian.gz"

# dpkg-shlibdeps wants a source package around it.
install -d "$work/debian"
printf 'Source: adcore\n\nPackage: adcore\nArchitecture: any\n' >"$work/debian/control"
depends=$(cd "$work" && dpkg-shlibdeps -O "$tree/usr/bin/adcore" "$tree/usr/bin/adcore-sandbox" |
	sed -n 's/^shlibs:Depends=//p')
[ -n "$depends" ] || {
	echo "deb.sh: no dependencies were found" >&2
	exit 1
}
size=$(du -sk --exclude=DEBIAN "$tree" | cut -f 1)
cat >"$tree/DEBIAN/control" <<TXT
Package: adcore
Version: $full
Architecture: $arch
Maintainer: adcore <adcore@localhost>
Installed-Size: $size
Depends: $depends, adduser, init-system-helpers (>= 1.52), ca-certificates
Recommends: bash-completion
Suggests: caddy | nginx, postgresql
Section: web
Priority: optional
Description: server that manages advertising campaigns by REST and MCP
 One program serves an application for the browser, a REST API and an MCP
 connector for assistants. It drafts campaigns, previews what a push would
 change at Google, Microsoft, Reddit and Meta, and pushes what was approved.
 Data is kept in SQLite or PostgreSQL.
TXT
echo /etc/adcore/adcore.conf >"$tree/DEBIAN/conffiles"
install -m 0755 -t "$tree/DEBIAN" packaging/debian/postinst packaging/debian/prerm \
	packaging/debian/postrm
(cd "$tree" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) \
	>"$tree/DEBIAN/md5sums"
find "$tree" -exec touch -h -d "@$epoch" {} +
mkdir -p "$out"
out=$(cd "$out" && pwd)
name=adcore_${full}_$arch.deb
cd "$root"
dpkg-deb --root-owner-group -Zxz -z"${PACKAGE_LEVEL:-6}" --build "$tree" "$out/$name" >/dev/null
echo "$out/$name"
