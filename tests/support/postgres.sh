# A PostgreSQL server for one stage: postgres_start makes one in a directory of its own on a free
# loopback port, sets ADCORE_TEST_DATABASE to its URL (a superuser, so that each test can have a
# database of its own), and stops it when the stage ends. The server refuses to run as root, so root
# hands it to the user that Debian's package made.
postgres_bin() {
	ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1
}

postgres_as() {
	if [ "$(id -u)" = 0 ]; then
		(cd / && runuser -u postgres -- "$@")
	else
		"$@"
	fi
}

postgres_stop() {
	if [ -n "${postgres_dir:-}" ]; then
		postgres_as "$postgres_programs/pg_ctl" -D "$postgres_dir/data" -m immediate -w stop \
			>/dev/null || true
		rm -rf "$postgres_dir"
		postgres_dir=
	fi
}

postgres_free_port() {
	/usr/bin/python3 -c 'import socket
s = socket.socket()
s.bind(("127.0.0.1", 0))
print(s.getsockname()[1])'
}

postgres_start() {
	postgres_programs=$(postgres_bin)
	[ -n "$postgres_programs" ] || {
		echo "no PostgreSQL server is installed (package postgresql)"
		return 1
	}
	postgres_dir=$(mktemp -d /tmp/adcore-postgres.XXXXXX)
	trap postgres_stop EXIT
	trap 'exit 1' INT TERM HUP
	secret=$(od -An -N12 -tx1 /dev/urandom | tr -d ' \n')
	printf '%s\n' "$secret" >"$postgres_dir/password"
	[ "$(id -u)" != 0 ] || chown -R postgres: "$postgres_dir"
	postgres_as "$postgres_programs/initdb" -D "$postgres_dir/data" -U adcore -A scram-sha-256 \
		--pwfile="$postgres_dir/password" -E UTF8 --locale=C.UTF-8 >/dev/null
	# The suites kill adcore and never the database, so the database need not sync to disk.
	for try in 1 2 3 4 5; do
		port=$(postgres_free_port)
		if postgres_as "$postgres_programs/pg_ctl" -D "$postgres_dir/data" -w -t 60 \
			-l "$postgres_dir/log" -o "-p $port -k $postgres_dir -c listen_addresses=127.0.0.1 \
			-c fsync=off -c max_connections=200" start >/dev/null; then
			break
		fi
		[ "$try" != 5 ] || {
			cat "$postgres_dir/log"
			return 1
		}
	done
	PGPASSWORD=$secret "$postgres_programs/createdb" -h 127.0.0.1 -p "$port" -U adcore adcore
	ADCORE_TEST_DATABASE=postgresql://adcore:$secret@127.0.0.1:$port/adcore
	export ADCORE_TEST_DATABASE
}
