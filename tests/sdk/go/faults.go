package main

import (
	"sort"
	"strings"
	"time"

	"adcore"
)

var retryCases = map[string]func(){
	"key-made": func() {
		draft()
		draft()
		sent := seen()
		first, second := sent[0].Headers["idempotency-key"], sent[1].Headers["idempotency-key"]
		check(first != "" && second != "" && first != second)
	},
	"key-kept": repeated(503, object{}, 0),
	"key-twice": func() {
		var replayed []bool
		params := &adcore.CampaignsCreateParams{}
		params.IdempotencyKey = "go-twice"
		params.OnResponse = func(info adcore.ResponseInfo) { replayed = append(replayed, info.Replayed) }
		first := must(client.Campaigns.Create(ctx, body("Twice", "5"), params))
		second := must(client.Campaigns.Create(ctx, body("Twice", "5"), params))
		check(first.ID == second.ID && !replayed[0] && replayed[1])
	},
	"key-conflict": func() {
		params := &adcore.CampaignsCreateParams{}
		params.IdempotencyKey = "go-conflict"
		must(client.Campaigns.Create(ctx, body("One", "5"), params))
		_, err := client.Campaigns.Create(ctx, body("Two", "5"), params)
		check(refused[*adcore.ConflictError](err).Code == "IDEMPOTENCY_CONFLICT")
	},
	"cut-before": func() {
		faults(object{"match": "GET /me", "cut": "before"})
		check(must(client.Me.Get(ctx, nil)).UID != "")
	},
	"cut-after": func() {
		faults(object{"match": "POST /campaigns", "cut": "after"})
		made := must(client.Campaigns.Create(ctx, body("Cut once", "5"), nil))
		found := must(client.Campaigns.List(ctx, &adcore.CampaignsListParams{Q: "Cut once"}).All())
		check(len(found) == 1 && found[0].ID == made.ID)
	},
	"retry-429": repeated(429, object{"Retry-After": "1"}, time.Second),
	"retry-503": repeated(503, object{"Retry-After": "1"}, time.Second),
	"retry-500": repeated(500, object{}, 0),
	"retry-never": func() {
		faults(canned("GET /me", 400, "VALIDATION_ERROR", object{"fields": []string{}}, object{}, 1))
		_, err := client.Me.Get(ctx, nil)
		refused[*adcore.ValidationError](err)
		check(len(seen()) == 1)
	},
	"retry-ends": func() {
		faults(canned("GET /me", 503, "UNAVAILABLE", object{}, object{}, 9))
		_, err := me(adcore.RequestOptions{MaxRetries: 1})
		check(refused[*adcore.ServerError](err).Attempts == 2 && len(seen()) == 2)
	},
	"retry-long": func() {
		faults(canned("GET /me", 429, "RATE_LIMITED", object{"bucket": "daily"}, object{"Retry-After": "3600"}, 1))
		_, err := client.Me.Get(ctx, nil)
		check(refused[*adcore.RateLimitError](err).RetryAfter == time.Hour && len(seen()) == 1)
	},
	"retry-conditional": func() {
		made := draft()
		faults(object{"match": "PATCH", "cut": "after"})
		change := adcore.CampaignUpdate{Budget: budget("9"), ExpectedVersion: adcore.Set(int64(1))}
		_, err := client.Campaigns.Update(ctx, made.ID, change, nil)
		refused[*adcore.NetworkError](err)
		check(len(seen()) == 1)
	},
	"timeout": func() {
		faults(object{"match": "GET /me", "delay": 2})
		_, err := me(adcore.RequestOptions{Timeout: 100 * time.Millisecond, MaxRetries: -1})
		check(refused[*adcore.NetworkError](err).Timeout)
	},
	"network": func() {
		_, err := adcore.New(adcore.Config{BaseURL: "http://127.0.0.1:9", MaxRetries: -1}).Me.Get(ctx, nil)
		check(!refused[*adcore.NetworkError](err).Timeout)
	},
}

var errorCases = map[string]func(){
	"error-validation": func() {
		_, err := client.Campaigns.Create(ctx, body("", "-1"), nil)
		refusal := refused[*adcore.ValidationError](err)
		paths := []string{}
		for _, each := range refusal.Fields {
			paths = append(paths, each.Path)
		}
		sort.Strings(paths)
		check(strings.Join(paths, " ") == "budget name" && strings.HasPrefix(refusal.RequestID, "req_"), paths)
	},
	"error-authentication": func() {
		_, err := adcore.New(adcore.Config{BaseURL: address, Token: "adcore_test_no"}).Me.Get(ctx, nil)
		check(refused[*adcore.AuthenticationError](err).Code == "INVALID_CREDENTIALS")
	},
	"error-not-found": func() {
		_, err := client.Campaigns.Get(ctx, "cmp_"+strings.Repeat("0", 26), nil)
		refusal := refused[*adcore.NotFoundError](err)
		check(refusal.Status == 404 && strings.HasPrefix(refusal.RequestID, "req_"))
		check(refused[*adcore.APIError](err).Status == 404)
	},
	"error-precondition": func() {
		made := draft()
		update(made.ID, adcore.CampaignUpdate{Budget: budget("8")})
		change := adcore.CampaignUpdate{Budget: budget("9"), ExpectedVersion: adcore.Set(int64(1))}
		_, err := client.Campaigns.Update(ctx, made.ID, change, nil)
		check(refused[*adcore.PreconditionFailedError](err).CurrentVersion == 2)
	},
	"error-guardrail": func() {
		made := body("High", "5")
		made.Bidding = bidding("MANUAL_CPC", "20000")
		_, err := client.Campaigns.Create(ctx, made, nil)
		refusal := refused[*adcore.GuardrailError](err)
		check(refusal.Violations[0].Rule == "maxBid" && refusal.Recovery == "correctable")
	},
	"error-billing": func() {
		faults(canned("GET /me", 402, "SUBSCRIPTION_EXPIRED", object{"manageUrl": "https://x.example"}, object{}, 1))
		_, err := client.Me.Get(ctx, nil)
		check(refused[*adcore.BillingError](err).ManageURL == "https://x.example")
	},
	"error-rate-limit": func() {
		faults(canned("GET /me", 429, "RATE_LIMITED", object{"bucket": "minute", "retryAfter": 17}, object{}, 1))
		_, err := me(adcore.RequestOptions{MaxRetries: -1})
		refusal := refused[*adcore.RateLimitError](err)
		check(refusal.RetryAfter == 17*time.Second && refusal.Bucket == "minute")
	},
	"error-foreign": func() {
		faults(object{"match": "GET /me", "status": 502, "body": "<html>Bad gateway</html>"})
		_, err := me(adcore.RequestOptions{MaxRetries: -1})
		check(refused[*adcore.ServerError](err).Status == 502)
	},
	"error-in-success": func() {
		faults(canned("GET /me", 200, "UNAVAILABLE", object{}, object{}, 1))
		_, err := me(adcore.RequestOptions{MaxRetries: -1})
		check(refused[*adcore.ServerError](err).Code == "UNAVAILABLE")
	},
}
