package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"time"

	"adcore"
)

var clientCases = map[string]func(){
	"me": func() {
		found := must(client.Me.Get(ctx, nil))
		check(found.Environment == "test" && found.Space.ID == space)
	},
	"user-agent": func() {
		must(client.Me.Get(ctx, nil))
		check(regexp.MustCompile(`^adcore-go/\d+\.\d+\.\d+ go`).MatchString(seen()[0].Headers["user-agent"]))
	},
	"base-url": func() {
		check(must(adcore.New(adcore.Config{BaseURL: address + "/api/v1/", Token: token}).Me.Get(ctx, nil)).UID != "")
	},
	"token-provider": func() {
		calls := 0
		own := adcore.New(adcore.Config{BaseURL: address, TokenSource: func(context.Context) (string, error) {
			calls++
			return token, nil
		}})
		faults(object{"match": "GET /me", "cut": "before"})
		must(own.Me.Get(ctx, nil))
		check(calls == 2, calls)
	},
	"space": func() {
		must(me(adcore.RequestOptions{SpaceID: space}))
		must(adcore.New(adcore.Config{BaseURL: address, Token: token, SpaceID: space}).Me.Get(ctx, nil))
		sent := seen()
		check(sent[0].Headers["x-space-id"] == space && sent[1].Headers["x-space-id"] == space)
	},
	"logger": func() {
		var events []adcore.LogEvent
		log := func(each adcore.LogEvent) { events = append(events, each) }
		must(adcore.New(adcore.Config{BaseURL: address, Token: token, Logger: log}).Me.Get(ctx, nil))
		check(len(events) == 1 && events[0].Operation == "getMe" && events[0].Status == 200)
		check(strings.HasPrefix(events[0].RequestID, "req_") && !strings.Contains(fmt.Sprint(events), token))
	},
	"response": func() {
		var info adcore.ResponseInfo
		must(me(adcore.RequestOptions{OnResponse: func(each adcore.ResponseInfo) { info = each }}))
		check(info.Status == 200 && strings.HasPrefix(info.RequestID, "req_"))
	},
	"open": func() {
		changes := must(adcore.New(adcore.Config{BaseURL: address}).Description.Changelog(ctx, nil))
		check(len(changes.Versions) > 0)
	},
	"webhook": func() {
		check(must(adcore.VerifyWebhook([]byte(event), signed(event, time.Now()), secret)).Type == "run.ended")
	},
	"webhook-tampered": func() {
		_, err := adcore.VerifyWebhook([]byte(strings.Replace(event, "ended", "begun", 1)), signed(event, time.Now()), secret)
		check(err == adcore.ErrSignature, err)
	},
	"webhook-old": func() {
		_, err := adcore.VerifyWebhook([]byte(event), signed(event, time.Now().Add(-400*time.Second)), secret)
		check(err == adcore.ErrSignature, err)
	},
}

var valueCases = map[string]func(){
	"create": func() { check(strings.HasPrefix(draft().ID, "cmp_")) },
	"get": func() {
		made := draft()
		check(string(must(json.Marshal(made))) == string(must(json.Marshal(get(made.ID)))))
	},
	"money-smallest": stored("0.01"),
	"money-exact":    stored("131072.01"),
	"money-largest":  stored("999999999.99"),
	"money-wire": func() {
		draftOf("131072.01")
		check(strings.Contains(seen()[0].Body, `"budget":131072.01,`), seen()[0].Body)
	},
	"money-nested": func() {
		made := body("Nested", "5")
		made.Bidding = bidding("MANUAL_CPC", "1234.56")
		found := get(must(client.Campaigns.Create(ctx, made, nil)).ID)
		check(found.Bidding.Or(adcore.CampaignBidding{}).MaxCPC == budget("1234.56"))
	},
	"money-refused": func() {
		for _, each := range []string{"12,50", "1e400", "", "0.0000001", "99999999999999999999"} {
			_, err := adcore.ParseDecimal(each)
			check(err != nil, each)
		}
		check(len(seen()) == 0)
	},
	"patch-absent": func() {
		changed := update(draft().ID, adcore.CampaignUpdate{Budget: budget("6")})
		check(changed.Budget == adcore.NewDecimal(6) && len(changed.Labels) == 1, changed.Labels)
	},
	"patch-null": func() {
		check(len(update(draft().ID, adcore.CampaignUpdate{Labels: adcore.Null[[]string]()}).Labels) == 0)
	},
	"patch-body": func() {
		made := draft()
		faults()
		update(made.ID, adcore.CampaignUpdate{Budget: budget("7"), Labels: adcore.Null[[]string]()})
		check(seen()[0].Body == `{"budget":7,"labels":null}`, seen()[0].Body)
	},
	"unknown-enum": func() {
		made := draft()
		faults(object{"match": "GET /campaigns/", "replace": [][]string{{`"STAGED"`, `"LATER"`}}})
		check(get(made.ID).SyncState == "LATER")
	},
	"unknown-field": func() {
		made := draft()
		faults(object{"match": "GET /campaigns/", "replace": [][]string{{`"labels"`, `"mood":"sunny","labels"`}}})
		check(string(get(made.ID).Extra["mood"]) == `"sunny"`)
	},
	"read-modify-write": func() {
		created := body("Read", "5")
		created.Bidding = bidding("MANUAL_CPC", "1.5")
		made := must(client.Campaigns.Create(ctx, created, nil))
		faults(object{"match": "GET /campaigns/", "replace": [][]string{{`"MANUAL_CPC"`, `"LATER","mood":"sunny"`}}},
			object{"match": "PATCH /campaigns/", "status": 200, "body": object{"data": object{}, "meta": object{}}})
		read, found := get(made.ID).Bidding.Get()
		check(found)
		read.MaxCPC = budget("2.25")
		update(made.ID, adcore.CampaignUpdate{Bidding: adcore.Set(read)})
		sent := seen()[1].Body
		for _, each := range []string{`"strategy":"LATER"`, `"mood":"sunny"`, `"maxCpc":2.25`} {
			check(strings.Contains(sent, each), sent)
		}
	},
	"text-or-object": func() {
		campaign := whole()
		ads := must(client.Ads.List(ctx, &adcore.AdsListParams{CampaignID: []string{campaign.ID}}).All())
		head := ads[0].Headlines
		check(head[0].Text == "Fresh bread" && head[1].Object.Pin.Or("") == "HEADLINE_1" && head[2].Object == nil)
	},
	"counts": func() {
		row := `{"platform":"google","name":"n","impressions":3000000000,"clicks":1,"cost":262144.01}`
		totals := `{"impressions":3000000000,"cost":12345678901.123456}`
		meta := `{"requestId":"r","nextCursor":null,"total":1,"totals":` + totals + `}`
		faults(object{"match": "GET /reports", "status": 200, "body": `{"data":[` + row + `],"meta":` + meta + `}`})
		page := must(client.Reports.Performance(ctx, nil).Page())
		check(page.Data[0].Impressions.Or(0) == 3000000000 && page.Data[0].Cost == budget("262144.01"))
		check(page.Meta.Totals.Cost == budget("12345678901.123456"))
	},
	"batch": func() {
		operation := func(name string) adcore.BatchOperation {
			return adcore.BatchOperation{Method: "POST", Body: body(name, "5")}
		}
		done := must(client.Campaigns.Batch(ctx, adcore.Batch{Operations: []adcore.BatchOperation{operation("B1"), operation("B2")}}, nil))
		check(done.Results[0].Status == 201 && done.Results[1].Status == 201)
	},
	"image": func() {
		bits := must(base64.StdEncoding.DecodeString(pixel))
		made := must(client.Assets.Create(ctx, adcore.AssetCreate{Type: "IMAGE", Name: "Go pixel", Data: adcore.Set(bits)}, nil))
		check(string(must(client.Assets.Content(ctx, made.ID, nil))) == string(bits))
	},
	"validate-only": func() {
		checked := must(client.Campaigns.Create(ctx, body("Checked", "5"), &adcore.CampaignsCreateParams{ValidateOnly: true}))
		check(checked.ID == "")
		check(must(client.Campaigns.List(ctx, &adcore.CampaignsListParams{Q: "Checked"}).Page()).Meta.Total == 0)
	},
}

var pageCases = map[string]func(){
	"pages-all": func() {
		ids := map[string]bool{}
		each := client.Keywords.List(ctx, &adcore.KeywordsListParams{AdGroupID: []string{group}, Limit: 200})
		for each.Next() {
			ids[each.Value().ID] = true
		}
		check(each.Err() == nil && len(ids) >= rows, len(ids))
	},
	"pages-added": func() {
		texts, count, old := map[string]bool{}, 0, 0
		each := client.Keywords.List(ctx, &adcore.KeywordsListParams{AdGroupID: []string{group}, Limit: 200})
		for each.Next() {
			if count%200 == 0 {
				text := fmt.Sprintf("added %d", count)
				must(client.Keywords.Create(ctx, adcore.KeywordCreate{AdGroupID: adcore.Set(group), Text: text, MatchType: "EXACT"}, nil))
			}
			count++
			texts[each.Value().Text] = true
			if strings.HasPrefix(each.Value().Text, "row ") {
				old++
			}
		}
		check(each.Err() == nil && old == rows && len(texts) == count, old, count)
	},
	"pages-page": func() {
		page := must(client.Keywords.List(ctx, &adcore.KeywordsListParams{AdGroupID: []string{group}, Limit: 3}).Page())
		check(len(page.Data) == 3 && page.Meta.Total >= int64(rows) && page.Meta.NextCursor.Or("") != "")
	},
	"pages-lazy": func() {
		each := client.Keywords.List(ctx, &adcore.KeywordsListParams{AdGroupID: []string{group}, Limit: 5})
		check(each.Next() && each.Next() && each.Next() && each.Next() && len(seen()) == 1)
	},
	"pages-filter": func() {
		params := &adcore.CampaignsListParams{Status: []string{"PAUSED", "ENABLED"}, Limit: 1}
		must(client.Campaigns.List(ctx, params).Page())
		check(seen()[0].Query == "limit=1&status=PAUSED,ENABLED", seen()[0].Query)
	},
}

var syncCases = map[string]func(){
	"push": func() {
		done := pushed(whole())
		check(done.Progress.Done == done.Progress.Total)
	},
	"restore": func() {
		made := whole()
		pushed(made)
		check(must(client.Campaigns.Delete(ctx, made.ID, nil)).SyncState == "PENDING_REMOVAL")
		check(must(client.Campaigns.Restore(ctx, made.ID, nil)).SyncState != "PENDING_REMOVAL")
	},
	"error-conflict": func() {
		made := whole()
		plan := planOf(made)
		update(made.ID, adcore.CampaignUpdate{Budget: budget("8")})
		_, err := client.Sync.Push(ctx, plan, nil)
		refused[*adcore.ConflictError](err)
	},
	"error-scope": func() {
		narrow := adcore.New(adcore.Config{BaseURL: address, Token: os.Getenv("ADCORE_NARROW_TOKEN")})
		_, err := narrow.Campaigns.Create(ctx, body("No", "5"), nil)
		check(fmt.Sprint(refused[*adcore.ScopeError](err).Required) == "[campaigns:write]")
	},
}
