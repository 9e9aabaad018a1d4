#!/bin/sh
# tests/fresh/run.sh RELEASE [COMMAND…]: what a new user sees. Makes a fresh Debian root of RELEASE
# (bookworm or trixie) with debootstrap, clones the committed state of this repository into it, and
# runs COMMAND there (./dev test unless said), with only git and the base system beforehand. Needs
# root. Prints the minutes taken; the exit status is the command's.
#
# The mirror, the packages' settings and the way to npm, PyPI, Go's modules and Rust's crates are the
# machine's own, read when this runs:
#   FRESH_MIRROR   the Debian mirror (the one in apt's sources)
#   FRESH_ROOT     where the root is made (below /var/tmp), removed afterwards unless
#   FRESH_KEEP     is set
set -eu

release=${1:?usage: tests/fresh/run.sh bookworm|trixie [COMMAND...]}
shift
[ $# != 0 ] || set -- ./dev test
source=$(cd "$(dirname "$0")/../.." && pwd)
root=${FRESH_ROOT:-/var/tmp/adcore-fresh-$release}

machine_mirror() {
	apt-get indextargets --format '$(REPO_URI) $(CODENAME)' |
		awk '$2 == "bookworm" || $2 == "trixie" { print $1; exit }'
}

mirror=${FRESH_MIRROR:-$(machine_mirror)}
[ -n "$mirror" ] || {
	echo "no Debian mirror in apt's sources: set FRESH_MIRROR" >&2
	exit 2
}

# In a mount and process namespace of its own, so that whatever the command leaves behind ends with
# it, and the mounts too.
if [ -z "${FRESH_INSIDE:-}" ]; then
	FRESH_INSIDE=1 FRESH_MIRROR=$mirror FRESH_ROOT=$root
	export FRESH_INSIDE FRESH_MIRROR FRESH_ROOT
	status=0
	unshare --mount --pid --fork --kill-child --propagation private \
		"$0" "$release" "$@" || status=$?
	[ -n "${FRESH_KEEP:-}" ] || rm -rf --one-file-system "$root"
	exit $status
fi

begin=$(date +%s)
rm -rf --one-file-system "$root"
debootstrap --variant=minbase --include=git,ca-certificates "$release" "$root" "$mirror" \
	>"$root.debootstrap.log" 2>&1 || {
	tail -n 20 "$root.debootstrap.log" >&2
	exit 1
}
rm -f "$root.debootstrap.log"

# The host's access to the network.
cp /etc/resolv.conf /etc/hosts "$root/etc/"
apt-config dump | grep '^Acquire::' >"$root/etc/apt/apt.conf.d/90fresh" || true
bundle=${NODE_EXTRA_CA_CERTS:-/etc/ssl/certs/ca-certificates.crt}
mkdir -p "$root/run/machine"
[ ! -f "$bundle" ] || cp "$bundle" "$root/run/machine/ca.crt"
[ ! -f "$HOME/.npmrc" ] || cp "$HOME/.npmrc" "$root/root/.npmrc"

mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/tmp"

git clone -q "file://$source" "$root/root/adcore"
echo "fresh $release: root and clone ready after $(($(date +%s) - begin)) s"

begin=$(date +%s)
status=0
env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
	NODE_EXTRA_CA_CERTS=/run/machine/ca.crt npm_config_cafile=/run/machine/ca.crt \
	PIP_CERT=/run/machine/ca.crt SSL_CERT_FILE=/run/machine/ca.crt \
	CARGO_HTTP_CAINFO=/run/machine/ca.crt \
	chroot "$root" sh -c 'cd /root/adcore && exec "$@"' sh "$@" </dev/null || status=$?
took=$(($(date +%s) - begin))
echo "fresh $release: $* ended with $status after $((took / 60)) min $((took % 60)) s"
exit $status
