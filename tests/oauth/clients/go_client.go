// Go's oauth2 library against a server: discovery and registration by hand, as the library has
// none, code with PKCE, refresh, revocation. Usage: go_client ISSUER RESOURCE REDIRECT. Prints "open
// URL", reads the URL that the browser was sent to, prints what came of it as one line of JSON.
package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"golang.org/x/oauth2"
)

type metadata struct {
	Issuer        string   `json:"issuer"`
	Authorization string   `json:"authorization_endpoint"`
	Token         string   `json:"token_endpoint"`
	Registration  string   `json:"registration_endpoint"`
	Revocation    string   `json:"revocation_endpoint"`
	Challenges    []string `json:"code_challenge_methods_supported"`
}

type client struct {
	ID     string `json:"client_id"`
	Secret string `json:"client_secret"`
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func random() string {
	bytes := make([]byte, 48)
	_, err := rand.Read(bytes)
	must(err)
	return base64.RawURLEncoding.EncodeToString(bytes)
}

func read(answer *http.Response, err error, status int, into interface{}) {
	must(err)
	defer answer.Body.Close()
	if answer.StatusCode != status {
		log.Fatalf("%s: %s", answer.Request.URL, answer.Status)
	}
	if into != nil {
		must(json.NewDecoder(answer.Body).Decode(into))
	}
}

func discover(issuer string) metadata {
	var found metadata
	answer, err := http.Get(issuer + "/.well-known/oauth-authorization-server")
	read(answer, err, 200, &found)
	if found.Issuer != issuer || len(found.Challenges) != 1 || found.Challenges[0] != "S256" {
		log.Fatalf("metadata of another: %+v", found)
	}
	return found
}

func register(at metadata, redirect string) client {
	var made client
	body, err := json.Marshal(map[string]interface{}{
		"client_name":                "Go",
		"redirect_uris":              []string{redirect},
		"token_endpoint_auth_method": "client_secret_post",
	})
	must(err)
	answer, err := http.Post(at.Registration, "application/json", bytes.NewReader(body))
	read(answer, err, 201, &made)
	return made
}

func code(config oauth2.Config, resource, verifier string) string {
	state, digest := random(), sha256.Sum256([]byte(verifier))
	fmt.Println("open", config.AuthCodeURL(state,
		oauth2.SetAuthURLParam("code_challenge", base64.RawURLEncoding.EncodeToString(digest[:])),
		oauth2.SetAuthURLParam("code_challenge_method", "S256"),
		oauth2.SetAuthURLParam("resource", resource)))
	line, err := bufio.NewReader(os.Stdin).ReadString('\n')
	must(err)
	back, err := url.Parse(strings.TrimSpace(line))
	must(err)
	if back.Query().Get("state") != state || back.Query().Get("iss") == "" {
		log.Fatalf("the answer of another request: %s", back.Query().Get("error"))
	}
	return back.Query().Get("code")
}

// A token as a string of what the client got; its time is over, so that the source must refresh.
func refreshed(config oauth2.Config, token *oauth2.Token) (*oauth2.Token, error) {
	old := &oauth2.Token{RefreshToken: token.RefreshToken, Expiry: time.Unix(1, 0)}
	return config.TokenSource(context.Background(), old).Token()
}

func told(token *oauth2.Token) map[string]interface{} {
	return map[string]interface{}{
		"access_token":  token.AccessToken,
		"refresh_token": token.RefreshToken,
		"token_type":    token.TokenType,
		"scope":         token.Extra("scope"),
	}
}

func main() {
	issuer, resource, redirect := os.Args[1], os.Args[2], os.Args[3]
	at := discover(issuer)
	made := register(at, redirect)
	config := oauth2.Config{
		ClientID:     made.ID,
		ClientSecret: made.Secret,
		RedirectURL:  redirect,
		Scopes:       []string{"campaigns:read", "ads:read"},
		Endpoint:     oauth2.Endpoint{AuthURL: at.Authorization, TokenURL: at.Token, AuthStyle: oauth2.AuthStyleInParams},
	}
	verifier := random()
	first, err := config.Exchange(context.Background(), code(config, resource, verifier),
		oauth2.SetAuthURLParam("code_verifier", verifier))
	must(err)
	second, err := refreshed(config, first)
	must(err)
	answer, err := http.PostForm(at.Revocation, url.Values{"token": {second.RefreshToken},
		"client_id": {made.ID}, "client_secret": {made.Secret}})
	read(answer, err, 200, nil)
	after := "refreshed"
	if _, err = refreshed(config, second); err != nil {
		after = err.Error()
	}
	must(json.NewEncoder(os.Stdout).Encode(map[string]interface{}{
		"first": told(first), "second": told(second), "after": after,
	}))
}
