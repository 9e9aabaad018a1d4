module adcore.test/client

go 1.25.0

require (
	github.com/modelcontextprotocol/go-sdk v1.8.0
	golang.org/x/oauth2 v0.35.0
)
