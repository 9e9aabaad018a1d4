# ./dev run: a server with a demo account, and its addresses. All data is kept below ./var, so that
# the next run has the same account and token.
set -eu

listen=${ADCORE_LISTEN:-127.0.0.1:8080}
url=${ADCORE_PUBLIC_URL:-}
# The server's own options for its address are accepted too.
before=
for word in "$@"; do
	case $before in
	--listen) listen=$word ;;
	--public-url) url=$word ;;
	esac
	before=$word
done
url=${url:-http://$listen}
ADCORE_DATA_DIR=${ADCORE_DATA_DIR:-$(pwd)/var}
export ADCORE_DATA_DIR
adcore=$(pwd)/build/adcore
demo=$ADCORE_DATA_DIR/demo
email=demo@example.com

mkdir -p "$ADCORE_DATA_DIR"
umask 077

random_password() {
	od -An -N12 -tx1 /dev/urandom | tr -d ' \n'
}

# The value of a string member in the one-line JSON that --json prints.
json_string() {
	sed -n "s/.*\"$1\":[[:space:]]*\"\([^\"]*\)\".*/\1/p" | head -n 1
}

mint_token() {
	"$adcore" token mint --email $email --name "demo $(date +%Y-%m-%d)" --env test \
		--scopes all --json | json_string token >"$demo/token"
	[ -s "$demo/token" ] || {
		echo "dev: no test token could be minted" >&2
		exit 1
	}
}

make_account() {
	rm -rf "$demo.new"
	mkdir "$demo.new"
	random_password >"$demo.new/password"
	# An account left by an interrupted first run keeps its data and gets the new password.
	"$adcore" account add --email $email --name Demo --password-stdin --json \
		<"$demo.new/password" >"$demo.new/account" 2>"$demo.new/error" || {
		grep -q CONFLICT "$demo.new/error" || {
			cat "$demo.new/error" >&2
			exit 1
		}
		"$adcore" account password --email $email --password-stdin <"$demo.new/password"
	}
	"$adcore" seed-demo --email $email >"$demo.new/seed"
	mv "$demo.new" "$demo"
}

print_welcome() {
	token=$(cat "$demo/token")
	cat <<TXT

adcore serves on $url   (data in $ADCORE_DATA_DIR, Ctrl-C stops it)

  Sign in      $url/signin
  Account      $email
  Password     $(cat "$demo/password")

  Test token   $token
  Try it       curl -H "Authorization: Bearer $token" $url/api/v1/campaigns

Add the connector, whose address is $url/mcp

  Claude Code  claude mcp add --transport http adcore $url/mcp
  Cursor       in ~/.cursor/mcp.json:
               { "mcpServers": { "adcore": { "url": "$url/mcp" } } }
  VS Code      code --add-mcp '{"name":"adcore","type":"http","url":"$url/mcp"}'
  Claude       Settings > Connectors > Add custom connector > $url/mcp
  ChatGPT      Settings > Connectors > Advanced > Developer mode > Create > $url/mcp

  Claude and ChatGPT on the web reach only public https addresses: give adcore one with
  --public-url behind a proxy, and use that address in place of $url.

TXT
}

stop() {
	trap '' INT TERM
	[ -z "${server:-}" ] || kill -TERM "$server" 2>/dev/null || true
}

if curl -s -o /dev/null "http://$listen/"; then
	echo "dev: something serves on $listen already; ADCORE_LISTEN=127.0.0.1:PORT chooses another" >&2
	exit 1
fi
[ -d "$demo" ] || make_account
[ -s "$demo/token" ] || mint_token

ADCORE_LISTEN=$listen ADCORE_PUBLIC_URL=$url "$adcore" serve "$@" &
server=$!
trap stop INT TERM HUP

tries=0
until curl -fs -o /dev/null "$url/readyz"; do
	kill -0 "$server" 2>/dev/null || {
		wait "$server"
		exit 1
	}
	tries=$((tries + 1))
	[ $tries -lt 300 ] || {
		echo "dev: the server does not answer at $url" >&2
		stop
		exit 1
	}
	sleep 0.1
done

# A token lasts 90 days, and may have been revoked: then there is a new one.
answer=$(curl -s -o /dev/null -w '%{http_code}' -H "Authorization: Bearer $(cat "$demo/token")" \
	"$url/api/v1/me")
[ "$answer" != 401 ] || mint_token

print_welcome
status=0
wait "$server" || status=$?
if [ "$status" -gt 128 ]; then
	# A signal ended the wait. The server was told to stop and ends by itself.
	status=0
	wait "$server" || status=$?
fi
exit "$status"
