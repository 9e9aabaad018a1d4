// The cases of tests/sdk/cases.json by the Go module. Prints "ok CASE" or "not ok CASE: why".
package main

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"adcore"
)

const (
	pixel  = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
	event  = `{"id":"evt_1","type":"run.ended"}`
	inBits = "0123456789abcdef0123456789abcdef"
)

var (
	ctx     = context.Background()
	address = os.Getenv("ADCORE_URL")
	token   = os.Getenv("ADCORE_TOKEN")
	space   = os.Getenv("ADCORE_SPACE")
	group   = os.Getenv("ADCORE_ROWS_GROUP")
	rows, _ = strconv.Atoi(os.Getenv("ADCORE_ROWS"))
	secret  = "whsec_" + base64.StdEncoding.EncodeToString([]byte(inBits))
	client  = adcore.New(adcore.Config{BaseURL: address, Token: token})
	serial  = 0
)

type request struct {
	Method, Path, Query, Body string
	Headers                   map[string]string
}

type object map[string]any

// check ends a case that does not hold.
func check(holds bool, why ...any) {
	if !holds {
		panic(fmt.Sprint(append([]any{"does not hold "}, why...)...))
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// refused is the error of the kind T.
func refused[T error](err error) T {
	var found T
	check(errors.As(err, &found), err)
	return found
}

func faults(list ...object) {
	if list == nil {
		list = []object{}
	}
	body := must(json.Marshal(object{"faults": list}))
	must(http.Post(address+"/_control", "application/json", bytes.NewReader(body))).Body.Close()
}

func seen() []request {
	response := must(http.Get(address + "/_control"))
	defer response.Body.Close()
	var found []request
	check(json.Unmarshal(must(io.ReadAll(response.Body)), &found) == nil)
	return found
}

func canned(match string, status int, code string, details object, headers object, times int) object {
	failure := object{"code": code, "message": "From the proxy.", "details": details}
	return object{"match": match, "status": status, "headers": headers, "times": times, "body": object{"error": failure}}
}

func body(name string, budget string) adcore.CampaignCreate {
	return adcore.CampaignCreate{Name: name, Type: "SEARCH", Budget: adcore.MustDecimal(budget)}
}

func draftOf(budget string) *adcore.Campaign {
	serial++
	made := body(fmt.Sprintf("Go %d", serial), budget)
	made.Labels = adcore.Set([]string{"kept"})
	return must(client.Campaigns.Create(ctx, made, nil))
}

func draft() *adcore.Campaign { return draftOf("20") }

func get(id string) *adcore.Campaign { return must(client.Campaigns.Get(ctx, id, nil)) }

func update(id string, made adcore.CampaignUpdate) *adcore.Campaign {
	return must(client.Campaigns.Update(ctx, id, made, nil))
}

func budget(text string) adcore.Opt[adcore.Decimal] { return adcore.Set(adcore.MustDecimal(text)) }

func me(options adcore.RequestOptions) (*adcore.Identity, error) {
	return client.Me.Get(ctx, &adcore.MeGetParams{RequestOptions: options})
}

func stored(text string) func() {
	return func() {
		made := draftOf(text)
		check(made.Budget == adcore.MustDecimal(text) && get(made.ID).Budget.String() == text, made.Budget)
	}
}

func repeated(status int, headers object, least time.Duration) func() {
	return func() {
		faults(canned("POST /campaigns", status, "X", object{}, headers, 1))
		began := time.Now()
		check(draft().ID != "")
		check(time.Since(began) >= least, "it did not wait")
		sent := seen()
		check(len(sent) == 2 && sent[0].Headers["idempotency-key"] == sent[1].Headers["idempotency-key"], sent)
	}
}

func bidding(strategy, cpc string) adcore.Opt[adcore.CampaignBidding] {
	return adcore.Set(adcore.CampaignBidding{Strategy: strategy, MaxCPC: budget(cpc)})
}

func whole() *adcore.Campaign {
	campaign := draft()
	made := must(client.AdGroups.Create(ctx, adcore.AdGroupCreate{CampaignID: campaign.ID, Name: "Group"}, nil))
	pinned := &adcore.AdHeadline{Text: "Baked at 5 am", Pin: adcore.Set("HEADLINE_1")}
	must(client.Ads.Create(ctx, adcore.AdCreate{
		AdGroupID: made.ID, Type: "RESPONSIVE_SEARCH", FinalURL: "https://bakery.example/bread",
		Headlines: adcore.Set([]adcore.TextOr[adcore.AdHeadline]{
			{Text: "Fresh bread"}, {Object: pinned}, {Text: "Order until 8 pm"}}),
		Descriptions: adcore.Set([]adcore.TextOr[adcore.AdDescription]{
			{Text: "Sourdough, rye and rolls."}, {Text: "Pick up from 6 am."}}),
	}, nil))
	must(client.Keywords.Create(ctx, adcore.KeywordCreate{AdGroupID: adcore.Set(made.ID), Text: "bread", MatchType: "EXACT"}, nil))
	return campaign
}

func planOf(campaign *adcore.Campaign) *adcore.SyncPlan {
	return must(client.Sync.Preview(ctx, adcore.SyncPreview{CampaignIDs: adcore.Set([]string{campaign.ID})}, nil))
}

func pushed(campaign *adcore.Campaign) *adcore.SyncRun {
	plan := planOf(campaign)
	check(len(plan.Violations) == 0)
	run := must(client.Sync.Wait(ctx, must(client.Sync.Push(ctx, plan, nil)).ID))
	check(run.Status == "SUCCEEDED", run.Status)
	return run
}

func signed(text string, at time.Time) http.Header {
	seconds := strconv.FormatInt(at.Unix(), 10)
	mac := hmac.New(sha256.New, []byte(inBits))
	mac.Write([]byte("evt_1." + seconds + "." + text))
	header := http.Header{}
	header.Set("webhook-id", "evt_1")
	header.Set("webhook-timestamp", seconds)
	header.Set("webhook-signature", "v1,AAAA v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	return header
}

func run(name string, test func()) {
	defer func() {
		if why := recover(); why != nil {
			fmt.Printf("not ok %s: %s\n", name, strings.ReplaceAll(fmt.Sprint(why), "\n", " | "))
		}
	}()
	faults()
	test()
	fmt.Println("ok", name)
}

func main() {
	for _, each := range []map[string]func(){clientCases, valueCases, pageCases, retryCases, errorCases, syncCases} {
		for name, test := range each {
			run(name, test)
		}
	}
}
