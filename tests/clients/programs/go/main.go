// The official Go SDK, told what to do as told.py says. Usage: go_client URL REDIRECT REVISION.
package main

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"log"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/modelcontextprotocol/go-sdk/oauthex"
	"golang.org/x/oauth2"
)

type told struct {
	Do        string         `json:"do"`
	Name      string         `json:"name"`
	Arguments map[string]any `json:"arguments"`
}

var input = bufio.NewReader(os.Stdin)

func say(what string, value any) {
	line, err := json.Marshal(map[string]any{what: value})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(line))
}

func hear() string {
	line, err := input.ReadString('\n')
	if err != nil {
		log.Fatal(err)
	}
	return strings.TrimSpace(line)
}

func answer(value any, err error) {
	if err != nil {
		say("error", err.Error())
	} else {
		say("ok", value)
	}
}

func cameBack(_ context.Context, args *auth.AuthorizationArgs) (*auth.AuthorizationResult, error) {
	say("open", args.URL)
	back, err := url.Parse(hear())
	if err != nil {
		return nil, err
	}
	query := back.Query()
	return &auth.AuthorizationResult{Code: query.Get("code"), State: query.Get("state"), Iss: query.Get("iss")}, nil
}

// How far the test's clock is ahead: this program cannot have its own moved from outside.
func ahead() time.Duration {
	bytes, err := os.ReadFile(os.Getenv("TEST_CLOCK_FILE"))
	if err != nil || len(bytes) != 8 {
		return 0
	}
	return time.Duration(binary.LittleEndian.Uint64(bytes)) * time.Second
}

// The library's own token source, at the test's time.
type movedSource struct {
	sync.Mutex
	ctx    context.Context
	config *oauth2.Config
	token  *oauth2.Token
	gotAt  time.Duration
}

func (s *movedSource) Token() (*oauth2.Token, error) {
	s.Lock()
	defer s.Unlock()
	then := *s.token
	then.Expiry = then.Expiry.Add(s.gotAt - ahead())
	token, err := s.config.TokenSource(s.ctx, &then).Token()
	if err == nil && token.AccessToken != s.token.AccessToken {
		s.token, s.gotAt = token, ahead()
	}
	return s.token, err
}

func main() {
	endpoint, redirect, revision := os.Args[1], os.Args[2], os.Args[3]
	ctx := context.Background()
	handler, err := auth.NewAuthorizationCodeHandler(&auth.AuthorizationCodeHandlerConfig{
		DynamicClientRegistrationConfig: &auth.DynamicClientRegistrationConfig{
			Metadata: &oauthex.ClientRegistrationMetadata{
				ClientName:              "Go SDK",
				RedirectURIs:            []string{redirect},
				GrantTypes:              []string{"authorization_code", "refresh_token"},
				ResponseTypes:           []string{"code"},
				TokenEndpointAuthMethod: "none",
			},
		},
		RedirectURL:              redirect,
		RequestRefreshToken:      true,
		AuthorizationCodeFetcher: cameBack,
		NewTokenSource: func(ctx context.Context, config *oauth2.Config, token *oauth2.Token) (oauth2.TokenSource, error) {
			return &movedSource{ctx: ctx, config: config, token: token, gotAt: ahead()}, nil
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "adcore-tests-go", Version: "1.0.0"}, nil)
	session, err := client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: endpoint, OAuthHandler: handler},
		&mcp.ClientSessionOptions{ProtocolVersion: revision})
	if err != nil {
		say("error", err.Error())
		os.Exit(1)
	}
	say("ok", map[string]string{"protocol": session.InitializeResult().ProtocolVersion})
	for {
		var command told
		if err := json.Unmarshal([]byte(hear()), &command); err != nil {
			log.Fatal(err)
		}
		switch command.Do {
		case "tools":
			answer(session.ListTools(ctx, nil))
		case "call":
			answer(session.CallTool(ctx, &mcp.CallToolParams{Name: command.Name, Arguments: command.Arguments}))
		default:
			session.Close()
			return
		}
	}
}
